// Owns: what every agent with hooks has to get right, for this one.
import { describeHooks } from '../hooks/rules.js';
import { gemini } from './dialect.js';

describeHooks(gemini);

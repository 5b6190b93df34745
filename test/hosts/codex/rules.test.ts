// Owns: what every agent with hooks has to get right, for this one.
import { describeHooks } from '../hooks/rules.js';
import { codex } from './dialect.js';

describeHooks(codex);

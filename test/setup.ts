// Owns: what is set before every test file: the seed that fast-check uses where a test names none.
import * as fc from 'fast-check';
import { seed } from './seed.js';

fc.configureGlobal({ seed });

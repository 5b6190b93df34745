// Owns: which directories a call touches, whatever its tool is called.
import { expect, test } from 'vitest';
import { directoriesTouched } from '../../../src/cli/hook/memo.js';

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'a tool called %s touches nothing (A9)',
  (name) => {
    expect(directoriesTouched({ Read: ['file_path'] }, '/repo', name, { file_path: 'x' })).toEqual([]);
  },
);

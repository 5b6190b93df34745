// Owns: what `npm run mutation` makes of changes and of mutants. That the judges judge is shown by the scores that it
// has recorded in docs/MUTATION.md.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changesSince, rangesIn } from '../../scripts/mutation/changes.mjs';
import { rooms, unfit } from '../../scripts/mutation/rooms.mjs';
import { isGoodEnough, missedOf, tableOf } from '../../scripts/mutation/score.mjs';
import { root } from './scratch.js';

const mutants = (count: number, status: string, line = 1) =>
  Array.from({ length: count }, () => ({
    status,
    fileName: 'src/core/utf8.ts',
    location: { start: { line, column: 5 } },
    mutatorName: 'BooleanLiteral',
    replacement: 'true\n  ',
  }));

const room = { folder: 'src/core', atLeast: 90 };
const result = (killed: number, survived: number) => ({
  room,
  mutants: [...mutants(killed, 'Killed'), ...mutants(survived, 'Survived')],
});

describe('mutation', () => {
  test('every judge is there', () => {
    const named = [...rooms.flatMap(({ judges }) => judges), ...unfit];
    expect(named.filter((judge) => !existsSync(join(root, judge)))).toEqual([]);
  });

  test('the changed lines of a diff are those that are there now, of files that are mutated', () => {
    const diff = [
      ...['--- a/src/core/utf8.ts', '+++ b/src/core/utf8.ts'],
      ...['@@ -3,2 +4,3 @@ const a = 1;', '@@ -9 +11 @@', '@@ -20,4 +20,0 @@'],
      ...['--- a/src/core/old.ts', '+++ /dev/null', '@@ -1,9 +0,0 @@'],
      ...['--- a/src/cli/hook/run.ts', '+++ b/src/cli/hook/run.ts', '@@ -1 +1 @@'],
    ].join('\n');
    const of = 'src/core/utf8.ts';
    expect(rangesIn(diff)).toEqual([
      { file: of, range: `${of}:4-6` },
      { file: of, range: `${of}:11-11` },
    ]);
    expect(changesSince(root, 'no-such-commit')).toBeUndefined();
  });

  test('a share is judged when enough mutants were tested', () => {
    expect(isGoodEnough(result(18, 2))).toBe(true);
    expect(isGoodEnough(result(17, 3))).toBe(false);
    expect(isGoodEnough(result(0, 19))).toBe(true);
    expect(isGoodEnough(result(0, 0))).toBe(true);
  });

  test('what ran into its time counts as caught, what did not compile counts as nothing', () => {
    const odd = [...mutants(9, 'Killed'), ...mutants(9, 'Timeout'), ...mutants(2, 'NoCoverage')];
    const nothing = [...mutants(50, 'Ignored'), ...mutants(50, 'CompileError')];
    expect(isGoodEnough({ room, mutants: [...odd, ...nothing] })).toBe(true);
  });

  test('the table has a line for each part', () => {
    expect(tableOf([result(19, 1), { ...result(1, 2000), room: { folder: 'src/sources/x', atLeast: 80 } }])).toBe(
      [
        'part           mutants  caught     %  at least',
        'src/core            20      19  95.0        90',
        'src/sources/x     2001       1   0.0        80  too few',
      ].join('\n'),
    );
  });

  test('what was missed is listed by place', () => {
    const all = [...mutants(1, 'NoCoverage', 10), ...mutants(1, 'Survived', 9), ...mutants(1, 'Killed')];
    expect(missedOf(all)).toEqual([
      'src/core/utf8.ts:9:5 BooleanLiteral → true',
      'src/core/utf8.ts:10:5 BooleanLiteral → true (never reached)',
    ]);
  });
});

// Owns: the rules of tables: columns line up, nothing is lost however narrow it gets, and nothing trails.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { paintFor } from '../../../src/cli/print/paint.js';
import type { Column, Row } from '../../../src/cli/print/table.js';
import { table } from '../../../src/cli/print/table.js';
import { columnsOf } from '../../../src/cli/print/width.js';
import { seed } from '../../seed.js';

const COLUMNS: readonly Column[] = [{ head: '' }, { head: 'file', long: true }, { head: 'bytes', align: 'right' }];
const plain = paintFor(false);

const row = (label: string, file: string, bytes: string, note = ''): Row => ({
  cells: [{ text: label }, { text: file }, { text: bytes }],
  note: { text: note },
});

test('columns line up, numbers at their right, wide characters counted as two', () => {
  expect(table(COLUMNS, [row('in', 'a.md', '1,024'), row('out', '日本.md', '7', 'too large')], plain)).toEqual([
    '     file     bytes',
    'in   a.md     1,024',
    'out  日本.md      7  too large',
  ]);
});

test('notes that do not fit stand below the file, in every row', () => {
  const rows = [row('out', 'a.md', '1', 'short'), row('out', 'b.md', '2', 'a reason of some length')];
  expect(table(COLUMNS, rows, plain, 24)).toEqual([
    '     file  bytes',
    'out  a.md      1',
    '     short',
    'out  b.md      2',
    '     a reason of some',
    '     length',
  ]);
});

test('a note that can be done without moves nothing: it stands at the end or not at all', () => {
  const droppable: Row = { ...row('in', 'b.md', '2', 'some length'), droppable: true };
  const rows = [row('out', 'a.md', '1', 'short'), droppable];
  expect(table(COLUMNS, rows, plain, 24)).toEqual(['     file  bytes', 'out  a.md      1  short', 'in   b.md      2']);
});

test('a file that does not fit takes a line of its own, whole', () => {
  expect(table(COLUMNS, [row('in', 'packages/app/AGENTS.md', '10')], plain, 24)).toEqual([
    '    file           bytes',
    'in  packages/app/AGENTS.md',
    '                      10',
  ]);
});

test('colours take no room', () => {
  const cells: Row['cells'] = [{ text: 'in', tone: 'good' }, { text: 'a' }, { text: '1' }];
  const rows: readonly Row[] = [{ cells, note: { text: '' } }];
  expect(table(COLUMNS, rows, paintFor(true))[1]).toBe('\u001b[32min\u001b[39m  a         1');
});

const anyText = fc.array(fc.constantFrom('a', 'AGENTS.md', '日本', 'x/y/z', 'é'), { maxLength: 5 });
const anyRow = fc
  .record({ label: fc.constantFrom('in', 'out'), file: anyText, bytes: fc.nat(1_000_000), note: anyText })
  .map(({ label, file, bytes, note }) => row(label, file.join('/'), String(bytes), note.join(' ')));

const wordsOf = (lines: readonly string[]): readonly string[] => (lines.join(' ').match(/\S+/gu) ?? []).sort();

test(`whatever the width, every word is there and no line trails off (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.array(anyRow, { minLength: 1 }), fc.integer({ min: 1, max: 120 }), (rows, width) => {
      const lines = table(COLUMNS, rows, plain, width);
      expect(wordsOf(lines)).toEqual(wordsOf(table(COLUMNS, rows, plain)));
      for (const line of lines) expect(line).toBe(line.trimEnd());
    }),
  );
});

test(`without a width each row is one line, and notes begin at one column (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.array(anyRow, { minLength: 1 }), (rows) => {
      const lines = table(COLUMNS, rows, plain);
      expect(lines).toHaveLength(rows.length + 1);
      const starts = rows.flatMap(({ note }, index) =>
        note.text === '' ? [] : [columnsOf(lines[index + 1] ?? '') - columnsOf(note.text)],
      );
      expect(new Set(starts).size).toBeLessThanOrEqual(1);
    }),
  );
});

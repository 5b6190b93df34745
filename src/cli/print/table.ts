// Owns: rows in aligned columns, whole lines where a pipe takes them and within the width of a terminal where one does.
// What the cells mean is the caller's.
import type { Paint, Tone } from './paint.js';
import { columnsOf, wrapAt } from './width.js';

/** A piece of text with its tone. */
export interface Cell {
  readonly text: string;
  readonly tone?: Tone;
}

/** One column. At most one is `long`: where the width does not do, its cells take a line of their own. */
export interface Column {
  readonly head: string;
  readonly align?: 'right';
  readonly long?: true;
}

/** One row: a cell for each column, and a note that stands at the end, or below where that does not fit. */
export interface Row {
  readonly cells: readonly Cell[];
  readonly note: Cell;
  /** The note can be done without where it does not fit at the end. */
  readonly droppable?: true;
}

const GAP = '  ';

/** A long column is never narrower than this, however narrow the terminal. */
const MIN_LONG_COLUMNS = 12;

const padded = ({ text, tone = 'plain' }: Cell, width: number, paint: Paint, align?: 'right'): string => {
  const space = ' '.repeat(Math.max(0, width - columnsOf(text)));
  return align === 'right' ? space + paint(tone, text) : paint(tone, text) + space;
};

interface Layout {
  readonly columns: readonly Column[];
  readonly widths: readonly number[];
  /** Where the note of a row begins. */
  readonly noteAt: number;
  /** Where lines of their own begin: under the long column. */
  readonly indent: number;
  readonly inline: boolean;
  readonly width: number;
  readonly paint: Paint;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const layoutOf = (columns: readonly Column[], rows: readonly Row[], width: number, paint: Paint): Layout => {
  const natural = columns.map(({ head }, index) =>
    Math.max(columnsOf(head), ...rows.map(({ cells }) => columnsOf(cells[index]?.text ?? ''))),
  );
  const long = columns.findIndex((column) => column.long === true);
  const others = sum(natural.filter((_, index) => index !== long)) + GAP.length * (columns.length - 1);
  const widths = natural.map((each, index) =>
    index === long ? Math.min(each, Math.max(MIN_LONG_COLUMNS, width - others)) : each,
  );
  const noteAt = sum(widths) + GAP.length * columns.length;
  const inline = rows.every(({ note, droppable }) => droppable === true || noteAt + columnsOf(note.text) <= width);
  const indent = sum(widths.slice(0, Math.max(0, long))) + GAP.length * Math.max(0, long);
  return { columns, widths, noteAt, indent, inline, width, paint };
};

const joined = (parts: readonly string[]): string => parts.join(GAP).trimEnd();

const cellsOf = ({ columns, widths, paint }: Layout, cells: readonly Cell[]): readonly string[] =>
  cells.map((cell, index) => padded(cell, widths[index] ?? 0, paint, columns[index]?.align));

/** A long cell that does not fit stands alone, in full; the others follow in their columns. */
const lead = (layout: Layout, cells: readonly Cell[], tail: readonly string[]): readonly string[] => {
  const long = layout.columns.findIndex((column) => column.long === true);
  const cell = cells[long];
  if (cell === undefined || columnsOf(cell.text) <= (layout.widths[long] ?? 0)) {
    return [joined([...cellsOf(layout, cells), ...tail])];
  }
  const before = cellsOf(layout, cells.slice(0, long));
  const rest = cells.map((each, index) => (index > long ? each : { text: '' }));
  const below = joined([...cellsOf(layout, rest), ...tail]);
  const alone = joined([...before, layout.paint(cell.tone ?? 'plain', cell.text)]);
  return below === '' ? [alone] : [alone, below];
};

const linesOf = (layout: Layout, { cells, note, droppable }: Row): readonly string[] => {
  const { paint } = layout;
  const tone = note.tone ?? 'plain';
  if (note.text === '') return lead(layout, cells, []);
  const fits = layout.noteAt + columnsOf(note.text) <= layout.width;
  if (layout.inline && fits) return lead(layout, cells, [paint(tone, note.text)]);
  if (droppable === true) return lead(layout, cells, []);
  const space = ' '.repeat(layout.indent);
  const lines = wrapAt(layout.width - layout.indent)(note.text);
  return [...lead(layout, cells, []), ...lines.map((line) => space + paint(tone, line))];
};

/**
 * Lays rows out in columns under their heads.
 *
 * Shape:  lines without line ends. Without `width` every row is one line and nothing is shortened; with it a note that
 *         does not fit behind its row stands below, in every row of the table.
 */
export const table = (
  columns: readonly Column[],
  rows: readonly Row[],
  paint: Paint,
  width = Number.POSITIVE_INFINITY,
): readonly string[] => {
  const layout = layoutOf(columns, rows, width, paint);
  const heads = columns.map(({ head }): Cell => ({ text: head, tone: 'quiet' }));
  return [joined(cellsOf(layout, heads)), ...rows.flatMap((row) => linesOf(layout, row))];
};

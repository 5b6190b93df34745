// Owns: how figures look on a terminal. Which figures there are is the benches' business.
import type { Growth, Report, Row } from './measure.js';

/** Lines of cells as columns. */
export const aligned = (lines: readonly (readonly string[])[]): string => {
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** Three digits that say something, without an exponent. */
const number = (value: number): string =>
  value >= 100 || Number.isInteger(value) ? value.toFixed(0) : value >= 0.01 ? value.toPrecision(3) : value.toFixed(5);

const cells = ({ what, against, figure, unit, limit }: Row): readonly string[] => [
  what,
  against,
  `${number(figure)} ${unit}`,
  limit === undefined ? '' : `≤ ${limit}`,
  limit === undefined ? '' : figure <= limit ? 'yes' : 'NO',
];

const short = (size: number): string =>
  size >= 1e6 ? `${size / 1e6}M` : size >= 1000 ? `${size / 1000}k` : String(size);

const growthCells = ({ what, points, exponent, atTheEnd }: Growth): readonly string[] => [
  what,
  points.map(([size, cost]) => `${short(size)}: ${number(cost)}`).join('  '),
  exponent.toFixed(2),
  atTheEnd.toFixed(2),
];

/** Everything that was told, as one or two tables with what else there is to say below them. */
export const show = (report: Required<Report>): string => {
  const parts: string[] = [];
  if (report.rows.length > 0) {
    parts.push(aligned([['what', 'against', 'figure', 'limit', 'met'], ...report.rows.map(cells)]));
  }
  if (report.growth.length > 0) {
    const head = ['how it grows', 'size: cost against the first', 'exponent', 'at the end'];
    parts.push(aligned([head, ...report.growth.map(growthCells)]));
  }
  if (report.notes.length > 0) parts.push(report.notes.join('\n'));
  return `${parts.join('\n\n')}\n`;
};

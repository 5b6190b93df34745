// Measures the rendering of 1 000 files, 8 MiB, into 64 KiB, from what the files say to the framed text.
//
// Against one Buffer.byteLength over the same content.
//
// One run on two shared, busy cores, Node 20.20: 0.7 to 1.1, 8 with tags in every line, 0.2 in Chinese; 2 is promised
// of the first.
import { baselineSection, renderBaseline } from '../../src/sources/agent-instructions/render.js';
import type { Bench, Row } from '../measure.js';
import { expectEqual, ratioOf } from '../measure.js';

const FILES = 1000;
const FILE_BYTES = 8 * 1024 + 389;
const MAX_BYTES = 65_536;
const ROUNDS = 20;

/** As a decoder gives it: one flat string. */
const fileOf = (index: number, rule: string): string => {
  const text = `File ${index}.\n${rule.repeat(Math.ceil(FILE_BYTES / Buffer.byteLength(rule)))}`;
  return Buffer.from(text).toString('utf8');
};

const rowFor = async (kind: string, rule: string, limit?: number): Promise<Row> => {
  const contents = Array.from({ length: FILES }, (_, index) => fileOf(index, rule));
  const render = (): void => {
    const sections = contents.map((content, index) => baselineSection(`d${index}/AGENTS.md`, content));
    const allocation = renderBaseline(sections, false, MAX_BYTES, []);
    expectEqual(
      'sections left out',
      allocation?.fates.some(({ kind: fate }) => fate === 'omitted'),
      true,
    );
    expectEqual('the budget is kept', Buffer.byteLength(allocation?.text ?? '') <= MAX_BYTES, true);
  };
  const measure = (): void => {
    const bytes = contents.reduce((sum, content) => sum + Buffer.byteLength(content), 0);
    expectEqual('8 MiB of content', bytes >= 8 * 1024 * 1024, true);
  };
  return {
    what: `rendering ${FILES} files${kind}, 8 MiB, into 64 KiB`,
    against: 'Buffer.byteLength of them',
    figure: await ratioOf(render, measure, ROUNDS),
    unit: '×',
    ...(limit === undefined ? {} : { limit }),
  };
};

export const bench: Bench = async () => ({
  rows: [
    await rowFor('', 'All of this is worth knowing.\n', 2),
    await rowFor(' with tags', 'All of <b>this</b> is worth <i>knowing</i>, and more.\n'),
    await rowFor(' in Chinese', '这一切都值得知道。\n'),
  ],
});

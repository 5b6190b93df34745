// Owns: how an explanation looks to a person: where the project is, every file with what became of it, what is missing,
// and one sentence that sums it up. What happened is the explanation's to say.
import { showPath } from '../../core/frame.js';
import type { RootReport } from '../../domain/manifest.js';
import { absolutePath, basename, relativeWithin } from '../../domain/path.js';
import type { AgentInstructionsConfig } from '../../sources/agent-instructions/index.js';
import type { Explanation } from '../commands/explanation.js';
import { isSimplyAbsent, placeText, rowsOf, shortened } from './explanation-rows.js';
import { baselineText, pathNotes, summaryOf } from './explanation-summary.js';
import type { Paint, Tone } from './paint.js';
import { paintFor } from './paint.js';
import type { Column } from './table.js';
import { table } from './table.js';
import { wrapAt } from './width.js';
import { bytesText, grouped, someOf } from './words.js';

/** How an explanation is printed; `width` is missing where the output is no terminal. */
export interface ExplanationStyle {
  readonly colours: boolean;
  readonly width?: number;
  /** Names that were looked for and are not there get a row each. */
  readonly all: boolean;
}

const COLUMNS: readonly Column[] = [
  { head: '' },
  { head: 'file', long: true },
  { head: 'bytes', align: 'right' },
  { head: 'digest' },
  { head: 'scope' },
];

const MOST_PLACES = 5;
const BAR_COLUMNS = 24;

const rootText = ({ path, how, marker }: RootReport, config: AgentInstructionsConfig): string => {
  const shown = showPath(path);
  if (how === 'unavailable') return `unknown: ${shown} could not be looked at`;
  if (marker !== undefined) return `${shown}  (marked by ${showPath(basename(marker))})`;
  const markers = (config.projectRootMarkers ?? ['.git']).map(showPath).join(' or ');
  const missing = markers === '' ? 'no marker is configured' : `no ${markers} here or above`;
  return `${shown}  (the working directory: ${missing})`;
};

/** Below the root by its name there, as headings say it. */
const cwdText = ({ cwd, root }: Explanation): string => {
  const from = root === undefined || root.how === 'unavailable' ? undefined : absolutePath(root.path);
  return showPath((from === undefined ? undefined : relativeWithin(from, cwd)) ?? cwd);
};

const barOf = (share: number, paint: Paint): string => {
  const full = Math.min(BAR_COLUMNS, Math.ceil(share * BAR_COLUMNS));
  return paint('good', '━'.repeat(full)) + paint('quiet', '━'.repeat(BAR_COLUMNS - full));
};

/** Each block of a message has the whole budget to itself. */
const budgetTexts = ({ blocks, config }: Explanation, colours: boolean): readonly string[] => {
  const maxBytes = Number(config.maxBytes);
  const used = blocks.length === 0 ? [0] : blocks.map(({ bytes }) => bytes);
  return used.map((bytes) => {
    const text = `${grouped(bytes)} of ${bytesText(maxBytes)} used (${Math.round((bytes / maxBytes) * 100)}%)`;
    return colours ? `${text}  ${barOf(bytes / maxBytes, paintFor(true))}` : text;
  });
};

const factsOf = (explanation: Explanation, colours: boolean): readonly (readonly [string, string])[] => {
  const { root, touching, baseline, config, cwd } = explanation;
  if (root === undefined) return [['cwd', showPath(cwd)]];
  const facts: (readonly [string, string])[] = [['root', rootText(root, config)]];
  if (root.path !== cwd) facts.push(['cwd', cwdText(explanation)]);
  if (baseline !== undefined) {
    facts.push(['baseline', baselineText(baseline)]);
    facts.push(['touching', touching.map(({ named }) => showPath(named)).join(', ')]);
  }
  return [...facts, ...budgetTexts(explanation, colours).map((text) => ['budget', text] as const)];
};

/** How many names are not there, by place; each of them would drown what is. */
const absentLine = ({ candidates }: Explanation, wide: boolean): readonly string[] => {
  const counts = new Map<string, number>();
  for (const { scope } of candidates.filter(isSimplyAbsent)) {
    const place = placeText(scope);
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  const places = [...counts].map(([place, count]) => `${count} in ${wide ? place : shortened(place)}`);
  return places.length === 0 ? [] : [`absent: ${someOf(places, MOST_PLACES)} (--all lists them)`];
};

/**
 * Prints an explanation.
 *
 * Shape:  lines with their line ends.
 * Source: SPEC R1
 */
export const printExplanation = (explanation: Explanation, { colours, width, all }: ExplanationStyle): string => {
  const paint = paintFor(colours);
  const wide = width === undefined;
  const prose = (tone: Tone, texts: readonly string[]): readonly string[] =>
    texts.flatMap(wrapAt(width ?? Number.POSITIVE_INFINITY)).map((line) => paint(tone, line));
  const facts = factsOf(explanation, colours);
  const labelColumns = Math.max(...facts.map(([label]) => label.length));
  const rows = rowsOf(explanation, all, wide);
  const sections: readonly (readonly string[])[] = [
    facts.map(([label, text]) => `${paint('quiet', label.padEnd(labelColumns))}  ${text}`),
    rows.length === 0 ? [] : table(COLUMNS, rows, paint, width),
    prose('quiet', all ? [] : absentLine(explanation, wide)),
    prose('notice', pathNotes(explanation)),
    prose('strong', [summaryOf(explanation)]),
  ];
  return sections.filter((lines) => lines.length > 0).map((lines) => `${lines.join('\n')}\n`).join('\n');
};

// Owns: one row for each file of an explanation: whether it is in, cut or out, and why, in a few words. Which rows are
// shown and what stands around them is explanation.ts's work.
import { showPath } from '../../core/frame.js';
import type { CandidateReport, NearMiss } from '../../domain/manifest.js';
import { basename } from '../../domain/path.js';
import { directoryOf, scopeOfKey } from '../../domain/scope.js';
import type { Account, Explanation } from '../commands/explanation.js';
import type { Tone } from './paint.js';
import type { Row } from './table.js';
import { columnsOf } from './width.js';
import { bytesText, grouped } from './words.js';

/** What became of a file, at a glance. */
type Label = 'in' | 'new' | 'cut' | 'out';

interface Verdict {
  readonly label: Label;
  readonly tone: Tone;
  readonly why: string;
}

const because = (what: string, detail: string | undefined): string =>
  detail === undefined ? what : `${what}: ${detail}`;

/** Only files of one directory compete, so the name says which. */
const by = (what: string, other: string | undefined): string =>
  other === undefined ? what : `${what} ${basename(other)}`;

const keptOf = ({ kept = 0, bytes = 0 }: CandidateReport): string => `${grouped(kept)} of ${bytesText(bytes)} kept`;

/** Broader files make room for more specific ones, small ones too. Source: SPEC A18 */
const overBudget = ({ config }: Explanation): string =>
  `over the budget of ${bytesText(Number(config.maxBytes))}, broader files go first`;

const unchanged = (report: CandidateReport): Verdict =>
  report.kept === undefined
    ? { label: 'in', tone: 'quiet', why: 'unchanged since the baseline' }
    : { label: 'cut', tone: 'notice', why: `unchanged since the baseline: ${keptOf(report)}` };

/** The words are those of the manifest, so that this picture and `--json` tell the same story. Source: SPEC A19 */
const verdictOf = (report: CandidateReport, explanation: Explanation): Verdict => {
  const { detail, by: other } = report;
  const out = (tone: Tone, why: string): Verdict => ({ label: 'out', tone, why });
  switch (report.state) {
    case 'loaded':
      return { label: explanation.baseline === undefined ? 'in' : 'new', tone: 'good', why: 'loaded' };
    case 'updated':
      return { label: 'new', tone: 'good', why: 'updated: it changed just now' };
    case 'truncated':
      return { label: 'cut', tone: 'notice', why: `truncated: ${keptOf(report)}` };
    case 'unchanged':
      return unchanged(report);
    case 'omitted':
      return out('bad', because('omitted', detail ?? overBudget(explanation)));
    case 'duplicate-of':
      return out('quiet', by('duplicate of', other));
    case 'shadowed-by':
      return out('quiet', by('shadowed by', other));
    case 'removed':
      return out('quiet', other === undefined ? 'removed just now' : by('removed: duplicate of', other));
    case 'absent':
      return out('quiet', because('absent', detail));
    case 'too-large':
      return out('bad', because('too large', detail?.replace(/\d+/gu, (digits) => grouped(Number(digits)))));
    case 'not-text':
      return out('bad', because('not text', detail));
    case 'unavailable':
      return out('bad', because('unavailable', detail));
  }
};

/** The directory a scope speaks for, or `user-global`. */
export const placeText = (key: CandidateReport['scope']): string => {
  const scope = scopeOfKey(key);
  return showPath((scope === undefined ? undefined : directoryOf(scope)) ?? key);
};

/** The same with the slot that several names compete for. */
const scopeText = (key: CandidateReport['scope']): string => {
  const scope = scopeOfKey(key);
  return scope?.kind === 'slot' ? `${placeText(key)} (${scope.slot})` : placeText(key);
};

/** How much of a digest tells files apart on a screen. */
const SHORT_DIGEST = 8;

const SHORT_SCOPE_COLUMNS = 24;

/** The end of a long directory: the rest can be read from the file's path. */
export const shortened = (directory: string): string => {
  if (columnsOf(directory) <= SHORT_SCOPE_COLUMNS) return directory;
  const names = directory.split('/');
  const from = names.findIndex((_, index) => columnsOf(`…/${names.slice(index).join('/')}`) <= SHORT_SCOPE_COLUMNS);
  return `…/${from < 0 ? (names.at(-1) ?? '') : names.slice(from).join('/')}`;
};

const candidateRow = (report: CandidateReport, explanation: Explanation, wide: boolean): Row => {
  const { label, tone, why } = verdictOf(report, explanation);
  const quiet = tone === 'quiet' ? 'quiet' : 'plain';
  const digest = report.digest ?? '';
  const scope = scopeText(report.scope);
  return {
    cells: [
      { text: label, tone },
      { text: showPath(report.path), tone: quiet },
      { text: report.bytes === undefined ? '' : grouped(report.bytes), tone: quiet },
      { text: wide ? digest : digest.slice(0, SHORT_DIGEST), tone: 'quiet' },
      { text: wide ? scope : shortened(scope), tone: 'quiet' },
    ],
    note: { text: showPath(why), tone: label === 'in' || label === 'new' ? 'quiet' : tone },
    ...(label === 'in' || report.state === 'loaded' ? { droppable: true } : {}),
  };
};

const missRow = ({ path, detail }: NearMiss, sibling: CandidateReport, wide: boolean): Row => ({
  cells: [
    { text: 'out', tone: 'notice' },
    { text: showPath(path) },
    { text: '' },
    { text: '' },
    { text: wide ? placeText(sibling.scope) : shortened(placeText(sibling.scope)), tone: 'quiet' },
  ],
  note: { text: showPath(`near miss: ${detail}`), tone: 'notice' },
});

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** A near miss stands behind the last candidate of its directory. */
const missesAfter = (index: number, { candidates, nearMisses }: Account): readonly NearMiss[] => {
  const parent = parentOf(candidates[index]?.path ?? '');
  const isLast = candidates.slice(index + 1).every(({ path }) => parentOf(path) !== parent);
  return isLast ? nearMisses.filter(({ path }) => parentOf(path) === parent) : [];
};

/** Tells whether there is nothing to say about a candidate but that it is not there. */
export const isSimplyAbsent = ({ state, detail }: CandidateReport): boolean =>
  state === 'absent' && detail === undefined;

/**
 * The rows of an explanation, from broad to specific.
 *
 * Shape:  `all` keeps candidates that are simply absent; `wide` shortens neither digests nor scopes.
 * Source: SPEC R1, A19
 */
export const rowsOf = (explanation: Explanation, all: boolean, wide: boolean): readonly Row[] =>
  explanation.candidates.flatMap((report, index) => {
    const shown = all || !isSimplyAbsent(report);
    const own = shown ? [candidateRow(report, explanation, wide)] : [];
    return [...own, ...missesAfter(index, explanation).map((miss) => missRow(miss, report, wide))];
  });

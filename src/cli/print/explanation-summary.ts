// Owns: the sentences of an explanation: what the model is told, or why it is told nothing, in one line each.
import { showPath } from '../../core/frame.js';
import type { CandidateState } from '../../domain/manifest.js';
import type { Account, Explanation } from '../commands/explanation.js';
import { bytesText, counted, grouped, someOf } from './words.js';

const count = ({ candidates }: Account, ...states: readonly CandidateState[]): number =>
  candidates.filter(({ state }) => states.includes(state)).length;

/** Files whose content the model does not get from anywhere. */
const leftOut = (account: Account): number =>
  count(account, 'omitted', 'shadowed-by', 'too-large', 'not-text', 'unavailable');

const bytesIn = ({ blocks }: Account): number => blocks.reduce((total, { bytes }) => total + bytes, 0);

const inMessage = (account: Account): string => {
  const cut = count(account, 'truncated');
  const files = counted(count(account, 'loaded', 'updated', 'truncated'), 'file');
  return `${files}${cut === 0 ? '' : ` (${grouped(cut)} cut)`} in one message of ${bytesText(bytesIn(account))}`;
};

/** What a baseline comes to, in a few words. */
export const baselineText = (baseline: Account): string =>
  baseline.messages.length === 0 ? 'nothing' : inMessage(baseline);

/** The second sentence: files that the first does not speak of. */
const besides = (account: Account): string => {
  const known = count(account, 'unchanged');
  const duplicates = count(account, 'duplicate-of');
  const out = leftOut(account);
  const misses = account.nearMisses.length;
  const parts = [
    known === 0 ? [] : [`${counted(known, 'file')} already in the baseline`],
    duplicates === 0 ? [] : [counted(duplicates, 'duplicate')],
    out === 0 ? [] : [`${counted(out, 'file')} left out`],
    misses === 0 ? [] : [`${grouped(misses)} near ${misses === 1 ? 'miss' : 'misses'}`],
  ].flat();
  return parts.length === 0 ? '' : ` Besides: ${parts.join(', ')}.`;
};

/** What keeps everything out, whatever files there are. */
const obstacle = ({ root }: Explanation): string | undefined => {
  if (root === undefined) return 'agent-instructions is switched off by maxBytes';
  return root.how === 'unavailable' ? 'the project root cannot be found just now' : undefined;
};

const nothingTold = (explanation: Explanation): string => {
  const { candidates, diagnostics } = explanation;
  if (leftOut(explanation) === 0) return `none of the ${counted(candidates.length, 'file')} looked for is there`;
  const tooSmall = diagnostics.some(({ code }) => code === 'budget-too-small');
  return tooSmall ? 'not even a notice fits into the budget' : 'no file that is there can be used';
};

const baselineSummary = (explanation: Explanation): string => {
  if (explanation.messages.length === 0) {
    return `The model gets nothing: ${obstacle(explanation) ?? nothingTold(explanation)}.`;
  }
  return count(explanation, 'loaded', 'truncated') === 0
    ? 'The model gets only a notice: no file fits into the budget.'
    : `The model gets ${inMessage(explanation)}.`;
};

const nothingAdded = (explanation: Explanation): string => {
  if (explanation.touching.every(({ reached }) => !reached)) return 'nothing of it counts as a touch';
  if (leftOut(explanation) > 0) return 'no further file can be used';
  const known = count(explanation, 'unchanged') > 0;
  return known ? 'what applies there is in the baseline' : 'no instruction file applies there';
};

const touchSummary = (explanation: Explanation): string => {
  const named = explanation.touching.map((path) => showPath(path.named));
  const touched = `Touching ${someOf(named, 3)} adds`;
  if (explanation.messages.length === 0) {
    return `${touched} nothing: ${obstacle(explanation) ?? nothingAdded(explanation)}.`;
  }
  return `${touched} ${inMessage(explanation)}.`;
};

/** What an explanation comes to, in a sentence or two. */
export const summaryOf = (explanation: Explanation): string => {
  const summary = explanation.baseline === undefined ? baselineSummary : touchSummary;
  return summary(explanation) + besides(explanation);
};

/** What somebody who named a path may not expect of it. */
export const pathNotes = ({ touching, config }: Explanation): readonly string[] =>
  touching.flatMap(({ named, reached, directory }): readonly string[] => {
    const shown = showPath(named);
    const boundary = config.reach === 'cwd' ? 'working directory' : 'project root';
    if (!reached) return [`${shown} is not below the ${boundary}; touching it loads nothing.`];
    if (!directory) return [];
    const inside = `${shown.replace(/\/*$/u, '')}/x`;
    return [`${shown} is a directory; what it holds comes with a touch inside it, ${inside} say.`];
  });

// Owns: whether the words around what files say are ours: frame, budget line, opening and the headings of every change.
// A file may hold anything, so nothing is concluded from text that could be a file's.
import { FRAME_CLOSE, FRAME_OPEN, neutralise } from '../../core/frame.js';
import type { Finding } from '../../core/invariant.js';
import type { Content } from '../../domain/message.js';
import type { Transition } from '../../domain/transition.js';
import type { LoggedChange } from './codec.js';
import { KIND } from './codec.js';
import type { Entries } from './entries.js';
import { baselineSection, everyOpening, transitionSection } from './render.js';

/** An error of one of our messages. */
export const instructionsError = (what: string, expected: string, found: string): Finding => ({
  rule: `${KIND}/${what}`,
  severity: 'error',
  expected,
  found,
});

const BUDGET_LINE =
  /^Workspace instruction budget [\d.e+]+ bytes: (?:omitted .+|(?:omitted .+; )?truncated .+ from \d+ to \d+ bytes)$/u;

/** The text of each block, or `undefined` where a block is no text. */
const textsOf = (content: Content): readonly (string | undefined)[] =>
  typeof content === 'string'
    ? [content]
    : content.map((block) => (block.type === 'text' && typeof block.text === 'string' ? block.text : undefined));

/** The text between the frame's lines, when the frame is intact. */
const bodyOf = (text: string): string | undefined => {
  const [open, close] = [`${FRAME_OPEN}\n`, `\n${FRAME_CLOSE}`];
  if (!text.startsWith(open) || !text.endsWith(close) || text.length < open.length + close.length) return undefined;
  const body = text.slice(open.length, -FRAME_CLOSE.length);
  return neutralise(body) === body ? body : undefined;
};

/** What may stand at the head of a change's section. Nobody knows what a pending change that was never logged named. */
const leadsOf = (change: LoggedChange, inBaseline: boolean, entries: Entries): readonly string[] => {
  if (inBaseline) return [`${baselineSection(change.path, '').lead}\n`];
  const transition = change as Transition;
  const plain = transitionSection({ transition }).lead;
  if (change.action !== 'replace') return [`${plain}\n`];
  const previousPath = entries.get(change.scope)?.path;
  return previousPath === undefined
    ? [plain.slice(0, plain.lastIndexOf('this file before.'))]
    : [`${plain}\n`, `${transitionSection({ transition, previousPath }).lead}\n`];
};

/** What is left of a body after the budget line and the opening. */
const afterHead = (body: string): string => {
  const line = body.slice(0, body.indexOf('\n'));
  const afterNotice = BUDGET_LINE.test(line) ? body.slice(line.length).replace(/^\n{1,2}/u, '') : body;
  const opening = everyOpening()
    .filter((text) => afterNotice.startsWith(`${text}\n`))
    .sort((a, b) => b.length - a.length)[0];
  return opening === undefined ? afterNotice : afterNotice.slice(opening.length).replace(/^\n{1,2}/u, '');
};

const judgeBody = (
  body: string,
  changes: readonly LoggedChange[],
  inBaseline: boolean,
  entries: Entries,
): readonly Finding[] => {
  const rest = afterHead(body);
  if (changes.length === 0) {
    return rest === '' ? [] : [instructionsError('text', 'nothing after the budget line or the opening', rest)];
  }
  let before = 0;
  for (const [index, change] of changes.entries()) {
    const leads = leadsOf(change, inBaseline, entries);
    const from = index === 0 ? 0 : before + 1;
    const places = leads.map((lead) => rest.indexOf(lead, from)).filter((place) => place >= 0);
    const place = index === 0 ? places.find((found) => found === 0) : places[0];
    const separated = place === 0 || (place !== undefined && /\n\r?\n$/u.test(rest.slice(0, place)));
    if (place === undefined || !separated) {
      const where = index === 0 ? 'right after the opening' : 'after the one before';
      return [instructionsError('text', `${JSON.stringify(leads[0])} ${where}`, rest.slice(before))];
    }
    before = place;
  }
  return [];
};

/**
 * Judges the text blocks of a message.
 *
 * Shape:  a baseline's own block first, whose removals have no headings, then one for the transitions.
 * Source: SPEC I1, A8, A15–A18
 */
export const findingsInTexts = (
  content: Content,
  isBaseline: boolean,
  ofBaseline: readonly LoggedChange[],
  transitions: readonly LoggedChange[],
  entries: Entries,
): readonly Finding[] => {
  const texts = textsOf(content);
  const wanted = (isBaseline ? 1 : 0) + (transitions.length > 0 ? 1 : 0);
  if (texts.length !== wanted) {
    return [instructionsError('text', `${wanted} text block(s)`, `${texts.length} block(s)`)];
  }
  return texts.flatMap((text, index): readonly Finding[] => {
    const body = text === undefined ? undefined : bodyOf(text);
    if (body === undefined) return [instructionsError('frame', 'one intact frame around the text', String(text))];
    const inBaseline = isBaseline && index === 0;
    const changes = inBaseline ? ofBaseline.filter(({ action }) => action !== 'remove') : transitions;
    return judgeBody(body, changes, inBaseline, entries);
  });
};

// Owns: how a step differs from the one before it, lane by lane: what came, what changed, what went.
import { diffElement } from './diff.js';
import { appendSome, h } from './dom.js';
import type { Session } from './session.js';
import { factLine, foldedText } from './texts.js';
import { hueOf } from './theme.js';
import { beganText, counted, endedText } from './words.js';

/** One lane that a step saw otherwise than the step before; a bar is -1 where nothing was in force. */
export interface LaneChange {
  readonly lane: number;
  readonly before: number;
  readonly after: number;
}

/** The lanes whose bar is another. Cost: O(lanes · log bars). */
export const changesAt = (session: Session, step: number): readonly LaneChange[] =>
  session.data.lanes.flatMap((_, lane) => {
    const before = step === 0 ? -1 : session.barAt(lane, step - 1);
    const after = session.barAt(lane, step);
    return before === after ? [] : [{ lane, before, after }];
  });

const isSameText = (session: Session, { before, after }: LaneChange): boolean =>
  before >= 0 && after >= 0 && session.textOf(before) === session.textOf(after);

const cameBack = (session: Session, { before, after }: LaneChange): boolean => {
  const { digest, path } = session.data.bars;
  return (
    before >= 0 &&
    after >= 0 &&
    digest[before] === digest[after] &&
    path[before] === path[after] &&
    (digest[before] ?? -1) >= 0
  );
};

const badgeOf = ({ before, after }: LaneChange): string => (after < 0 ? 'gone' : before < 0 ? 'new' : 'changed');

const cardOf = (session: Session, change: LaneChange, open: boolean): HTMLElement => {
  const { before, after, lane } = change;
  const { data } = session;
  const bar = after < 0 ? before : after;
  const kind = data.lanes[lane];
  const name = session.stringAt(data.bars.path[bar] ?? -1) || (kind?.name ?? '');
  const isPath = kind?.kind === 'scope';
  const hue = isPath ? 0 : hueOf(Math.max(0, data.sources.indexOf(name)));
  const bytes = data.bars.bytes[bar] ?? 0;
  const why = after < 0 ? endedText(session, before) : beganText(session, after);
  return foldedText({ name, isPath, hue, badge: badgeOf(change), bytes, open }, () => [
    factLine([why]),
    diffElement(before < 0 ? '' : session.textOf(before), after < 0 ? '' : session.textOf(after)),
  ]);
};

/** More changes than this are listed, not opened. */
const MOST_OPEN = 6;

/** What changed, as a part of the page. */
export const changesPart = (session: Session, step: number): HTMLElement => {
  const all = changesAt(session, step);
  const told = all.filter((change) => isSameText(session, change) || cameBack(session, change));
  const changes = all.filter((change) => !told.includes(change));
  const isScope = ({ lane }: LaneChange): boolean => session.data.lanes[lane]?.kind === 'scope';
  const cards = h('div', { class: 'cards' });
  const scopes = changes.filter(isScope).length;
  appendSome(cards, changes, 40, (change) => cardOf(session, change, isScope(change) && scopes <= MOST_OPEN));
  const heading = step === 0 ? 'First seen at this step' : 'Changed since the step before';
  return h(
    'section',
    { 'aria-labelledby': 'changes' },
    h('h3', { id: 'changes' }, heading, h('span', { class: 'count' }, String(changes.length))),
    ...(told.length === 0 ? [] : [h('p', { class: 'none' }, `${counted(told.length, 'text')} told again, unchanged.`)]),
    changes.length === 0 ? h('p', { class: 'none' }, 'No text is another than at the step before.') : cards,
  );
};

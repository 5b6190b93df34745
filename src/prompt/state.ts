// Owns: what the surface shows of context snapshots, folded: enough to know the last one whatever is shadowed later.
import type { AppendList } from '../core/append-list.js';
import { append, emptyList, itemsOf, lastOf, listOf } from '../core/append-list.js';
import type { EventPlace, SnapshotCodec } from '../core/context-source.js';
import type { LogEvent } from '../domain/log-event.js';
import { textOf } from '../domain/message.js';
import type { Seq } from '../domain/units.js';
import { snapshotMessageOf, snapshotText } from './snapshot.js';

/** A snapshot that the model can see, and what it says. */
export interface VisibleSnapshot {
  readonly seq: Seq;
  readonly text: string;
}

/** The visible snapshots in surface order. */
export type PromptState = AppendList<VisibleSnapshot>;

/** The state of a log without events. */
export const initialPrompt = (): PromptState => emptyList();

/** A snapshot that replaces events stands where they stood, which need not be the end. Cost: O(visible). */
const placed = (snapshots: readonly VisibleSnapshot[], { surface }: EventPlace): PromptState => {
  const places = new Map(itemsOf(surface).map((seq, index) => [seq, index]));
  const placeOf = ({ seq }: VisibleSnapshot): number => places.get(seq) ?? 0;
  return listOf([...snapshots].sort((one, other) => placeOf(one) - placeOf(other)));
};

/**
 * Folds one event.
 *
 * Cost:   amortised O(1) for everything but a replace.
 * Source: SPEC P1, F3
 */
export const evolvePrompt = (state: PromptState, event: LogEvent, place: EventPlace): PromptState => {
  const { change, seq } = place;
  if (change.kind === 'none') return state;
  const message = snapshotMessageOf(event);
  const entered = message === undefined ? [] : [{ seq, text: textOf(message.content) }];
  if (change.kind === 'appended') return entered.reduce(append, state);
  const shadowed = new Set(change.shadowed);
  const kept = itemsOf(state).filter((snapshot) => !shadowed.has(snapshot.seq));
  return entered.length === 0 && kept.length === state.length ? state : placed([...kept, ...entered], place);
};

/**
 * Tells whether a snapshot with this text would say something that the surface does not say already.
 *
 * Shape:  with no snapshot in sight nothing applies, so there is nothing to withdraw.
 * Source: SPEC P1
 */
export const isNews = (state: PromptState, text: string): boolean => text !== (lastOf(state)?.text ?? snapshotText([]));

const isVisible = (value: unknown): value is VisibleSnapshot => {
  const fields = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  return typeof fields['seq'] === 'number' && typeof fields['text'] === 'string';
};

/** The state as JSON. Source: SPEC F3 */
export const promptSnapshot: SnapshotCodec<PromptState> = {
  encode: (state) => itemsOf(state).slice(),
  decode: (written) => (Array.isArray(written) && written.every(isVisible) ? listOf(written.slice()) : undefined),
};

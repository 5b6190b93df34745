// Owns: where our messages stand in the history of a host that does not keep them: beside which of its own messages,
// and for how long. What is said at all is decided elsewhere.
import { align } from '../core/align.js';
import type { DerivedStep, HostMessages } from './derived-session.js';

/** A message of the host, and what of ours stands around it or in its place. */
interface Spot<M> {
  readonly key: string;
  readonly before: readonly M[];
  readonly instead?: M;
  readonly after: readonly M[];
}

/**
 * The places of our messages.
 *
 * Shape:  `weave` gives a history with ours in their places. One that the history holds itself stays where it is there;
 *         one whose neighbour has gone has gone with it. `remember` takes note of a step that was decided over `weave`
 *         of the same history.
 * Why:    a message is only visible as long as the host shows it, and what is still visible is found out by looking
 *         (SPEC F4), never by remembering what a compaction may have done.
 */
export interface SplicedHistory<M> {
  readonly weave: (history: readonly M[]) => readonly M[];
  readonly remember: (history: readonly M[], step: DerivedStep<M>) => void;
}

const withBatch = <M>(spots: readonly Spot<M>[], { batch }: DerivedStep<M>): readonly Spot<M>[] => {
  const next = [...spots];
  const given = batch.filter(({ kind }) => kind !== 'own').length;
  // Up to the first given message ours stand before it, behind it after the one before them.
  let at = given === 0 ? next.length - 1 : next.length - given;
  let side: 'before' | 'after' = given === 0 ? 'after' : 'before';
  for (const { message, kind } of batch) {
    if (kind !== 'own' && side === 'before') side = 'after';
    else if (kind !== 'own') at += 1;
    const spot = next[at];
    if (spot === undefined || kind === 'given') continue;
    next[at] = kind === 'own' ? { ...spot, [side]: [...spot[side], message] } : { ...spot, instead: message };
  }
  return next;
};

/** Remembers nothing yet. */
export const splicedHistory = <M>(host: HostMessages<M>): SplicedHistory<M> => {
  let spots: readonly Spot<M>[] = [];
  /** A host may have stored a person's message as it was reworded; it is the same message. */
  const firstKeys = new Map<string, string>();
  const keyOf = (message: M): string =>
    host
      .itemsOf(message)
      .map(({ id }) => id)
      .join('\n');
  const spotsIn = (history: readonly M[]): readonly Spot<M>[] => {
    const keys = history.map((message) => {
      const key = keyOf(message);
      return firstKeys.get(key) ?? key;
    });
    const places = align(
      spots.map(({ key }) => key),
      keys,
    );
    return keys.map((key, index) => spots[places[index] ?? -1] ?? { key, before: [], after: [] });
  };
  return {
    weave: (history) => {
      const held = new Set(history.flatMap((message) => host.ownId(message) ?? []));
      const isMissing = (message: M): boolean => !held.has(host.ownId(message) ?? '');
      return spotsIn(history).flatMap(({ key, before, instead, after }, index) => {
        const given = history[index] as M;
        const shown = instead !== undefined && keyOf(given) === key ? instead : given;
        return [...before.filter(isMissing), shown, ...after.filter(isMissing)];
      });
    },
    remember: (history, step) => {
      spots = withBatch(spotsIn(history), step);
      for (const { key, instead } of spots) if (instead !== undefined) firstKeys.set(keyOf(instead), key);
    },
  };
};

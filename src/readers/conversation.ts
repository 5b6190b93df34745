// Owns: writing a log of ours whose surface is, at every point, what another tool's model could see: which messages are
// appended, and which replace what the tool took back. What is visible when is the reader's to say.
import type { LogEvent } from '../domain/log-event.js';
import type { History, Item } from './history.js';
import { commonHistory, itemsAbove } from './history.js';
import { telling } from './telling.js';

/**
 * Writes the log of a conversation.
 *
 * Shape:  `note` logs an event that is no message. `become` makes a history what is visible: messages that are new to
 *         it are appended, or replace those that it holds no longer. `end` closes what is over.
 * Why:    a log only grows, so a message that was taken back is shadowed by what came in its place.
 * Source: SPEC L3; property-tests/readers.laws.test.ts
 */
export interface Conversation {
  readonly note: (type: string, data: object, time?: number) => void;
  readonly become: (history: History | undefined) => void;
  readonly end: () => void;
}

/** A visible message and where it stands in the log. */
interface Placed {
  readonly item: Item;
  readonly seq: number;
}

/** What has to be done to a list: from `keep` on, `gone` messages leave and `fresh` ones take their place. */
interface Change {
  readonly keep: number;
  readonly gone: number;
  readonly fresh: readonly Item[];
}

/** What stands for an empty history, where something has to be shadowed and nothing takes its place. */
const NOTHING: Item = {
  kind: 'user',
  id: 'nothing',
  content: [],
  source: { kind: 'plugin', plugin: 'contextfold', form: 'nothing' },
  quiet: true,
};

const seqOf = ({ seq }: Placed): number => seq;

const commonLength = (most: number, isSame: (index: number) => boolean): number => {
  let length = 0;
  while (length < most && isSame(length)) length += 1;
  return length;
};

/**
 * The change from one list to another.
 *
 * Shape:  messages at the end that stay need no event as long as at least as many leave before them as come. Where
 *         messages only leave, one that stays is told again in their place.
 */
const changeBetween = (old: readonly Item[], wanted: readonly Item[]): Change => {
  const keep = commonLength(Math.min(old.length, wanted.length), (index) => old[index] === wanted[index]);
  const [left, added] = [old.length - keep, wanted.length - keep];
  const tail = commonLength(
    Math.min(left, added),
    (index) => old[old.length - 1 - index] === wanted[wanted.length - 1 - index],
  );
  if (added > tail && added <= left) {
    return { keep, gone: left - tail, fresh: wanted.slice(keep, wanted.length - tail) };
  }
  if (added > 0 || left === 0) return { keep, gone: left, fresh: wanted.slice(keep) };
  if (keep === 0) return { keep, gone: left, fresh: [NOTHING] };
  return { keep: keep - 1, gone: left + 1, fresh: wanted.slice(keep - 1) };
};

/**
 * Begins the log of a conversation.
 *
 * Cost:   a message more is O(1); any other change is O(what leaves, comes or stays behind it).
 */
export const conversation = (emit: (event: LogEvent) => void): Conversation => {
  const { tell, note, end } = telling(emit);
  const visible: Placed[] = [];
  let current: History | undefined;
  let isEmptied = false;

  const place = (item: Item, gone: readonly Placed[]): Placed => ({ item, seq: tell(item, gone.map(seqOf)) });
  /** Where something stays behind them, the last messages take the place of one each, the first that of all others. */
  const apply = ({ keep, gone, fresh }: Change): void => {
    const rest = visible.splice(keep);
    const first = rest.length === gone ? gone : gone - fresh.length + 1;
    fresh.forEach((item, index) => {
      visible.push(place(item, rest.slice(index === 0 ? 0 : first + index - 1, Math.min(gone, first + index))));
    });
    for (const staying of rest.slice(gone)) visible.push(staying);
  };
  const change = (history: History | undefined): void => {
    // One message of what both grew from stays in view, to be told again if need be.
    const shared = isEmptied ? undefined : commonHistory(current, history)?.before;
    const from = shared?.length ?? 0;
    const old = visible.slice(from).map(({ item }) => item);
    const wanted = changeBetween(old, itemsAbove(history, shared));
    apply({ ...wanted, keep: wanted.keep + from });
    isEmptied = wanted.fresh[0] === NOTHING;
  };
  return {
    note,
    become: (history) => {
      if (history === current) return;
      if (history !== undefined && history.before === current && !isEmptied) visible.push(place(history.item, []));
      else change(history);
      current = history;
    },
    end,
  };
};

// Owns: a session of the Agents SDK that keeps ours in their places among the items of the runner, which knows of none
// of them but the last. What a session keeps them in is the wrapped one's business.
import type { SplicedHistory } from '../../programs/spliced-history.js';
import type { ItemLike, SessionLike } from './messages.js';
import type { AgentItems } from './own-items.js';

/** What of `woven` is not stored yet, in order; ours that belong among what is stored come first. */
const missingFrom = (woven: readonly ItemLike[], stored: readonly ItemLike[], { ownId }: AgentItems): ItemLike[] => {
  const held = new Set(stored.flatMap((item) => ownId(item) ?? []));
  let host = stored.filter((item) => ownId(item) === undefined).length;
  return woven.filter((item) => {
    const id = ownId(item);
    if (id !== undefined) return !held.has(id);
    host -= 1;
    return host < 0;
  });
};

/**
 * Wraps a session.
 *
 * Shape:  what it gives out has nothing beside it that only we need, so that neither the runner nor a compaction sends
 *         it anywhere; what it takes in it labels. All else is the wrapped session's.
 */
export const keepingSession = <S extends SessionLike>(
  session: S,
  items: AgentItems,
  { weave }: SplicedHistory<ItemLike>,
): S => {
  const give = (item: ItemLike): ItemLike => {
    items.learn(item);
    return items.strip({ ...item });
  };
  const own: SessionLike = {
    getItems: async (limit) => (await session.getItems(limit)).map(give),
    popItem: async () => {
      const item = await session.popItem();
      return item === undefined ? undefined : give(item);
    },
    addItems: async (added) => {
      const stored = (await session.getItems()).map(give);
      // The runner adds ours of its last call too, in the places that they had in that call.
      const theirs = added.filter((item) => items.ownId(item) === undefined);
      const woven = weave([...stored, ...theirs]);
      await session.addItems(missingFrom(woven, stored, items).map(items.label));
    },
  };
  return new Proxy(session, {
    get: (target, name) => {
      const value: unknown = Object.hasOwn(own, name) ? Reflect.get(own, name) : Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
};

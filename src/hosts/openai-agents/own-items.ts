// Owns: what is known of our items while a run lasts. Providers of the SDK send whatever stands beside an item, so
// nothing stands beside ours then: they are known by what they say, from when they were written or read from a store.
import { isFields } from '../../domain/codec/decode.js';
import { textBlocks } from '../../domain/message.js';
import type { HostMessages } from '../../programs/derived-session.js';
import { contentKey, reworded } from '../../programs/host-content.js';
import type { Provenance } from '../../programs/provenance.js';
import { PROVENANCE, ownIdIn, provenanceFor, provenanceIn } from '../../programs/provenance.js';
import type { ItemLike } from './messages.js';
import { itemsIn, userContentOf } from './translate.js';

/** The items of one conversation, and what is known of ours among them. */
export interface AgentItems extends HostMessages<ItemLike> {
  /** Takes note of what stands beside an item. */
  readonly learn: (item: ItemLike) => void;
  /** Takes away what stands beside an item, in place: the runner tells items apart by identity. */
  readonly strip: <I extends ItemLike>(item: I) => I;
  /** Puts beside an item of ours what is known of it, for a store. */
  readonly label: <I extends ItemLike>(item: I) => I;
  /** A call has failed, whatever its result will say. */
  readonly fail: (callId: string) => void;
}

/** Knows of no item yet. */
export const agentItems = (): AgentItems => {
  const own = new Map<string, Provenance>();
  const failed = new Set<string>();
  const knownOf = (item: ItemLike): Provenance | undefined => {
    const content = userContentOf(item);
    if (content === undefined) return undefined;
    return provenanceIn(item.providerData) ?? own.get(JSON.stringify(contentKey(content)));
  };
  return {
    itemsOf: (item) => itemsIn(item, knownOf(item), failed),
    ownId: (item) => ownIdIn(knownOf(item)),
    write: (message, time) => {
      const content = textBlocks(message.content).map((text) => ({ type: 'input_text', text }));
      own.set(JSON.stringify(contentKey(content)), provenanceFor(message, time));
      return { type: 'message', role: 'user', content } as ItemLike;
    },
    reword: (item, words) => ({ ...item, content: reworded(userContentOf(item), words) }) as ItemLike,
    learn: (item) => {
      const provenance = knownOf(item);
      if (provenance === undefined || ownIdIn(provenance) === undefined) return;
      own.set(JSON.stringify(contentKey(userContentOf(item))), provenance);
    },
    strip: (item) => {
      const { providerData: beside } = item;
      if (!isFields(beside) || !(PROVENANCE in beside)) return item;
      const rest = Object.entries(beside).filter(([name]) => name !== PROVENANCE);
      return Object.assign(item, { providerData: Object.fromEntries(rest) });
    },
    label: (item) => {
      const provenance = knownOf(item);
      if (ownIdIn(provenance) === undefined) return item;
      const beside = isFields(item.providerData) ? item.providerData : {};
      return { ...item, providerData: { ...beside, [PROVENANCE]: provenance } };
    },
    fail: (callId) => void failed.add(callId),
  };
};

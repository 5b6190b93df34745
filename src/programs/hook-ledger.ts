// Owns: the fold of a side log that says what was handed to an agent: which texts are thought to be visible, which went
// out of sight, and what is still to be found out about the session. It never says anything itself.
import type { EventPlace, MountedSource } from '../core/context-source.js';
import { settled } from '../core/inquiry.js';
import { isFields } from '../domain/codec/decode.js';
import type { Digest } from '../domain/digest.js';
import { isDigest } from '../domain/digest.js';
import type { LogEvent } from '../domain/log-event.js';
import type { Sight } from './hook-event.js';

/**
 * How a message reached the model, beside its `user/message` in a side log.
 *
 * Shape:  `digest` of the text as it was handed over, with whatever else it said. `host: true` for files that the agent
 *         loads itself: they were not handed over, and no transcript tells of them.
 * Units:  `at` in ms since the epoch.
 */
export interface Handover {
  readonly digest: Digest;
  readonly at: number;
  readonly host?: true;
}

/** A message of a side log with its handover. */
export interface Said extends Handover {
  readonly seq: number;
}

/**
 * What a side log says about its session.
 *
 * Shape:  `said` in the order of the log; `gone` were shadowed, the newest last. `lost` counts how often a text was
 *         handed over and not taken up. `forked`: the history of another session is expected. `looked`: nothing of
 *         another session is to be looked for any more. `compacting`: the compaction that is going on, since when.
 */
export interface Ledger {
  readonly said: readonly Said[];
  readonly gone: readonly Said[];
  readonly lost: Readonly<Record<string, number>>;
  readonly forked: boolean;
  readonly looked: boolean;
  readonly compacting?: { readonly trigger: 'manual' | 'auto'; readonly at: number };
}

/** The types of the events that only a side log has. */
export const COMPACTING = 'contextfold/compacting';

/** Says that the logs of other sessions were searched for what the transcript shows. */
export const ADOPTED = 'contextfold/adopted';

const NOTHING: Ledger = { said: [], gone: [], lost: {}, forked: false, looked: false };

/** More than can come back. */
const MAX_GONE = 256;

const handoverOf = ({ delivery }: LogEvent): Handover | undefined => {
  if (!isFields(delivery)) return undefined;
  const { digest, at, host } = delivery;
  if (typeof digest !== 'string' || !isDigest(digest) || typeof at !== 'number') return undefined;
  return { digest, at, ...(host === true ? { host } : {}) };
};

const lostIn = ({ lost }: LogEvent): readonly string[] =>
  Array.isArray(lost) ? lost.filter((digest): digest is string => typeof digest === 'string') : [];

const withLost = (ledger: Ledger, event: LogEvent): Ledger => {
  const lost = lostIn(event);
  if (lost.length === 0) return ledger;
  const counts = { ...ledger.lost };
  for (const digest of lost) counts[digest] = (counts[digest] ?? 0) + 1;
  return { ...ledger, lost: counts };
};

const evolveMessage = (ledger: Ledger, event: LogEvent, { change, seq }: EventPlace): Ledger => {
  const shadowed: readonly number[] = change.kind === 'replaced' ? change.shadowed : [];
  const out = ledger.said.filter((one) => shadowed.includes(one.seq));
  const stay = out.length === 0 ? ledger.said : ledger.said.filter((one) => !shadowed.includes(one.seq));
  const handover = handoverOf(event);
  const again: readonly unknown[] = Array.isArray(event.sourceEventSeqs) ? event.sourceEventSeqs : [];
  const gone = [...ledger.gone, ...out].filter((one) => !again.includes(one.seq)).slice(-MAX_GONE);
  return {
    ...withLost(ledger, event),
    said: handover === undefined ? stay : [...stay, { seq, ...handover }],
    gone,
    looked: ledger.looked || handover !== undefined,
    forked: ledger.forked && handover === undefined,
  };
};

const evolve = (ledger: Ledger, event: LogEvent, place: EventPlace): Ledger => {
  switch (event.type) {
    case 'user/message':
      return place.change.kind === 'none' ? ledger : evolveMessage(ledger, event, place);
    case 'session/start':
      return event['why'] === 'fork' ? { ...ledger, forked: true } : ledger;
    case COMPACTING: {
      const trigger = isFields(event.data) ? event.data['trigger'] : undefined;
      const isKnown = trigger === 'manual' || trigger === 'auto';
      return isKnown ? { ...ledger, compacting: { trigger, at: event.time ?? 0 } } : ledger;
    }
    case ADOPTED:
      return { ...ledger, forked: false, looked: true };
    case 'turn/start': {
      const { compacting, ...rest } = ledger;
      return compacting === undefined ? ledger : rest;
    }
    default:
      return ledger;
  }
};

/**
 * The ledger as a source, so that it is folded and kept like every other state.
 *
 * Shape:  never contributes.
 * Source: docs/adr/0008-hook.md
 */
export const hookLedger: MountedSource = {
  kind: 'contextfold-hook',
  reads: ['user/message', 'session/start', 'turn/start', COMPACTING, ADOPTED],
  initial: () => NOTHING,
  evolve: (state: Ledger, event, place) => evolve(state, event, place),
  consider: () => settled({}),
};

/** A text that went unrecognised so often is one that the agent words in another way. */
const MAX_TRIES = 2;

/**
 * Whether the model can still see a text.
 *
 * Shape:  `pending` is on its way into the transcript, `lost` never got there, `gone` was taken back.
 * Why:    a transcript is written late: that a text is missing says nothing until the model went on without it.
 * Source: SPEC A9, A12; docs/adr/0008-hook.md
 */
export const verdictOn = (
  said: Said,
  sight: Sight,
  { lost }: Pick<Ledger, 'lost'>,
): 'visible' | 'pending' | 'lost' | 'gone' => {
  if (said.host === true || sight.live.includes(said.digest)) return 'visible';
  if (said.at < sight.turnedAt) return 'gone';
  if (said.at < sight.answeredAt) return (lost[said.digest] ?? 0) >= MAX_TRIES ? 'visible' : 'lost';
  return 'pending';
};

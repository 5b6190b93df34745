// Owns: the decision of time-context: whether a reading is due, in which zone it is shown and what it measures from.
import type { Contribution, Occasion } from '../../core/context-source.js';
import type { Inquiry } from '../../core/inquiry.js';
import { ask, settled } from '../../core/inquiry.js';
import { isRefreshDue, snapshotDraft } from '../../core/snapshot-message.js';
import type { Diagnostic } from '../../domain/diagnostic.js';
import { clockOf } from './clock.js';
import type { TimeContextConfig, TimeState } from './model.js';
import { TIME_CONTEXT } from './model.js';
import { renderReading } from './render.js';
import { formatStamp, isInstant } from './stamp.js';
import { claimOf, distinctZones, isAcceptedZone } from './zone.js';

type PreStep = Extract<Occasion, { readonly kind: 'pre-step' }>;

const NOTHING: Contribution = {};

const ignored = (claim: string): Diagnostic => ({
  code: 'time-zone-ignored',
  detail: `${JSON.stringify(claim)} is no time zone name that counts; its message counts as having none`,
});

/** The claims of a turn: of its logged direct messages, then of the proposed ones. */
const claimsOf = (logged: readonly string[], { messages }: PreStep): readonly string[] => [
  ...new Set([...logged, ...messages.flatMap(({ source }) => claimOf(source) ?? [])]),
];

const tellTime = (
  config: TimeContextConfig,
  state: TimeState,
  occasion: PreStep,
  now: number,
  processZone: string | undefined,
): Contribution => {
  const { turn, step } = occasion;
  const isOpen = state.turn === turn;
  const claims = claimsOf(isOpen ? state.claims : [], occasion);
  const accepted = claims.filter(isAcceptedZone);
  const zones = distinctZones(accepted);
  const isKnown = processZone !== undefined && clockOf(processZone) !== undefined;
  const fallback = config.timeZone ?? (isKnown ? processZone : 'UTC');
  const [only = fallback] = zones.length === 1 ? zones : [];
  const since = step === 1 ? state.messageAt : isOpen ? state.turnReadingAt : null;
  const elapsedMs = since === null ? undefined : now - since;
  const text = renderReading({ turn, step, stamp: formatStamp(now, only), zones, elapsedMs });
  return {
    messages: [snapshotDraft(TIME_CONTEXT, [{ name: TIME_CONTEXT, text }], text)],
    diagnostics: claims.filter((claim) => !accepted.includes(claim)).map(ignored),
  };
};

const readClock = (
  config: TimeContextConfig,
  state: TimeState,
  occasion: PreStep,
  now: number,
  zone: string | undefined,
): Contribution => {
  if (!isInstant(now)) {
    return { diagnostics: [{ code: 'clock-unavailable', detail: `the clock shows no instant: ${now}` }] };
  }
  const isDue = isRefreshDue(now, state.readingAt ?? undefined, config.refreshIntervalMs);
  return isDue ? tellTime(config, state, occasion, now, zone) : NOTHING;
};

/**
 * Decides whether a pre-step gets a reading.
 *
 * Shape:  one round. Without a clock the source is silent; one that shows no instant is reported.
 * Source: SPEC T1
 */
export const considerTime =
  (config: TimeContextConfig) =>
  ({ state }: { readonly state: TimeState }, occasion: Occasion): Inquiry<Contribution> =>
    occasion.kind !== 'pre-step'
      ? settled(NOTHING)
      : ask([{ kind: 'now' }, { kind: 'zone' }], ([now, zone]) =>
          settled(now === undefined ? NOTHING : readClock(config, state, occasion, now, zone)),
        );

// Owns: the check that a durable reading of the time is one this source could have written where it stands.
import type { Finding, Invariant } from '../../core/invariant.js';
import { judgeSnapshots, snapshotError } from '../../core/snapshot-invariant.js';
import type { TurnStep } from '../../domain/log-event.js';
import type { TimeState } from './model.js';
import { TIME_CONTEXT } from './model.js';
import { elapsedSince, sampledAt, zoneClaim } from './render.js';
import { offsetMinutesAt, parseStamp } from './stamp.js';
import { evolveTime, initialTime } from './state.js';
import { clockOfZone, distinctZones, isAcceptedZone, mayBeKnownElsewhere } from './zone.js';

const error = (what: string, expected: string, found: string): readonly Finding[] => [
  snapshotError(TIME_CONTEXT, what, expected, found),
];

const DURATION = /^(?:[1-9]\d*d )?(?:(?:[1-9]|1\d|2[0-3])h )?(?:[1-9]m |[1-5]\dm )?(?:\d|[1-5]\d)s$/u;

/** The zones that the writer went by: what counts here, and what a newer runtime knew and therefore named. */
const zonesBehind = (claims: readonly string[], line: string): readonly string[] => {
  const isNamed = (zone: string): boolean =>
    line.startsWith(zoneClaim([zone])) || line.includes(JSON.stringify(zone));
  return distinctZones(
    claims.filter((claim) => isAcceptedZone(claim) || (mayBeKnownElsewhere(claim) && isNamed(claim))),
  );
};

const judgeZones = (zones: readonly string[], line: string): readonly Finding[] => {
  const claim = zoneClaim(zones);
  return line === claim || line.startsWith(`${claim} `) ? [] : error('zone', claim, line);
};

/** The zone of the stamp is the request's where that has just one, else a setting's or the host's. */
const judgeStamp = (zones: readonly string[], text: string): readonly Finding[] => {
  const stamp = parseStamp(text);
  if (stamp === undefined) return error('stamp', 'YYYY-MM-DDTHH:MM:SS±HH:MM[Zone] of a day that exists', text);
  const [only, ...others] = zones;
  if (only !== undefined && others.length === 0 && stamp.zone !== only) return error('stamp', `the zone ${only}`, text);
  if (clockOfZone(stamp.zone) === undefined) return [];
  const offset = offsetMinutesAt(stamp.zone, stamp.epochMs);
  return offset === stamp.offsetMinutes ? [] : error('stamp', `an offset of ${offset} minutes then and there`, text);
};

const judgeElapsed = (step: number, line: string): readonly Finding[] => {
  const prefix = elapsedSince(step);
  const duration = line.startsWith(prefix) && line.endsWith('.') ? line.slice(prefix.length, -1) : '';
  return duration === 'unavailable' || DURATION.test(duration)
    ? []
    : error('elapsed', `${prefix}<duration or "unavailable">.`, line);
};

const judgeReading = ({ claims }: TimeState, text: string, at: TurnStep): readonly Finding[] => {
  const [sampled = '', zoneLine = '', elapsed = '', ...rest] = text.split('\n');
  if (rest.length > 0) return error('lines', 'three lines', text);
  const prefix = sampledAt(at);
  const zones = zonesBehind(claims, zoneLine);
  return [
    ...(sampled.startsWith(prefix)
      ? judgeStamp(zones, sampled.slice(prefix.length))
      : error('position', `${prefix}<stamp>`, sampled)),
    ...judgeZones(zones, zoneLine),
    ...judgeElapsed(at.step, elapsed),
  ];
};

/**
 * Checks durable readings of the time.
 *
 * Shape:  what follows the full stop after the zone is prose and may be worded otherwise. How much time had elapsed is
 *         not derived again: only the host knows the moment at which it asked.
 * Source: SPEC I1
 */
export const timeContextInvariant: Invariant<TimeState> = {
  kind: TIME_CONTEXT,
  initial: () => initialTime,
  judge: judgeSnapshots(TIME_CONTEXT, judgeReading),
  evolve: evolveTime,
};

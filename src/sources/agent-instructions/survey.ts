// Owns: looking at candidates: one round of probes, at most one of bounded reads. It says what is there, not what to
// do.
import type { Inquiry } from '../../core/inquiry.js';
import { ask, settled } from '../../core/inquiry.js';
import type { Digest } from '../../domain/digest.js';
import type { AbsolutePath } from '../../domain/path.js';
import type { Listing, Probe, ReadResult } from '../../domain/probe.js';
import type { Question } from '../../domain/question.js';
import type { Entries } from './entries.js';
import { entryFor, isVisible } from './entries.js';
import { isAsSaid } from './glance.js';
import type { Settings } from './model.js';
import type { KnownFiles, Observation, Observations } from './observation.js';
import { sizeIn } from './observation.js';
import { isSettledByKnowledge } from './select.js';
import type { Candidate, Group, SlotCandidates } from './workspace.js';

/** What a survey found. `asSaid`: all of it is what the model was told. `listings` by directory, for near misses. */
export interface Survey {
  readonly asSaid: boolean;
  readonly observations: () => Observations;
  readonly listings: ReadonlyMap<AbsolutePath, Listing>;
}

/** What a survey may lean on. */
export interface SurveyPlan {
  readonly settings: Settings;
  /** From broad to specific. */
  readonly groups: readonly Group[];
  readonly entries: Entries;
  readonly known: KnownFiles;
  /** Groups whose directories shall be searched for near misses. */
  readonly list: readonly Group[];
}

/** A candidate with its slot, in batch order. */
interface Placed {
  readonly candidate: Candidate;
  readonly slot: SlotCandidates;
}

const placedIn = (groups: readonly Group[]): readonly Placed[] => {
  const placed: Placed[] = [];
  for (const { slots } of groups) {
    for (const slot of slots) for (const candidate of slot.candidates) placed.push({ candidate, slot });
  }
  return placed;
};

const ABSENT: Observation = { kind: 'absent' };

/** First impressions: what the probe alone tells. `undefined` for a file that would have to be read. */
const fromProbe = (plan: SurveyPlan, { candidate }: Placed, probe: Probe): Observation | undefined => {
  switch (probe._tag) {
    case 'no-provider':
      return { kind: 'unavailable', state: 'unavailable', reason: 'no file system is lent' };
    case 'absent':
      return probe.note === undefined ? ABSENT : { kind: 'absent', note: probe.note };
    case 'unavailable':
      return { kind: 'unavailable', state: 'unavailable', reason: probe.reason };
    case 'present': {
      const known = plan.known.get(candidate.key);
      if (known !== undefined && known.version === probe.version) {
        return { kind: 'known', digest: known.digest, trimmedDigest: known.trimmedDigest };
      }
      const limit = plan.settings.maxSourceBytes;
      const size = sizeIn(probe);
      if (size === undefined || size <= limit) return undefined;
      return { kind: 'unavailable', state: 'too-large', reason: `${size} bytes, more than ${limit}` };
    }
  }
};

/** Tells whether the model can see a file of this path in this scope, so that it may prove to be unchanged. */
const isLoaded = ({ entries }: SurveyPlan, { candidate, slot }: Placed): boolean => {
  const entry = entryFor(entries, slot.scope, candidate.path);
  return entry?.state === 'loaded' && entry.path === candidate.path;
};

const isUnchanged = ({ entries }: SurveyPlan, { candidate, slot }: Placed, digest: Digest): boolean =>
  isVisible(entries, slot.scope, candidate.path, digest);

/** A file that would have to be read. Units: `size` in bytes. */
interface Wanted {
  readonly placed: Placed;
  readonly size: number | undefined;
}

/** `beyond`: what a file is that has more than `maxBytes`; put into words only then. */
interface Reading {
  readonly placed: Placed;
  readonly maxBytes: number;
  readonly beyond: () => Observation;
}

/** How much a file may always be longer than its size says: it may have none (`/proc`), or have grown meanwhile. */
const MIN_SPARE_BYTES = 4096;

const readingOf = (
  { maxSourceBytes }: Settings,
  placed: Placed,
  remaining: number,
  size: number | undefined,
  spare: number,
): Reading => {
  const expected = (size ?? 0) + spare;
  const maxBytes = Math.min(maxSourceBytes, remaining, expected);
  const beyond = (): Observation => {
    if (maxBytes === maxSourceBytes)
      return { kind: 'unavailable', state: 'too-large', reason: `more than ${maxSourceBytes} bytes` };
    if (maxBytes === remaining) return { kind: 'unread' };
    const said = size === undefined ? 'no size' : `a size of ${size} bytes`;
    const reason = `more than ${maxBytes} bytes, and it was said to have ${said}`;
    return { kind: 'unavailable', state: 'unavailable', reason };
  };
  return { placed, maxBytes, beyond };
};

/**
 * Which files to read, from most specific to broadest, and how much of each.
 *
 * Shape:  a file that may prove unchanged is always read and counts only if it is not; the others stop at the first
 *         that does not fit by its reported size. What all of them may be longer than they say is one more total.
 * Why:    they are read at once, so files that lie about their sizes would each take as much as one may.
 * Source: SPEC A6; test/trust/exhaustion.test.ts
 */
const planReads = (plan: SurveyPlan, wanted: readonly Wanted[]): readonly Reading[] => {
  const { settings } = plan;
  const spare = Math.max(MIN_SPARE_BYTES, Math.floor(settings.maxTotalSourceBytes / wanted.length));
  const readings: Reading[] = [];
  let remaining = settings.maxTotalSourceBytes;
  let full = false;
  for (const { placed, size } of [...wanted].reverse()) {
    if (isLoaded(plan, placed)) readings.push(readingOf(settings, placed, Infinity, size, spare));
    else if (!full && (size ?? 1) <= remaining) {
      readings.push(readingOf(settings, placed, remaining, size, spare));
      remaining -= size ?? 0;
    } else full = true;
  }
  return readings;
};

const fromRead = (result: ReadResult, { beyond }: Reading): Observation => {
  switch (result._tag) {
    case 'text': {
      const { content, bytes, digest, trimmedDigest, lossy, version } = result;
      return version === undefined
        ? { kind: 'read', content, bytes, digest, trimmedDigest, lossy }
        : { kind: 'read', content, bytes, digest, trimmedDigest, lossy, version };
    }
    case 'too-large':
      return beyond();
    case 'not-text':
      return { kind: 'unavailable', state: 'not-text', reason: 'neither UTF-8 nor UTF-16 text' };
    case 'unavailable':
      return { kind: 'unavailable', state: 'unavailable', reason: result.reason };
  }
};

/** What was really read decides what fits: from the most specific file, up to the first that does not. */
const withinTotal = (
  plan: SurveyPlan,
  readings: readonly Reading[],
  results: readonly ReadResult[],
): readonly (readonly [string, Observation])[] => {
  let remaining = plan.settings.maxTotalSourceBytes;
  let full = false;
  return readings.map((reading, index): readonly [string, Observation] => {
    const { placed } = reading;
    const seen = fromRead(results[index] as ReadResult, reading);
    if (seen.kind === 'unread') full = true;
    if (seen.kind !== 'read' || isUnchanged(plan, placed, seen.digest)) return [placed.candidate.key, seen];
    if (full || seen.bytes > remaining) {
      full = true;
      return [placed.candidate.key, { kind: 'unread', bytes: seen.bytes }];
    }
    remaining -= seen.bytes;
    return [placed.candidate.key, seen];
  });
};

const NONE: ReadonlySet<string> = new Set();

/** Known files whose content will be needed after all, because something beside them changed. */
const stale = (plan: SurveyPlan, seen: Observations): ReadonlySet<string> =>
  new Set(
    plan.groups
      .filter((group) => !isSettledByKnowledge(group, seen, plan.entries))
      .flatMap((group) => placedIn([group]))
      .filter((placed) => {
        const observation = seen.get(placed.candidate.key);
        return observation?.kind === 'known' && !isUnchanged(plan, placed, observation.digest);
      })
      .map(({ candidate }) => candidate.key),
  );

/** An earlier candidate of the slot decides, whatever it turns out to be. */
const isShadowed = ({ candidate, slot }: Placed, seen: Observations): boolean =>
  slot.candidates[0] !== candidate &&
  slot.candidates.slice(0, slot.candidates.indexOf(candidate)).some(({ key }) => seen.get(key)?.kind !== 'absent');

/** What the probes alone tell, by candidate. */
const impressions = (plan: SurveyPlan, all: readonly Placed[], probes: readonly Probe[]): Observations => {
  const observations = new Map<string, Observation>();
  all.forEach((placed, index) => {
    const seen = fromProbe(plan, placed, probes[index] as Probe);
    if (seen !== undefined) observations.set(placed.candidate.key, seen);
  });
  return observations;
};

/** Nothing changed; what was seen is put together only for who wants to know. */
const unchanged = (plan: SurveyPlan, probes: readonly Probe[], listings: Survey['listings']): Survey => {
  let made: Observations | undefined;
  return {
    asSaid: true,
    listings,
    observations: () => (made ??= impressions(plan, placedIn(plan.groups), probes)),
  };
};

const unread = ({ size }: Wanted): Observation =>
  size === undefined ? { kind: 'unread' } : { kind: 'unread', bytes: size };

const readWanted = (
  plan: SurveyPlan,
  all: readonly Placed[],
  probes: readonly Probe[],
  first: Observations,
  listings: Survey['listings'],
): Inquiry<Survey> => {
  const again = plan.known.size === 0 ? NONE : stale(plan, first);
  const wanted: Wanted[] = [];
  all.forEach((placed, index) => {
    const probe = probes[index];
    const { key } = placed.candidate;
    if (probe?._tag !== 'present' || (first.has(key) && !again.has(key))) return;
    if (!isShadowed(placed, first)) wanted.push({ placed, size: sizeIn(probe) });
  });
  const readings = planReads(plan, wanted);
  const questions = readings.map(
    ({ placed, maxBytes }) => ({ kind: 'read', path: placed.candidate.at, maxBytes }) as const,
  );
  return ask(questions, (results) => {
    const observations = new Map(first);
    if (readings.length < wanted.length)
      for (const each of wanted) observations.set(each.placed.candidate.key, unread(each));
    for (const [key, seen] of withinTotal(plan, readings, results)) observations.set(key, seen);
    return settled({ asSaid: false, observations: () => observations, listings });
  });
};

const probes = new WeakMap<readonly Group[], readonly Question[]>();

/** One probe for each candidate; the same list again for the same groups, so that a provider may know it. */
const probesOf = (groups: readonly Group[]): readonly Question[] => {
  const known = probes.get(groups);
  if (known !== undefined) return known;
  const made = placedIn(groups).map(({ candidate }): Question => ({ kind: 'probe', path: candidate.at }));
  probes.set(groups, made);
  return made;
};

/**
 * Looks at every candidate of some groups.
 *
 * Shape:  one round of probes (and listings), a second one of reads when something has to be read.
 * Errors: `undefined` when no file system is lent.
 * Source: SPEC A5, A6, A11
 */
export const surveyGroups = (plan: SurveyPlan): Inquiry<Survey | undefined> => {
  const asked = probesOf(plan.groups);
  const count = asked.length;
  const paths = [...new Set(plan.list.map(({ at }) => at))];
  const lists = paths.map((path): Question => ({ kind: 'list', path, optional: true }));
  return ask(lists.length === 0 ? asked : [...asked, ...lists], (answers) => {
    const probed = (count === answers.length ? answers : answers.slice(0, count)) as readonly Probe[];
    const listings = new Map(paths.map((path, index) => [path, answers[count + index] as Listing] as const));
    // Of files of which nothing is known, none can prove to be unchanged.
    if (plan.known.size > 0 && isAsSaid(plan, probed)) return settled(unchanged(plan, probed, listings));
    if (probed.some((probe) => probe._tag === 'no-provider')) return settled(undefined);
    const all = placedIn(plan.groups);
    return readWanted(plan, all, probed, impressions(plan, all, probed), listings);
  });
};

// Owns: the manifest: what became of each candidate that a decision looked at, and the near misses beside them.
import type { Fate } from '../../core/allocate.js';
import { utf8Length } from '../../core/utf8.js';
import { neutralise } from '../../core/frame.js';
import type { Diagnostic } from '../../domain/diagnostic.js';
import type { CandidateReport, CandidateState, NearMiss } from '../../domain/manifest.js';
import type { Listing } from '../../domain/probe.js';
import type { ScopeKey } from '../../domain/scope.js';
import type { Transition } from '../../domain/transition.js';
import type { Entries } from './entries.js';
import type { Observation, Observations } from './observation.js';
import type { SlotHolding } from './select.js';
import type { Candidate, Group } from './workspace.js';

/** What a rendering did with a scope: its transition (none for a section of a baseline) and the fate of its section. */
export interface Outcome {
  readonly action: Transition['action'] | 'baseline';
  readonly fate: Fate;
}

const SPOKEN: Readonly<Record<Outcome['action'], CandidateState>> = {
  baseline: 'loaded',
  set: 'loaded',
  replace: 'updated',
  remove: 'removed',
};

const measured = (seen: Observation | undefined): Pick<CandidateReport, 'bytes' | 'digest'> => {
  switch (seen?.kind) {
    case 'read':
      return { bytes: utf8Length(neutralise(seen.content)), digest: seen.digest };
    case 'known':
      return { digest: seen.digest };
    case 'unread':
      return seen.bytes === undefined ? {} : { bytes: seen.bytes };
    default:
      return {};
  }
};

/** The state of a file that holds its scope. */
const heldState = (outcome: Outcome | undefined, isLoaded: boolean): Pick<CandidateReport, 'state' | 'kept'> => {
  if (outcome === undefined) return { state: isLoaded ? 'unchanged' : 'omitted' };
  if (outcome.fate.kind === 'omitted') return { state: 'omitted' };
  return outcome.fate.kind === 'cut'
    ? { state: 'truncated', kept: outcome.fate.kept }
    : { state: SPOKEN[outcome.action] };
};

const stateOf = (
  candidate: Candidate,
  { slot, holding }: SlotHolding,
  seen: Observation | undefined,
  entries: Entries,
  outcome: Outcome | undefined,
): Pick<CandidateReport, 'state' | 'by' | 'kept' | 'detail'> => {
  if (holding.kind === 'file' && holding.candidate === candidate) {
    return heldState(outcome, entries.get(slot.scope)?.state === 'loaded');
  }
  if (
    outcome?.action === 'remove' &&
    outcome.fate.kind === 'whole' &&
    entries.get(slot.scope)?.path === candidate.path
  ) {
    const by = holding.kind === 'none' ? holding.duplicateOf?.path : undefined;
    return { state: 'removed', ...(by === undefined ? {} : { by }) };
  }
  if (seen?.kind === 'absent')
    return { state: 'absent', ...(seen.note === undefined ? {} : { detail: seen.note.detail }) };
  if (holding.kind === 'none') return { state: 'duplicate-of', by: holding.duplicateOf?.path ?? '' };
  if (holding.candidate !== candidate) return { state: 'shadowed-by', by: holding.candidate.path };
  if (holding.kind === 'unread') return { state: 'omitted', detail: 'beyond maxTotalSourceBytes' };
  return seen?.kind === 'unavailable' ? { state: seen.state, detail: seen.reason } : { state: 'unavailable' };
};

/** One row for each candidate. Source: SPEC A19 */
export const reportHoldings = (
  holdings: readonly SlotHolding[],
  observations: Observations,
  entries: Entries,
  outcomes: ReadonlyMap<ScopeKey, Outcome>,
): readonly CandidateReport[] =>
  holdings.flatMap((held) =>
    held.slot.candidates.map((candidate): CandidateReport => {
      const seen = observations.get(candidate.key);
      const state = stateOf(candidate, held, seen, entries, outcomes.get(held.slot.scope));
      return { scope: held.slot.scope, path: candidate.path, ...state, ...measured(seen) };
    }),
  );

/** Instruction files of other tools, which somebody may expect to be read. */
const FOREIGN_NAMES = new Set([
  'AGENT.md',
  'GEMINI.md',
  'QWEN.md',
  'WARP.md',
  '.cursorrules',
  '.windsurfrules',
  '.clinerules',
]);

/**
 * Files in a group's directory that look as if somebody wanted them to be read.
 *
 * Shape:  the name of an absent candidate in other letter case, or as something that is no regular file; a well-known
 *         name of another tool where nothing else is there.
 * Source: SPEC A19
 */
export const nearMissesIn = (
  group: Group,
  observations: Observations,
  listing: Listing | undefined,
): readonly NearMiss[] => {
  if (listing?._tag !== 'names') return [];
  const candidates = group.slots.flatMap((slot) => slot.candidates);
  const absent = candidates.filter(({ key }) => observations.get(key)?.kind === 'absent');
  const beside = (candidate: Candidate, name: string): string =>
    candidate.path.slice(0, candidate.path.length - candidate.name.length) + name;
  const names = [...listing.names].sort();
  const alike = absent.flatMap((candidate) =>
    names
      .filter((name) => name.toLowerCase() === candidate.name.toLowerCase())
      .map((name): NearMiss => ({
        path: beside(candidate, name),
        expected: candidate.name,
        detail: name === candidate.name ? 'is no regular file' : `is not called ${candidate.name}`,
      })),
  );
  const [first] = candidates;
  if (first === undefined || absent.length < candidates.length || group.directory === undefined) return alike;
  const foreign = names
    .filter((name) => FOREIGN_NAMES.has(name) && !candidates.some((candidate) => candidate.name === name))
    .map((name): NearMiss => ({
      path: beside(first, name),
      expected: first.name,
      detail: 'is not among the configured names',
    }));
  return [...alike, ...foreign];
};

const CODES = { unavailable: 'file-unavailable', 'too-large': 'file-too-large', 'not-text': 'file-not-text' } as const;

const diagnosticOf = (
  seen: Observation | undefined,
): { readonly code: string; readonly detail: string } | undefined => {
  switch (seen?.kind) {
    case 'unavailable':
      return { code: CODES[seen.state], detail: seen.reason };
    case 'read':
      return seen.lossy ? { code: 'invalid-encoding', detail: 'invalid sequences were replaced by U+FFFD' } : undefined;
    case 'absent':
      return seen.note;
    case 'unread':
      return { code: 'source-budget', detail: 'does not fit into maxTotalSourceBytes' };
    default:
      return undefined;
  }
};

/** Everything odd about what was seen of some groups. Source: SPEC F7, A6 */
export const diagnosticsOf = (groups: readonly Group[], observations: Observations): readonly Diagnostic[] => {
  const diagnostics: Diagnostic[] = [];
  for (const { slots } of groups) {
    for (const { scope, candidates } of slots) {
      for (const { key, path } of candidates) {
        const odd = diagnosticOf(observations.get(key));
        if (odd !== undefined) diagnostics.push({ code: odd.code, path, scope, detail: odd.detail });
      }
    }
  }
  return diagnostics;
};

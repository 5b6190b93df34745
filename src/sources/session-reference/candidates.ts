// Owns: which sessions can be offered to somebody who is about to mention one, and in what order.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { Inquiry } from '../../core/inquiry.js';
import { ask, settled } from '../../core/inquiry.js';
import type { InvalidConfig, StoreFailure } from '../../domain/error.js';
import type { SessionHeader } from '../../domain/log-event.js';
import { absolutePath } from '../../domain/path.js';
import type { SessionSummary } from '../../domain/question.js';
import { decodeConfig } from './codec.js';
import { formatMention } from './mention.js';
import type { Reference, SessionReferenceConfig, Settings } from './model.js';
import { knownCwd, settingsFrom } from './model.js';

/**
 * A session that can be referred to.
 *
 * Shape:  `label` is its latest title, else its id; `mention` is what to put into the prompt.
 * Units:  `createdAt` in ms since the epoch.
 * Source: SPEC S8
 */
export interface SessionCandidate extends Reference {
  readonly cwd: string | null;
  readonly createdAt: number;
  readonly mention: string;
}

/** The session that asks: itself it is not offered, and its directory comes first. */
export type AskingSession = Pick<SessionHeader, 'id' | 'cwd'>;

const candidateFrom = (scheme: string, { header, title }: SessionSummary): SessionCandidate => {
  const reference: Reference = { sessionId: header.id, label: title === undefined || title === '' ? header.id : title };
  return {
    ...reference,
    cwd: knownCwd(header),
    createdAt: header.createdAt,
    mention: formatMention(scheme, reference),
  };
};

/** Same directory, no directory, another one; spelled differently it is still the same. */
const rankFor = (self: AskingSession): ((candidate: SessionCandidate) => number) => {
  const here = absolutePath(self.cwd) ?? self.cwd;
  return ({ cwd }) => (cwd === null ? 1 : (absolutePath(cwd) ?? cwd) === here ? 0 : 2);
};

const compareIds = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/**
 * Filters and ranks the sessions of a store.
 *
 * Shape:  sessions whose id, directory or title holds the query, whatever its case; those of the same directory first,
 *         then those without one, newest first within each; equally old ones by id. The asking session is left out.
 * Source: SPEC S8; property-tests/session-reference.laws.test.ts
 */
export const rankCandidates = (
  settings: Pick<Settings, 'scheme' | 'candidateLimit'>,
  self: AskingSession,
  query: string,
  sessions: readonly SessionSummary[],
): readonly SessionCandidate[] => {
  const wanted = query.toLowerCase();
  const holds = (text: string): boolean => text.toLowerCase().includes(wanted);
  const rank = rankFor(self);
  return sessions
    .filter(({ header }) => header.id !== self.id)
    .map((session) => candidateFrom(settings.scheme, session))
    .filter(({ sessionId, cwd, label }) => [sessionId, cwd ?? '', label].some(holds))
    .map((candidate) => ({ candidate, rank: rank(candidate) }))
    .sort(
      (left, right) =>
        left.rank - right.rank ||
        right.candidate.createdAt - left.candidate.createdAt ||
        compareIds(left.candidate.sessionId, right.candidate.sessionId),
    )
    .slice(0, settings.candidateLimit)
    .map(({ candidate }) => candidate);
};

/**
 * Asks for the sessions that a person could mean.
 *
 * Errors: a wrong setting, or a store that does not list.
 * Source: SPEC S8
 */
export const listCandidates = (
  config: SessionReferenceConfig,
  self: AskingSession,
  query = '',
): Inquiry<Either<InvalidConfig | StoreFailure, readonly SessionCandidate[]>> => {
  const decoded = decodeConfig(config);
  if (E.isLeft(decoded)) return settled(decoded);
  return ask([{ kind: 'list-sessions' }], ([list]) =>
    settled(
      list._tag === 'unavailable'
        ? E.left({ _tag: 'StoreFailure', operation: 'list', detail: list.reason })
        : E.right(rankCandidates(settingsFrom(decoded.right), self, query, list.sessions)),
    ),
  );
};

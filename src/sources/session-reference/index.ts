// Owns: the door of session-reference: other sessions as bounded, read-only context.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ContextSource } from '../../core/context-source.js';
import type { InvalidConfig } from '../../domain/error.js';
import { decodeConfig } from './codec.js';
import { considerReferences } from './consider.js';
import type { SessionReferenceConfig } from './model.js';
import { KIND, settingsFrom } from './model.js';

export type { AskingSession, SessionCandidate } from './candidates.js';
export { listCandidates } from './candidates.js';
export { sessionReferenceInvariant } from './invariant.js';
export type { MalformedUri, ReadableText } from './mention.js';
export { formatMention, readMentions } from './mention.js';
export type {
  Reference,
  ReferenceRecord,
  SessionReferenceCode,
  SessionReferenceConfig,
  SessionReferenceTag,
} from './model.js';
export { DEFAULT_SCHEME, MAX_REFERENCES } from './model.js';
export { decodeSessionUri, encodeSessionUri } from './uri.js';

/**
 * The source that replaces mentions of other sessions by readable text and adds what was said in those sessions.
 *
 * Shape:  it keeps no state: a mention is answered once, by the batch it is in.
 * Errors: a setting that is wrong or unknown.
 * Source: SPEC S
 *
 * @example
 * ```ts
 * import * as E from 'fp-ts/lib/Either.js';
 * import { formatMention, readMentions, sessionReference } from 'contextfold/sources';
 *
 * const mention = formatMention('session', { sessionId: 's 1', label: 'Plan' }); // => '@[Plan](session:InMgMSI)'
 * const read = readMentions('session', `As in ${mention}.`);
 * E.isRight(read) && read.right.text; // => 'As in @Plan.'
 * E.isRight(sessionReference({ maxReferences: 2 })); // => true
 * ```
 */
export const sessionReference = (config: SessionReferenceConfig = {}): Either<InvalidConfig, ContextSource<null>> =>
  pipe(
    decodeConfig(config),
    E.map((decoded): ContextSource<null> => ({
      kind: KIND,
      initial: () => null,
      evolve: (state) => state,
      reads: [],
      consider: considerReferences(settingsFrom(decoded)),
    })),
  );

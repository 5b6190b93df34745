// Owns: the words of session-reference: its configuration, references, snapshots and the source tag that accounts for
// them. Decoding any of it from outside is codec.ts's work.
import type { SessionHeader } from '../../domain/log-event.js';
import type { SourceTag } from '../../domain/message.js';

/** The `kind` of the source and of its tags. */
export const KIND = 'session-reference';

/** The most sessions that one message can refer to; a setting may lower it. Source: SPEC S3 */
export const MAX_REFERENCES = 3;

/** The scheme of session URIs where none is configured. Source: SPEC S1 */
export const DEFAULT_SCHEME = 'dsh-session';

/**
 * The configuration as a host writes it.
 *
 * Shape:  `scheme` is a URI scheme without its colon.
 * Units:  `maxReferenceBytes` in UTF-8 bytes of one reference's JSON.
 * Source: SPEC S, where every default stands
 */
export interface SessionReferenceConfig {
  readonly maxReferences?: number;
  readonly candidateLimit?: number;
  readonly maxReferenceBytes?: number;
  readonly scheme?: string;
}

/** The configuration with every default filled in. */
export type Settings = Required<SessionReferenceConfig>;

/** Fills in the defaults. Source: SPEC S1, S3, S5, S8 */
export const settingsFrom = (config: SessionReferenceConfig): Settings => ({
  maxReferences: config.maxReferences ?? MAX_REFERENCES,
  candidateLimit: config.candidateLimit ?? 50,
  maxReferenceBytes: config.maxReferenceBytes ?? 65_536,
  scheme: config.scheme ?? DEFAULT_SCHEME,
});

/** What can be wrong with references, in the order in which it is reported. Source: SPEC S6 */
export type SessionReferenceCode =
  | 'INVALID_CONFIG'
  | 'INVALID_REFERENCE'
  | 'SELF_REFERENCE'
  | 'TOO_MANY'
  | 'READ_FAILED'
  | 'BUDGET_EXCEEDED'
  | 'CANCELLED';

/** A session that a message refers to; the label is that of the first mention. */
export interface Reference {
  readonly sessionId: string;
  readonly label: string;
}

/** The directory of a session; an empty one says that it is unknown. Source: SPEC S5 */
export const knownCwd = ({ cwd }: SessionHeader): string | null => cwd || null;

/** One thing that was said in a session. Source: SPEC S5 */
export interface ConversationItem {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** An item as it was projected from a surface; a checkpoint is what a compaction left. Source: SPEC S4 */
export interface ProjectedItem extends ConversationItem {
  readonly checkpoint: boolean;
}

/**
 * A session as a snapshot shows it.
 *
 * Shape:  `null` where unknown.
 * Source: SPEC S5
 */
export interface ReferencedSession extends Reference {
  readonly cwd: string | null;
  readonly capturedThroughSeq: number | null;
  readonly conversation: readonly ConversationItem[];
}

/**
 * What became of one session's conversation on its way into a snapshot.
 *
 * Units:  `omittedBytes` in UTF-8 bytes of the texts, dropped and cut ones together; `inputIndex` 0-based.
 * Source: SPEC S (source)
 */
export interface ReferenceRecord extends Reference {
  readonly capturedThroughSeq: number | null;
  readonly compacted: boolean;
  readonly originalMessages: number;
  readonly retainedMessages: number;
  readonly omittedMessages: number;
  readonly omittedBytes: number;
  readonly truncated: boolean;
  readonly inputIndex: number;
}

/** The source tag of a snapshot message. Source: SPEC S (source) */
export interface SessionReferenceTag extends SourceTag {
  readonly kind: typeof KIND;
  readonly version: 1;
  readonly references: readonly ReferenceRecord[];
}

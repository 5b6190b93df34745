// Owns: the `./sources` entry: the sources beside agent-instructions, for those who mount them.
export {
  DEFAULT_SCHEME,
  MAX_REFERENCES,
  decodeSessionUri,
  encodeSessionUri,
  formatMention,
  listCandidates,
  readMentions,
  sessionReference,
} from './sources/session-reference/index.js';
export type {
  AskingSession,
  MalformedUri,
  ReadableText,
  Reference,
  ReferenceRecord,
  SessionCandidate,
  SessionReferenceCode,
  SessionReferenceConfig,
  SessionReferenceTag,
} from './sources/session-reference/index.js';
export { timeContext } from './sources/time-context/index.js';
export type { TimeContextConfig } from './sources/time-context/index.js';
export { tmuxContext } from './sources/tmux-context/index.js';
export type { TmuxContextConfig } from './sources/tmux-context/index.js';

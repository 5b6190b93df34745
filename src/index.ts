// Owns: the library without IO: sources, the context over lent ports, decisions as inquiries, and the words for them.
// Real adapters are in ./node, what a host's own tests need in ./testing.
export { agentInstructions } from './sources/agent-instructions/index.js';
export type { AgentInstructionsConfig } from './sources/agent-instructions/index.js';
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
export {
  assemble,
  describePromptError,
  emptyRegistry,
  promptContext,
  register,
  render,
  renderContexts,
  scoped,
} from './prompt/index.js';
export type {
  AssembledContext,
  AssembledSection,
  AssembledVariable,
  Assembly,
  FromFacts,
  PromptContext,
  PromptError,
  PromptLayer,
  PromptPart,
  PromptRegistry,
  PromptSection,
  PromptState,
  PromptTransform,
  PromptVariable,
  ReferenceProblem,
  RenderedText,
  StepFacts,
  VisibleSnapshot,
} from './prompt/index.js';

export { createContext } from './programs/open-session.js';
export type { Context, ContextOptions, PreStep, Session, SettledTool, SourceOrError } from './programs/open-session.js';
export { answer } from './programs/answer.js';
export type { GrowError, OpenError, StoredSession } from './programs/open-stored.js';
export { openStored } from './programs/open-stored.js';
export { queryIndex } from './programs/query-index.js';
export { queryLogs } from './programs/query-logs.js';
export { readAnyLog, touchToolsOf, visitAnyLog } from './programs/read-any-log.js';
export type {
  AnyHead,
  AnyLog,
  AnyLogError,
  AnyLogOptions,
  Format,
  LogOrigin,
  TouchTools,
  VisitEvent,
} from './programs/read-any-log.js';

export type { Decision, IdFor } from './core/combine.js';
export type {
  ContextSource,
  Contribution,
  Delivery,
  EventPlace,
  Execution,
  MountedSource,
  Occasion,
  Placement,
  ProcessMemory,
  Rewrite,
  SnapshotCodec,
  View,
} from './core/context-source.js';
export type { FoldError, LiveSession, SessionState, Snapshot } from './core/fold.js';
export { foldEvents, initialState, restoreSnapshot, snapshotOf } from './core/fold.js';
export type { AnswersTo, Inquiry } from './core/inquiry.js';
export { all, ask, chain, map, settled } from './core/inquiry.js';
export { snapshotDraft } from './core/snapshot-message.js';

export type { Diagnostic } from './domain/diagnostic.js';
export type { Digest } from './domain/digest.js';
export type {
  Cancelled,
  Conflict,
  ContextError,
  InputFailure,
  InvalidConfig,
  InvalidValue,
  MalformedLine,
  Refused,
  StoreFailure,
  StoreFailureCode,
} from './domain/error.js';
export { describeError } from './domain/error.js';
export type { LogEvent, SessionHeader, SurfaceOp, TurnStep } from './domain/log-event.js';
export type { CandidateReport, CandidateState, Manifest, NearMiss, RootReport } from './domain/manifest.js';
export type { Content, ContentBlock, MessageDraft, SourceTag, UserMessage } from './domain/message.js';
export type { AbsolutePath } from './domain/path.js';
export { absolutePath } from './domain/path.js';
export type { Listing, Probe, ReadResult } from './domain/probe.js';
export type { Answer, AnswerByKind, Question } from './domain/question.js';
export type { Scope, ScopeKey } from './domain/scope.js';
export { scopeKey, scopeOfKey } from './domain/scope.js';
export type { Surroundings } from './domain/surroundings.js';
export type { Transition } from './domain/transition.js';

export type { CancelSignal } from './ports/cancel-signal.js';
export type { Clock } from './ports/clock.js';
export type { Decoded, Decoder } from './ports/decoder.js';
export type { Env } from './ports/env.js';
export type { FileSystem, RawRead } from './ports/file-system.js';
export type { Hash } from './ports/hash.js';
export type { Logger } from './ports/logger.js';
export type { LogFiles } from './ports/log-files.js';
export type { IndexedSession, SessionIndex, SurfaceRow, SurfaceRows } from './ports/session-index.js';
export type { SessionQuery } from './ports/session-query.js';
export type {
  AppendError,
  Appended,
  CreateError,
  LogMark,
  LogPage,
  ReadError,
  SessionStore,
  SnapshotReading,
} from './ports/session-store.js';
export type { Shell } from './ports/shell.js';

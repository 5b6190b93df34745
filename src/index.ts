// Owns: the library without IO: agent-instructions, the context over lent ports, decisions as inquiries, and the words
// for them. What not everybody needs has doors of its own: the other sources, prompts, readers of logs, stores, real
// adapters (./node), what a host's own tests need (./testing).
export { agentInstructions } from './sources/agent-instructions/index.js';
export type { AgentInstructionsConfig } from './sources/agent-instructions/index.js';
export { createContext } from './programs/open-session.js';
export type { Context, ContextOptions, PreStep, Session, SettledTool, SourceOrError } from './programs/open-session.js';
export { answer } from './programs/answer.js';
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
export { foldEvents, initialState, restoreSnapshot, snapshotOf, typesRead } from './core/fold.js';
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
export type { FileSystem, RawRead, RealPath } from './ports/file-system.js';
export type { Hash } from './ports/hash.js';
export type { Logger } from './ports/logger.js';
export type { SessionQuery } from './ports/session-query.js';
export type { Shell } from './ports/shell.js';

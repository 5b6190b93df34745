// Owns: the session log's header and events, and the guards that read the data of the types which mean something.
// An event is the very object that was decoded: unknown types and fields are carried through because nothing is
// rebuilt.
import type { Content, SourceTag, UserMessage } from './message.js';

/**
 * The first line of a session log.
 *
 * Units:  `createdAt` in ms since the epoch; `cwd` absolute, in the host's own spelling.
 * Source: SPEC L1
 */
export interface SessionHeader {
  readonly type: 'session';
  readonly version: number;
  readonly id: string;
  readonly createdAt: number;
  readonly cwd: string;
  readonly [field: string]: unknown;
}

/** How an event enters the surface. Source: SPEC L3 */
export type SurfaceOp = 'append' | { readonly op: 'replace'; readonly start: number; readonly end: number };

/**
 * One line of a session log after the header.
 *
 * Shape:  `data` is read through the guards below; an event whose data has another shape than its type promises carries
 *         no meaning, as an unknown type does.
 * Units:  `time` in ms since the epoch; `seq` is the event's index and may be left out.
 * Source: SPEC L1
 */
export interface LogEvent {
  readonly type: string;
  readonly data?: unknown;
  readonly seq?: number;
  readonly time?: number;
  readonly surfaceOp?: SurfaceOp;
  readonly sourceEventSeqs?: unknown;
  readonly [field: string]: unknown;
}

/** A place in the turn structure; both count from 1. */
export interface TurnStep {
  readonly turn: number;
  readonly step: number;
}

/** What `tool/call` carries. `arguments` is an object or its JSON text. */
export interface ToolCallData {
  readonly callId: string;
  readonly name: string;
  readonly arguments: unknown;
}

/** What matters of a `tool/result`: which call it settles, how, and what was touched inside it. */
export interface ToolResultData {
  readonly callId: string;
  readonly failed: boolean;
  readonly aborted: boolean;
  readonly touched: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null ? (value as Fields) : undefined;

/** The turn of a `turn/start`, `turn/end`, `step/start` or `step/end`. */
export const turnOf = (event: LogEvent): number | undefined => {
  const turn = fieldsOf(event.data)?.['turn'];
  return typeof turn === 'number' ? turn : undefined;
};

/** The turn and step of a `step/start` or `step/end`. */
export const turnStepOf = (event: LogEvent): TurnStep | undefined => {
  const data = fieldsOf(event.data);
  const turn = data?.['turn'];
  const step = data?.['step'];
  return typeof turn === 'number' && typeof step === 'number' ? { turn, step } : undefined;
};

/** The reason of a `session/start`. */
export const startReasonOf = (event: LogEvent): 'startup' | 'resume' | undefined => {
  const reason = event.type === 'session/start' ? fieldsOf(event.data)?.['reason'] : undefined;
  return reason === 'startup' || reason === 'resume' ? reason : undefined;
};

const isContent = (value: unknown): value is Content =>
  typeof value === 'string' ||
  (Array.isArray(value) && value.every((block: unknown) => typeof fieldsOf(block)?.['type'] === 'string'));

/** The source tag of a `user/message`, well formed or not beyond its `kind`. */
export const sourceOf = (event: LogEvent): SourceTag | undefined => {
  if (event.type !== 'user/message') return undefined;
  const source = fieldsOf(fieldsOf(event.data)?.['source']);
  return typeof source?.['kind'] === 'string' ? (source as SourceTag) : undefined;
};

/** The message of a `user/message`, when its data is one. */
export const userMessageOf = (event: LogEvent): UserMessage | undefined => {
  if (sourceOf(event) === undefined) return undefined;
  const data = event.data as Fields;
  return typeof data['id'] === 'string' && data['role'] === 'user' && isContent(data['content'])
    ? (data as unknown as UserMessage)
    : undefined;
};

/** The content of an `assistant/message`, when its data holds one. */
export const assistantContentOf = (event: LogEvent): Content | undefined => {
  if (event.type !== 'assistant/message') return undefined;
  const content = fieldsOf(fieldsOf(event.data)?.['message'])?.['content'];
  return isContent(content) ? content : undefined;
};

/** The call of a `tool/call`. */
export const toolCallOf = (event: LogEvent): ToolCallData | undefined => {
  if (event.type !== 'tool/call') return undefined;
  const data = fieldsOf(event.data);
  const callId = data?.['callId'];
  const name = data?.['name'];
  return typeof callId === 'string' && typeof name === 'string'
    ? { callId, name, arguments: data?.['arguments'] }
    : undefined;
};

/**
 * The outcome of a `tool/result`.
 *
 * Shape:  the first `tool-result` block names the call and says whether it failed; `meta` says whether it was aborted.
 * Source: SPEC L2, L4
 */
export const toolResultOf = (event: LogEvent): ToolResultData | undefined => {
  if (event.type !== 'tool/result') return undefined;
  const data = fieldsOf(event.data);
  const content = fieldsOf(data?.['message'])?.['content'];
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  const block = blocks.map(fieldsOf).find((fields) => fields?.['type'] === 'tool-result');
  const callId = block?.['toolCallId'];
  const meta = fieldsOf(data?.['meta']);
  const touched: unknown = meta?.['touched'];
  return {
    callId: typeof callId === 'string' ? callId : '',
    failed: block === undefined || block['isError'] === true,
    aborted: meta?.['aborted'] === true,
    touched: Array.isArray(touched) ? touched.filter((path): path is string => typeof path === 'string') : [],
  };
};

/** Tells whether an event of this type may be on the surface at all. Source: SPEC L3 */
export const isSurfaceType = (type: string): boolean =>
  type === 'user/message' || type === 'assistant/message' || type === 'tool/result';

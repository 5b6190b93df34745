// Owns: what stands between a client and its agent: it observes a session's updates and adds to its next prompt what
// the agent has to know. Any number of sessions pass over one connection; each has its own directory and its own log.
import type { LogEvent } from '../../domain/log-event.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type { Env } from '../../ports/env.js';
import type { BindingOptions } from '../../programs/bind-context.js';
import { bindSession, mountBinding, stepOrThrow } from '../../programs/bind-context.js';
import type { DerivedSession } from '../../programs/derived-session.js';
import type { BlockLike, NotificationLike, PromptLike } from './messages.js';
import type { AcpRecord } from './translate.js';
import { acpRecords, observed } from './translate.js';

/** How a connection is bound. */
export type AcpOptions = Omit<BindingOptions, 'cwd' | 'sessionId'>;

/**
 * The sessions of one connection.
 *
 * Shape:  `open` a session before its first prompt, before it is loaded above all; `history` of an earlier process goes
 *         with it where the agent does not tell the session again. `observe` takes the parameters of each
 *         `session/update`. `prompt` hands on a prompt with what belongs to it; one of an unknown session as it is.
 * Errors: `prompt` rejects with `RefusedStep` where a source refuses what a person asked for, and with whatever `send`
 *         rejects with; nothing was said then.
 */
export interface AcpContext {
  readonly open: (sessionId: string, cwd: string, history?: readonly AcpRecord[]) => void;
  readonly close: (sessionId: string) => void;
  readonly observe: (notification: NotificationLike) => void;
  readonly prompt: <P extends PromptLike, R>(
    request: P,
    send: (request: P) => Promise<R>,
    signal?: CancelSignal,
  ) => Promise<R>;
  /** The agent has dropped all that was said, and does not say so by a `compaction_update`. */
  readonly forget: (sessionId: string) => void;
  /** What is known of a session, to be stored as JSON. */
  readonly history: (sessionId: string) => readonly AcpRecord[];
  /** The session log that was derived before the last prompt. */
  readonly log: (sessionId: string) => readonly LogEvent[];
}

interface AcpSession {
  readonly derived: DerivedSession<AcpRecord>;
  records: readonly AcpRecord[];
  isPrompting: boolean;
  count: number;
}

const blocksOf = (records: readonly AcpRecord[]): readonly BlockLike[] =>
  records.flatMap((record) => (record.kind === 'said' ? record.blocks : []));

const timed = ({ clock }: Env): { readonly time?: number } => (clock === undefined ? {} : { time: clock.now() });

/** An id that no record of the session has, of this process or an earlier one. */
const freshId = (session: AcpSession, word: string): string => {
  const isTaken = (id: string): boolean => session.records.some((record) => record.id === id);
  do session.count += 1;
  while (isTaken(`${word}-${session.count}`));
  return `${word}-${session.count}`;
};

const observe = (session: AcpSession, update: unknown, { clock }: Env): void => {
  const { isPrompting, records } = session;
  session.records = observed(records, update, { id: freshId(session, 'update'), time: clock?.now(), isPrompting });
};

/** A turn is over when its prompt is answered, however little the agent has told of it. */
const answered = (session: AcpSession, ports: Env): void => {
  const last = session.records.at(-1);
  if (last?.kind === 'answered') return;
  session.records = [...session.records, { kind: 'answered', id: freshId(session, 'answer'), ...timed(ports) }];
};

/**
 * Binds the client's side of ACP connections, or a proxy's.
 *
 * Errors: throws where a source was configured wrongly.
 * Source: docs/hosts/acp.md
 */
export const contextfold = (options: AcpOptions): AcpContext => {
  const context = mountBinding(options);
  const { ports, report } = options;
  const sessions = new Map<string, AcpSession>();

  const prompt = async <P extends PromptLike, R>(
    session: AcpSession,
    request: P,
    send: (request: P) => Promise<R>,
    signal: CancelSignal | undefined,
  ): Promise<R> => {
    const before = session.records;
    const said: AcpRecord = { kind: 'said', id: freshId(session, 'prompt'), blocks: request.prompt, ...timed(ports) };
    const { batch, decision } = stepOrThrow(await session.derived.preStep([...before, said], signal)(), report);
    const entering = decision.enters ? batch.map(({ message }) => message) : [said];
    session.isPrompting = true;
    session.records = [...session.records, ...entering];
    try {
      const response = await send({ ...request, prompt: blocksOf(entering) });
      answered(session, ports);
      return response;
    } catch (error) {
      const isEntering = new Set(entering);
      session.records = session.records.filter((record) => !isEntering.has(record));
      throw error;
    } finally {
      session.isPrompting = false;
    }
  };
  return {
    open: (sessionId, cwd, history = []) => {
      const derived = bindSession(context, { ...options, cwd, sessionId }, acpRecords);
      sessions.set(sessionId, { derived, records: history, isPrompting: false, count: 0 });
    },
    close: (sessionId) => void sessions.delete(sessionId),
    observe: ({ sessionId, update }) => {
      const session = sessions.get(sessionId);
      if (session !== undefined) observe(session, update, ports);
    },
    prompt: (request, send, signal) => {
      const session = sessions.get(request.sessionId);
      return session === undefined ? send(request) : prompt(session, request, send, signal);
    },
    forget: (sessionId) => {
      const session = sessions.get(sessionId);
      if (session !== undefined) session.records = [{ kind: 'compacted', id: freshId(session, 'forgotten') }];
    },
    history: (sessionId) => sessions.get(sessionId)?.records ?? [],
    log: (sessionId) => sessions.get(sessionId)?.derived.log() ?? [],
  };
};

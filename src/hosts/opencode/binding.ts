// Owns: what a plugin of opencode does: it adds to a prompt, and to what a tool gives back, what has to be said. The
// log is derived from the messages that opencode has stored; only calls that it is about to store are remembered.
import { describeReason } from '../../domain/error.js';
import type { LogEvent } from '../../domain/log-event.js';
import type { BindingOptions } from '../../programs/bind-context.js';
import { RefusedStep, bindSession, mountBinding, stepOrThrow } from '../../programs/bind-context.js';
import type { Context } from '../../programs/open-session.js';
import type { DerivedSession, DerivedStep } from '../../programs/derived-session.js';
import { PROVENANCE } from '../../programs/provenance.js';
import type {
  ChatMessageLike,
  MessageLike,
  PartLike,
  PluginInputLike,
  ToolCallLike,
  ToolOutputLike,
} from './messages.js';
import { opencodeMessages, storedCalls, toldIn, visibleMessages, withSettled, withoutLoaded } from './translate.js';

/**
 * How opencode is bound.
 *
 * Shape:  with `loaded: 'kept'` the instructions that opencode puts behind a file that it reads stay there.
 */
export interface OpencodeOptions extends Omit<BindingOptions, 'cwd' | 'sessionId'> {
  readonly loaded?: 'dropped' | 'kept';
}

/** The hooks of the plugin. */
export interface OpencodeHooks {
  readonly 'chat.message': <P extends PartLike>(
    input: { readonly sessionID: string },
    output: ChatMessageLike<P>,
  ) => Promise<void>;
  readonly 'tool.execute.after': (input: ToolCallLike, output: ToolOutputLike) => Promise<void>;
}

/** The plugin, to be exported from a file in opencode's plugin directory. */
export interface OpencodePlugin {
  (input: PluginInputLike): Promise<OpencodeHooks>;
  /** The session log that was derived from a session's messages before the last step. */
  readonly log: (sessionID: string) => readonly LogEvent[];
}

interface OpenSession {
  readonly derived: DerivedSession<MessageLike>;
  /** Calls that are over and not stored yet, with what was said behind them. */
  readonly settled: Map<string, readonly unknown[]>;
  queue: Promise<unknown>;
}

/** A session that is forgotten costs reads and nothing else: its next step derives it again. */
const MAX_SESSIONS = 256;

const sessionsIn = (context: Context, options: OpencodeOptions) => {
  const sessions = new Map<string, OpenSession>();
  return {
    peek: (id: string): OpenSession | undefined => sessions.get(id),
    of: (id: string, cwd: string): OpenSession => {
      const derived = (): DerivedSession<MessageLike> =>
        bindSession(context, { ...options, cwd, sessionId: id }, opencodeMessages);
      const session = sessions.get(id) ?? { derived: derived(), settled: new Map(), queue: Promise.resolve() };
      sessions.delete(id);
      sessions.set(id, session);
      for (const [oldest] of sessions) if (sessions.size > MAX_SESSIONS) sessions.delete(oldest);
      return session;
    },
  };
};

/** One after the other, so that calls that run side by side do not say the same. */
const inTurn = <A>(session: OpenSession, work: () => Promise<A>): Promise<A> => {
  const turn = session.queue.then(work);
  session.queue = turn.catch(() => undefined);
  return turn;
};

/** opencode orders the parts of a message by their ids: ours before the first part, or behind the last. */
const placed = (parts: readonly PartLike[], around: readonly PartLike[], isLead: boolean): readonly PartLike[] => {
  const first = around[0]?.id ?? '';
  const last = around.at(-1)?.id ?? '';
  return parts.map((part, index) => {
    const count = String(index).padStart(3, '0');
    return { ...part, id: isLead ? first.replace(/^prt_/u, `prt_0${count}`) : `${last}${count}` };
  });
};

/** Puts the batch into a prompt that is about to be stored. */
const enter = <P extends PartLike>(
  { batch }: DerivedStep<MessageLike>,
  sessionID: string,
  output: ChatMessageLike<P>,
): void => {
  const { message, parts } = output;
  const place = batch.findIndex(({ kind }) => kind !== 'own');
  const entry = batch[place];
  if (entry === undefined) return;
  const own = (isLead: boolean): readonly PartLike[] => {
    const entries = batch.filter(({ kind }, index) => kind === 'own' && index < place === isLead);
    return placed(
      entries.flatMap((one) => one.message.parts),
      parts,
      isLead,
    );
  };
  const next = [...own(true), ...entry.message.parts, ...own(false)];
  const standing = { sessionID, messageID: message.id };
  parts.splice(0, parts.length, ...next.map((part) => ({ ...part, ...standing }) as object as P));
};

/** Puts what is said behind what a tool gave back. */
const append = ({ batch }: DerivedStep<MessageLike>, output: ToolOutputLike): readonly unknown[] => {
  const told = batch.map(({ message }) => toldIn(message));
  if (told.length === 0) return [];
  output.output = [output.output, ...told.flatMap(({ texts }) => texts)].join('\n\n');
  const kept = told.map((one) => one.kept);
  output.metadata = { ...(output.metadata as object | undefined), [PROVENANCE]: kept };
  return kept;
};

/**
 * Binds opencode.
 *
 * Errors: throws where a source was configured wrongly. `chat.message` rejects with `RefusedStep` where a source
 *         refuses what a person asked for.
 * Source: docs/hosts/opencode.md
 */
export const contextfold = (options: OpencodeOptions): OpencodePlugin => {
  const { report, loaded = 'dropped' } = options;
  const sessions = sessionsIn(mountBinding(options), options);
  /** A hook that fails would fail the prompt or the tool, which is nobody's wish but a source's. */
  const unlessRefused = (reason: unknown): void => {
    if (reason instanceof RefusedStep) throw reason;
    options.ports.logger?.warn(`nothing was said: ${describeReason(reason)}`);
  };
  const plugin = ({ client, directory }: PluginInputLike): Promise<OpencodeHooks> => {
    const stored = async (session: OpenSession, id: string): Promise<readonly MessageLike[]> => {
      const { data = [] } = await client.session.messages({ path: { id } });
      for (const call of storedCalls(data)) session.settled.delete(call);
      return visibleMessages(withSettled(data, session.settled));
    };
    const hooks: OpencodeHooks = {
      'chat.message': ({ sessionID }, output) => {
        const session = sessions.of(sessionID, directory);
        return inTurn(session, async () => {
          const prompt = { info: { id: output.message.id, role: 'user' }, parts: [...output.parts] };
          const others = (await stored(session, sessionID)).filter(({ info }) => info.id !== prompt.info.id);
          enter(stepOrThrow(await session.derived.preStep([...others, prompt])(), report), sessionID, output);
        }).catch(unlessRefused);
      },
      'tool.execute.after': ({ sessionID, callID }, output) => {
        const session = sessions.of(sessionID, directory);
        if (loaded === 'dropped') output.output = withoutLoaded(output.output, output.metadata);
        return inTurn(session, async () => {
          session.settled.set(callID, []);
          const step = stepOrThrow(await session.derived.preStep(await stored(session, sessionID))(), report);
          session.settled.set(callID, append(step, output));
        }).catch(unlessRefused);
      },
    };
    return Promise.resolve(hooks);
  };
  return Object.assign(plugin, { log: (id: string) => sessions.peek(id)?.derived.log() ?? [] });
};

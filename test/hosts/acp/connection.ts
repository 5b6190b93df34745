// Owns: an ACP connection as it is: the SDK's client and agent over a pair of streams. The agent is a scripted one that
// keeps what its model would see, and shows its client what it does.
import type { ClientContext, ContentBlock, SessionUpdate, Stream } from '@agentclientprotocol/sdk';
import { PROTOCOL_VERSION, RequestError, agent, client, methods, ndJsonStream } from '@agentclientprotocol/sdk';

/** What the agent does with a prompt: what it shows, one after the other. */
export type Script = (prompt: number) => readonly (SessionUpdate | (() => void))[];

/** What the agent's model was shown of one session, as blocks in order. */
export interface AgentSide {
  readonly sessions: ReadonlyMap<string, ContentBlock[]>;
  /** The blocks of each prompt, in the order in which they came. */
  readonly prompts: ContentBlock[][];
  /** What the agent reads through its client. */
  readonly read: (sessionId: string, path: string) => Promise<string>;
}

/** A connection; `files` is what the client's buffers hold. */
export interface Connection {
  readonly agent: ClientContext;
  readonly side: AgentSide;
  readonly close: () => void;
}

const pair = (): readonly [Stream, Stream] => {
  const there = new TransformStream<Uint8Array, Uint8Array>();
  const back = new TransformStream<Uint8Array, Uint8Array>();
  return [ndJsonStream(there.writable, back.readable), ndJsonStream(back.writable, there.readable)];
};

/** What a client is told, and asked. */
export interface ClientSide {
  readonly update: (notification: { sessionId: string; update: SessionUpdate }) => void;
  readonly files?: (path: string) => string | undefined;
}

/** Asks a model about all blocks of a session. */
export type AskModel = (blocks: readonly ContentBlock[]) => Promise<void>;

/**
 * Connects. `memory` is what the agent keeps of its sessions from one process to the next; `askModel` is its way to a
 * provider, where it has one.
 */
export const connect = async (
  script: Script,
  clientSide: ClientSide,
  memory: Map<string, ContentBlock[]> = new Map(),
  askModel: AskModel = () => Promise.resolve(),
): Promise<Connection> => {
  const [clientEnd, agentEnd] = pair();
  const prompts: ContentBlock[][] = [];
  let sessions = memory.size;
  const served = agent({ name: 'scripted' })
    .onRequest(methods.agent.initialize, () => ({
      protocolVersion: PROTOCOL_VERSION,
      agentCapabilities: { loadSession: true },
    }))
    .onRequest(methods.agent.session.new, () => {
      sessions += 1;
      memory.set(`session-${sessions}`, []);
      return { sessionId: `session-${sessions}` };
    })
    .onRequest(methods.agent.session.load, async ({ params: { sessionId }, client: asked }) => {
      for (const content of memory.get(sessionId) ?? []) {
        const update: SessionUpdate = { sessionUpdate: 'user_message_chunk', content };
        await asked.notify(methods.client.session.update, { sessionId, update });
      }
      return {};
    })
    .onRequest(methods.agent.session.prompt, async ({ params: { sessionId, prompt }, client: asked }) => {
      prompts.push(prompt);
      memory.get(sessionId)?.push(...prompt);
      await askModel(memory.get(sessionId) ?? []);
      const show = (update: SessionUpdate): Promise<void> =>
        asked.notify(methods.client.session.update, { sessionId, update });
      for (const does of script(prompts.length)) {
        if (typeof does === 'function') does();
        else {
          if (does.sessionUpdate === 'compaction_update') memory.set(sessionId, []);
          await show(does);
        }
      }
      await show({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Done.' } });
      return { stopReason: 'end_turn' };
    })
    .connect(agentEnd);
  const connection = client({ name: 'editor' })
    .onNotification(methods.client.session.update, ({ params }) => clientSide.update(params))
    .onRequest(methods.client.fs.readTextFile, ({ params: { path } }) => {
      const content = clientSide.files?.(path);
      if (content === undefined) throw RequestError.resourceNotFound(path);
      return { content };
    })
    .connect(clientEnd);
  await connection.agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: { fs: { readTextFile: true, writeTextFile: false } },
  });
  return {
    agent: connection.agent,
    side: {
      sessions: memory,
      prompts,
      read: async (sessionId, path) =>
        (await served.client.request(methods.client.fs.readTextFile, { sessionId, path })).content,
    },
    close: () => {
      connection.close();
      served.close();
    },
  };
};

// Owns: LangChain living a life: an agent with a middleware, and a graph with a node, over a checkpointer.
import type { BaseMessage } from '@langchain/core/messages';
import { AIMessage, HumanMessage, RemoveMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import type { BaseCheckpointSaver } from '@langchain/langgraph';
import { END, MemorySaver, MessagesAnnotation, REMOVE_ALL_MESSAGES, START, StateGraph } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { createAgent, createMiddleware, fakeModel } from 'langchain';
import type { SourceTag } from '../../../src/domain/message.js';
import type { LangChainContext } from '../../../src/hosts/langchain/index.js';
import { contextfold } from '../../../src/hosts/langchain/index.js';
import type { Home, Player, Read, Work } from '../life.js';
import { applyAll } from '../life.js';

/** What a run over a thread needs. */
export interface Setup {
  readonly context: LangChainContext;
  readonly model: ReturnType<typeof fakeModel>;
  readonly tools: readonly ReturnType<typeof readTool>[];
  readonly checkpointer: BaseCheckpointSaver;
}

/** A compiled graph, as far as a test needs it. */
export interface Graph {
  readonly invoke: (input: { messages: BaseMessage[] }, config: object) => Promise<{ messages: BaseMessage[] }>;
  readonly getState: (config: never) => Promise<{ values: { messages?: BaseMessage[] } }>;
  readonly updateState: (config: never, values: { messages: BaseMessage[] }, asNode: never) => Promise<unknown>;
  readonly nodes: Readonly<Record<string, unknown>>;
}

/** Something that makes a graph of a setup. */
export type Make = (setup: Setup) => Graph;

/** A tool that reads, and throws where the model was told so. */
export const readTool = (settled: () => void = () => undefined) =>
  tool(
    ({ fails }: { file_path: string; fails?: boolean }) => {
      settled();
      if (fails === true) throw new Error('There is no such file.');
      return 'The content.';
    },
    {
      name: 'read',
      description: 'Reads a file.',
      schema: { type: 'object', properties: { file_path: { type: 'string' } }, required: ['file_path'] } as const,
    },
  );

/** `createAgent` with a middleware. */
export const agent: Make = ({ context, model, tools, checkpointer }) => {
  const made = createAgent({ model, tools: [...tools], middleware: [createMiddleware(context)], checkpointer });
  return made.graph;
};

/** A graph with a node before that of the model. */
export const graph: Make = ({ context, model, tools, checkpointer }) =>
  new StateGraph(MessagesAnnotation)
    .addNode('context', context.beforeModel)
    .addNode('model', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
    .addNode('tools', new ToolNode([...tools]))
    .addEdge(START, 'context')
    .addEdge('context', 'model')
    .addConditionalEdges('model', ({ messages }) => {
      const last = messages.at(-1);
      return AIMessage.isInstance(last) && (last.tool_calls?.length ?? 0) > 0 ? 'tools' : END;
    })
    .addEdge('tools', 'context')
    .compile({ checkpointer });

let calls = 0;

const answerOf = (reads: readonly Read[]): AIMessage =>
  reads.length === 0
    ? new AIMessage('Done.')
    : new AIMessage({
        content: '',
        tool_calls: reads.map(({ read, fails }) => {
          calls += 1;
          return { name: 'read', id: `call-${calls}`, args: { file_path: read, ...(fails ? { fails } : {}) } };
        }),
      });

/** A model that makes these calls, then says that it is done. */
export const modelOf = (work: readonly Work[]): ReturnType<typeof fakeModel> => {
  const model = fakeModel();
  for (const { calls: reads } of [...work, { calls: [] }]) model.respond(() => answerOf(reads));
  return model;
};

/** All texts that a model was shown at one call. */
export const textsIn = (messages: readonly BaseMessage[]): readonly string[] =>
  messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? [content]
      : content.flatMap((block) => ('text' in block && typeof block.text === 'string' ? [block.text] : [])),
  );

const tagIn = (message: BaseMessage): readonly (readonly [string, SourceTag])[] => {
  const own = message.additional_kwargs['contextfold'] as { id?: string; source: SourceTag } | undefined;
  return own?.id === undefined ? [] : [[own.id, own.source]];
};

/** A player over a checkpointer; nothing else is kept. */
export const player = (make: Make, { cwd, ports, sources, files }: Home): Player => {
  const shown: (readonly BaseMessage[])[] = [];
  const checkpointer = new MemorySaver();
  const config = { configurable: { thread_id: 'thread' }, recursionLimit: 50 };
  let context = contextfold({ cwd, ports, sources });
  const idle = (): Graph => make({ context, model: fakeModel(), tools: [readTool()], checkpointer });
  return {
    turn: async (prompt, work) => {
      const pending = work.map(({ calls: reads }) => reads.length);
      let step = 0;
      const settled = (): void => {
        pending[step] = (pending[step] ?? 0) - 1;
        if (pending[step] !== 0) return;
        applyAll(files, work[step] ?? { calls: [] });
        step += 1;
      };
      const model = modelOf(work);
      const made = make({ context, model, tools: [readTool(settled)], checkpointer });
      await made.invoke({ messages: [new HumanMessage(prompt)] }, config);
      shown.push(...model.calls.map(({ messages }) => messages));
    },
    compact: async (what) => {
      const made = idle();
      const { messages = [] } = (await made.getState(config as never)).values;
      const isPrompt = (message: BaseMessage): boolean =>
        HumanMessage.isInstance(message) && Object.keys(message.additional_kwargs).length === 0;
      const kept = what === 'all' ? [] : messages.slice(messages.map(isPrompt).lastIndexOf(true));
      // As summarizationMiddleware does, the id included.
      const summary = new HumanMessage({
        content: 'What was said before, in short.',
        additional_kwargs: { lc_source: 'summarization' },
        ...(messages[0]?.id === undefined ? {} : { id: messages[0].id }),
      });
      const update = { messages: [new RemoveMessage({ id: REMOVE_ALL_MESSAGES }), summary, ...kept] };
      const asNode = ['model_request', 'model'].find((name) => name in made.nodes);
      await made.updateState(config as never, update, asNode as never);
    },
    resume: () => {
      context = contextfold({ cwd, ports, sources });
    },
    shown: () => shown.map(textsIn),
    tags: () => [...new Map(shown.flat().flatMap(tagIn)).values()],
  };
};

// Owns: the Agents SDK living a life: over a session that is wrapped, and over items that the embedder stores itself.
import type { AgentInputItem, Model, ModelRequest, ModelResponse, Session, StreamEvent } from '@openai/agents';
import { Agent, MemorySession, Runner, Usage, tool } from '@openai/agents';
import type { SourceTag } from '../../../src/domain/message.js';
import type { OpenAIAgentsContext } from '../../../src/hosts/openai-agents/index.js';
import { contextfold } from '../../../src/hosts/openai-agents/index.js';
import type { Home, Player, Read, Work } from '../life.js';
import { applyAll } from '../life.js';

let calls = 0;

type Output = Extract<StreamEvent, { readonly type: 'response_done' }>['response']['output'];

const outputOf = (reads: readonly Read[]): Output =>
  reads.length === 0
    ? [{ type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'Done.' }] }]
    : reads.map(({ read, fails }): Output[number] => {
        calls += 1;
        const args = JSON.stringify({ file_path: read, fails: fails === true });
        return { type: 'function_call', callId: `call-${calls}`, name: 'read', arguments: args, status: 'completed' };
      });

/** A model that answers as it is told and remembers what it was shown. */
export class ScriptedModel implements Model {
  readonly requests: (readonly AgentInputItem[])[] = [];
  readonly #work: readonly Work[];

  constructor(work: readonly Work[]) {
    this.#work = work;
  }

  #answer({ input }: ModelRequest): Output {
    const reads = this.#work[this.requests.length]?.calls ?? [];
    this.requests.push(structuredClone(typeof input === 'string' ? [{ role: 'user', content: input }] : input));
    return outputOf(reads);
  }

  getResponse(request: ModelRequest): Promise<ModelResponse> {
    return Promise.resolve({ usage: new Usage(), output: this.#answer(request) });
  }

  async *getStreamedResponse(request: ModelRequest): AsyncIterable<StreamEvent> {
    const output = await Promise.resolve(this.#answer(request));
    yield { type: 'response_started' };
    const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
    yield { type: 'response_done', response: { id: `response-${this.requests.length}`, usage, output } };
  }
}

/** A tool that reads, and throws where the model was told so; `watch` as the embedder uses it. */
export const readTool = (watch: OpenAIAgentsContext['watch'], settled: () => void = () => undefined) =>
  tool(
    watch({
      name: 'read',
      description: 'Reads a file.',
      strict: true as const,
      parameters: {
        type: 'object' as const,
        properties: { file_path: { type: 'string' as const }, fails: { type: 'boolean' as const } },
        required: ['file_path', 'fails'],
        additionalProperties: false as const,
      },
      // What an embedder tells the model of an error looks like any other result.
      errorFunction: () => 'Sorry.',
      execute: (input: unknown) => {
        settled();
        if ((input as { fails: boolean }).fails) throw new Error('There is no such file.');
        return 'The content.';
      },
    }),
  );

/** One conversation as an embedder keeps it. */
export interface Kept {
  readonly run: (prompt: string, model: Model, tools: readonly ReturnType<typeof readTool>[]) => Promise<void>;
  /** What is stored, as JSON. */
  readonly stored: () => Promise<string>;
}

/** Something that goes on with a conversation of which these items are stored. */
export type Open = (context: OpenAIAgentsContext, stored: string) => Kept;

const runner = new Runner({ tracingDisabled: true });
const itemsIn = (stored: string): AgentInputItem[] => JSON.parse(stored) as AgentInputItem[];
const agentOf = (model: Model, tools: readonly ReturnType<typeof readTool>[]) =>
  new Agent({ name: 'Reader', model, tools: [...tools] });

/** Over a wrapped session. */
export const withSession: Open = (context, stored) => {
  const inner = new MemorySession({ initialItems: itemsIn(stored) });
  const session: Session = context.session(inner);
  const { callModelInputFilter } = context;
  return {
    run: async (prompt, model, tools) => {
      await runner.run(agentOf(model, tools), prompt, { session, callModelInputFilter });
    },
    stored: async () => JSON.stringify(await inner.getItems()),
  };
};

/** The same, streamed. */
export const withStream: Open = (context, stored) => {
  const inner = new MemorySession({ initialItems: itemsIn(stored) });
  const session: Session = context.session(inner);
  const { callModelInputFilter } = context;
  return {
    run: async (prompt, model, tools) => {
      const options = { session, callModelInputFilter, stream: true } as const;
      const result = await runner.run(agentOf(model, tools), prompt, options);
      for await (const event of result) void event;
      await result.completed;
    },
    stored: async () => JSON.stringify(await inner.getItems()),
  };
};

/** Over items that the embedder stores itself. */
export const withHistory: Open = (context, before) => {
  let stored = before;
  const { callModelInputFilter } = context;
  return {
    run: async (prompt, model, tools) => {
      const input: AgentInputItem[] = [...itemsIn(stored), { role: 'user', content: prompt }];
      const result = await runner.run(agentOf(model, tools), input, { callModelInputFilter });
      stored = JSON.stringify(context.history(result.history));
    },
    stored: () => Promise.resolve(stored),
  };
};

interface Shown {
  readonly content?: string | readonly { readonly text?: string }[];
  readonly providerData?: { readonly contextfold?: { readonly id?: string; readonly source: SourceTag } };
  readonly role?: string;
}

/** All texts that a model was shown at one call. */
export const textsIn = (items: readonly AgentInputItem[]): readonly string[] =>
  (items as readonly Shown[]).flatMap(({ content = [] }) =>
    typeof content === 'string' ? [content] : content.flatMap(({ text }) => text ?? []),
  );

/** A player whose store holds JSON. */
export const player = (open: Open, { cwd, ports, sources, files }: Home): Player => {
  const shown: (readonly AgentInputItem[])[] = [];
  const tags = new Map<string, SourceTag>();
  let context = contextfold({ cwd, ports, sources });
  let kept = open(context, '[]');
  const storedItems = async (): Promise<AgentInputItem[]> => itemsIn(await kept.stored());
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
      const model = new ScriptedModel(work);
      await kept.run(prompt, model, [readTool(context.watch, settled)]);
      shown.push(...model.requests);
      for (const { providerData } of (await storedItems()) as readonly Shown[]) {
        const own = providerData?.contextfold;
        if (own?.id !== undefined) tags.set(own.id, own.source);
      }
    },
    compact: async (what) => {
      const items = (await storedItems()) as Shown[];
      const isPrompt = ({ role, providerData }: Shown): boolean => role === 'user' && !providerData?.contextfold;
      const rest = what === 'all' ? [] : items.slice(items.map(isPrompt).lastIndexOf(true));
      const summary = { role: 'user', content: 'What was said before, in short.' };
      kept = open(context, JSON.stringify([summary, ...rest]));
    },
    resume: async () => {
      context = contextfold({ cwd, ports, sources });
      kept = open(context, await kept.stored());
    },
    shown: () => shown.map(textsIn),
    tags: () => [...tags.values()],
  };
};

// Owns: the AI SDK living a life: its majors side by side, a fake model that answers as it is told, and a store that
// keeps nothing but JSON.
import * as ai5 from 'ai5';
import { MockLanguageModelV2 } from 'ai5/test';
import * as ai6 from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import * as ai7 from 'ai7';
import { MockLanguageModelV4 } from 'ai7/test';
import type { AiSdkContext, ModelMessageLike } from '../../../src/hosts/ai-sdk/index.js';
import { contextfold } from '../../../src/hosts/ai-sdk/index.js';
import type { SourceTag } from '../../../src/domain/message.js';
import type { Home, Player, Read, Work } from '../life.js';
import { applyAll } from '../life.js';

/** What the fake model was shown and what it answers. */
interface Script {
  readonly prompts: unknown[];
  readonly next: () => readonly Read[];
}

type Generated = Awaited<ReturnType<InstanceType<typeof MockLanguageModelV3>['doGenerate']>>;

let calls = 0;

const generated = ({ prompts, next }: Script, prompt: unknown): Generated => {
  prompts.push(structuredClone(prompt));
  const content = next().map(({ read, fails }) => {
    calls += 1;
    const input = JSON.stringify({ file_path: read, ...(fails === true ? { fails } : {}) });
    return { type: 'tool-call' as const, toolCallId: `call-${calls}`, toolName: 'read', input };
  });
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  const finish = content.length > 0 ? 'tool-calls' : 'stop';
  return {
    content: content.length > 0 ? content : [{ type: 'text', text: 'Done.' }],
    finishReason: { unified: finish, raw: finish },
    usage,
    warnings: [],
  } as unknown as Generated;
};

/** The 5 names a reason and counts tokens in its own way. */
const asV2 = ({ content, finishReason }: Generated): never =>
  ({
    content,
    finishReason: finishReason.unified,
    usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
    warnings: [],
  }) as never;

const parts = ({ content, finishReason, usage }: Generated): readonly unknown[] => [
  { type: 'stream-start', warnings: [] },
  ...content.flatMap((part): readonly unknown[] =>
    part.type === 'text'
      ? [
          { type: 'text-start', id: '1' },
          { type: 'text-delta', id: '1', delta: part.text },
          { type: 'text-end', id: '1' },
        ]
      : [part],
  ),
  { type: 'finish', finishReason, usage },
];

/** A major of the SDK, as far as a test needs it. */
export interface Major {
  readonly name: string;
  readonly sdk: typeof ai6;
  readonly model: (script: Script) => ai6.LanguageModel;
}

const streamOf = (answer: Generated) => ({ stream: ai6.simulateReadableStream({ chunks: [...parts(answer)] }) });

/** The majors that are supported. They are typed as the 6, which the binding does not know of either. */
export const MAJORS: readonly Major[] = [
  {
    name: 'ai 5',
    sdk: ai5 as unknown as typeof ai6,
    model: (script) =>
      new MockLanguageModelV2({
        doGenerate: ({ prompt }) => Promise.resolve(asV2(generated(script, prompt))),
        doStream: ({ prompt }) => Promise.resolve(streamOf(asV2(generated(script, prompt))) as never),
      }),
  },
  {
    name: 'ai 6',
    sdk: ai6,
    model: (script) =>
      new MockLanguageModelV3({
        doGenerate: ({ prompt }) => Promise.resolve(generated(script, prompt)),
        doStream: ({ prompt }) => Promise.resolve(streamOf(generated(script, prompt)) as never),
      }),
  },
  {
    name: 'ai 7',
    sdk: ai7 as unknown as typeof ai6,
    model: (script) =>
      new MockLanguageModelV4({
        doGenerate: ({ prompt }) => Promise.resolve(generated(script, prompt) as never),
        doStream: ({ prompt }) => Promise.resolve(streamOf(generated(script, prompt)) as never),
      }) as unknown as ai6.LanguageModel,
  },
];

/** A tool that reads, and throws where the model was told so. */
export const toolsOf = ({ tool, jsonSchema }: typeof ai6, settled: () => void = () => undefined) => ({
  read: tool({
    inputSchema: jsonSchema<{ file_path: string; fails?: true }>({ type: 'object' }),
    execute: async ({ fails }) => {
      await Promise.resolve();
      settled();
      if (fails === true) throw new Error('There is no such file.');
      return 'The content.';
    },
  }),
});

/** A script of one turn: what it is asked for after its last work is a mere answer. */
export const scriptOf = (work: readonly Work[], prompts: unknown[] = []): Script => {
  let step = 0;
  return {
    prompts,
    next: () => {
      step += 1;
      return work[step - 1]?.calls ?? [];
    },
  };
};

interface Shown {
  readonly role: string;
  readonly content: string | readonly { readonly text?: string }[];
}

/** All texts of a prompt as a model was given it. */
export const textsIn = (prompt: unknown): readonly string[] =>
  (prompt as readonly Shown[]).flatMap(({ content }) =>
    typeof content === 'string' ? [content] : content.flatMap(({ text }) => text ?? []),
  );

/** The source tags of ours in a list of prompts, each message's once. */
export const tagsIn = (prompts: readonly unknown[]): readonly SourceTag[] => {
  const tags = new Map<unknown, SourceTag>();
  for (const { providerOptions } of prompts.flat() as readonly ModelMessageLike[]) {
    const own = (providerOptions as { contextfold?: { id?: string; source: SourceTag } } | undefined)?.contextfold;
    if (own?.id !== undefined) tags.set(own.id, own.source);
  }
  return [...tags.values()];
};

/** The 7 keeps the messages of all steps beside the response, which is the last step's alone. */
const answersOf = async (result: {
  readonly response: PromiseLike<{ readonly messages: readonly ModelMessageLike[] }> | { readonly messages: unknown };
  readonly responseMessages?: unknown;
}): Promise<readonly ModelMessageLike[]> =>
  ((await result.responseMessages) ?? (await result.response).messages) as readonly ModelMessageLike[];

/** Something that runs one turn over a history and gives what came of it. */
export type Run = (
  major: Major,
  context: AiSdkContext,
  messages: ai6.ModelMessage[],
  script: Script,
  tools: ReturnType<typeof toolsOf>,
) => Promise<readonly ModelMessageLike[]>;

/** `generateText` over messages. */
export const generate: Run = async ({ sdk, model }, { prepareStep }, messages, script, tools) => {
  const stopWhen = sdk.stepCountIs(9);
  const result = await sdk.generateText({ model: model(script), messages, tools, stopWhen, prepareStep });
  return answersOf(result);
};

/** `streamText` over messages. */
export const stream: Run = async ({ sdk, model }, { prepareStep }, messages, script, tools) => {
  const stopWhen = sdk.stepCountIs(9);
  const result = sdk.streamText({ model: model(script), messages, tools, stopWhen, prepareStep });
  await result.consumeStream();
  return answersOf(result);
};

/** A `ToolLoopAgent`; in the 5 it was called `Experimental_Agent`. */
export const agent: Run = async ({ sdk, model }, { prepareStep }, messages, script, tools) => {
  const Agent = sdk.ToolLoopAgent ?? sdk.Experimental_Agent;
  const loop = new Agent({ model: model(script), tools, stopWhen: sdk.stepCountIs(9), prepareStep });
  return answersOf(await loop.generate({ messages }));
};

/** A player whose store holds what `history` gives. */
export const player = (major: Major, run: Run, { cwd, ports, sources, files }: Home): Player => {
  const prompts: unknown[] = [];
  let stored = '[]';
  let context = contextfold({ cwd, ports, sources });
  return {
    turn: async (prompt, work) => {
      const messages = [...(JSON.parse(stored) as ai6.ModelMessage[]), { role: 'user' as const, content: prompt }];
      const pending = work.map(({ calls }) => calls.length);
      let step = 0;
      const settled = (): void => {
        pending[step] = (pending[step] ?? 0) - 1;
        if (pending[step] !== 0) return;
        applyAll(files, work[step] ?? { calls: [] });
        step += 1;
      };
      const answers = await run(major, context, messages, scriptOf(work, prompts), toolsOf(major.sdk, settled));
      stored = JSON.stringify(context.history([...messages, ...answers]));
    },
    compact: (what) => {
      const messages = JSON.parse(stored) as ModelMessageLike[];
      const isPrompt = ({ role, providerOptions }: ModelMessageLike): boolean =>
        role === 'user' && providerOptions === undefined;
      const kept = what === 'all' ? [] : messages.slice(messages.map(isPrompt).lastIndexOf(true));
      stored = JSON.stringify([{ role: 'user', content: 'What was said before, in short.' }, ...kept]);
    },
    resume: () => {
      context = contextfold({ cwd, ports, sources });
    },
    shown: () => prompts.map(textsIn),
    tags: () => tagsIn(prompts),
  };
};

// Owns: the round trip of our messages through UI messages, with the SDK's own conversion.
import type { ModelMessage, UIMessage } from 'ai';
import { describe, expect, test } from 'vitest';
import { UI_PART, contextfold, fromUI, intoUI } from '../../../src/hosts/ai-sdk/index.js';
import { home } from '../life.js';
import { MAJORS, scriptOf, textsIn, toolsOf } from './player.js';

type Sdk = (typeof MAJORS)[number]['sdk'];

const modelMessagesOf = async (sdk: Sdk, messages: readonly UIMessage[]): Promise<ModelMessage[]> =>
  await sdk.convertToModelMessages(fromUI(messages));

describe.each(MAJORS)('$name', ({ sdk, model }) => {
  /** One request of a chat: what is stored comes in, what is to be stored goes out. */
  const request = async (
    stored: string,
    text: string,
    context = contextfold(home()),
    work = [{ calls: [{ read: 'lib/a.ts' }] }],
  ): Promise<{ readonly stored: string; readonly shown: readonly (readonly string[])[] }> => {
    const prompts: unknown[] = [];
    const messages: UIMessage[] = [
      ...(JSON.parse(stored) as UIMessage[]),
      { id: text, role: 'user', parts: [{ type: 'text', text }] },
    ];
    const result = sdk.streamText({
      model: model(scriptOf(work, prompts)),
      messages: await modelMessagesOf(sdk, messages),
      tools: toolsOf(sdk),
      stopWhen: sdk.stepCountIs(9),
      prepareStep: context.prepareStep,
    });
    const finished = new Promise<UIMessage[]>((resolve) => {
      const stream = result.toUIMessageStream({
        originalMessages: messages,
        onFinish: ({ messages: all }) => resolve(all),
      });
      void (async () => {
        for await (const chunk of stream) void chunk;
      })();
    });
    const all = await finished;
    const history = context.history(await modelMessagesOf(sdk, all));
    return { stored: JSON.stringify(intoUI(all, history)), shown: prompts.map(textsIn) };
  };

  test('what was said stands in the stored messages and is not said again by another process (A13)', async () => {
    const first = await request('[]', 'Hello.');
    const kinds = (JSON.parse(first.stored) as UIMessage[]).map(({ parts }) => parts.map(({ type }) => type));
    expect(kinds).toEqual([
      ['text', UI_PART],
      ['step-start', 'tool-read', UI_PART, 'step-start', 'text'],
    ]);
    const second = await request(first.stored, 'More.');
    expect(second.shown[0]).toEqual([...(first.shown.at(-1) ?? []), 'Done.', 'More.']);
    expect(second.shown.at(-1)).toEqual(second.shown[0]);
  });

  test('storing what was stored before changes nothing', async () => {
    const { stored } = await request('[]', 'Hello.');
    const messages = JSON.parse(stored) as UIMessage[];
    const history = await modelMessagesOf(sdk, messages);
    expect(intoUI(messages, history)).toEqual(messages);
  });
});

test('what stands before a person’s message becomes its first part', () => {
  const own = (id: string): ModelMessage => ({
    role: 'user',
    content: [{ type: 'text', text: id }],
    providerOptions: { contextfold: { id, source: { kind: 'plugin' } } },
  });
  const said: ModelMessage = { role: 'user', content: 'Hello.' };
  const ui: UIMessage = { id: '1', role: 'user', parts: [{ type: 'text', text: 'Hello.' }] };
  const [message] = intoUI([ui], [own('lead'), said, own('tail')]);
  expect(message?.parts.map((part) => ('id' in part ? part.id : part.type))).toEqual(['lead', 'text', 'tail']);
  expect(fromUI([message!]).map(({ id }) => id)).toEqual(['lead', '1', 'tail']);
});

test('parts of ours that are malformed are left out (F8)', () => {
  const parts = [
    { type: UI_PART, data: 'odd' },
    { type: UI_PART, data: { id: 'x', source: { kind: 'k' } } },
    { type: UI_PART, data: { source: { kind: 'k' }, texts: ['t'] } },
    { type: 'text', text: 'Hello.' },
  ];
  expect(fromUI([{ id: '1', role: 'user', parts }])).toEqual([
    { id: '1', role: 'user', parts: [{ type: 'text', text: 'Hello.' }] },
  ]);
});

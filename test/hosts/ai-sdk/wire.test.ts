// Owns: what leaves the process: a real provider of the AI SDK over a real socket.
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, stepCountIs } from 'ai';
import { expect, test } from 'vitest';
import { contextfold } from '../../../src/hosts/ai-sdk/index.js';
import { home } from '../life.js';
import { expectNoProvenance, loopback } from '../loopback.js';
import { MAJORS, toolsOf } from './player.js';

test('provenance never reaches the provider', async () => {
  const server = await loopback([[{ read: 'lib/a.ts' }]]);
  try {
    const { prepareStep, history } = contextfold(home());
    const model = createOpenAI({ baseURL: server.baseURL, apiKey: 'none' }).chat('fake');
    const tools = toolsOf(MAJORS[1]!.sdk);
    const messages = [{ role: 'user' as const, content: 'Hello.' }];
    const first = await generateText({ model, messages, tools, stopWhen: stepCountIs(5), prepareStep });
    const stored = history([...messages, ...first.response.messages]);
    expect(JSON.stringify(stored)).toContain('"contextfold"');
    await generateText({ model, messages: [...stored, { role: 'user', content: 'More.' }], tools, prepareStep });
    expect(server.bodies).toHaveLength(3);
    expectNoProvenance(server, ['Write tests first.', 'The library has no state.', 'More.']);
  } finally {
    await server.close();
  }
});

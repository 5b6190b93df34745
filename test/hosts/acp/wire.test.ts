// Owns: what an agent behind ACP hands on to its provider of what we added to a prompt.
import type { ContentBlock } from '@agentclientprotocol/sdk';
import { methods } from '@agentclientprotocol/sdk';
import { afterEach, expect, test } from 'vitest';
import { contextfold } from '../../../src/hosts/acp/index.js';
import { home } from '../life.js';
import { expectNoProvenance, loopback } from '../loopback.js';
import { connect } from './connection.js';

const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** As agents put blocks into a request: what is text as text, what is not by its name. */
const partOf = (block: ContentBlock): object => ({
  type: 'text',
  text: block.type === 'text' ? block.text : block.type === 'resource_link' ? block.uri : block.type,
});

test('an agent’s provider gets our texts and nothing that only we need', async () => {
  const server = await loopback([]);
  closing.push(server.close);
  const context = contextfold(home());
  const askModel = async (blocks: readonly ContentBlock[]): Promise<void> => {
    const messages = [{ role: 'user', content: blocks.map(partOf) }];
    await fetch(`${server.baseURL}/chat/completions`, { method: 'POST', body: JSON.stringify({ messages }) });
  };
  const reading = [
    { sessionUpdate: 'tool_call', toolCallId: 'c', title: 'Read', kind: 'read', status: 'pending' },
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c',
      status: 'completed',
      locations: [{ path: '/repo/lib/a.ts' }],
    },
  ] as const;
  const connection = await connect(
    (prompt) => (prompt === 1 ? reading.map((update) => structuredClone(update) as never) : []),
    { update: context.observe },
    undefined,
    askModel,
  );
  closing.push(connection.close);
  const { sessionId } = await connection.agent.request(methods.agent.session.new, { cwd: '/repo', mcpServers: [] });
  context.open(sessionId, '/repo');
  for (const text of ['Hello.', 'More.']) {
    await context.prompt({ sessionId, prompt: [{ type: 'text', text }] }, (request) =>
      connection.agent.request(methods.agent.session.prompt, request as never),
    );
  }
  expectNoProvenance(server, ['Write tests first.', 'The library has no state.', 'More.']);
  expect(server.bodies).toHaveLength(2);
  // Whatever an agent does with blocks: ours are plain texts, and all else stands in the field that is reserved for it.
  const ours = connection.side.prompts.flat().filter(({ _meta }) => _meta !== undefined);
  expect(ours).not.toEqual([]);
  for (const block of ours) {
    expect(Object.keys(block).sort()).toEqual(['_meta', 'text', 'type']);
    expect(Object.keys(block._meta ?? {})).toEqual(['contextfold']);
  }
});

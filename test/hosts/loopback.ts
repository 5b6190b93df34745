// Owns: a provider on this machine that speaks OpenAI's chat completions, remembers each request as it came over the
// wire and answers as it is told.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import type { Read } from './life.js';

/** A provider that listens. */
export interface Loopback {
  readonly baseURL: string;
  /** The bodies of all requests, in order. */
  readonly bodies: readonly string[];
  readonly close: () => Promise<void>;
}

const answerOf = (calls: readonly Read[], count: number): object => ({
  id: `answer-${count}`,
  object: 'chat.completion',
  created: 0,
  model: 'fake',
  choices: [
    {
      index: 0,
      finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
      message: {
        role: 'assistant',
        content: calls.length > 0 ? null : 'Done.',
        ...(calls.length === 0
          ? {}
          : {
              tool_calls: calls.map(({ read }, index) => ({
                id: `call-${count}-${index}`,
                type: 'function',
                function: { name: 'read', arguments: JSON.stringify({ file_path: read }) },
              })),
            }),
      },
    },
  ],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

/** Listens, and answers its requests with these calls one after the other; with mere words when there are no more. */
export const loopback = async (answers: readonly (readonly Read[])[]): Promise<Loopback> => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString('utf8'));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answerOf(answers[bodies.length - 1] ?? [], bodies.length)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    bodies,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** What the messages of a request may hold. */
const WIRE_FIELDS = ['role', 'content', 'tool_calls', 'tool_call_id', 'name', 'refusal'];

/** Expects that the model got our texts and nothing that only we need. */
export const expectNoProvenance = ({ bodies }: Loopback, texts: readonly string[]): void => {
  expect(bodies).not.toEqual([]);
  for (const body of bodies) {
    expect(body).not.toMatch(/contextfold|agent-instructions|baselineIdentity|changes|digest/u);
    const { messages } = JSON.parse(body) as { readonly messages: readonly object[] };
    for (const message of messages) expect(WIRE_FIELDS).toEqual(expect.arrayContaining(Object.keys(message)));
  }
  for (const text of texts) expect(bodies.at(-1)).toContain(text);
};

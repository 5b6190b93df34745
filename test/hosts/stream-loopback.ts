// Owns: a provider on this machine that streams OpenAI's chat completions, remembers each request as it came over the
// wire and answers as it is told.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Loopback } from './loopback.js';

/** A call that the model makes. */
export interface WireCall {
  readonly name: string;
  readonly arguments: object;
}

/** What the model answers to a request: calls, or mere words when there are none. */
export type WireAnswer = (body: string) => readonly WireCall[];

const deltasOf = (calls: readonly WireCall[], count: number): readonly object[] => [
  { role: 'assistant', content: calls.length > 0 ? null : 'Done.' },
  ...calls.map(({ name, arguments: args }, index) => ({
    tool_calls: [
      { index, id: `call-${count}-${index}`, type: 'function', function: { name, arguments: JSON.stringify(args) } },
    ],
  })),
];

const chunksOf = (calls: readonly WireCall[], count: number): readonly object[] => {
  const chunk = { id: `answer-${count}`, object: 'chat.completion.chunk', created: 0, model: 'fake' };
  const reason = calls.length > 0 ? 'tool_calls' : 'stop';
  return [
    ...deltasOf(calls, count).map((delta) => ({ ...chunk, choices: [{ index: 0, delta, finish_reason: null }] })),
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: reason }] },
    { ...chunk, choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } },
  ];
};

/** Listens; what it answers to each request is told by `answer`. */
export const streamLoopback = async (answer: WireAnswer): Promise<Loopback> => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString('utf8');
      bodies.push(body);
      response.setHeader('content-type', 'text/event-stream');
      for (const chunk of chunksOf(answer(body), bodies.length)) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
      response.end('data: [DONE]\n\n');
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

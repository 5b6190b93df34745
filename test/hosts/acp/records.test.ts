// Owns: what is kept of a session that is seen from outside: which records, under which ids, and what becomes of them.
import { expect, test } from 'vitest';
import type { AcpRecord } from '../../../src/hosts/acp/index.js';
import { contextfold } from '../../../src/hosts/acp/index.js';
import { home } from '../life.js';

const clock = { now: () => 5, zone: () => 'UTC' };

const opened = (history?: readonly AcpRecord[], ports: object = { clock }) => {
  const at = home();
  const acp = contextfold({ ...at, sources: [], ports: { ...at.ports, ...ports } });
  acp.open('s', '/repo', history);
  return acp;
};
const hello = { sessionId: 's', prompt: [{ type: 'text', text: 'Hi' }] };
const said = (id: string, more: object = { time: 5 }): object => ({ kind: 'said', id, blocks: hello.prompt, ...more });
const answer = { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk' } };
const echo = { sessionId: 's', update: { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'Hi' } } };

test('a prompt and its answer are kept, each under an id of its own and with its time', async () => {
  const acp = opened();
  expect(await acp.prompt(hello, (request) => Promise.resolve(request))).toEqual(hello);
  expect(acp.history('s')).toEqual([said('prompt-1'), { kind: 'answered', id: 'answer-2', time: 5 }]);
  await acp.prompt(hello, () => Promise.resolve(acp.observe(answer)));
  expect(acp.history('s').slice(2)).toEqual([said('prompt-3'), { kind: 'answered', id: 'update-4', time: 5 }]);
  expect(acp.log('s').length).toBeGreaterThan(0);
});

test('without a clock nothing has a time', async () => {
  const acp = opened([], { clock: undefined });
  acp.observe(answer);
  await acp.prompt(hello, () => Promise.resolve());
  expect(acp.history('s')).toEqual([
    { kind: 'answered', id: 'update-1' },
    said('prompt-2', {}),
    { kind: 'answered', id: 'answer-3' },
  ]);
});

test('an id that an earlier process gave is not given again', () => {
  const acp = opened([
    { kind: 'answered', id: 'x' },
    { kind: 'compacted', id: 'forgotten-1' },
  ]);
  acp.forget('s');
  expect(acp.history('s')).toEqual([{ kind: 'compacted', id: 'forgotten-2' }]);
});

test('an echo counts only while no prompt is on its way', async () => {
  const acp = opened();
  await acp.prompt(hello, () => Promise.resolve(acp.observe(echo)));
  expect(acp.history('s').map(({ kind }) => kind)).toEqual(['said', 'answered']);
  acp.observe(echo);
  expect(acp.history('s').map(({ kind }) => kind)).toEqual(['said', 'answered', 'said']);
});

test('a prompt that fails leaves what was there, and what came meanwhile', async () => {
  const acp = opened();
  const failing = (): Promise<void> => {
    acp.observe({ sessionId: 's', update: { sessionUpdate: 'tool_call', toolCallId: 'c' } as never });
    return Promise.reject(new Error('gone'));
  };
  await expect(acp.prompt(hello, failing)).rejects.toThrow('gone');
  expect(acp.history('s').map(({ kind }) => kind)).toEqual(['called']);
  acp.observe(echo);
  expect(acp.history('s').map(({ kind }) => kind)).toEqual(['called', 'said']);
});

test('a session that is not open is let through, and nothing is kept of it', async () => {
  const acp = opened();
  const other = { ...hello, sessionId: 'other' };
  expect(await acp.prompt(other, (request) => Promise.resolve(request))).toBe(other);
  acp.observe({ ...answer, sessionId: 'other' });
  acp.forget('other');
  expect([acp.history('other'), acp.log('other')]).toEqual([[], []]);
  await acp.prompt(hello, () => Promise.resolve());
  acp.close('s');
  expect([acp.history('s'), acp.log('s')]).toEqual([[], []]);
});

// Owns: examples of what of a surface is conversation.
import { expect, test } from 'vitest';
import type { LogEvent } from '../../../src/domain/log-event.js';
import { project } from '../../../src/sources/session-reference/project.js';
import { assistantSaid, userSaid } from './given.js';

const user = (text: string, checkpoint = false): unknown => ({ role: 'user', text, checkpoint });
const assistant = (text: string): unknown => ({ role: 'assistant', text, checkpoint: false });

test('S4 direct messages, assistant text and checkpoints are told, in surface order', () => {
  const visible = [
    userSaid('what was before', { kind: 'plugin', plugin: 'compact', compactionId: 'c1' }),
    userSaid('and before that', { kind: 'plugin', plugin: 'dsh-compaction' }),
    userSaid('a question', { kind: 'user', rpcId: '1' }),
    assistantSaid('an answer'),
  ];
  expect(project(visible)).toEqual([
    user('what was before', true),
    user('and before that', true),
    user('a question'),
    assistant('an answer'),
  ]);
});

test.each<[string, LogEvent]>([
  ['a tool result', { type: 'tool/result', data: { message: { content: [{ type: 'tool-result', content: 'x' }] } } }],
  ['injected context', userSaid('x', { kind: 'agent-instructions', version: 1 })],
  ['another snapshot', userSaid('x', { kind: 'session-reference', version: 1, references: [] })],
  ['a plugin of another name', userSaid('x', { kind: 'plugin', plugin: 'time-context' })],
  ['a kind that is named like a checkpoint', userSaid('x', { kind: 'dsh-compaction' })],
  ['reasoning', assistantSaid([{ type: 'reasoning', text: 'x' }])],
  ['a tool call', assistantSaid([{ type: 'tool-call', id: 'c1', name: 'read' }])],
  ['an image', userSaid([{ type: 'image', text: 'x' }])],
  ['an empty text', userSaid('')],
  ['empty text blocks', userSaid([{ type: 'text', text: '' }, { type: 'text', text: '' }])],
  ['no blocks', assistantSaid([])],
  ['data of another shape', { type: 'assistant/message', data: { message: 'x' }, surfaceOp: 'append' }],
])('S4 %s is not told', (_, event) => {
  expect(project([event])).toEqual([]);
});

test('S4 several text blocks are joined by a line feed, other blocks are passed over', () => {
  const content = [
    { type: 'text', text: 'one' },
    { type: 'image', data: 'AA==' },
    { type: 'text', text: '' },
    { type: 'text', text: 'two' },
  ];
  expect(project([userSaid(content), assistantSaid(content)])).toEqual([user('one\n\ntwo'), assistant('one\n\ntwo')]);
});

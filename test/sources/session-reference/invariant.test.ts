// Owns: the table of what makes a session-reference message one that could not have been written where it stands.
import { describe, expect, test } from 'vitest';
import { validate } from '../../../src/core/invariant.js';
import type { LogEvent } from '../../../src/domain/log-event.js';
import type { UserMessage } from '../../../src/domain/message.js';
import { textOf } from '../../../src/domain/message.js';
import type { Violation } from '../../../src/domain/violation.js';
import { formatMention, sessionReferenceInvariant } from '../../../src/sources/session-reference/index.js';
import { assistantSaid, considered, message, self, surface, userSaid } from './given.js';

const mention = (sessionId: string, label: string): string => formatMention('dsh-session', { sessionId, label });

const checkpoint = { kind: 'plugin', plugin: 'compact' };

const sessions = {
  s2: surface('s2', [userSaid('a <question>'), assistantSaid('an answer')]),
  s3: surface('s3', [userSaid('c'.repeat(300), checkpoint), userSaid('dropped'), userSaid('n'.repeat(300))]),
  s4: surface('s4', [userSaid('c'.repeat(300), checkpoint), userSaid('n'.repeat(300))]),
};

/** A direct message and the snapshot of the sessions that it refers to, as a batch logs them. */
const batchOf = (text: string): readonly LogEvent[] => {
  const [rewrite] = considered([message(text, { kind: 'user' }, 'm1')], sessions, { maxReferenceBytes: 500 }).value
    .rewrites ?? [];
  const [draft] = rewrite?.after ?? [];
  const logged = (data: unknown): LogEvent => ({ type: 'user/message', data, surfaceOp: 'append' });
  return [logged(rewrite?.message), logged({ id: 'm2', role: 'user', ...draft })];
};

const [direct, snapshot] = batchOf(
  `${mention('s2', 'two')} ${mention('s3', 'three')} ${mention('s4', 'four')}`,
) as readonly [LogEvent, LogEvent];
const data = snapshot.data as UserMessage;
const text = textOf(data.content);

const opening: readonly LogEvent[] = [
  { type: 'session/start', data: { reason: 'startup' } },
  { type: 'turn/start', data: { turn: 1 } },
  { type: 'step/start', data: { turn: 1, step: 1 } },
];

const judged = (event: LogEvent, history: readonly LogEvent[] = [...opening, direct]): readonly Violation[] =>
  validate(sessionReferenceInvariant, self)(history, event);

const rulesOf = (violations: readonly Violation[]): readonly string[] => [
  ...new Set(violations.map(({ rule }) => rule.replace('session-reference/', ''))),
];

type Fields = Readonly<Record<string, unknown>>;

const withData = (changed: Fields): LogEvent => ({ ...snapshot, data: { ...data, ...changed } });
const withSource = (changed: Fields): LogEvent => withData({ source: { ...data.source, ...changed } });

const references = data.source['references'] as readonly Fields[];
const withReference = (index: number, changed: Fields): LogEvent =>
  withSource({ references: references.map((record, at) => (at === index ? { ...record, ...changed } : record)) });

const withText = (changed: string): LogEvent => withData({ content: [{ type: 'text', text: changed }] });
const withJson = (change: (sessions: Fields[]) => unknown): LogEvent => {
  const [open = '', json = ''] = text.split('\n[');
  const [array = ''] = `[${json}`.split('\n</');
  const changed = JSON.stringify(change(JSON.parse(array) as Fields[])).replaceAll('<', '\\u003c');
  return withText(`${open}\n${changed}\n</referenced-sessions>`);
};
const withSession = (index: number, changed: Fields): LogEvent =>
  withJson((told) => told.map((session, at) => (at === index ? { ...session, ...changed } : session)));

test('I1 what the source wrote has no violation', () => {
  const cutOnly = { omittedMessages: 0, truncated: true };
  expect(references).toMatchObject([{ truncated: false }, { omittedMessages: 1 }, cutOnly]);
  expect(judged(snapshot)).toEqual([]);
  expect(judged(withJson((told) => told))).toEqual([]);
  expect(judged(withData({ content: text }))).toEqual([]);
});

describe('I1 source: the exact shape', () => {
  test.each<[string, LogEvent]>([
    ['no version', withData({ source: { kind: 'session-reference', references } })],
    ['a version that is no number', withSource({ version: '1' })],
    ['a field too many', withSource({ form: 'recall' })],
    ['references that are no list', withSource({ references: {} })],
    ['a reference that is no object', withSource({ references: ['s2'] })],
    ['a reference with a field too many', withReference(0, { cwd: '/repo' })],
    ...Object.keys(references[0] ?? {}).flatMap((key): readonly [string, LogEvent][] => [
      [`a reference without ${key}`, withReference(0, { [key]: undefined })],
      [`a reference whose ${key} has another type`, withReference(0, { [key]: [] })],
    ]),
    ['a negative count', withReference(0, { omittedBytes: -1 })],
    ['a count that is no integer', withReference(0, { originalMessages: 2.5 })],
  ])('%s', (_, event) => {
    // What JSON cannot hold is not in a log.
    expect(rulesOf(judged(JSON.parse(JSON.stringify(event)) as LogEvent))).toEqual(['source']);
  });
});

describe('I1 each single field of a record, changed alone, is caught', () => {
  test.each<[string, LogEvent, readonly string[]]>([
    ['sessionId', withReference(0, { sessionId: 's9' }), ['agreement']],
    ['sessionId, to that of another', withReference(0, { sessionId: 's3' }), ['references', 'agreement']],
    ['sessionId, to oneself', withReference(0, { sessionId: 'self' }), ['references', 'agreement']],
    ['label', withReference(0, { label: 'twain' }), ['agreement', 'place']],
    ['capturedThroughSeq', withReference(0, { capturedThroughSeq: 9 }), ['agreement']],
    ['capturedThroughSeq, to none', withReference(0, { capturedThroughSeq: null }), ['record', 'agreement']],
    ['compacted, where a text was cut and none dropped', withReference(2, { compacted: false }), ['record']],
    ['originalMessages', withReference(0, { originalMessages: 3 }), ['record']],
    ['retainedMessages', withReference(0, { retainedMessages: 1 }), ['record', 'agreement']],
    ['omittedMessages', withReference(1, { omittedMessages: 2 }), ['record']],
    ['omittedBytes, of nothing', withReference(0, { omittedBytes: 1 }), ['record', 'agreement']],
    ['omittedBytes, of cuts', withReference(2, { omittedBytes: 1 }), ['agreement']],
    ['omittedBytes, fewer than messages', withReference(1, { omittedBytes: 0, truncated: false }), ['record']],
    ['truncated', withReference(0, { truncated: true }), ['record']],
    ['inputIndex', withReference(0, { inputIndex: 1 }), ['record']],
  ])('%s', (_, event, rules) => {
    expect(rulesOf(judged(event))).toEqual(rules);
  });

  test('no reference, and more than any setting allows', () => {
    expect(rulesOf(judged(withSource({ references: [] })))).toContain('references');
    const fourth = { ...references[0], sessionId: 's5', inputIndex: 3 };
    expect(rulesOf(judged(withSource({ references: [...references, fourth] })))).toContain('references');
  });

  test('messages of which none is retained', () => {
    const none = { originalMessages: 1, retainedMessages: 0, omittedMessages: 1, omittedBytes: 9, truncated: true };
    expect(rulesOf(judged(withReference(0, none)))).toContain('record');
  });
});

describe('I1 message and frame', () => {
  test.each<[string, LogEvent, string]>([
    ['no id', withData({ id: undefined }), 'message'],
    ['another role', withData({ role: 'assistant' }), 'message'],
    ['no content', withData({ content: undefined }), 'message'],
    ['two blocks', withData({ content: [{ type: 'text', text }, { type: 'text', text: '' }] }), 'message'],
    ['a block that is no text', withData({ content: [{ type: 'image', text }] }), 'message'],
    ['another heading', withText(text.replace('## Referenced', '# Referenced')), 'frame'],
    ['another warning', withText(text.replace('untrusted', 'trusted')), 'frame'],
    ['something before it', withText(` ${text}`), 'frame'],
    ['something behind it', withText(`${text}\n`), 'frame'],
    ['no closing tag', withText(text.replace('\n</referenced-sessions>', '')), 'frame'],
    ['no JSON', withText(text.replace('[{', '[')), 'json'],
    ['white space in the JSON', withText(text.replace('[{', '[ {')), 'json'],
    ['a `<` that is not escaped', withText(text.replace('\\u003cquestion', '<question')), 'json'],
    ['another escape for the same character', withText(text.replace('an answer', '\\u0061n answer')), 'json'],
    ['a key twice', withText(text.replace('{"sessionId"', '{"sessionId":"s2","sessionId"')), 'json'],
    ['keys in another order', withJson((told) => told.map(({ label, ...rest }) => ({ ...rest, label }))), 'json'],
    ['a field too many', withSession(0, { createdAt: 0 }), 'json'],
    ['a cwd of another type', withSession(0, { cwd: 0 }), 'json'],
    ['another role in it', withSession(0, { conversation: [{ role: 'tool', text: 'x' }] }), 'json'],
    ['no list', withJson((told) => told[0]), 'json'],
  ])('%s', (_, event, rule) => {
    expect(rulesOf(judged(event))).toEqual([rule]);
  });
});

describe('I1 source and JSON agree', () => {
  const saying = (role: string, ...texts: string[]): Fields => ({
    conversation: texts.map((said) => ({ role, text: said })),
  });

  test.each<[string, LogEvent]>([
    ['another session', withSession(0, { sessionId: 's9' })],
    ['another label', withSession(0, { label: 'twain' })],
    ['another seq', withSession(0, { capturedThroughSeq: null })],
    ['a message more', withSession(0, saying('user', 'x', 'y', 'z'))],
    ['a message without text', withSession(0, saying('user', '', 'x'))],
    ['a session less', withJson((told) => told.slice(1))],
    ['a session more', withJson((told) => [...told, told[0]])],
    ['sessions in another order', withJson((told) => [told[1], told[0], told[2]])],
    ['no checkpoint of a compacted session', withSession(1, saying('assistant', 'x', 'y'))],
    ['a notice with another number', withText(text.replace(/\d+( bytes omitted …\](?!.*omitted))/u, '7$1'))],
  ])('%s', (_, event) => {
    expect(rulesOf(judged(event))).toEqual(['agreement']);
  });
});

describe('I1 place', () => {
  test.each<[string, readonly LogEvent[]]>([
    ['nothing before it', opening],
    ['another snapshot before it', [...opening, direct, snapshot]],
    ['an assistant message before it', [...opening, direct, assistantSaid('x')]],
    ['a message that nobody wrote directly before it', [...opening, direct, userSaid('@two @three @four', checkpoint)]],
    ['a direct message without the mentions', [...opening, userSaid('hello')]],
    ['a direct message with the mentions in another order', [...opening, userSaid('@three @two @four')]],
    ['a direct message that is not on the surface', [...opening, { type: 'user/message', data: direct.data }]],
    ['the direct message of an earlier step', [...opening, direct, ...opening.slice(2)]],
    ['a compaction between them', [
      ...opening,
      direct,
      { type: 'user/message', data: message('x', checkpoint), surfaceOp: { op: 'replace', start: 3, end: 3 } },
    ]],
    ['a direct message that stands in the place of others', [
      ...opening,
      userSaid('x'),
      { ...direct, surfaceOp: { op: 'replace', start: 3, end: 3 } },
    ]],
    ['no open step', [direct]],
  ])('%s', (_, history) => {
    expect(rulesOf(judged(snapshot, history))).toEqual(['place']);
  });

  test('not on the surface, or in the place of others', () => {
    const { surfaceOp, ...unplaced } = snapshot;
    expect(surfaceOp).toBe('append');
    expect(rulesOf(judged(unplaced))).toEqual(['place']);
    expect(rulesOf(judged({ ...snapshot, surfaceOp: { op: 'replace', start: 3, end: 3 } }))).toEqual(['place']);
  });

  test('what the host logs beside the surface does not part the two', () => {
    expect(judged(snapshot, [...opening, direct, { type: 'session/title', data: { title: 'x' } }])).toEqual([]);
  });
});

describe('I1 what is not ours to judge', () => {
  test('another version is a warning and nothing else', () => {
    expect(judged(withSource({ version: 2, more: true }))).toEqual([
      { seq: 4, rule: 'session-reference/version', severity: 'warning', expected: 'version 1', found: '2' },
    ]);
  });

  test.each<[string, LogEvent]>([
    ['another kind', withSource({ kind: 'session-references' })],
    ['a plugin of the name', withSource({ kind: 'plugin', plugin: 'session-reference' })],
    ['another type of event', { ...snapshot, type: 'assistant/message' }],
    ['a direct message', direct],
  ])('%s', (_, event) => {
    expect(judged(event)).toEqual([]);
  });
});

// Owns: what is said of a session-reference message that could not have been written, in its exact words. Which
// messages those are is in invariant.test.ts.
import { describe, expect, test } from 'vitest';
import { validate } from '../../../src/core/invariant.js';
import type { LogEvent } from '../../../src/domain/log-event.js';
import { sessionReferenceInvariant } from '../../../src/sources/session-reference/index.js';
import type { ReferencedSession, ReferenceRecord } from '../../../src/sources/session-reference/model.js';
import { render } from '../../../src/sources/session-reference/render.js';
import { self } from './given.js';

const record: ReferenceRecord = {
  sessionId: 's2',
  label: 'two',
  capturedThroughSeq: 4,
  compacted: false,
  originalMessages: 1,
  retainedMessages: 1,
  omittedMessages: 0,
  omittedBytes: 0,
  truncated: false,
  inputIndex: 0,
};
const session: ReferencedSession = {
  sessionId: 's2',
  label: 'two',
  cwd: null,
  capturedThroughSeq: 4,
  conversation: [{ role: 'assistant', text: 'hi' }],
};

const inStep: readonly LogEvent[] = [
  { type: 'turn/start', data: { turn: 1 } },
  { type: 'step/start', data: { turn: 1, step: 1 } },
];
const logged = (source: object, content: unknown): LogEvent => ({
  type: 'user/message',
  data: { id: 'm', role: 'user', content, source },
  surfaceOp: 'append',
});
const cited = (text: string): readonly LogEvent[] => [...inStep, logged({ kind: 'user' }, text)];
const snapshot = (references: readonly unknown[], content: unknown): LogEvent =>
  logged({ kind: 'session-reference', version: 1, references }, content);

const said = (event: LogEvent, history = cited('@two')): readonly string[] =>
  validate(sessionReferenceInvariant, self)(history, event).map(
    ({ rule, severity, expected, found }) => `${severity} ${rule}: expected ${expected}, found ${found}`,
  );
const of = (rule: string, found: string, ...expected: readonly string[]): readonly string[] =>
  expected.map((words) => `error session-reference/${rule}: expected ${words}, found ${found}`);

describe('what is said of a wrong session-reference (I1, I2)', () => {
  test('nothing of a right one', () => {
    expect(said(snapshot([record], render([session])))).toEqual([]);
  });

  test('of a source of another shape, or of a version to come', () => {
    expect(said(logged({ kind: 'session-reference', version: 1 }, ''))).toEqual(
      of('source', 'nothing', 'at $.data.source.references a list'),
    );
    expect(said(logged({ kind: 'session-reference', version: 2 }, ''))).toEqual([
      'warning session-reference/version: expected version 1, found 2',
    ]);
  });

  test('of records that do not add up', () => {
    const odd = { ...record, inputIndex: 7, originalMessages: 6, omittedMessages: 9, omittedBytes: 3 };
    const none = { ...odd, retainedMessages: 0 };
    const found = `${JSON.stringify(none)} at index 0`;
    expect(said(snapshot([none], render([{ ...session, conversation: [] }])))).toEqual(
      of(
        'record',
        found,
        'an inputIndex that is the place of the reference',
        'every message to be retained or omitted',
        'an omitted message to have at least one byte',
        'truncated to tell whether anything was left out',
        'the newest message to be retained',
        'no more messages than events were captured',
      ),
    );
    const cut = { ...record, originalMessages: 2, retainedMessages: 2, omittedBytes: 1, truncated: true };
    const two = { ...session, conversation: [...session.conversation, ...session.conversation] };
    expect(said(snapshot([cut], render([two])))[0]).toBe(
      of('record', `${JSON.stringify(cut)} at index 0`, 'messages to be dropped before any is cut')[0],
    );
  });

  test('of too many references, of one twice, of oneself', () => {
    const own = [record, record, record, { ...record, sessionId: 'self' }].map((one, inputIndex) => ({
      ...one,
      inputIndex,
    }));
    const sessions = own.map(({ sessionId }) => ({ ...session, sessionId }));
    const ids = '["s2","s2","s2","self"]';
    expect(said(snapshot(own, render(sessions)), cited('@two @two @two @two'))).toEqual([
      ...of('references', '4', '1 to 3 references'),
      ...of('references', ids, 'distinct sessions', 'other sessions than this one'),
    ]);
    expect(said(snapshot([], render([])))).toEqual(of('references', '0', '1 to 3 references'));
  });

  test('of a session that is not the one of its record', () => {
    const compacted = { ...record, compacted: true, omittedBytes: 9, truncated: true };
    const told: ReferencedSession = {
      ...session,
      sessionId: 's9',
      label: 'nine',
      capturedThroughSeq: 9,
      conversation: [
        { role: 'assistant', text: '' },
        { role: 'assistant', text: 'hi' },
      ],
    };
    const found = `${JSON.stringify({ ...told, conversation: 2 })} for ${JSON.stringify(compacted)}`;
    expect(said(snapshot([compacted], render([told])))).toEqual(
      of(
        'agreement',
        found,
        'the session of the source',
        'the label of the source',
        'the capturedThroughSeq of the source',
        'as many messages as were retained',
        'no message without text',
        'a checkpoint, told by the user',
        'notices that account for the omitted bytes',
      ),
    );
    expect(said(snapshot([record], render([session, session])))).toEqual(
      of('agreement', '2', '1 sessions, as in the source'),
    );
  });

  test('of a text that is no snapshot', () => {
    const framed = (json: string): string => render([]).replace('[]', () => json);
    expect(said(snapshot([record], 'hello'))).toEqual(of('frame', '"hello"', 'heading, warning and tagged JSON'));
    expect(said(snapshot([record], framed('[}')))).toEqual(of('json', '"[}"', 'JSON inside the tags'));
    expect(said(snapshot([record], framed('[7]')))).toEqual(
      of('json', '$[0]: expected a session, found 7', 'one object for each session'),
    );
    const spaced = JSON.stringify([session], null, 1);
    expect(said(snapshot([record], framed(spaced)))[0]).toMatch(
      /^error session-reference\/json: expected compact JSON with its keys in order and no `<` in it, found "\[/u,
    );
  });

  test('of a message that is not one text', () => {
    const text = render([session]);
    const block = { type: 'text', text };
    for (const content of [[], [block, block], [{ ...block, type: 'image' }], [{ type: 'text' }]]) {
      expect(said(snapshot([record], content))[0]).toMatch(
        /^error session-reference\/message: expected an id, the role user and one text, found /u,
      );
    }
    expect(said(snapshot([record], [block]))).toEqual([]);
  });

  test('of a message that stands somewhere else', () => {
    const right = snapshot([record], render([session]));
    expect(said({ type: right.type, data: right.data }, [])).toEqual([
      ...of('place', 'none', 'an append to the surface', 'an open step around the message'),
      ...of('place', 'none', 'a direct message of the same batch right before it'),
    ]);
    expect(said(right, cited('@three'))).toEqual(of('place', '"@three"', 'mentions of ["two"]'));
  });

  test('mentions are looked for one behind the other', () => {
    const both = [record, { ...record, sessionId: 's3', inputIndex: 1 }];
    const event = snapshot(both, render([session, { ...session, sessionId: 's3' }]));
    expect(said(event, cited('@two@two'))).toEqual([]);
    expect(said(event, cited('@two'))).toEqual(of('place', '"@two"', 'mentions of ["two","two"]'));
    expect(said(event, cited('see @tw, @two @tw@two'))).toEqual([]);
  });
});

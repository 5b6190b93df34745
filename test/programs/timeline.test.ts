// Owns: examples of a timeline: what begins and ends bars, which events are marks, and what a step saw. That it agrees
// with a replay at every event is a law (property-tests/timeline.laws.test.ts).
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import type { LogEvent, SessionHeader } from '../../src/domain/log-event.js';
import type { Timeline } from '../../src/programs/timeline-model.js';
import { startTimeline } from '../../src/programs/timeline.js';
import { simulated } from '../scenario/simulated.js';

const timelineOf = (header: SessionHeader, events: readonly LogEvent[]): Timeline => {
  const builder = startTimeline(header, { surroundings: { variables: {} } });
  if (E.isLeft(builder)) throw new Error('a wrong setting');
  for (const event of events) expect(builder.right.push(event)).toBeUndefined();
  return builder.right.end();
};

const SOURCES = { agentInstructions: { maxBytes: 4096 } };
const FILES = { '/repo/.git': { directory: true }, '/repo/AGENTS.md': 'root', '/repo/app/AGENTS.md': 'app' };

const live = async (steps: readonly unknown[], keys: object = {}): Promise<Timeline> => {
  const { header, events } = await simulated({ sources: SOURCES, files: FILES, steps, ...keys });
  return timelineOf(header, events);
};

const header: SessionHeader = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' };
const DIGEST = { one: '1'.repeat(40), two: '2'.repeat(40) };

const said = (text: string, source: object, surfaceOp: LogEvent['surfaceOp'] = 'append'): LogEvent => ({
  type: 'user/message',
  data: { id: 'm', role: 'user', content: text, source },
  ...(surfaceOp === undefined ? {} : { surfaceOp }),
});
const instructions = (text: string, changes: readonly object[], more: object = {}): LogEvent =>
  said(text, { kind: 'agent-instructions', version: 1, root: '.', changes, ...more });
const set = (digest: string, action = 'set'): object => ({ action, scope: './AGENTS.md', path: 'AGENTS.md', digest });
const step = (number: number): LogEvent => ({ type: 'step/start', data: { turn: 1, step: number } });

const barsOf = ({ bars }: Timeline) => bars.map(({ from, to, began, ended }) => ({ from, to, began, ended }));

describe('bars (R5)', () => {
  test('a replace ends one text and begins another', () => {
    const timeline = timelineOf(header, [
      instructions('one', [set(DIGEST.one)]),
      instructions('two', [set(DIGEST.two, 'replace')]),
    ]);
    expect(barsOf(timeline)).toEqual([
      { from: 0, to: 1, began: 'set', ended: 'replace' },
      { from: 1, to: null, began: 'replace', ended: null },
    ]);
  });

  test('what a shadowed message had spoken over comes back', () => {
    const timeline = timelineOf(header, [
      instructions('one', [set(DIGEST.one)]),
      instructions('two', [set(DIGEST.two, 'replace')]),
      said('taken back', { kind: 'user' }, { op: 'replace', start: 1, end: 1 }),
    ]);
    expect(barsOf(timeline).slice(1)).toEqual([
      { from: 1, to: 2, began: 'replace', ended: 'shadow' },
      { from: 2, to: null, began: 'resurface', ended: null },
    ]);
    expect(timeline.bars[2]?.message).toBe(0);
    expect(timeline.changes.slice(2).map(({ action, why }) => [action, why])).toEqual([
      ['shadow', 'taken back'],
      ['resurface', 'taken back'],
    ]);
  });

  test('a baseline that does without a scope ends it, one that repeats it goes on in a new bar', () => {
    const baseline = { baseline: true, baselineIdentity: 'b' };
    const other = { action: 'set', scope: './CLAUDE.md', path: 'CLAUDE.md', digest: DIGEST.two };
    const timeline = timelineOf(header, [
      instructions('one', [set(DIGEST.one), other], baseline),
      instructions('one', [set(DIGEST.one)], baseline),
    ]);
    expect(barsOf(timeline)).toEqual([
      { from: 0, to: 1, began: 'set', ended: 'repeat' },
      { from: 1, to: null, began: 'repeat', ended: null },
      { from: 0, to: 1, began: 'set', ended: 'supersede' },
    ]);
  });

  test('another source has one lane: its newest message, also when that one goes', () => {
    const weather = { kind: 'plugin', plugin: 'weather', form: 'snapshot', sections: [] };
    const timeline = timelineOf(header, [
      said('sun', weather),
      said('rain', weather),
      said('taken back', { kind: 'user' }, { op: 'replace', start: 1, end: 1 }),
      said('other', { kind: 'plugin', plugin: 'weather', form: 'note' }),
    ]);
    expect(timeline.lanes).toEqual([{ kind: 'source', source: 'weather' }]);
    expect(barsOf(timeline)).toEqual([
      { from: 0, to: 1, began: 'say', ended: 'say' },
      { from: 1, to: 2, began: 'say', ended: 'shadow' },
      { from: 2, to: null, began: 'resurface', ended: null },
    ]);
  });

  test('the part of a file is what the file says: heading and frame are parts of their own', async () => {
    const { bars, messages, texts } = await live([{ do: 'turn', prompt: 'hi' }]);
    const parts = bars.map(({ message, part }) => messages[message]?.blocks.flat()[part ?? -1]?.text ?? -1);
    expect(parts.map((text) => texts[text])).toEqual(['root\n\n', 'app\n']);
    expect(bars.map(({ bytes }) => bytes)).toEqual([6, 4]);
  });
});

describe('marks (R5)', () => {
  test('start, compaction, resume and rewind', async () => {
    const back = { id: 'm', role: 'user', content: 'again', source: { kind: 'user' } };
    const { marks } = await live([
      { do: 'turn', prompt: 'hi' },
      { do: 'compact' },
      { do: 'resume' },
      { do: 'turn', prompt: 'hi' },
      { do: 'log', event: { type: 'user/message', data: back, surfaceOp: { op: 'replace', start: 11, end: 11 } } },
    ]);
    expect(marks.map(({ kind }) => kind)).toEqual(['start', 'compaction', 'resume', 'rewind']);
  });

  test('a first baseline in a session under way, whose start nobody logged', () => {
    const first = instructions('one', [set(DIGEST.one)], { baseline: true, baselineIdentity: 'b' });
    expect(timelineOf(header, [step(1), step(2), first]).marks).toEqual([{ kind: 'attach', seq: 2 }]);
    expect(timelineOf(header, [step(1), first]).marks).toEqual([]);
  });
});

describe('steps (R5)', () => {
  test('a step saw what was there before its answer; what came later the next one saw', () => {
    const answer: LogEvent = {
      type: 'assistant/message',
      surfaceOp: 'append',
      data: { turn: 1, step: 1, message: { role: 'assistant', content: 'yes' } },
    };
    const { steps, totals, sources } = timelineOf(header, [
      step(1),
      said('hi', { kind: 'user' }),
      answer,
      instructions('later', [set(DIGEST.one)]),
      step(2),
    ]);
    expect(steps.map(({ seq, seenAt }) => [seq, seenAt])).toEqual([
      [0, 1],
      [4, 4],
    ]);
    expect(sources).toEqual(['agent-instructions', 'conversation']);
    expect(totals).toEqual([
      [0, 2],
      [5, 5],
      [5, 5],
    ]);
  });

  test('a step names what was touched since the one before', async () => {
    const { steps } = await live([
      { do: 'turn', prompt: 'hi' },
      { do: 'tool', name: 'read', arguments: { file_path: 'x.ts' } },
      { do: 'step' },
      { do: 'step' },
    ]);
    expect(steps.map(({ touches }) => touches)).toEqual([[], ['x.ts'], []]);
  });

  test('an event that breaks the rules of the log is an error, and changes nothing', () => {
    const builder = startTimeline(header, { surroundings: { variables: {} } });
    if (E.isLeft(builder)) throw new Error('a wrong setting');
    const wrong = builder.right.push(said('', { kind: 'user' }, { op: 'replace', start: 3, end: 4 }));
    expect(wrong?._tag).toBe('SurfaceRangeError');
    expect(builder.right.end().events).toBe(0);
  });
});

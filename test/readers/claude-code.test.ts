// Owns: examples of Claude Code transcripts: branches, parallel calls, compactions, sub-agents, titles.
import { describe, expect, test } from 'vitest';
import { sourceOf } from '../../src/domain/log-event.js';
import { claudeCode } from '../../src/readers/claude-code/index.js';
import { translate } from '../../src/readers/reader.js';
import { linesIn, touchesIn, translated, typesOf } from './given.js';
import { seenIn, viewsOf } from './seen.js';

const branches = () => translate(claudeCode, linesIn('claude-code/branches.jsonl'));
const TWO_READS = [
  'Look at both files',
  'Two reads.',
  'call c1',
  'call c2',
  'result c1',
  'result c2',
  'Read one of them',
];

const at = { isSidechain: false, sessionId: 's', cwd: '/w', timestamp: '2026-01-05T10:00:00Z' };
const user = (uuid: string, parentUuid: string | null, content: unknown, more: object = {}): object => ({
  ...at,
  type: 'user',
  uuid,
  parentUuid,
  message: { role: 'user', content },
  ...more,
});
const said = (uuid: string, parentUuid: string | null, content: unknown, id = uuid): object => ({
  ...at,
  type: 'assistant',
  uuid,
  parentUuid,
  message: { id, role: 'assistant', content },
});
const boundary = (uuid: string, logicalParentUuid: string | undefined, compactMetadata: object = {}): object => ({
  ...at,
  type: 'system',
  subtype: 'compact_boundary',
  uuid,
  parentUuid: null,
  logicalParentUuid,
  compactMetadata,
});
const seen = (...rows: readonly object[]): readonly string[] => seenIn(translated(claudeCode, rows).events);

describe('the header', () => {
  test('id, cwd and time come from the first lines that have them', () => {
    expect(branches().header).toEqual({
      type: 'session',
      version: 1,
      id: 'branches',
      createdAt: Date.parse('2026-01-05T10:00:01.000Z'),
      cwd: '/repo/app',
      format: 'claude-code',
    });
  });
});

describe('the visible branch', () => {
  test('parallel calls and their results are all seen, in the order of the file', () => {
    expect(viewsOf(branches().events)).toContain(TWO_READS.join(' | '));
  });

  test('a rewind is a replace by the prompt that came in its place: the abandoned way is seen until then', () => {
    const views = viewsOf(branches().events);
    const tried = views.indexOf([...TWO_READS, 'First try', 'call c3', 'result c3', 'Tried'].join(' | '));
    expect(tried).toBeGreaterThan(0);
    expect(views[tried + 1]).toBe([...TWO_READS, 'Second try'].join(' | '));
  });

  test('a compaction keeps what its boundary names, behind the summary', () => {
    expect(seenIn(branches().events)).toEqual([
      'The summary of what came before',
      ...['Second try', 'Done differently', 'Go on', 'Went on', '<command-name>/cost</command-name>'],
    ]);
  });

  test('what a compaction kept may also stand before the summary, or be a list', () => {
    const before = [
      user('u1', null, 'one'),
      said('a1', 'u1', 'two'),
      user('u2', 'a1', 'three'),
      said('a2', 'u2', 'four'),
    ];
    const summary = user('s', 'b', 'summary', { isCompactSummary: true });
    const first = { preservedSegment: { headUuid: 'u1', tailUuid: 'a1', anchorUuid: 'b' } };
    expect(seen(...before, boundary('b', 'a2', first), summary)).toEqual(['one', 'two', 'summary']);
    const list = { preservedMessages: { uuids: ['a1', 'gone', 'a2'], anchorUuid: 's' } };
    expect(seen(...before, boundary('b', 'a2', list), summary)).toEqual(['summary', 'two', 'four']);
    const broken = { preservedSegment: { headUuid: 'a2', tailUuid: 'u1', anchorUuid: 's' } };
    expect(seen(...before, boundary('b', 'a2', broken), summary)).toEqual(['summary']);
  });

  test('a summary without a boundary compacts all the same', () => {
    const rows = [
      user('u1', null, 'one'),
      said('a1', 'u1', 'two'),
      user('s', null, 'summary', { isCompactSummary: true }),
    ];
    expect(seen(...rows, user('u2', 's', 'three'))).toEqual(['summary', 'three']);
  });

  test('a second root is a rewind to the very beginning', () => {
    expect(seen(user('u1', null, 'one'), said('a1', 'u1', 'two'), user('u2', null, 'three'))).toEqual(['three']);
  });

  test('a line whose parent is not there follows the line before it', () => {
    const rows = [
      user('u1', null, 'one'),
      said('a1', 'u1', 'two'),
      user('u2', 'lost', 'three'),
      said('a2', 'u2', 'four'),
    ];
    expect(seen(...rows)).toEqual(['one', 'two', 'three', 'four']);
  });

  test('all lines of an answer and the results of its calls follow each other, whatever they hang below', () => {
    const call = (id: string): object => ({ type: 'tool_use', id, name: 'Read', input: {} });
    const result = (id: string): object => ({ type: 'tool_result', tool_use_id: id, content: '' });
    const [first, second] = [said('a1', 'u1', [call('c1')], 'm'), said('a2', null, [call('c2')], 'm')];
    const shown = ['one', 'call c1', 'call c2'];
    expect(seen(user('u1', null, 'one'), first, second)).toEqual(shown);
    expect(seen(user('u1', null, 'one'), first, second, user('r1', null, [result('c1')]))).toEqual([
      ...[...shown, 'result c1'],
    ]);
    const note = { ...at, type: 'attachment', uuid: 'x', parentUuid: 'a1', attachment: { type: 'todo' } };
    const below = said('a2', 'a1', [call('c2')], 'm');
    expect(seen(user('u1', null, 'one'), first, note, below, user('u2', 'x', 'two'))).toEqual([...shown, 'two']);
  });

  test('a line that names one behind it follows the line before it', () => {
    const rows = [
      user('u1', null, 'one'),
      said('a1', 'u1', 'two'),
      user('u2', 'u3', 'three'),
      user('u3', 'u2', 'four'),
    ];
    expect(seen(...rows)).toEqual(['one', 'two', 'three', 'four']);
    expect(seen(...rows.slice(0, 2), user('u2', 'u2', 'three'))).toEqual(['one', 'two', 'three']);
  });

  test('what was written into an abandoned branch after it was left is counted, not shown', () => {
    const rows = [
      ...[user('u1', null, 'one'), said('a1', 'u1', 'two')],
      ...[user('u2', 'a1', 'left'), said('a2', 'u2', 'behind'), user('u3', 'a1', 'three'), said('a3', 'u3', 'four')],
      ...[user('u4', 'a2', 'other writer'), said('a4', 'u4', 'answers'), user('u5', 'a3', 'five')],
    ];
    const { events, skipped } = translated(claudeCode, rows);
    expect(seenIn(events)).toEqual(['one', 'two', 'three', 'four', 'five']);
    expect(viewsOf(events)).toContain('one | two | left | behind');
    expect(skipped).toEqual({ 'user: other branch': 1, 'assistant: other branch': 1 });
  });

  test('a line that another writer put below an earlier one takes back nothing that stays', () => {
    const rows = [
      user('u1', null, 'one'),
      said('a1', 'u1', 'two'),
      user('u2', 'a1', 'three'),
      said('a2', 'u2', 'four'),
    ];
    const { events, skipped } = translated(claudeCode, [...rows, user('x', 'a1', 'beside'), user('u3', 'a2', 'five')]);
    expect([seenIn(events), skipped]).toEqual([['one', 'two', 'three', 'four', 'five'], { 'user: other branch': 1 }]);
  });

  test('a line that comes again under its uuid is told once', () => {
    const { events, skipped } = translated(claudeCode, [
      user('u1', null, 'one'),
      said('a1', 'u1', 'two'),
      user('u1', null, 'one'),
    ]);
    expect([seenIn(events), skipped]).toEqual([['one', 'two'], { 'user: repeated': 1 }]);
  });
});

describe('sub-agents', () => {
  test('have no part in the conversation that called them', () => {
    expect(viewsOf(branches().events).join()).not.toContain('helper');
    expect(branches().skipped['sidechain']).toBe(2);
  });

  test.each(['user', 'assistant'])('have no part in one that holds a line of type %s', (type) => {
    const own = { ...at, type, uuid: 'o', parentUuid: null, message: { content: 'own' } };
    const aside = user('x', null, 'aside', { isSidechain: true });
    const { events, skipped, header } = translated(claudeCode, [aside, own]);
    expect([seenIn(events), skipped, header['origin']]).toEqual([['own'], { sidechain: 1 }, undefined]);
    const title = { type: 'custom-title', customTitle: 'T' };
    expect(translated(claudeCode, [aside, title]).header['origin']).toBe('subagent');
    expect(translated(claudeCode, [title]).header['origin']).toBeUndefined();
  });

  test('a transcript of nothing else is their own', () => {
    const { header, events, skipped } = translate(claudeCode, linesIn('claude-code/sub-agent.jsonl'));
    expect([header['origin'], skipped]).toEqual(['subagent', {}]);
    expect(seenIn(events)).toEqual(['Find the tests', 'call c1', 'result c1', 'There is one']);
  });
});

describe('turns and touches (L2, L4)', () => {
  test('an answer is a step, however many lines it was written in; a prompt is a turn', () => {
    const first = typesOf(branches().events).slice(0, 16);
    expect(first).toEqual([
      ...['session/start', 'turn/start', 'step/start', 'user/message'],
      ...['assistant/message', 'assistant/message', 'tool/call', 'assistant/message', 'tool/call'],
      ...['tool/result', 'tool/result', 'step/end', 'step/start', 'assistant/message', 'step/end', 'turn/end'],
    ]);
  });

  test('a checkpoint stands between turns and opens none', () => {
    const at = branches().events.findIndex((event) => sourceOf(event)?.['plugin'] === 'compact');
    expect(typesOf(branches().events).slice(at - 1, at + 2)).toEqual(['turn/end', 'user/message', 'turn/start']);
  });

  test('a text beside a result is no prompt: the turn goes on', () => {
    const call = { type: 'tool_use', id: 'c', name: 'Read', input: {} };
    const content = [
      { type: 'tool_result', tool_use_id: 'c', content: 'x' },
      { type: 'text', text: 'No, not that' },
    ];
    const rows = [
      user('u1', null, 'one'),
      said('a1', 'u1', [call]),
      user('r1', 'a1', content),
      said('a2', 'r1', 'two'),
    ];
    const { events } = translated(claudeCode, rows);
    expect(seenIn(events)).toEqual(['one', 'call c', 'result c', 'No, not that', 'two']);
    expect(typesOf(events).filter((type) => type === 'turn/start')).toHaveLength(1);
  });

  test('arguments are an object or JSON text, whatever the tool wrote (L2)', () => {
    const calls = [{ a: 1 }, '{}', [1], undefined].map((input, index) => ({
      type: 'tool_use',
      id: `c${index}`,
      name: 'N',
      input,
    }));
    const { events } = translated(claudeCode, [user('u1', null, 'one'), said('a1', 'u1', calls)]);
    const made = events
      .filter(({ type }) => type === 'tool/call')
      .map(({ data }) => (data as { arguments: unknown }).arguments);
    expect(made).toEqual([{ a: 1 }, '{}', '[1]', {}]);
  });

  test('a call that failed touches nothing; the next step settles what the others touched', () => {
    expect(touchesIn(claudeCode, branches())).toEqual([['/repo/app/one.ts'], ['/repo/app/one.ts']]);
  });
});

describe('who said it (S3, S4)', () => {
  test('only what a person typed is theirs', () => {
    const kinds = branches().events.flatMap((event) => {
      const source = sourceOf(event);
      return source === undefined ? [] : [`${source.kind} ${JSON.stringify(source['plugin'] ?? '')}`];
    });
    expect(kinds).toEqual([
      ...['user ""', 'user ""', 'user ""', 'plugin "compact"', 'user ""', 'plugin "claude-code"'],
    ]);
  });

  test('a title is the one that a person gave; a summary counts for its own conversation only', () => {
    const titles = branches()
      .events.filter(({ type }) => type === 'session/title')
      .map(({ data }) => data);
    expect(titles).toEqual([{ title: 'Two files' }]);
  });
});

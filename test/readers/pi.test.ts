// Owns: examples of pi session files: branches, compactions, and messages of ours that came through pi.
import { describe, expect, test } from 'vitest';
import { sourceOf } from '../../src/domain/log-event.js';
import { pi } from '../../src/readers/pi/index.js';
import { translate } from '../../src/readers/reader.js';
import { linesIn, touchesIn, translated } from './given.js';
import { seenIn, viewsOf } from './seen.js';

const branches = () => translate(pi, linesIn('pi/branches.jsonl'));
const HEADER = { type: 'session', version: 3, id: 's', timestamp: '2026-01-05T10:00:00Z', cwd: '/w' };
const said = (id: string, parentId: string | null, content: unknown): object => ({
  type: 'message',
  id,
  parentId,
  timestamp: '2026-01-05T10:00:00Z',
  message: { role: 'user', content },
});

describe('pi sessions', () => {
  test('the header is the first line; a parent session is named', () => {
    const { header } = translated(pi, [{ ...HEADER, parentSession: '/p.jsonl' }]);
    expect(header).toMatchObject({ id: 's', cwd: '/w', format: 'pi', parentSession: '/p.jsonl' });
    expect(header.createdAt).toBe(Date.parse('2026-01-05T10:00:00Z'));
  });

  test('a branch that was left is seen until its summary takes its place', () => {
    const views = viewsOf(branches().events);
    const left = views.findIndex((view) => view.endsWith('Wrong way | Went the wrong way'));
    expect(views[left + 1]?.endsWith('It says one | The wrong way was tried.')).toBe(true);
  });

  test('a compaction leaves its summary, then what it kept', () => {
    const kept = ['Could not edit', '$ ls\none.ts'];
    expect(seenIn(branches().events)).toEqual(['What happened so far', ...kept, 'Go on', 'Went on']);
  });

  test('the first version has no ids, and its compactions count lines', () => {
    const { events } = translate(pi, linesIn('pi/version-1.jsonl'));
    expect(seenIn(events)).toEqual(['So far', 'Second', 'Two', 'Third']);
  });

  test('a compaction that keeps what is nowhere keeps nothing', () => {
    const compaction = { type: 'compaction', id: 'c', parentId: 'a', summary: 'sum', firstKeptEntryId: 'gone' };
    expect(seenIn(translated(pi, [HEADER, said('a', null, 'one'), compaction]).events)).toEqual(['sum']);
  });

  test('a second root is a rewind to the very beginning; an entry that lost its parent follows the one before', () => {
    const rows = [HEADER, said('a', null, 'one'), said('b', 'lost', 'two')];
    expect(seenIn(translated(pi, rows).events)).toEqual(['one', 'two']);
    expect(seenIn(translated(pi, [...rows, said('c', null, 'three')]).events)).toEqual(['three']);
  });

  test('a message of ours has its source back, one of another extension is a plugin', () => {
    const sources = branches().events.flatMap((event) => sourceOf(event) ?? []);
    expect(sources[1]).toMatchObject({ kind: 'agent-instructions', baseline: true });
    const custom = {
      type: 'custom_message',
      id: 'x',
      parentId: null,
      customType: 'memo',
      content: 'hi',
      display: true,
    };
    expect(translated(pi, [HEADER, custom]).events.flatMap((event) => sourceOf(event) ?? [])).toEqual([
      { kind: 'plugin', plugin: 'pi', form: 'memo' },
    ]);
  });

  test('touches are the paths of calls that worked (L4)', () => {
    expect(touchesIn(pi, branches())).toEqual([['lib/one.ts']]);
  });

  test('what is malformed is counted by the kind of its entry', () => {
    const rows = [
      HEADER,
      said('a', null, 7),
      { type: 'compaction', id: 'b', parentId: 'a' },
      { type: 'message', id: 3 },
      '{',
    ];
    expect(translated(pi, rows).skipped).toEqual({
      'message: malformed': 2,
      'compaction: malformed': 1,
      'not JSON': 1,
    });
  });
});

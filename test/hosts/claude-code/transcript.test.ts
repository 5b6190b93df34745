// Owns: what a hook sees in a transcript of Claude Code, line by line and in pieces.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeHash } from '../../../src/adapters/node/index.js';
import { mayTurn } from '../../../src/hosts/claude-code/glance.js';
import { follow } from '../../../src/hosts/claude-code/transcript.js';
import { seed } from '../../seed.js';

const { sha1 } = nodeHash;
const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

interface Fields {
  readonly uuid: string;
  readonly parent?: string | null;
  readonly second?: number;
  readonly [field: string]: unknown;
}
const line = ({ uuid, parent = null, second = 0, ...rest }: Fields): string =>
  JSON.stringify({ uuid, parentUuid: parent, timestamp: at(second), isSidechain: false, ...rest });
const typed = (fields: Fields): string => line({ type: 'user', message: { role: 'user', content: 'Hi.' }, ...fields });
const heard = (text: string, fields: Fields): string =>
  line({ type: 'attachment', attachment: { type: 'hook_additional_context', content: [text] }, ...fields });
const model = (id: string, fields: Fields): string =>
  line({ type: 'assistant', message: { id, content: [] }, ...fields });
const boundary = (compactMetadata: object, fields: Fields): string =>
  line({ type: 'system', subtype: 'compact_boundary', compactMetadata, ...fields });

const START = [
  typed({ uuid: 'p1' }),
  heard('one', { uuid: 'h1', parent: 'p1' }),
  model('m1', { uuid: 'a1', parent: 'h1', second: 1 }),
  typed({ uuid: 'p2', parent: 'a1' }),
  heard('two', { uuid: 'h2', parent: 'p2' }),
  model('m2', { uuid: 'a2', parent: 'h2', second: 2 }),
];
const sightOf = (lines: readonly string[], options: object = {}) => follow(lines, { sha1, ...options }).sight;
const live = (...texts: readonly string[]) => texts.map(sha1);

describe('what stands in the visible branch (A12)', () => {
  test('every text of a hook is live until something takes it back', () => {
    expect(sightOf(START)).toEqual({ live: live('one', 'two'), turnedAt: 0, answeredAt: Date.parse(at(2)) });
  });

  test('an answer begins with its first line only', () => {
    const more = [...START, model('m2', { uuid: 'a3', parent: 'a2', second: 9 })];
    expect(sightOf(more).answeredAt).toBe(Date.parse(at(2)));
  });

  test('a prompt that hangs further up is a rewind', () => {
    const back = [...START, typed({ uuid: 'p3', parent: 'a1', second: 3 })];
    expect(sightOf(back)).toMatchObject({ live: live('one'), turnedAt: Date.parse(at(3)) });
  });

  test('a prompt that hangs nowhere begins anew', () => {
    expect(sightOf([...START, typed({ uuid: 'p3', second: 3 })])).toMatchObject({ live: [] });
  });

  test('parallel calls fork the tree and take nothing back', () => {
    const result = (uuid: string, parent: string): string =>
      line({ type: 'user', uuid, parent, message: { content: [{ type: 'tool_result', tool_use_id: uuid }] } });
    const calls = [
      model('m3', { uuid: 'c1', parent: 'a2' }),
      model('m3', { uuid: 'c2', parent: 'c1' }),
      result('r1', 'c1'),
      heard('three', { uuid: 'h3', parent: 'r1' }),
      result('r2', 'c2'),
      heard('four', { uuid: 'h4', parent: 'r2' }),
      model('m4', { uuid: 'a4', parent: 'h4' }),
    ];
    expect(sightOf([...START, ...calls]).live).toEqual(live('one', 'two', 'three', 'four'));
  });

  test('a compaction keeps what it names, by a list or by a stretch', () => {
    const list = { preservedMessages: { uuids: ['p2', 'h2', 'a2'] } };
    const stretch = { preservedSegment: { headUuid: 'p2', tailUuid: 'a2' } };
    for (const metadata of [list, stretch]) {
      const lines = [
        ...START,
        boundary(metadata, { uuid: 'b', second: 5 }),
        typed({ uuid: 's', parent: 'b', second: 5 }),
      ];
      expect(sightOf(lines)).toMatchObject({ live: live('two'), turnedAt: Date.parse(at(5)) });
    }
    expect(sightOf([...START, boundary({}, { uuid: 'b', second: 5 })]).live).toEqual([]);
  });

  test('nobody goes back behind a compaction', () => {
    const lines = [...START, boundary({ preservedMessages: { uuids: ['h2'] } }, { uuid: 'b', second: 5 })];
    expect(sightOf([...lines, typed({ uuid: 'p3', parent: 'a1', second: 9 })])).toMatchObject({
      live: live('two'),
      turnedAt: Date.parse(at(5)),
    });
  });

  test('the reason of a denied call counts as said', () => {
    const reason = '<system-reminder>\nRead this.\n</system-reminder>';
    const content = [{ type: 'tool_result', tool_use_id: 'c', content: `PreToolUse:Write hook error: ${reason}` }];
    expect(sightOf([line({ type: 'user', uuid: 'r', message: { content } })]).live).toEqual(live(reason));
  });

  test('a sub-agent’s lines count in its own transcript only', () => {
    const own = heard('aside', { uuid: 'x', isSidechain: true });
    expect(sightOf([...START, own]).live).toEqual(live('one', 'two'));
    expect(sightOf([own], { isSidechain: true }).live).toEqual(live('aside'));
  });
});

test(`following in pieces sees what following at once does (seed ${seed})`, () => {
  const lines = [
    ...START,
    typed({ uuid: 'p3', parent: 'a1', second: 3 }),
    heard('three', { uuid: 'h3', parent: 'p3' }),
    boundary({ preservedMessages: { uuids: ['h3'] } }, { uuid: 'b', second: 6 }),
    heard('four', { uuid: 'h4', parent: 'b' }),
  ];
  fc.assert(
    fc.property(fc.subarray(lines.map((_, index) => index)), (cuts) => {
      const ends = [...cuts, lines.length];
      let trail: unknown;
      let seen = sightOf([]);
      ends.forEach((end, index) => {
        const followed = follow(lines.slice(ends[index - 1] ?? 0, end), {
          sha1,
          ...(trail === undefined ? {} : { trail }),
        });
        ({ sight: seen } = followed);
        trail = JSON.parse(JSON.stringify(followed.trail));
      });
      expect(seen).toEqual(sightOf(lines));
    }),
  );
});

test('a rewind to before what is remembered asks for the whole transcript', () => {
  const { trail, isLost } = follow(START, { sha1, remembers: 2 });
  expect(isLost).toBe(false);
  expect(follow([typed({ uuid: 'p3', parent: 'p1' })], { sha1, trail }).isLost).toBe(true);
});

test(`any lines at all are followed, and a line that turns is noticed at a glance (seed ${seed})`, () => {
  const odd = fc.oneof(fc.string(), fc.json(), fc.constantFrom(...START, boundary({}, { uuid: 'b' })));
  fc.assert(
    fc.property(fc.array(odd), odd, (before, last) => {
      const { trail, sight } = follow(before, { sha1 });
      const after = follow([last], { sha1, trail }).sight;
      if (sight.live.some((digest) => !after.live.includes(digest))) expect(mayTurn(last)).toBe(true);
    }),
  );
});

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

  test('only text blocks of hooks and results count, and only of the lines that carry them', () => {
    const text = '<system-reminder>\nx\n</system-reminder>';
    const result = { type: 'tool_result', content: text };
    const hook = 'hook_additional_context';
    const lines: readonly (readonly [object, number])[] = [
      [{ type: 'attachment', attachment: { type: hook, content: text } }, 1],
      [{ type: 'attachment', attachment: { type: hook, content: [text, 7, text] } }, 2],
      [{ type: 'attachment', attachment: { type: hook, content: { text } } }, 0],
      [{ type: 'attachment', attachment: { type: hook } }, 0],
      [{ type: 'attachment', attachment: { type: 'file', content: [text] } }, 0],
      [{ type: 'attachment' }, 0],
      [{ type: 'progress', attachment: { type: hook, content: [text] } }, 0],
      [{ type: 'user', message: { content: [result, { ...result, content: [text] }, result] } }, 2],
      [{ type: 'user', message: { content: [{ ...result, type: 'text' }, text, null] } }, 0],
      [{ type: 'user', message: { content: text } }, 0],
      [{ type: 'user' }, 0],
      [{ type: 'assistant', message: { content: [result] } }, 0],
    ];
    for (const [fields, count] of lines) {
      const { live: seen } = sightOf([line({ uuid: 'u', ...fields })]);
      expect(seen, JSON.stringify(fields)).toEqual(live(...new Array<string>(count).fill(text)));
    }
  });

  test('a line whose fields have another shape is none', () => {
    const odd = [{ type: 7 }, { parentUuid: 7 }, { parentUuid: [] }, { uuid: 7 }, { timestamp: 7 }, { subtype: 7 }];
    for (const fields of [...odd, { isSidechain: 'no' }, { attachment: [] }, { message: 'x' }, { uuid: undefined }]) {
      expect(sightOf([heard('one', { uuid: 'h', ...(fields as object) })]).live, JSON.stringify(fields)).toEqual([]);
    }
    expect(sightOf([heard('one', { uuid: 'h', parentUuid: 'p', more: {} })]).live).toEqual(live('one'));
  });

  test('a line without a parent of its own goes nowhere, and so does one that says nothing new', () => {
    const untied = JSON.stringify({ uuid: 'x', type: 'user', timestamp: at(9), message: { content: 'Hi.' } });
    expect(sightOf([...START, untied])).toMatchObject({ live: live('one', 'two'), turnedAt: 0 });
    expect(sightOf([...START, typed({ uuid: 'p3', parent: 'a2', second: 9 })])).toMatchObject({ turnedAt: 0 });
    expect(sightOf([typed({ uuid: 'p1', second: 9 })])).toMatchObject({ turnedAt: 0 });
    expect(sightOf([...START, typed({ uuid: 'p3', parent: 'gone', second: 9 })])).toMatchObject({
      live: live('one', 'two'),
      turnedAt: 0,
    });
    expect(follow([...START, typed({ uuid: 'p3', parent: 'gone' })], { sha1 }).isLost).toBe(false);
  });

  test('a rewind keeps the line that it goes back to, and can be gone back behind again', () => {
    const back = [...START, typed({ uuid: 'p3', parent: 'h1', second: 3 })];
    expect(sightOf(back).live).toEqual(live('one'));
    expect(sightOf([...back, typed({ uuid: 'p4', parent: 'p1', second: 4 })]).live).toEqual([]);
    const gone = [
      ...back,
      heard('three', { uuid: 'h3', parent: 'p3' }),
      typed({ uuid: 'p4', parent: 'a2', second: 4 }),
    ];
    expect(sightOf(gone)).toMatchObject({ live: live('one', 'three'), turnedAt: Date.parse(at(3)) });
  });

  test('a compaction by a stretch keeps its ends, and nothing where an end is unknown', () => {
    const kept = (headUuid: unknown, tailUuid: unknown): readonly unknown[] =>
      sightOf([...START, boundary({ preservedSegment: { headUuid, tailUuid } }, { uuid: 'b' })]).live;
    expect(kept('h1', 'h2')).toEqual(live('one', 'two'));
    expect(kept('h1', 'h1')).toEqual(live('one'));
    expect(kept('h1', 'p2')).toEqual(live('one'));
    expect(kept('p2', 'h2')).toEqual(live('two'));
    for (const [head, tail] of [
      ['h1', 'x'],
      ['x', 'h2'],
      [undefined, 'h2'],
      ['h1', 7],
    ])
      expect(kept(head, tail)).toEqual([]);
    for (const odd of [{ preservedMessages: [] }, { preservedMessages: { uuids: 'h1' } }, { preservedSegment: 'h1' }]) {
      expect(sightOf([...START, boundary(odd, { uuid: 'b' })]).live, JSON.stringify(odd)).toEqual([]);
    }
    const names = boundary({ preservedMessages: { uuids: ['h1'] } }, { uuid: 'b', type: 'user', message: {} });
    expect(sightOf([...START, names]).live).not.toEqual(live('one'));
  });

  test('only a compaction of the system is one', () => {
    const other = line({ type: 'system', subtype: 'notice', uuid: 'b', second: 5, compactMetadata: {} });
    const asked = line({ type: 'progress', subtype: 'compact_boundary', uuid: 'b', second: 5, compactMetadata: {} });
    for (const last of [other, asked]) {
      expect(sightOf([...START, last])).toMatchObject({ live: live('one', 'two'), turnedAt: 0 });
    }
    const bare = JSON.stringify({ uuid: 'b', type: 'system', subtype: 'compact_boundary' });
    expect(sightOf([...START, bare])).toMatchObject({ live: [], turnedAt: 0 });
  });

  test('an answer is one of the model that has an id and is no error', () => {
    const none = [
      line({ type: 'assistant', uuid: 'x', second: 9 }),
      line({ type: 'assistant', uuid: 'x', second: 9, message: { id: 7 } }),
      line({ type: 'user', uuid: 'x', parent: 'a2', second: 9, message: { id: 'm3' } }),
      model('m3', { uuid: 'x', second: 9, isApiErrorMessage: true }),
    ];
    for (const last of none) expect(sightOf([...START, last]).answeredAt, last).toBe(Date.parse(at(2)));
    for (const isApiErrorMessage of [false, undefined]) {
      const last = model('m3', { uuid: 'x', second: 9, isApiErrorMessage });
      expect(sightOf([...START, last]).answeredAt).toBe(Date.parse(at(9)));
    }
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
  expect(follow([typed({ uuid: 'p3', parent: 'h2' })], { sha1, trail }).isLost).toBe(false);
  const all = follow(START, { sha1, remembers: START.length }).trail;
  expect(follow([typed({ uuid: 'p3', parent: 'gone' })], { sha1, trail: all }).isLost).toBe(false);
  const lost = [typed({ uuid: 'p3', parent: 'p1' }), heard('three', { uuid: 'h3', parent: 'p3' })];
  expect(follow(lost, { sha1, trail }).isLost).toBe(true);
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

test('a glance sees what may turn, and passes over the rest (A12)', () => {
  const result = line({ type: 'user', uuid: 'r', message: { content: [{ type: 'tool_result' }] } });
  const turning = [typed({ uuid: 'p' }), boundary({}, { uuid: 'b' })];
  expect([...turning, result, heard('one', { uuid: 'h' }), model('m', { uuid: 'a' })].map(mayTurn)).toEqual([
    ...[true, true],
    ...[false, false, false],
  ]);
});

// Owns: examples of what is kept beside a host's message, and of how messages read with it and are recognised.
import { describe, expect, test } from 'vitest';
import type { UserMessage } from '../../src/domain/message.js';
import {
  assistantItem,
  ownIdIn,
  PROVENANCE,
  provenanceFor,
  provenanceIn,
  resultItem,
  userItem,
} from '../../src/programs/provenance.js';

const source = { kind: 'time-context', version: 1 };
const ours: UserMessage = { id: 'm1', role: 'user', content: 'It is noon.', source };
const kept = (provenance: unknown): unknown => ({ other: true, [PROVENANCE]: provenance });

describe('provenance (F8)', () => {
  test('what is kept is found again under its name, with the time where one is known', () => {
    expect(PROVENANCE).toBe('contextfold');
    expect(provenanceFor(ours, undefined)).toEqual({ id: 'm1', source });
    expect(provenanceFor(ours, 0)).toEqual({ id: 'm1', source, time: 0 });
    for (const time of [undefined, 0, 7]) {
      const told = provenanceFor(ours, time);
      expect(provenanceIn(JSON.parse(JSON.stringify(kept(told))))).toEqual(told);
    }
  });

  test.each([
    undefined,
    null,
    'contextfold',
    {},
    kept(undefined),
    kept('m1'),
    kept({ id: 'm1' }),
    kept({ id: 'm1', source: 'user' }),
    kept({ id: 'm1', source: {} }),
    kept({ id: 'm1', source: { kind: 7 } }),
  ])('what is not well formed counts as none: %j', (metadata) => {
    expect(provenanceIn(metadata)).toBeUndefined();
  });

  test('an id that is no text and a time that is no number are left out', () => {
    expect(provenanceIn(kept({ id: 7, source, time: 'noon' }))).toStrictEqual({ source });
  });

  test('only what is ours has an id of ours', () => {
    expect(ownIdIn({ id: 'm1', source })).toBe('m1');
    expect(ownIdIn({ id: 'm1', source: { kind: 'user' } })).toBeUndefined();
    expect(ownIdIn({ source })).toBeUndefined();
    expect(ownIdIn(undefined)).toBeUndefined();
  });
});

describe('a user message as an item (S3, S4)', () => {
  test('without provenance a person wrote it, and it is recognised by its key', () => {
    expect(userItem('k', 'Hi.', undefined)).toStrictEqual({
      kind: 'user',
      id: 'user:"k"',
      source: { kind: 'user' },
      content: 'Hi.',
    });
  });

  test('ours is recognised by its own id, whatever its key', () => {
    const item = { kind: 'user', id: 'm1', source, content: 'It is noon.', time: 7 };
    expect(userItem('k', 'It is noon.', { id: 'm1', source, time: 7 })).toStrictEqual(item);
    expect(userItem(['k', 1], 'Hi.', { source }).id).toBe('user:["k",1]');
  });

  test.each([
    [{ kind: 'plugin', plugin: 'compact' }, true],
    [{ kind: 'plugin', plugin: 'dsh-compaction' }, true],
    [{ kind: 'plugin', plugin: 'weather' }, undefined],
    [{ kind: 'plugin' }, undefined],
    [{ kind: 'compact', plugin: 'compact' }, undefined],
    [{ kind: 'user', plugin: 'dsh-compaction' }, undefined],
  ])('of %j it is quiet: %s', (of, quiet) => {
    expect(userItem('k', '', { source: of }).quiet).toBe(quiet);
  });
});

describe('answers and results (A9, L3)', () => {
  test('an answer is recognised by its key, its words and its calls, whatever else it holds', () => {
    const content = [
      { type: 'text', text: 'Yes.', cache: true },
      { type: 'tool-call', id: 'c1', name: 'read', arguments: { path: 'a' } },
    ];
    const { id, ...item } = assistantItem('k', content);
    expect(id).toBe('assistant:["k",["Yes.",{"id":"c1"}]]');
    expect(item).toEqual({ kind: 'assistant', content });
  });

  test('a result is recognised by its call and by how it went, so that it may be pruned', () => {
    const item = { kind: 'result', id: 'result:["c1",false]', call: 'c1', failed: false, content: 'long' };
    expect(resultItem('c1', false, 'long')).toEqual(item);
    expect(resultItem('c1', false, '…').id).toBe(item.id);
    expect(resultItem('c1', true, 'long').id).not.toBe(item.id);
    expect(resultItem('c2', false, 'long').id).not.toBe(item.id);
  });
});

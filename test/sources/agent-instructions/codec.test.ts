// Owns: examples of what agent-instructions reads from a log and from a snapshot (F8): source tags, ours and older
// ones, and states in every shape but the right one. Settings are in settings.test.ts.
import { describe, expect, test } from 'vitest';
import { scopeKey } from '../../../src/domain/scope.js';
import { claimsKind, decodeTag, writtenState } from '../../../src/sources/agent-instructions/codec.js';

const scope = scopeKey({ kind: 'named', directory: 'lib', name: 'AGENTS.md' });
const undigested = { action: 'set', scope, path: 'lib/AGENTS.md' };
const change = { ...undigested, digest: 'a'.repeat(40) };
const removal = { action: 'remove', scope, path: 'lib/AGENTS.md' };
const tag = { kind: 'agent-instructions', version: 1, root: '..', changes: [change] };

describe('a source tag', () => {
  test('says its root, its changes, and whether and which baseline it is', () => {
    expect(decodeTag(tag)).toStrictEqual({ baseline: false, root: '..', changes: [change] });
    expect(decodeTag({ ...tag, baseline: true, baselineIdentity: 'x', changes: [removal] })).toStrictEqual({
      baseline: true,
      root: '..',
      identity: 'x',
      changes: [removal],
    });
  });

  test('of an older writer may name neither version nor root, and no digests', () => {
    const older = { kind: 'workspace-instructions', changes: [undigested] };
    expect(decodeTag(older)).toStrictEqual({ baseline: false, changes: [undigested] });
    expect([claimsKind(older), claimsKind(tag), claimsKind({ kind: 'user' })]).toEqual([true, true, false]);
  });

  test('loses changes outside the root, and has scopes in our own spelling', () => {
    const spelled = { ...change, scope: `./lib/../${scope}` };
    const changes = decodeTag({ ...tag, changes: [{ ...change, scope: '../x/AGENTS.md' }, change, spelled] })?.changes;
    expect(changes?.[0]).toBe(change);
    expect(new Set(changes?.map((each) => each.scope))).toEqual(new Set([scope]));
  });

  test.each(['.', '..', '../..', '../../..'])('has %s as a root', (root) => {
    expect(decodeTag({ ...tag, root })).toMatchObject({ root });
  });

  test.each(['', './', '../', 'lib', '../lib', 'lib/..', 'lib.', '...', '/..', '. .'])('has %j as no root', (root) => {
    expect(decodeTag({ ...tag, root })).toBeUndefined();
  });

  test.each([
    ['another version', { ...tag, version: 2 }],
    ['no changes', { ...tag, changes: undefined }],
    ['changes that are none', { ...tag, changes: [7] }],
    ['a change without a path', { ...tag, changes: [{ ...change, path: undefined }] }],
    ['a change without a scope', { ...tag, changes: [{ ...change, scope: 7 }] }],
    ['another action', { ...tag, changes: [{ ...change, action: 'move' }] }],
    ['a digest that is none', { ...tag, changes: [{ ...change, digest: 'x' }] }],
    ['a removal without a path', { ...tag, changes: [{ ...removal, path: 7 }] }],
    ['a removal without a scope', { ...tag, changes: [{ ...removal, scope: undefined }] }],
    ['a baseline that is no flag', { ...tag, baseline: 'yes' }],
    ['a baseline that is not', { ...tag, baseline: false }],
    ['an identity that is no text', { ...tag, baselineIdentity: 7 }],
  ])('is not read with %s', (_, wrong) => {
    expect(decodeTag(wrong)).toBeUndefined();
  });
});

describe('a written state', () => {
  const older = { seq: 3, baseline: true, changes: [change, removal] };
  const mark = { ...older, root: '.', identity: 'x' };
  const call = { callId: 'c', paths: ['x'] };
  const state = { tools: '[]', marks: [mark], touches: ['x'], calls: [call] };

  test('is what this version writes', () => {
    expect(writtenState.is(state)).toBe(true);
    expect(writtenState.is({ ...state, marks: [older] })).toBe(true);
  });

  test.each([
    ['tools that are no text', { tools: 7 }],
    ['no marks', { marks: undefined }],
    ['a mark that is none', { marks: [7] }],
    ['a seq that is none', { marks: [{ ...mark, seq: -1 }] }],
    ['a baseline that is no flag', { marks: [{ ...mark, baseline: 1 }] }],
    ['changes that are none', { marks: [{ ...mark, changes: [7] }] }],
    ['no changes', { marks: [{ ...mark, changes: undefined }] }],
    ['a root that is none', { marks: [{ ...mark, root: 'lib' }] }],
    ['an identity that is no text', { marks: [{ ...mark, identity: 7 }] }],
    ['touches that are no texts', { touches: [7] }],
    ['no touches', { touches: undefined }],
    ['a call without an id', { calls: [{ ...call, callId: undefined }] }],
    ['a call without paths', { calls: [{ ...call, paths: 'x' }] }],
    ['no calls', { calls: undefined }],
  ])('has not %s', (_, wrong) => {
    expect(writtenState.is({ ...state, ...wrong })).toBe(false);
  });
});

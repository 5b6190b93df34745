// Owns: which paths tool calls name, what nested executions come to, and where the project root is found.
import { describe, expect, test } from 'vitest';
import type { AbsolutePath } from '../../../src/domain/path.js';
import type { Probe } from '../../../src/domain/probe.js';
import { discoverRoot } from '../../../src/sources/agent-instructions/discovery.js';
import { pathsNamed, pathsTouched } from '../../../src/sources/agent-instructions/touches.js';

const TOOLS = new Map([
  ['read', ['file_path']],
  ['move', ['from', 'to']],
]);

describe('paths that a call names (A9, L2)', () => {
  test.each<[string, string, unknown, readonly string[]]>([
    ['one', 'read', { file_path: 'a' }, ['a']],
    ['as JSON text', 'read', '{"file_path":"a"}', ['a']],
    ['a list', 'read', { file_path: ['a', 'b'] }, ['a', 'b']],
    ['several arguments, in the order of the setting', 'move', { to: 'b', from: 'a' }, ['a', 'b']],
    ['nothing empty, nothing that is no text', 'read', { file_path: ['', 7, null, 'a'] }, ['a']],
    ['an empty text', 'read', { file_path: '' }, []],
    ['another argument', 'read', { path: 'a' }, []],
    ['an argument that objects inherit', 'read', Object.create({ file_path: 'a' }), []],
    ['another tool', 'bash', { file_path: 'a' }, []],
    ['text that is no JSON', 'read', 'a', []],
    ['JSON that is no object', 'read', '"a"', []],
    ['JSON null', 'read', 'null', []],
    ['nothing', 'read', undefined, []],
  ])('%s', (_, name, args, paths) => {
    expect(pathsNamed(TOOLS, { name, arguments: args })).toEqual(paths);
  });
});

describe('paths that an execution touched (A9)', () => {
  const read = (path: string, more = {}) => ({ name: 'read', arguments: { file_path: path }, ...more });

  test('are its children’s, then its own, once each', () => {
    const inner = read('b', { children: [read('a'), read('b')] });
    expect(pathsTouched(TOOLS, read('c', { children: [inner, read('a')] }))).toEqual(['a', 'b', 'c']);
  });

  test('not its own when it failed or was aborted; its children’s all the same', () => {
    expect(pathsTouched(TOOLS, read('b', { failed: true, children: [read('a')] }))).toEqual(['a']);
    expect(pathsTouched(TOOLS, read('b', { aborted: true, children: [read('a')] }))).toEqual(['a']);
    expect(pathsTouched(TOOLS, read('b', { failed: false, aborted: false }))).toEqual(['b']);
  });
});

describe('the root (A2)', () => {
  const CWD = '/a/b/c' as AbsolutePath;
  const ABSENT: Probe = { _tag: 'absent' };
  const DIRECTORY: Probe = { _tag: 'absent', directory: true };
  const UNAVAILABLE: Probe = { _tag: 'unavailable', reason: 'EIO' };

  const found = (answers: Readonly<Record<string, Probe>>, markers = ['.git', '.hg']): unknown => {
    const inquiry = discoverRoot(CWD, markers);
    if (inquiry.kind === 'settled') return inquiry.value;
    const paths = inquiry.questions.map((question) => ('path' in question ? question.path : ''));
    const next = inquiry.resume(paths.map((path) => answers[path] ?? ABSENT));
    return next.kind === 'settled' ? next.value : 'asks again';
  };

  test('every marker of every ancestor is asked for, in one round', () => {
    const inquiry = discoverRoot('/a/b' as AbsolutePath, ['.git', '.hg']);
    expect(inquiry.kind === 'asking' && inquiry.questions).toEqual(
      ['/a/b/.git', '/a/b/.hg', '/a/.git', '/a/.hg', '/.git', '/.hg'].map((path) => ({ kind: 'probe', path })),
    );
  });

  test('is the first directory upwards that holds a marker, a file or a directory', () => {
    const at = (path: string, marker: string): unknown => ({
      kind: 'found',
      root: path,
      report: { path, marker, how: 'marker' },
    });
    expect(found({ '/a/b/.hg': DIRECTORY, '/a/.git': DIRECTORY })).toEqual(at('/a/b', '/a/b/.hg'));
    expect(found({ '/a/.git': { _tag: 'present' }, '/.git': DIRECTORY })).toEqual(at('/a', '/a/.git'));
    expect(found({ '/a/b/c/.git': DIRECTORY, '/a/b/c/.hg': DIRECTORY })).toEqual(at('/a/b/c', '/a/b/c/.git'));
  });

  test('is the working directory when there is no marker, or none is configured', () => {
    const none = { kind: 'found', root: CWD, report: { path: CWD, how: 'no-marker' } };
    expect(found({})).toEqual(none);
    expect(found({}, [])).toEqual(none);
  });

  test('is not looked for beyond a marker that could not be looked at, unless another one is there', () => {
    const beyond = { '/a/.git': DIRECTORY };
    expect(found({ ...beyond, '/a/b/.hg': UNAVAILABLE })).toEqual({
      kind: 'unavailable',
      path: '/a/b/.hg',
      reason: 'EIO',
    });
    expect(found({ ...beyond, '/a/.hg': UNAVAILABLE })).toMatchObject({ kind: 'found', root: '/a' });
    expect(found({ ...beyond, '/.git': UNAVAILABLE })).toMatchObject({ kind: 'found', root: '/a' });
  });

  test('is nowhere without a file system', () => {
    expect(found({ '/a/b/.git': { _tag: 'no-provider' }, '/a/b/c/.git': ABSENT })).toEqual({ kind: 'silent' });
  });
});

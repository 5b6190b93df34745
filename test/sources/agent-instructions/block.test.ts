// Owns: examples of the two blocks of a message (A8, A13, A14): what each holds beside its text, and what is in it when
// nothing is said. What a whole life says is in life.test.ts and resume.test.ts; the words are in render.test.ts.
import { describe, expect, test } from 'vitest';
import type { Inquiry } from '../../../src/core/inquiry.js';
import type { Digest } from '../../../src/domain/digest.js';
import type { AbsolutePath } from '../../../src/domain/path.js';
import type { Answer, Question } from '../../../src/domain/question.js';
import type { ScopeKey } from '../../../src/domain/scope.js';
import { USER_GLOBAL, scopeKey } from '../../../src/domain/scope.js';
import type { BlockPlan } from '../../../src/sources/agent-instructions/block.js';
import { composeBaseline, composeTransitions } from '../../../src/sources/agent-instructions/block.js';
import type { Entries, Entry } from '../../../src/sources/agent-instructions/entries.js';
import { settingsFrom } from '../../../src/sources/agent-instructions/model.js';
import type { KnownFiles } from '../../../src/sources/agent-instructions/observation.js';
import { everyOpening } from '../../../src/sources/agent-instructions/render.js';
import { directoryGroup, userGlobalGroup, workspaceAt } from '../../../src/sources/agent-instructions/workspace.js';

/** Not a real one: contents here differ in their length or their first letter. */
const digestOf = (content: string): Digest => `${content.length}${content.charCodeAt(0)}`.padEnd(40, '0') as Digest;

/** A file's content; `null` for one that cannot be looked at. */
type Files = Readonly<Record<string, string | null>>;

const answerTo =
  (files: Files) =>
  (question: Question): Answer => {
    if (question.kind !== 'probe' && question.kind !== 'read') return undefined;
    const content = files[question.path];
    if (content === null) return { _tag: 'unavailable', reason: 'EIO' };
    if (content === undefined) return { _tag: 'absent' };
    const version = `version of ${content}`;
    if (question.kind === 'probe') return { _tag: 'present', size: content.length, version };
    const digest = digestOf(content);
    const trimmedDigest = digestOf(content.trim());
    return { _tag: 'text', content, bytes: content.length, digest, trimmedDigest, lossy: false, version };
  };

const asked = <A>(inquiry: Inquiry<A>, answer: (question: Question) => Answer): A =>
  inquiry.kind === 'settled' ? inquiry.value : asked(inquiry.resume(inquiry.questions.map(answer)), answer);

interface Given {
  readonly config?: object;
  readonly entries?: Readonly<Record<string, Entry>>;
  readonly known?: KnownFiles;
}

/** `.` and `app` are the baseline's, behind the user-global one; `lib` and `doc` are nested. */
const planOf = (kind: 'baseline' | 'nested' | 'both', { config = {}, entries = {}, known = new Map() }: Given) => {
  const settings = settingsFrom({ maxBytes: 9_000, ...config }, { osHome: '/home/me', variables: {} });
  const workspace = workspaceAt(settings, '/repo/app' as AbsolutePath, '/repo' as AbsolutePath);
  const inDirectory = (directory: string) => directoryGroup(settings, workspace, directory);
  const groups = [
    ...(kind === 'nested' ? [] : [...userGlobalGroup(workspace), ...['.', 'app'].map(inDirectory)]),
    ...(kind === 'baseline' ? [] : ['doc', 'lib'].map(inDirectory)),
  ];
  const plan: BlockPlan = {
    settings,
    workspace,
    groups,
    entries: new Map(Object.entries(entries)) as unknown as Entries,
    known,
    list: [],
  };
  return plan;
};

const baseline = (files: Files, given: Given = {}, supersedes = false) =>
  asked(composeBaseline(planOf('baseline', given), supersedes), answerTo(files)) ?? expect.unreachable('a block');
const transitions = (files: Files, given: Given = {}, comparing = false) =>
  asked(composeTransitions(planOf('both', given), comparing), answerTo(files)) ?? expect.unreachable('a block');

const named = (directory: string, name = 'AGENTS.md'): ScopeKey => scopeKey({ kind: 'named', directory, name });
const slot = (directory: string): ScopeKey => scopeKey({ kind: 'slot', directory, slot: 'base' });
const loaded = (path: string, content: string): Entry => ({ state: 'loaded', path, digest: digestOf(content) });
const states = ({ manifest }: ReturnType<typeof baseline>): readonly string[] =>
  manifest.candidates.filter(({ state }) => state !== 'absent').map(({ path, state }) => `${path} ${state}`);
const changes = (block: ReturnType<typeof baseline>): readonly string[] =>
  block.changes.map(({ action, path }) => `${action} ${path}`);

test('where no file system is lent there is no block', () => {
  const nobody = (): Answer => ({ _tag: 'no-provider' });
  expect(asked(composeBaseline(planOf('baseline', {}), true), nobody)).toBeUndefined();
  expect(asked(composeTransitions(planOf('nested', {}), false), nobody)).toBeUndefined();
});

describe('a baseline', () => {
  const files: Files = { '/repo/AGENTS.md': 'root', '/repo/app/AGENTS.md': 'app' };

  test('is a text, what it represents, and an account of both', () => {
    const block = baseline(files);
    expect(changes(block)).toEqual(['set AGENTS.md', 'set app/AGENTS.md']);
    expect(states(block)).toEqual(['AGENTS.md loaded', 'app/AGENTS.md loaded']);
    const bytes = Buffer.byteLength(block.text ?? '');
    expect(block.manifest.blocks).toEqual([{ kind: 'baseline', bytes, maxBytes: 9_000 }]);
    expect(block.diagnostics).toEqual([]);
  });

  test('has no text where nothing is there, and accounts for that', () => {
    const block = baseline({});
    expect([block.text, block.changes, block.manifest.blocks, states(block)]).toEqual([undefined, [], [], []]);
  });

  test('that does not fit at all omits everything, and says so', () => {
    const block = baseline(files, { config: { maxBytes: 1 } });
    expect([block.text, block.changes, states(block)]).toEqual([
      undefined,
      [],
      ['AGENTS.md omitted', 'app/AGENTS.md omitted'],
    ]);
    expect(block.diagnostics.map(({ code }) => code)).toEqual(['budget-too-small']);
  });

  test('says that it replaces what was said of its scopes, tombstones included (A13)', () => {
    const replaces = 'it replaces every earlier one';
    const of = (scope: ScopeKey, path: string) =>
      baseline(files, { entries: { [scope]: { state: 'removed', path } } }).text?.includes(replaces);
    expect(of(named('app', 'CLAUDE.md'), 'app/CLAUDE.md')).toBe(true);
    expect(of(USER_GLOBAL, '~/.dsh/AGENTS.md')).toBe(true);
    expect(of(named('lib'), 'lib/AGENTS.md')).toBe(false);
    expect(baseline(files, {}, true).text).toContain(replaces);
  });

  test('takes back what is gone in whichever words it has room for, and in none otherwise (A13, A14)', () => {
    const entries = { [slot('app')]: loaded('app/GONE.md', 'x') };
    const taken = new Set<boolean>();
    for (let maxBytes = 40; maxBytes < 700; maxBytes += 10) {
      const block = baseline(files, { entries, config: { maxBytes } });
      const hasWords = everyOpening().some((opening) => block.text?.includes(opening));
      taken.add(hasWords);
      expect([maxBytes, changes(block).includes('remove app/GONE.md')]).toEqual([maxBytes, hasWords]);
    }
    expect(taken).toEqual(new Set([true, false]));
  });

  test('does not say that nothing is left while what is visible cannot be looked at, whatever its scope was', () => {
    const entries = { [named('app', 'CLAUDE.md')]: loaded('app/CLAUDE.md', 'x') };
    const first = { config: { selection: 'first' }, entries };
    expect(baseline({ '/repo/app/AGENTS.md': null }, first, true).text).toBeUndefined();
    expect(baseline({ '/repo/AGENTS.md': null }, first, true).text).toContain('There are none now.');
  });
});

describe('transitions', () => {
  const entries = { [named('doc')]: loaded('doc/AGENTS.md', 'doc'), [named('lib')]: loaded('lib/AGENTS.md', 'old') };
  const files: Files = { '/home/me/.dsh/AGENTS.md': 'mine', '/repo/lib/AGENTS.md': 'new', '/repo/lib/CLAUDE.md': 'c' };

  test('are a text, what it represents, and an account of both', () => {
    const block = transitions(files, { entries });
    expect(changes(block)).toEqual([
      'set ~/.dsh/AGENTS.md',
      'remove doc/AGENTS.md',
      'replace lib/AGENTS.md',
      'set lib/CLAUDE.md',
    ]);
    expect(states(block)).toEqual([
      '~/.dsh/AGENTS.md loaded',
      'doc/AGENTS.md removed',
      'lib/AGENTS.md updated',
      'lib/CLAUDE.md loaded',
    ]);
    const bytes = Buffer.byteLength(block.text ?? '');
    expect(block.manifest.blocks).toEqual([{ kind: 'transitions', bytes, maxBytes: 9_000 }]);
  });

  test('are news where something is set or replaced in a directory: no removal, and not user-global (A9)', () => {
    expect(transitions(files, { entries }).news).toEqual([
      { directory: 'lib', content: `${named('lib')} ${digestOf('new')}` },
      { directory: 'lib', content: `${named('lib', 'CLAUDE.md')} ${digestOf('c')}` },
    ]);
  });

  test.each([
    [1, 'budget-too-small'],
    [130, 'nothing-fits'],
  ])('that do not fit into %s bytes stay due, and that is said: %s', (maxBytes, code) => {
    const block = transitions({ '/repo/lib/AGENTS.md': 'x'.repeat(500) }, { config: { maxBytes } });
    expect([block.text, block.changes, block.news, block.manifest.blocks]).toEqual([undefined, [], [], []]);
    expect(block.diagnostics.map((each) => each.code)).toEqual([code]);
    expect(states(block)).toEqual(['lib/AGENTS.md omitted']);
  });

  test('are nothing where all is as it was said; what had to be read for that is remembered (A11)', () => {
    const same: Files = { '/repo/doc/AGENTS.md': 'doc', '/repo/lib/AGENTS.md': 'old' };
    const nothing = { text: undefined, changes: [], diagnostics: [], news: [] };
    const read = transitions(same, { entries });
    expect(read).toMatchObject(nothing);
    expect(read.observations.get('lib/AGENTS.md')).toMatchObject({ kind: 'read' });
    const known = new Map(
      Object.entries(same).map(([at, content]) => [
        at.slice('/repo/'.length),
        { version: `version of ${content}`, digest: digestOf(content ?? ''), trimmedDigest: digestOf(content ?? '') },
      ]),
    );
    const seen = transitions(same, { entries, known });
    expect(seen).toMatchObject(nothing);
    expect(seen.observations.size).toBe(0);
    for (const block of [read, seen]) {
      expect(block.manifest.blocks).toEqual([]);
      expect(states(block)).toEqual(['doc/AGENTS.md unchanged', 'lib/AGENTS.md unchanged']);
    }
  });

  test('of a comparison leave out what a complete baseline would omit, unless it was loaded (A13)', () => {
    const long: Files = { '/home/me/.dsh/AGENTS.md': 'm'.repeat(300), '/repo/app/AGENTS.md': 'a'.repeat(300) };
    const config = { maxBytes: 760 };
    expect(changes(transitions(long, { config }, true))).toEqual(['set app/AGENTS.md']);
    const app = { [named('app')]: loaded('app/AGENTS.md', 'a'.repeat(300)) };
    expect(changes(transitions(long, { config, entries: app }, true))).toEqual([]);
    expect(changes(transitions(long, { config, entries: app }, false))).toEqual(['set ~/.dsh/AGENTS.md']);
    const both = { ...app, [USER_GLOBAL]: loaded('~/.dsh/AGENTS.md', 'old') };
    expect(changes(transitions(long, { config, entries: both }, true))).toEqual(['replace ~/.dsh/AGENTS.md']);
    expect(changes(transitions({ ...long, '/repo/lib/AGENTS.md': 'l' }, { config, entries: app }, true))).toEqual([
      'set lib/AGENTS.md',
    ]);
  });

  test('of a comparison omit all of a baseline that does not fit at all', () => {
    const block = transitions({ '/repo/AGENTS.md': 'r' }, { config: { maxBytes: 1 } }, true);
    expect([block.changes, block.diagnostics]).toEqual([[], []]);
  });
});

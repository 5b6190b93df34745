// Owns: what is asked about candidates and what is made of the answers: versions, sizes that are missing or wrong, and
// how much is read of what (A5, A6, A11).
import { describe, expect, test } from 'vitest';
import type { Digest } from '../../../src/domain/digest.js';
import type { AbsolutePath } from '../../../src/domain/path.js';
import type { Probe, ReadResult } from '../../../src/domain/probe.js';
import type { Answer, Question } from '../../../src/domain/question.js';
import { diagnosticsOf } from '../../../src/sources/agent-instructions/account.js';
import { settingsFrom } from '../../../src/sources/agent-instructions/model.js';
import type { KnownFiles, Observation } from '../../../src/sources/agent-instructions/observation.js';
import { surveyGroups } from '../../../src/sources/agent-instructions/survey.js';
import { directoryGroup, workspaceAt } from '../../../src/sources/agent-instructions/workspace.js';

const ROOT = '/repo' as AbsolutePath;
/** Not a real one: contents here differ in their length or their first letter. */
const digestOf = (content: string): Digest => `${content.length}${content.charCodeAt(0)}`.padEnd(40, '0') as Digest;
const textOf = (content: string, version?: string): ReadResult => ({
  _tag: 'text',
  content,
  bytes: Buffer.byteLength(content),
  digest: digestOf(content),
  trimmedDigest: digestOf(content.trim()),
  lossy: false,
  ...(version === undefined ? {} : { version }),
});

/** What is there, by path from the root: how a probe and a read of it answer. */
type Files = Readonly<Record<string, readonly [Probe, ReadResult?]>>;

interface Seen {
  readonly observations: Readonly<Record<string, Observation | undefined>> | undefined;
  readonly questions: readonly (readonly string[])[];
  readonly reported: readonly string[];
}

/** `a.md` and `b.md` in the root, and in the directory below it. */
const survey = (files: Files, config = {}, known: KnownFiles = new Map()): Seen => {
  const names = { instructionFileCandidates: ['a.md', 'b.md'], localInstructionFileCandidates: [] };
  const settings = settingsFrom({ maxBytes: 9, ...names, ...config }, { variables: {} });
  const workspace = workspaceAt(settings, ROOT, ROOT);
  const groups = ['.', 'lib'].map((directory) => directoryGroup(settings, workspace, directory));
  const questions: (readonly string[])[] = [];
  const answerTo = (question: Question): Answer => {
    if (question.kind !== 'probe' && question.kind !== 'read') return undefined;
    const [probe, read] = files[question.path.slice(ROOT.length + 1)] ?? [{ _tag: 'absent' }];
    return question.kind === 'probe' ? probe : (read ?? { _tag: 'unavailable', reason: 'EIO' });
  };
  let inquiry = surveyGroups({ settings, groups, entries: new Map(), known, list: [] });
  while (inquiry.kind === 'asking') {
    const { questions: asked, resume } = inquiry;
    questions.push(asked.map((each) => (each.kind === 'read' ? `read ${each.path} ${each.maxBytes}` : each.kind)));
    inquiry = resume(asked.map(answerTo));
  }
  const found = inquiry.value?.observations();
  return {
    questions,
    observations: found && Object.fromEntries([...found].filter(([, { kind }]) => kind !== 'absent')),
    reported: found === undefined ? [] : diagnosticsOf(groups, found).map(({ path, detail }) => `${path}: ${detail}`),
  };
};

const present = (size?: number, version?: string): Probe => ({
  _tag: 'present',
  ...(size === undefined ? {} : { size }),
  ...(version === undefined ? {} : { version }),
});

describe('probes (A5, A7, A11)', () => {
  test('where no file system is lent, nothing is seen', () => {
    expect(survey({ 'a.md': [{ _tag: 'no-provider' }] }).observations).toBeUndefined();
  });

  test('what a probe notes about something absent is reported', () => {
    const note = { code: 'outside', detail: 'a link that leaves' };
    expect(survey({ 'lib/a.md': [{ _tag: 'absent', note }] }).reported).toEqual(['lib/a.md: a link that leaves']);
  });

  test('a known version saves no read while the model has not seen the content, another version never', () => {
    const known = new Map([['a.md', { version: 'v1', digest: digestOf('a'), trimmedDigest: digestOf('a') }]]);
    const same = survey({ 'a.md': [present(1, 'v1'), textOf('a', 'v1')] }, {}, known);
    expect(same.questions.flat().filter((question) => question.startsWith('read'))).toHaveLength(1);
    const other = survey({ 'a.md': [present(1, 'v2'), textOf('b', 'v2')] }, {}, known);
    expect(other.observations?.['a.md']).toMatchObject({ kind: 'read', content: 'b', version: 'v2' });
  });

  test.each([-1, 0.5, NaN, Infinity, 2 ** 53])('a size of %s is none', (size) => {
    expect(survey({ 'a.md': [present(size), textOf('a')] }).observations?.['a.md']).toMatchObject({ kind: 'read' });
  });
});

describe('reads (A6)', () => {
  const SPARE = 4096;
  const readsOf = ({ questions }: Seen): readonly string[] =>
    questions.flat().filter((question) => question.startsWith('read'));

  test('from the most specific to the broadest, each with what it may be longer than it says', () => {
    const files: Files = { 'a.md': [present(10), textOf('a')], 'lib/b.md': [present(20), textOf('b')] };
    expect(readsOf(survey(files, { maxTotalSourceBytes: 9_000 }))).toEqual([
      'read /repo/lib/b.md 4520',
      'read /repo/a.md 4510',
    ]);
  });

  test('never more than one file may have, nor than is left of the total', () => {
    const files: Files = { 'a.md': [present(10), textOf('a')], 'lib/b.md': [present(20), textOf('b')] };
    expect(readsOf(survey(files, { maxSourceBytes: 30 }))).toEqual(['read /repo/lib/b.md 30', 'read /repo/a.md 30']);
    expect(readsOf(survey(files, { maxTotalSourceBytes: 35 }))).toEqual([
      'read /repo/lib/b.md 35',
      'read /repo/a.md 15',
    ]);
    expect(readsOf(survey(files, { maxTotalSourceBytes: 29 }))).toEqual(['read /repo/lib/b.md 29']);
  });

  test('a file that is longer than one may be is too large, before it is read or while it is', () => {
    const tooLarge: ReadResult = { _tag: 'too-large' };
    const said = survey({ 'a.md': [present(31), textOf('a')] }, { maxSourceBytes: 30 });
    expect(said.observations?.['a.md']).toEqual({
      kind: 'unavailable',
      state: 'too-large',
      reason: '31 bytes, more than 30',
    });
    const exact = survey({ 'a.md': [present(30), textOf('a'.repeat(30))] }, { maxSourceBytes: 30 });
    expect(exact.observations?.['a.md']).toMatchObject({ kind: 'read' });
    const grown = survey({ 'a.md': [present(1), tooLarge] }, { maxSourceBytes: 30 });
    expect(grown.observations?.['a.md']).toEqual({
      kind: 'unavailable',
      state: 'too-large',
      reason: 'more than 30 bytes',
    });
  });

  test('a file that is longer than is left of the total is omitted for the budget', () => {
    const grown = survey({ 'a.md': [present(1), { _tag: 'too-large' }] }, { maxTotalSourceBytes: 30 });
    expect(grown.observations?.['a.md']).toEqual({ kind: 'unread' });
  });

  test('a file that is far longer than it said cannot be used, and its lie is told', () => {
    const lying = (size?: number): unknown =>
      survey({ 'a.md': [present(size), { _tag: 'too-large' }], 'lib/a.md': [present(1), textOf('a')] }, {
        maxTotalSourceBytes: 2 * SPARE + 2,
      }).observations?.['a.md'];
    expect(lying(10)).toEqual({
      kind: 'unavailable',
      state: 'unavailable',
      reason: `more than ${SPARE + 11} bytes, and it was said to have a size of 10 bytes`,
    });
    expect(lying()).toEqual({
      kind: 'unavailable',
      state: 'unavailable',
      reason: `more than ${SPARE + 1} bytes, and it was said to have no size`,
    });
  });

  test('what was really read decides what fits: from the most specific up to the first that does not', () => {
    const files: Files = {
      'a.md': [present(1), textOf('x')],
      'b.md': [present(2), textOf('y'.repeat(25))],
      'lib/a.md': [present(2), textOf('z'.repeat(10))],
    };
    const seen = survey(files, { maxTotalSourceBytes: 30 }).observations;
    expect(seen?.['lib/a.md']).toMatchObject({ kind: 'read', bytes: 10 });
    expect(seen?.['b.md']).toEqual({ kind: 'unread', bytes: 25 });
    expect(seen?.['a.md']).toEqual({ kind: 'unread', bytes: 1 });
    const exact = survey(files, { maxTotalSourceBytes: 36 }).observations;
    expect(Object.values(exact ?? {}).map((each) => each?.kind)).toEqual(['read', 'read', 'read']);
  });

  test('nothing broader is read, nor counts, behind the first that does not fit', () => {
    const files: Files = {
      'a.md': [present(1), textOf('x')],
      'b.md': [present(25), textOf('y'.repeat(25))],
      'lib/b.md': [present(20), textOf('z'.repeat(20))],
    };
    expect(readsOf(survey(files, { maxTotalSourceBytes: 30 }))).toEqual(['read /repo/lib/b.md 30']);
    const grown: Files = { 'a.md': [present(1), textOf('x')], 'lib/a.md': [present(1), { _tag: 'too-large' }] };
    const seen = survey(grown, { maxTotalSourceBytes: 30 }).observations;
    expect(seen).toEqual({ 'a.md': { kind: 'unread', bytes: 1 }, 'lib/a.md': { kind: 'unread' } });
  });

  test('what cannot be read, or is no text, is unavailable', () => {
    const seen = survey({ 'a.md': [present(1)], 'b.md': [present(1), { _tag: 'not-text' }] }).observations;
    expect(seen).toEqual({
      'a.md': { kind: 'unavailable', state: 'unavailable', reason: 'EIO' },
      'b.md': { kind: 'unavailable', state: 'not-text', reason: 'neither UTF-8 nor UTF-16 text' },
    });
  });

  test('of a slot only the first that is there is read', () => {
    const files: Files = { 'a.md': [present(1), textOf('a')], 'b.md': [present(1), textOf('b')] };
    expect(readsOf(survey(files, { selection: 'first' }))).toHaveLength(1);
    const hidden: Files = { ...files, 'a.md': [{ _tag: 'unavailable', reason: 'EIO' }] };
    expect(readsOf(survey(hidden, { selection: 'first' }))).toEqual([]);
  });
});

// Owns: how the Node file system answers a batch: in which order it asks, when it does not wait, and what a slow
// directory changes about that.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Listed } from '../../../src/adapters/node/absence.js';
import type { BatchWays } from '../../../src/adapters/node/batch.js';
import { askAll } from '../../../src/adapters/node/batch.js';
import { nodeFileSystem } from '../../../src/adapters/node/index.js';
import { makePace } from '../../../src/adapters/node/pace.js';
import type { AbsolutePath } from '../../../src/domain/path.js';
import type { FileAnswer, FileQuestion } from '../../../src/ports/file-system.js';
import { temporaryDirectory } from '../../contracts/fixtures.js';

const path = (text: string): AbsolutePath => text as AbsolutePath;
const probes = (...paths: readonly string[]): readonly FileQuestion[] =>
  paths.map((each) => ({ kind: 'probe', path: path(each) }));

const DIRECTORY: Listed = { stamp: { dev: 1, ino: 1, size: 1, mtimeMs: 0, ctimeMs: 0 }, startedMs: 0 };

/** BatchWays to ask that write down how each question was asked, on a clock that only moves when told. */
const journal = (answerMs = 0, present: readonly string[] = []) => {
  const asked: string[] = [];
  let nowMs = 0;
  const pace = makePace(() => nowMs);
  const learnt = new Map<AbsolutePath, ReadonlySet<string>>();
  const missed = new Set<AbsolutePath>();
  const ways: BatchWays = {
    waiting: (question, _, took) => {
      asked.push(`wait ${question.kind} ${question.path}`);
      took?.(answerMs);
      return Promise.resolve({ _tag: 'absent' });
    },
    now: (question, listed) => {
      asked.push(`now ${question.kind} ${question.path}`);
      const names: FileAnswer = { _tag: 'names', names: ['Agents.md'], partial: false };
      if (present.includes(question.path)) return { _tag: 'present', size: 1 };
      if (question.kind !== 'list') return { _tag: 'absent' };
      listed(DIRECTORY);
      return names;
    },
    pace,
    absences: {
      learn: (directory, _, names) => learnt.set(directory, names),
      isMissedAgain: (directory) => missed.has(directory) || missed.add(directory).size === 0,
      stillIn: (directory) => learnt.get(directory),
    },
    blocking: 'quick',
  };
  return { asked, learnt, ways, pace, advance: (ms: number) => (nowMs += ms) };
};

describe('a batch (docs/PERFORMANCE.md)', () => {
  test('waits for one question of the deepest directory, which speaks for those above it', async () => {
    const { asked, ways } = journal();
    await askAll(ways, probes('/a/x', '/a/b/x', '/a/b/c/x', '/a/b/c/y', '/d/x'), undefined);
    expect(asked).toEqual([
      'wait probe /a/b/c/x',
      'wait probe /d/x',
      'now probe /a/x',
      'now probe /a/b/x',
      'now probe /a/b/c/y',
    ]);
  });

  test('waits for everything in a directory that answered slowly, or when told to', async () => {
    const slow = journal(1_000);
    await askAll(slow.ways, probes('/a/x', '/a/y'), undefined);
    expect(slow.asked).toEqual(['wait probe /a/x', 'wait probe /a/y']);
    const never = journal();
    await askAll({ ...never.ways, blocking: 'never' }, probes('/a/x', '/a/y'), undefined);
    expect(never.asked).toEqual(['wait probe /a/x', 'wait probe /a/y']);
    const always = journal();
    await askAll({ ...always.ways, blocking: 'always' }, probes('/a/x', '/a/y'), undefined);
    expect(always.asked).toEqual(['now probe /a/x', 'now probe /a/y']);
  });

  test('lists first, and looks for nothing that a complete listing lacks, whatever the letter case', async () => {
    const { asked, ways } = journal();
    const list: FileQuestion = { kind: 'list', path: path('/a') };
    const questions = [...probes('/a/AGENTS.md', '/a/CLAUDE.md', '/a/ünï.md', '/b/AGENTS.md'), list];
    expect(await askAll({ ...ways, blocking: 'always' }, questions, undefined)).toHaveLength(5);
    const looked = ['now list /a', 'now probe /a/AGENTS.md', 'now probe /a/ünï.md', 'now probe /b/AGENTS.md'];
    expect(asked).toEqual(looked);
  });

  test('a directory that may be listed and not searched has no absent names (A5)', async () => {
    const { ways } = journal();
    const closed: BatchWays['now'] = (question, listed) =>
      question.kind === 'list' ? ways.now(question, listed) : { _tag: 'unavailable', reason: 'EACCES' };
    const questions: readonly FileQuestion[] = [{ kind: 'list', path: path('/a') }, ...probes('/a/x', '/a/y')];
    const answers = await askAll({ ...ways, now: closed, blocking: 'always' }, questions, undefined);
    expect(answers.map(({ _tag }) => _tag)).toEqual(['names', 'unavailable', 'unavailable']);
  });

  describe('a listing that may be left out', () => {
    const files = ['/a/AGENTS.md', '/a/CLAUDE.md', '/a/AGENTS.local.md'];
    const list: FileQuestion = { kind: 'list', path: path('/a'), optional: true };
    const askedWith = async (present: readonly string[], batches = 1) => {
      const { asked, learnt, ways } = journal(0, present);
      let answers: readonly FileAnswer[] = [];
      for (let batch = 0; batch < batches; batch += 1) {
        asked.length = 0;
        answers = await askAll({ ...ways, blocking: 'always' }, [list, ...probes(...files)], undefined);
      }
      return { asked, learnt, tags: answers.map(({ _tag }) => _tag) };
    };

    test('is, once a file was found', async () => {
      const { asked, tags } = await askedWith(['/a/AGENTS.md']);
      expect(asked).toEqual(files.map((file) => `now probe ${file}`));
      expect(tags).toEqual(['unavailable', 'present', 'absent', 'absent']);
    });

    test('is made for the first name that is missing before any was found, and spares the others', async () => {
      const { asked, learnt, tags } = await askedWith(['/a/CLAUDE.md']);
      expect(asked).toEqual(['now probe /a/AGENTS.md', 'now list /a']);
      expect(tags).toEqual(['names', 'absent', 'absent', 'absent']);
      // `Agents.md` is there, and this file system may not tell it from `AGENTS.md`.
      expect(learnt).toEqual(new Map([['/a', new Set(['CLAUDE.md', 'AGENTS.local.md'])]]));
    });

    test('is asked for beside everything else where that is waited for', async () => {
      const { asked, ways } = journal(1_000);
      await askAll(ways, [list, ...probes(...files)], undefined);
      const [first, ...others] = files.map((file) => `wait probe ${file}`);
      expect(asked).toEqual([first, 'wait list /a', ...others]);
    });

    test('names that are missed for the second time are worth one, and are not looked for any more', async () => {
      const second = await askedWith(['/a/AGENTS.md'], 2);
      expect(second.asked).toEqual([...files.map((file) => `now probe ${file}`), 'now list /a']);
      const third = await askedWith(['/a/AGENTS.md'], 3);
      expect(third.asked).toEqual(['now probe /a/AGENTS.md']);
      expect(third.tags).toEqual(['unavailable', 'present', 'absent', 'absent']);
    });
  });

  test('asks about what is known to be quick while it waits for the first answers of the rest', async () => {
    const { asked, ways, pace } = journal();
    pace.waited(path('/a/b'), 1);
    await askAll(ways, probes('/d/x', '/a/b/x', '/d/y'), undefined);
    expect(asked).toEqual(['wait probe /d/x', 'now probe /a/b/x', 'now probe /d/y']);
  });

  test('what would rather be waited for is', async () => {
    const { asked, ways } = journal();
    await askAll({ ...ways, blocking: 'always', now: () => undefined }, probes('/a/x'), undefined);
    expect(asked).toEqual(['wait probe /a/x']);
  });
});

describe('the pace of directories', () => {
  const at = path('/a/b');

  test('an answer speaks for its directory and those above it, for a while', () => {
    const { pace, advance } = journal();
    expect(pace.speedOf(at)).toBe('unknown');
    pace.waited(at, 24);
    expect([at, path('/a'), path('/'), path('/c')].map(pace.speedOf)).toEqual(['quick', 'quick', 'quick', 'unknown']);
    advance(10_000);
    expect(pace.speedOf(at)).toBe('unknown');
  });

  test('calls that block too long end that, and an answer that is waited for does not bring it back', () => {
    const { pace, advance } = journal();
    pace.waited(at, 1);
    for (const ms of [3, 3, 3, 1, 3, 3, 3]) pace.blocked(at, ms);
    expect(pace.speedOf(at)).toBe('quick');
    pace.blocked(at, 3);
    expect(pace.speedOf(at)).toBe('slow');
    pace.waited(at, 1);
    expect([pace.speedOf(at), pace.speedOf(path('/a'))]).toEqual(['slow', 'quick']);
    advance(60_000);
    pace.waited(at, 1);
    expect(pace.speedOf(at)).toBe('quick');
    pace.blocked(at, 101);
    expect(pace.speedOf(at)).toBe('slow');
  });

  test('a slow answer proves nothing', () => {
    const { pace } = journal();
    pace.waited(at, 25);
    expect(pace.speedOf(at)).toBe('unknown');
  });
});

describe('a batch on a real disk', () => {
  const tree = (): AbsolutePath => {
    const root = temporaryDirectory();
    onTestFinished(() => rmSync(root, { recursive: true }));
    mkdirSync(`${root}/sub`);
    writeFileSync(`${root}/AGENTS.md`, 'text');
    writeFileSync(`${root}/sub/long.md`, 'x'.repeat(200_000));
    return root;
  };
  const questionsIn = (root: AbsolutePath): readonly FileQuestion[] => [
    { kind: 'list', path: root },
    ...['AGENTS.md', 'CLAUDE.md', 'sub', 'AGENTS.md/below'].map(
      (name) => ({ kind: 'probe', path: path(`${root}/${name}`) }) as const,
    ),
    ...['AGENTS.md', 'CLAUDE.md', 'sub', 'sub/long.md'].map(
      (name) => ({ kind: 'read', path: path(`${root}/${name}`), maxBytes: 200_000 }) as const,
    ),
    { kind: 'read', path: path(`${root}/sub/long.md`), maxBytes: 199_999 },
    { kind: 'list', path: path(`${root}/missing`) },
    { kind: 'probe', path: path('C:/foreign') },
  ];

  test.each(['quick', 'always', 'never'] as const)('answers as one by one would (%s)', async (blocking) => {
    const root = tree();
    const files = nodeFileSystem({ blocking });
    const alone = (question: FileQuestion): Promise<FileAnswer> => {
      if (question.kind === 'read') return files.read(question.path, question.maxBytes)();
      return files[question.kind](question.path)();
    };
    // A file that was just written has no version yet, and which call of the system failed is of no interest.
    const plain = (answer: FileAnswer): unknown => ({
      ...answer,
      version: undefined,
      ...(answer._tag === 'names' ? { names: [...answer.names].sort() } : {}),
      ...(answer._tag === 'unavailable' ? { reason: answer.reason.split(',')[0] } : {}),
      ...(answer._tag === 'bytes' ? { bytes: Buffer.from(answer.bytes).toString('latin1') } : {}),
    });
    const questions = questionsIn(root);
    const one = await Promise.all(questions.map(alone));
    expect((await files.many(questions)()).map(plain)).toEqual(one.map(plain));
  });

  test('an abort leaves the rest unavailable (SPEC F6)', async () => {
    const answers = await nodeFileSystem().many(questionsIn(tree()), AbortSignal.abort())();
    expect(new Set(answers.map(({ _tag }) => _tag))).toEqual(new Set(['unavailable']));
  });
});

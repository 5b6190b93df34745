// Owns: fault injection (docs/TRUST.md): a recorded life in which each call of the file system in turn goes wrong in
// each way. The oracle of the simulated world judges every decision; once healed, the model sees what the files say.
// CONTEXTFOLD_FAULTS=all injects every fault into every call; otherwise they take turns.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { decoder } from '../../src/adapters/encoding/index.js';
import { memoryFileSystem } from '../../src/adapters/memory/index.js';
import { nodeHash } from '../../src/adapters/node/index.js';
import type { AbsolutePath } from '../../src/domain/path.js';
import type { FileAnswer, FileQuestion, FileSystem } from '../../src/ports/file-system.js';
import { answer } from '../../src/programs/answer.js';
import type { Scenario } from '../../src/scenario/model.js';
import { begin } from '../../property-tests/world/life.js';
import { liveWith } from './fault-life.js';
import { BATCH_FAULTS, FAULTS, HARMLESS } from './faulty-files.js';
import { lifeWith } from './recorded-life.js';

const isComplete = process.env['CONTEXTFOLD_FAULTS'] === 'all';

interface Way {
  readonly batched: boolean;
  readonly roomy: boolean;
}

/** The faults of one call: all of them, or those whose turn it is. */
const faultsFor = (faults: readonly string[], at: number, each: number): readonly string[] =>
  isComplete ? faults : Array.from({ length: each }, (_, index) => faults[(at * each + index) % faults.length] ?? '');

/** Lives once for each call and each of its faults; the first few lives that went wrong come back. */
const injectAll = async (scenario: Scenario, way: Way, every: number, each: number): Promise<readonly string[]> => {
  const plain = await liveWith(scenario, undefined, way);
  expect(plain.complaints).toEqual([]);
  const failures: string[] = [];
  for (const [at, kind] of plain.calls.entries()) {
    if (at % every > 0 && !isComplete) continue;
    for (const fault of faultsFor(way.batched ? BATCH_FAULTS : FAULTS[kind], at / every, each)) {
      const { complaints, log } = await liveWith(scenario, { at, fault }, way);
      const isOther = complaints.length === 0 && HARMLESS.has(fault) && log !== plain.log;
      if (complaints.length > 0 || isOther)
        failures.push(`call ${at}, ${kind} ${fault}: ${complaints[0] ?? 'the log is another one'}`);
    }
  }
  return failures.slice(0, 5);
};

/** Title, configuration, whether everything fits, and which part of the calls goes wrong without CONTEXTFOLD_FAULTS. */
const LIVES: readonly (readonly [string, Readonly<Record<string, unknown>>, boolean, number])[] = [
  ['pre-step', {}, true, 1],
  ['tool-result, writes held', { delivery: 'tool-result', holdWrites: true }, true, 1],
  ['tool-result, first of each slot', { delivery: 'tool-result', selection: 'first' }, true, 5],
  ['pre-step, 500 bytes', { maxBytes: 500, maxTotalSourceBytes: 60 }, false, 5],
];

const TIMEOUT_MS = isComplete ? 3_600_000 : 120_000;

describe('SPEC A5, A6, A18, F6, F7: whatever goes wrong in one call, nothing is lost, forged or said twice', () => {
  test.each(LIVES)(
    'in each call about one file: %s',
    async (_, config, roomy, every) => {
      expect(await injectAll(lifeWith(config), { batched: false, roomy }, every, 1)).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test.each(LIVES)(
    'in each call about many files: %s',
    async (_, config, roomy) => {
      expect(await injectAll(lifeWith(config), { batched: true, roomy }, 1, 1)).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

const A = '/a' as AbsolutePath;
const B = '/b' as AbsolutePath;

/** Asks for both files through a file system that answers many at once in its own way. */
const askBoth = async (many: NonNullable<FileSystem['many']>): Promise<readonly string[]> => {
  const fileSystem = { ...memoryFileSystem({ '/a': 'one', '/b': 'two' }), many };
  const questions = [A, B].map((path) => ({ kind: 'read', path, maxBytes: 9 }) as const);
  const answered = await answer({ hash: nodeHash, decoder, fileSystem })({
    kind: 'asking',
    questions,
    resume: (value) => ({ kind: 'settled', value }),
  })();
  if (E.isLeft(answered)) throw new Error('nobody aborted');
  return (answered.right as readonly { readonly _tag: string; readonly content?: string }[]).map(
    ({ _tag, content }) => content ?? _tag,
  );
};

const bytes = (text: string): FileAnswer => ({ _tag: 'bytes', bytes: new TextEncoder().encode(text) });

describe('a file system that answers many at once (SPEC A5, F7)', () => {
  test('an answer that makes no sense is the failure of its own question alone', async () => {
    const odd = [{ _tag: 'bytes' }, null, undefined, 7, 'x', { _tag: 'bytes', bytes: 'text' }];
    for (const value of odd) {
      const [first, second] = await askBoth(
        () => () => Promise.resolve([value as unknown as FileAnswer, bytes('two')]),
      );
      expect([value, first, second]).toEqual([value, 'unavailable', 'two']);
    }
  });

  /** No answer says what it is about. A wrong order is a lie like any other, and does no harm once it ends. */
  test('an order that is not that of the questions cannot be told, and is outlived', async () => {
    const life = begin(lifeWith({}));
    const env = life.host.world.env as { fileSystem: FileSystem };
    const { probe, read, list } = env.fileSystem;
    const ask = (question: FileQuestion): Promise<FileAnswer> => {
      if (question.kind === 'probe') return probe(question.path)();
      return question.kind === 'read' ? read(question.path, question.maxBytes)() : Promise.reject(new Error('no list'));
    };
    let lies = true;
    const many = (questions: readonly FileQuestion[]) => async (): Promise<readonly FileAnswer[]> => {
      const answers = await Promise.all(questions.filter(({ kind }) => kind !== 'list').map(ask));
      return lies && questions.every(({ kind }) => kind === 'read') ? answers.reverse() : answers;
    };
    env.fileSystem = { probe, read, ...(list === undefined ? {} : { list }), many };
    await life.run({ do: 'turn', prompt: 'hi' });
    expect(life.oracle.complaints.length).toBeGreaterThan(0);
    lies = false;
    life.oracle.complaints.length = 0;
    await life.run({ do: 'resume' });
    await life.run({ do: 'turn', prompt: 'again' });
    expect(life.oracle.complaints).toEqual([]);
  });
});

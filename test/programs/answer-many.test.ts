// Owns: examples of questions about files that are handed over together, to a file system that takes many.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { nodeHash } from '../../src/adapters/node/index.js';
import { ask, settled } from '../../src/core/inquiry.js';
import type { AbsolutePath } from '../../src/domain/path.js';
import type { Answer, Question } from '../../src/domain/question.js';
import type { Env } from '../../src/ports/env.js';
import type { FileSystem } from '../../src/ports/file-system.js';
import { answer } from '../../src/programs/answer.js';

const path = '/repo/AGENTS.md' as AbsolutePath;
const probe: Question = { kind: 'probe', path };
const bare: Env = {
  hash: nodeHash,
  decoder: { decode: (bytes) => ({ text: Buffer.from(bytes).toString('utf8'), lossy: false }) },
};

const throwing = (message: string) => (): never => {
  throw new Error(message);
};

describe('F1, F7: many questions about files at once', () => {
  const together = (questions: readonly Question[], many: NonNullable<FileSystem['many']>): Promise<unknown> => {
    const fileSystem: FileSystem = { probe: throwing('alone'), read: throwing('alone'), list: throwing('alone'), many };
    return answer({ ...bare, fileSystem, clock: { now: () => 7, zone: () => 'UTC' } })(
      ask(questions, (found) => settled(found as readonly Answer[])),
    )();
  };
  const asking = (many: NonNullable<FileSystem['many']>): Promise<unknown> =>
    together([{ kind: 'now' }, probe, { kind: 'read', path, maxBytes: 10 }, { kind: 'zone' }], many);

  test('they are handed over together, in order, and every answer finds its question', async () => {
    const asked: string[] = [];
    const found = await asking((questions) => () => {
      asked.push(...questions.map(({ kind }) => kind));
      return Promise.resolve([{ _tag: 'absent' }, { _tag: 'bytes', bytes: Buffer.from('a') }]);
    });
    expect(asked).toEqual(['probe', 'read']);
    expect(found).toMatchObject({ right: [7, { _tag: 'absent' }, { _tag: 'text', content: 'a' }, 'UTC'] });
  });

  test('listings are among them, and where nothing else is asked they are all that is', async () => {
    const listing = { _tag: 'listing', names: [] } as never;
    const asked: unknown[] = [];
    const found = await together([{ kind: 'list', path }, probe], (questions) => {
      asked.push(questions);
      return () => Promise.resolve([listing, { _tag: 'absent' }]);
    });
    expect(found).toEqual(E.right([listing, { _tag: 'absent' }]));
    expect(asked).toEqual([[{ kind: 'list', path }, probe]]);
  });

  test('where nothing is asked about files they are not asked at all', async () => {
    const found = await together([{ kind: 'now' }, { kind: 'zone' }], throwing('asked'));
    expect(found).toEqual(E.right([7, 'UTC']));
  });

  test('a read that cannot be made sense of is the failure of its own question', async () => {
    const read: Question = { kind: 'read', path, maxBytes: 10 };
    const found = await together(
      [read, probe],
      () => () => Promise.resolve([{ _tag: 'bytes', bytes: null as never }, { _tag: 'absent' }]),
    );
    expect(found).toMatchObject(
      E.right([{ _tag: 'unavailable', reason: expect.any(String) as string }, { _tag: 'absent' }]),
    );
  });

  test.each<readonly [string, NonNullable<FileSystem['many']>, string]>([
    ['throws', throwing('broken'), 'broken'],
    ['rejects', () => () => Promise.reject(new Error('broken')), 'broken'],
    ['leaves answers out', () => () => Promise.resolve([]), 'the file system left a question unanswered'],
  ])('a provider that %s is unavailable for those, and for nothing else', async (_, many, reason) => {
    const failed = { _tag: 'unavailable', reason };
    expect(await asking(many)).toEqual(E.right([7, failed, failed, 'UTC']));
  });
});

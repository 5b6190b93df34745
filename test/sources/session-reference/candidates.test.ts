// Owns: examples of what is offered for mentioning.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import type { SessionList, SessionSummary } from '../../../src/domain/question.js';
import type { SessionCandidate, SessionReferenceConfig } from '../../../src/sources/session-reference/index.js';
import { formatMention, listCandidates } from '../../../src/sources/session-reference/index.js';
import { headerOf, self, settle } from './given.js';

const summary = (id: string, cwd: string, createdAt: number, title?: string): SessionSummary => ({
  header: { ...headerOf(id, cwd), createdAt },
  ...(title === undefined ? {} : { title }),
});

const store = [
  summary('a-other', '/elsewhere', 900, 'Fix the build'),
  summary('b-none', '', 500),
  summary('c-same-old', '/repo', 100),
  summary('d-same-new', '/repo', 200, 'Notes'),
  summary('self', '/repo', 999),
  summary('e-none-new', '', 600),
];

const listed = (list: SessionList, query?: string, config: SessionReferenceConfig = {}): unknown =>
  settle(listCandidates(config, self, query), () => list).value;

const idsOf = (query?: string, config?: SessionReferenceConfig): readonly string[] => {
  const candidates = listed({ _tag: 'sessions', sessions: store }, query, config) as E.Either<
    never,
    readonly SessionCandidate[]
  >;
  return E.getOrElse((): readonly SessionCandidate[] => [])(candidates).map(({ sessionId }) => sessionId);
};

describe('S8 candidates', () => {
  test('same directory, none, another; newest first; not oneself', () => {
    expect(idsOf()).toEqual(['d-same-new', 'c-same-old', 'e-none-new', 'b-none', 'a-other']);
  });

  test.each([
    ['the id', 'SAME', ['d-same-new', 'c-same-old']],
    ['the directory', 'ELSE', ['a-other']],
    ['the title', 'the BUILD', ['a-other']],
    ['nothing', 'nowhere', []],
  ])('are found by %s, whatever its case', (_, query, ids) => {
    expect(idsOf(query)).toEqual(ids);
  });

  test('are at most candidateLimit', () => {
    expect(idsOf('', { candidateLimit: 2 })).toEqual(['d-same-new', 'c-same-old']);
    const many = Array.from({ length: 60 }, (_, index) => summary(`s${index}`, '/repo', index));
    expect(listed({ _tag: 'sessions', sessions: many })).toMatchObject({ right: { length: 50 } });
  });

  test('of one age stand in the order of their ids, however they are listed', () => {
    const ages = ['b', 'c', 'a', 'd'].map((id) => summary(id, '/repo', 7));
    for (const sessions of [ages, [...ages].reverse()]) {
      expect(listed({ _tag: 'sessions', sessions })).toMatchObject({
        right: ['a', 'b', 'c', 'd'].map((sessionId) => ({ sessionId })),
      });
    }
  });

  test('are asked for once; a session without a directory is not found by the lack of it', () => {
    const { batches } = settle(listCandidates({}, self), () => ({ _tag: 'sessions', sessions: store }));
    expect(batches).toEqual([[{ kind: 'list-sessions' }]]);
    expect(idsOf('null')).toEqual([]);
  });

  test('carry their title, or their id, and a mention with it', () => {
    const list: SessionList = {
      _tag: 'sessions',
      sessions: [summary('s2', '/repo', 3, 'a]b'), summary('s3', '', 2, ''), summary('s4', '/x', 1)],
    };
    const candidate = (sessionId: string, label: string, cwd: string | null, createdAt: number): SessionCandidate => ({
      sessionId,
      label,
      cwd,
      createdAt,
      mention: formatMention('app', { sessionId, label }),
    });
    expect(listed(list, '', { scheme: 'app' })).toEqual(
      E.right([candidate('s2', 'a]b', '/repo', 3), candidate('s3', 's3', null, 2), candidate('s4', 's4', '/x', 1)]),
    );
  });

  test('a store that does not list, or a wrong setting, is an error', () => {
    expect(listed({ _tag: 'unavailable', reason: 'gone' })).toEqual(
      E.left({ _tag: 'StoreFailure', operation: 'list', detail: 'gone' }),
    );
    const { value, batches } = settle(listCandidates({ candidateLimit: 0 }, self), () => undefined);
    expect(value).toMatchObject(E.left({ code: 'INVALID_CONFIG', key: 'candidateLimit' }));
    expect(batches).toEqual([]);
  });
});

// Owns: the laws of session URIs, mentions and candidates. Node's own codecs and a naive grammar are the oracles.
import * as E from 'fp-ts/lib/Either.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SessionSummary } from '../src/domain/question.js';
import type { SessionCandidate } from '../src/sources/session-reference/candidates.js';
import { rankCandidates } from '../src/sources/session-reference/candidates.js';
import { distinctReferences, formatMention, readMentions } from '../src/sources/session-reference/mention.js';
import type { Reference } from '../src/sources/session-reference/model.js';
import { decodeSessionUri, encodeSessionUri } from '../src/sources/session-reference/uri.js';
import { anyLabel, anyProse, anyReference, anySessionId } from '../src/testing/arbitraries/session-reference.js';
import { seed } from '../test/seed.js';

const SCHEME = 'dsh-session';
const anyScheme = fc.constantFrom(SCHEME, 'x', 'a.b+c-d');

/** Prose in which nothing can be mistaken for a part of a mention that is pasted next to it. */
const anyHarmlessProse = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '漢', '(', '!', '"'), maxLength: 8 });

describe(`session URIs (seed ${seed})`, () => {
  test('S1 the payload is the unpadded base64url of the JSON text of the id', () => {
    fc.assert(
      fc.property(anyScheme, anySessionId(), (scheme, id) => {
        const payload = Buffer.from(JSON.stringify(id), 'utf8').toString('base64url');
        expect(encodeSessionUri(scheme, id)).toBe(`${scheme}:${payload}`);
      }),
    );
  });

  test('S1 every JavaScript string round-trips, lone surrogates too', () => {
    const anyUnits = fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) });
    fc.assert(
      fc.property(anyScheme, anyUnits, (scheme, id) => {
        expect(decodeSessionUri(scheme, encodeSessionUri(scheme, id))).toBe(id);
      }),
    );
  });

  test('S1 only the canonical encoding decodes', () => {
    const anyJson = fc.oneof(
      fc.json({ maxDepth: 1 }),
      anySessionId().map((id) => `${JSON.stringify(id)} `),
      anySessionId().map((id) => JSON.stringify(id).replaceAll('s', '\\u0073')),
      fc.uint8Array({ maxLength: 8 }),
    );
    const anyPayload = fc.oneof(
      anyJson.map((json) => Buffer.from(json as string).toString('base64url')),
      anyJson.map((json) => Buffer.from(json as string).toString('base64')),
      fc.tuple(anySessionId(), fc.nat(30), fc.constantFrom('A', 'Q', '=', '+', '/', '-', '_', '')).map(
        ([id, at, character]) => {
          const payload = Buffer.from(JSON.stringify(id)).toString('base64url');
          return payload.slice(0, at) + character + payload.slice(at + 1);
        },
      ),
    );
    fc.assert(
      fc.property(anyPayload, (payload) => {
        const id = decodeSessionUri(SCHEME, `${SCHEME}:${payload}`);
        if (id !== undefined) expect(encodeSessionUri(SCHEME, id)).toBe(`${SCHEME}:${payload}`);
      }),
      { numRuns: 500 },
    );
  });
});

/** The grammar of S2, written once more as one expression; quadratic, and no concern of its. */
const naively = (scheme: string, text: string): E.Either<string, { text: string; references: Reference[] }> => {
  const name = scheme.replace(/[.+]/gu, '\\$&');
  const markdown = `@\\[((?:\\\\[\\\\\\]]|\\\\(?![\\\\\\]])|[^\\\\\\]])*)\\]\\((${name}:[^)]*)\\)`;
  const bare = `(?<![\\p{L}\\p{M}\\p{N}_+.-])(${name}:[A-Za-z0-9_-]+)`;
  const references: Reference[] = [];
  const wrong: string[] = [];
  const readable = text.replace(
    new RegExp(`${markdown}|${bare}`, 'gu'),
    (_, written: string | undefined, target: string | undefined, found: string | undefined) => {
      const uri = target ?? found ?? '';
      const payload = Buffer.from(uri.slice(scheme.length + 1), 'base64url').toString('utf8');
      const id: unknown = E.toUnion(E.tryCatch(() => JSON.parse(payload) as unknown, () => undefined));
      if (typeof id !== 'string' || encodeSessionUri(scheme, id) !== uri) wrong.push(uri);
      const label = written?.replace(/\\([\\\]])/gu, '$1') ?? String(id);
      references.push({ sessionId: String(id), label });
      return `@${label}`;
    },
  );
  return wrong[0] === undefined ? E.right({ text: readable, references }) : E.left(wrong[0]);
};

describe(`mentions (seed ${seed})`, () => {
  test('S2 a formatted mention is read back, label and id, whatever they hold', () => {
    fc.assert(
      fc.property(anyScheme, anyReference(), anyHarmlessProse, anyHarmlessProse, (scheme, reference, before, after) => {
        const read = readMentions(scheme, before + formatMention(scheme, reference) + after);
        expect(read).toEqual(E.right({ text: `${before}@${reference.label}${after}`, references: [reference] }));
      }),
    );
  });

  test('S2 any text is read as the grammar says, and the first malformed URI is named', () => {
    fc.assert(
      fc.property(
        anyScheme.chain((scheme) => fc.tuple(fc.constant(scheme), anyProse(scheme))),
        ([scheme, prose]) => {
          const read = readMentions(scheme, prose);
          expect(E.mapLeft(({ uri }: { uri: string }) => uri)(read)).toEqual(naively(scheme, prose));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('S2 text without the scheme and a colon is left as it is', () => {
    fc.assert(
      fc.property(anyProse(), anyLabel(), (prose, label) => {
        const text = (prose + label).replaceAll(`${SCHEME}:`, '');
        fc.pre(!text.includes(`${SCHEME}:`));
        expect(readMentions(SCHEME, text)).toEqual(E.right({ text, references: [] }));
      }),
    );
  });

  test('S3 distinct references keep the place and the label of their first mention', () => {
    fc.assert(
      fc.property(fc.array(anyReference(), { maxLength: 8 }), (references) => {
        const distinct = distinctReferences(references);
        const ids = references.map(({ sessionId }) => sessionId);
        expect(distinct).toEqual(references.filter(({ sessionId }, index) => ids.indexOf(sessionId) === index));
      }),
    );
  });
});

const anySummary: fc.Arbitrary<SessionSummary> = fc.record(
  {
    header: fc.record({
      type: fc.constant('session' as const),
      version: fc.constant(1),
      id: fc.oneof(fc.constantFrom('self', 'Other', 'other-2'), fc.uuid()),
      createdAt: fc.nat(5),
      cwd: fc.constantFrom('', '/repo', '/repo/app', 'c:\\repo', 'C:/repo'),
    }),
    title: fc.constantFrom('', 'Fix the BUILD', 'other', 'é'),
  },
  { requiredKeys: ['header'] },
);

describe(`candidates (seed ${seed})`, () => {
  const anyStore = fc.uniqueArray(anySummary, { selector: ({ header }) => header.id, maxLength: 12 });
  const anyQuery = fc.constantFrom('', 'OTHER', 'build', '/REPO', 'É', 'nothing at all');
  const anyCwd = fc.constantFrom('/repo', '', 'C:\\repo');

  test('S8 they are every matching session but oneself, in order of rank, age and id, up to the limit', () => {
    fc.assert(
      fc.property(anyStore, anyQuery, anyCwd, fc.integer({ min: 1, max: 4 }), (sessions, query, cwd, limit) => {
        const upTo = (candidateLimit: number): readonly SessionCandidate[] =>
          rankCandidates({ scheme: SCHEME, candidateLimit }, { id: 'self', cwd }, query, sessions);
        const all = upTo(99);
        const matching = sessions.filter(
          ({ header, title = '' }) =>
            header.id !== 'self' &&
            [header.id, header.cwd, title].join('\0').toLowerCase().includes(query.toLowerCase()),
        );
        expect(all.map(({ sessionId }) => sessionId).sort()).toEqual(matching.map(({ header }) => header.id).sort());
        const here = cwd === 'C:\\repo' ? ['c:\\repo', 'C:/repo'] : [cwd];
        const keys = all.map((candidate) => {
          const rank = candidate.cwd === null ? 1 : here.includes(candidate.cwd) ? 0 : 2;
          return [rank, 9 - candidate.createdAt, candidate.sessionId].join(' ');
        });
        expect(keys).toEqual([...keys].sort());
        expect(upTo(limit)).toEqual(all.slice(0, limit));
      }),
    );
  });

  test('S8 the order of the store does not matter, and each mention reads back as its candidate', () => {
    fc.assert(
      fc.property(anyStore, (sessions) => {
        const rank = (list: readonly SessionSummary[]): readonly SessionCandidate[] =>
          rankCandidates({ scheme: SCHEME, candidateLimit: 99 }, { id: 'self', cwd: '/repo' }, '', list);
        const candidates = rank(sessions);
        expect(rank([...sessions].reverse())).toEqual(candidates);
        for (const { sessionId, label, mention } of candidates) {
          const read = readMentions(SCHEME, mention);
          expect(read).toEqual(E.right({ text: `@${label}`, references: [{ sessionId, label }] }));
        }
      }),
    );
  });
});

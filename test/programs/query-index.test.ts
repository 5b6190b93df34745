// Owns: reading other sessions through an index: that it says what their logs say, fetches only what is visible, and
// what it makes of an index that fails.
import * as E from 'fp-ts/lib/Either.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LogEvent } from '../../src/domain/log-event.js';
import type { StoreFailure } from '../../src/domain/error.js';
import { seqOf } from '../../src/domain/units.js';
import type { IndexedSession, SessionIndex, SurfaceRow } from '../../src/ports/session-index.js';
import { queryIndex } from '../../src/programs/query-index.js';
import { queryLogs } from '../../src/programs/query-logs.js';
import { seed } from '../seed.js';
import { headerOf, userSaid } from '../sources/session-reference/given.js';

const broken: StoreFailure = { _tag: 'StoreFailure', operation: 'list', detail: 'the index is gone' };

const rowsOf = (events: readonly LogEvent[]): readonly SurfaceRow[] =>
  events.flatMap(({ type, surfaceOp }, seq) => (surfaceOp === undefined ? [] : [{ seq: seqOf(seq), type, surfaceOp }]));

/** An index over one log, and the seqs whose events were fetched. */
const indexOf = (events: readonly LogEvent[], more: Partial<SessionIndex> = {}) => {
  const fetched: number[] = [];
  const index: SessionIndex = {
    summaries: async function* () {},
    titled: () => () => Promise.resolve(E.right([])),
    surfaceRows: (id) => () =>
      Promise.resolve(E.right({ header: headerOf(id), nextSeq: seqOf(events.length), rows: rowsOf(events) })),
    eventsAt: (_, seqs) => () => {
      fetched.push(...seqs);
      return Promise.resolve(E.right(seqs.map((seq) => events[seq] as LogEvent)));
    },
    ...more,
  };
  return { index, fetched };
};

const surfaceOf = (index: SessionIndex): Promise<unknown> => queryIndex(index).readSurface('s2')();

/** What `queryLogs` says of the same log. */
const fromLog = (events: readonly LogEvent[]): Promise<unknown> => {
  const text = [headerOf('s2'), ...events].map((line) => JSON.stringify(line)).join('\n');
  const names = () => () => Promise.resolve(E.right(['s2.jsonl']));
  const read = async function* (): AsyncGenerator<string> {
    yield await Promise.resolve(text);
  };
  return queryLogs({ names, read }).readSurface('s2')();
};

const noise: LogEvent = { type: 'assistant/chunk', data: { text: 'x' } };

describe('the surface of a session (L3, S4)', () => {
  test(`is what its log says, and nothing else is fetched (seed ${seed})`, async () => {
    const kind = fc.oneof({ weight: 3, arbitrary: fc.constant('say') }, fc.constantFrom('noise', 'replace'));
    const steps = fc.array(fc.tuple(kind, fc.nat(), fc.nat()), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(steps, async (wanted) => {
        const events: LogEvent[] = [];
        let visible: readonly number[] = [];
        for (const [what, one, other] of wanted) {
          const said = userSaid(`${events.length}`);
          if (what === 'noise') events.push(noise);
          else if (what === 'say' || visible.length === 0) {
            visible = [...visible, events.length];
            events.push(said);
          } else {
            const [from, to] = [one % visible.length, other % visible.length].sort((a, b) => a - b) as [number, number];
            const surfaceOp = { op: 'replace', start: visible[from] as number, end: visible[to] as number } as const;
            visible = [...visible.slice(0, from), events.length, ...visible.slice(to + 1)];
            events.push({ ...said, surfaceOp });
          }
        }
        const { index, fetched } = indexOf(events);
        expect(await surfaceOf(index)).toEqual(await fromLog(events));
        expect(fetched).toEqual([...visible].sort((a, b) => a - b));
      }),
    );
  });

  test('of an empty log is empty, and has no last seq', async () => {
    expect(await surfaceOf(indexOf([]).index)).toEqual(
      E.right({ _tag: 'surface', header: headerOf('s2'), events: [], lastSeq: null }),
    );
  });

  test('leaves out what the index does not give', async () => {
    const eventsAt: SessionIndex['eventsAt'] = () => () => Promise.resolve(E.right([userSaid('0')]));
    const { index } = indexOf([userSaid('0'), userSaid('1')], { eventsAt });
    expect(await surfaceOf(index)).toMatchObject({ right: { events: [userSaid('0')], lastSeq: 1 } });
  });

  test('an index that fails is a failure, in its own words (L6)', async () => {
    const failing = { surfaceRows: () => () => Promise.resolve(E.left(broken)) };
    expect(await surfaceOf(indexOf([], failing).index)).toEqual(E.left(broken));
    const gone = { eventsAt: () => () => Promise.resolve(E.left(broken)) };
    expect(await surfaceOf(indexOf([userSaid('0')], gone).index)).toEqual(E.left(broken));
  });

  test('a bad line, and a replace of what is not visible, are failures of reading (L3, L5)', async () => {
    const bad = { _tag: 'MalformedLine', line: 3, problem: 'not JSON' } as const;
    const malformed = { eventsAt: () => () => Promise.resolve(E.left(bad)) };
    expect(await surfaceOf(indexOf([userSaid('0')], malformed).index)).toMatchObject({
      left: { _tag: 'StoreFailure', operation: 'read', detail: expect.stringContaining('not JSON') as string },
    });
    const replace: LogEvent = { ...userSaid('1'), surfaceOp: { op: 'replace', start: 5, end: 5 } };
    expect(await surfaceOf(indexOf([userSaid('0'), replace]).index)).toMatchObject({
      left: {
        _tag: 'StoreFailure',
        operation: 'read',
        detail: expect.stringContaining('not on the surface') as string,
      },
    });
  });
});

describe('the list of sessions (S8)', () => {
  const listOf = (given: readonly E.Either<StoreFailure, IndexedSession>[]): Promise<unknown> => {
    const summaries = async function* (): AsyncGenerator<E.Either<StoreFailure, IndexedSession>> {
      yield* await Promise.resolve(given);
    };
    return queryIndex(indexOf([], { summaries }).index).list()();
  };
  const one: IndexedSession = { header: headerOf('s1'), events: 3 as IndexedSession['events'], lastTime: 7 };

  test('is every session in the order of the index, with its title where it has one', async () => {
    const listed = await listOf([E.right({ ...one, title: 'One' }), E.right({ ...one, header: headerOf('s2') })]);
    expect(listed).toStrictEqual(E.right([{ header: headerOf('s1'), title: 'One' }, { header: headerOf('s2') }]));
  });

  test('fails as a whole where the index does (L6)', async () => {
    expect(await listOf([E.right(one), E.left(broken)])).toEqual(E.left(broken));
  });
});

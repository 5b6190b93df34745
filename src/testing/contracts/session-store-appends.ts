// Owns: the laws of a session store about appending: order, wholeness, conflicts, and values that must not change.
import * as E from 'fp-ts/lib/Either.js';
import type { LogEvent } from '../../domain/log-event.js';
import { seqOf } from '../../domain/units.js';
import { check, checkEqual, pause } from './law.js';
import type { StoreClause } from './session-store-fixture.js';
import { append, appendOutcome, create, endOf, eventsOf, saying, sayings } from './session-store-fixture.js';

/** Values that some encoding on the way to a disk and back is known to change. */
const DELICATE: unknown = {
  nul: 'a\u0000b',
  escapedNul: 'a\\u0000b',
  loneSurrogates: ['\ud800', '\udc00x', 'x\ud83d'],
  astral: '😀漢é',
  separators: 'a\u2028b\u2029c',
  lines: 'a\nb\r\nc\td\u0085e',
  quotes: '"\\\'`{}[],$1%s\\',
  markers: '\u0001\ufeff\uffff',
  numbers: [0, -1, 0.1, 1e21, 1e-7, 5e-324, 2 ** 53, 123456789012345680000],
  others: [true, false, null, [], {}, ''],
  ' odd key\u0000 ': { '': { constructor: 1, toJSON: 'x' } },
  order: { b: 1, a: 2, 10: 3, 9: 4 },
  deep: Array.from({ length: 50 }).reduce((inner) => [inner], 'bottom' as unknown),
};

const NOT_JSON: readonly (readonly [what: string, data: unknown])[] = [
  ['NaN', { value: Number.NaN }],
  ['infinity', [Number.POSITIVE_INFINITY]],
  ['nothing in a list', [undefined]],
  ['a function in a list', [() => undefined]],
  ['a big integer', { value: 1n }],
  ['a date', { value: new Date(0) }],
];

const circular = (): unknown => {
  const data: { self?: unknown } = {};
  data.self = data;
  return data;
};

const BATCH = 25;
const BATCHES = 20;

/** The laws about appending. */
export const appending: readonly StoreClause[] = [
  {
    name: 'what was appended is read in its order, by every store over the same logs',
    holds: async ({ store, another }) => {
      await create(store, 's');
      const [first, second] = [sayings(3, 'first'), [{ type: 'x/unknown', more: 1 }, { type: 'turn/start' }]];
      await append(store, 's', 0, first);
      await append(another, 's', 3, second);
      for (const one of [store, another]) checkEqual('the log', await eventsOf(one, 's'), [...first, ...second]);
    },
  },
  {
    name: 'an append that expects another seq is a conflict that names the found one, and writes nothing',
    holds: async ({ store, another }) => {
      await create(store, 's');
      await append(another, 's', 0, sayings(2));
      for (const expected of [0, 1, 3]) {
        const refused = await store.append('s', seqOf(expected), [saying('late')])();
        const conflict = { _tag: 'Conflict', sessionId: 's', expected, found: 2 };
        checkEqual(`an append at ${expected} of 2`, E.isLeft(refused) ? refused.left : 'done', conflict);
      }
      checkEqual('the log', await eventsOf(store, 's'), sayings(2));
    },
  },
  {
    name: 'of appends that expect the same seq at once exactly one succeeds',
    holds: async ({ store, another }) => {
      await create(store, 's');
      for (let round = 0; round < 5; round += 1) {
        const tries = [store, another, store, another].map((one, index) =>
          appendOutcome(one, 's', round * 2, sayings(2, `of ${round}.${index}`)),
        );
        const outcomes = await Promise.all(tries);
        checkEqual('what they came to', [...outcomes].sort(), ['Conflict', 'Conflict', 'Conflict', 'done']);
        const expected = sayings(2, `of ${round}.${outcomes.indexOf('done')}`);
        checkEqual('the log', (await eventsOf(another, 's')).slice(round * 2), expected);
      }
    },
  },
  {
    name: 'an append is seen as a whole or not at all',
    holds: async ({ store, another }) => {
      await create(store, 's');
      let isWriting = true;
      const writing = async (): Promise<void> => {
        try {
          for (let batch = 0; batch < BATCHES; batch += 1) await append(store, 's', batch * BATCH, sayings(BATCH));
        } finally {
          isWriting = false;
        }
      };
      const reading = async (): Promise<void> => {
        while (isWriting) {
          await pause(0);
          const { length } = await eventsOf(another, 's');
          checkEqual('the events of a part of an append', length % BATCH, 0);
        }
      };
      await Promise.all([writing(), reading()]);
      checkEqual('the number of events', (await eventsOf(another, 's')).length, BATCH * BATCHES);
    },
  },
  {
    name: 'an event may carry the seq of its place; with another one its whole append is refused',
    holds: async ({ store }) => {
      await create(store, 's');
      const numbered = sayings(2).map((event, seq) => ({ ...event, seq }));
      await append(store, 's', 0, numbered);
      const wrong = await store.append('s', seqOf(2), [saying('fine'), { ...saying('wrong'), seq: 2 }])();
      const mismatch = { _tag: 'SeqMismatch', expected: 3, found: 2 };
      checkEqual('a wrong seq', E.isLeft(wrong) ? wrong.left : 'done', mismatch);
      checkEqual('the log', await eventsOf(store, 's'), numbered);
    },
  },
  {
    name: 'what is no event, or what JSON cannot hold, is refused with its whole append',
    holds: async ({ store }) => {
      await create(store, 's');
      for (const [what, data] of [...NOT_JSON, ['itself', circular()] as const]) {
        const outcome = await appendOutcome(store, 's', 0, [saying('fine'), { type: 'x', data }]);
        checkEqual(`an event that holds ${what}`, outcome, 'InvalidValue');
      }
      const nameless = { data: {} } as unknown as LogEvent;
      checkEqual('an event without a type', await appendOutcome(store, 's', 0, [nameless]), 'InvalidValue');
      checkEqual('the log', await eventsOf(store, 's'), []);
    },
  },
  {
    name: 'any JSON value comes back as it was',
    holds: async ({ store, another }) => {
      await create(store, 's');
      const events = [
        { type: 'x', data: DELICATE },
        { type: 'odd \u0000\ud800 type', 'odd\u2028 field': DELICATE, time: 0.5, sourceEventSeqs: [[]] },
      ];
      await append(store, 's', 0, events);
      const read = await eventsOf(another, 's');
      checkEqual('the values', read, events);
      check(
        JSON.stringify(read) === JSON.stringify(events),
        `the order of keys: expected ${JSON.stringify(events)}, found ${JSON.stringify(read)}`,
      );
    },
  },
  {
    name: 'an append of nothing checks the seq and writes nothing',
    holds: async ({ store }) => {
      await create(store, 's');
      await append(store, 's', 0, sayings(2));
      checkEqual('the end after nothing', (await append(store, 's', 2, [])).end, await endOf(store, 's'));
      checkEqual('nothing at another seq', await appendOutcome(store, 's', 1, []), 'Conflict');
      checkEqual('the log', await eventsOf(store, 's'), sayings(2));
    },
  },
  {
    name: 'what was stored does not change with what it was given as, nor with what it was given back as',
    holds: async ({ store }) => {
      await create(store, 's');
      const event = { type: 'x', data: { list: [1] } };
      await append(store, 's', 0, [event]);
      event.data.list.push(2);
      for (const read of await eventsOf(store, 's')) (read.data as typeof event.data).list.push(3);
      checkEqual('the log', await eventsOf(store, 's'), [{ type: 'x', data: { list: [1] } }]);
    },
  },
];

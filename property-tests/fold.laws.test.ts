// Owns: the laws of the session fold: how a log is cut, stored or branched never changes the state it comes to.
import * as E from 'fp-ts/lib/Either.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AppendList } from '../src/core/append-list.js';
import { append, emptyList, itemsOf } from '../src/core/append-list.js';
import type { ContextSource, MountedSource } from '../src/core/context-source.js';
import type { LiveSession, SessionState, Snapshot } from '../src/core/fold.js';
import { advance, attach, foldEvents, initialState, restoreSnapshot, snapshotOf } from '../src/core/fold.js';
import { settled } from '../src/core/inquiry.js';
import type { LogEvent, SessionHeader } from '../src/domain/log-event.js';
import { sourceOf } from '../src/domain/log-event.js';
import { promptContext } from '../src/prompt/consider.js';
import { emptyRegistry } from '../src/prompt/registry.js';
import { anyEvent, anyForeignEvent, anyHeader, anyLog, anyMessage } from '../src/testing/arbitraries/log.js';
import { seed } from '../test/seed.js';

/** A source that keeps all it is ever told about a surface event: any difference in what sources see shows in it. */
const witness: ContextSource<AppendList<string>, number> = {
  kind: 'witness',
  initial: () => emptyList(),
  evolve: (state, event, { seq, change, surface, position }) =>
    change.kind === 'none' ? state : append(state, JSON.stringify([seq, event, change, itemsOf(surface), position])),
  consider: () => settled({}),
  memory: { initial: 0, observe: (seen) => seen + 1 },
  snapshot: {
    encode: (state) => itemsOf(state).slice(),
    decode: (json) => (Array.isArray(json) ? (json as string[]).reduce(append, emptyList<string>()) : undefined),
  },
};

/** A source that counts the messages of people, and whose state is JSON as it is. */
const counter: ContextSource<{ readonly direct: number }> = {
  kind: 'counter',
  initial: () => ({ direct: 0 }),
  evolve: (state, event) => (sourceOf(event)?.kind === 'user' ? { direct: state.direct + 1 } : state),
  consider: () => settled({}),
};

const sources: readonly MountedSource[] = [witness, counter, promptContext(emptyRegistry)];

const fold = (state: SessionState, events: readonly LogEvent[]): SessionState => {
  const folded = foldEvents(sources, state, events);
  if (E.isLeft(folded)) throw new Error(JSON.stringify(folded.left));
  return folded.right;
};

const start = (header: SessionHeader): SessionState => initialState(sources, header);

/** A state without shared storage: what it says, and nothing about how it is held. */
const written = (state: SessionState): Snapshot => structuredClone(snapshotOf(sources, state));

const snapshotMessage = fc
  .array(fc.constantFrom('a', 'b'), { maxLength: 2 })
  .map((names) => ({
    content: names.join(),
    source: {
      kind: 'plugin',
      plugin: 'system-prompt',
      form: 'snapshot',
      sections: names.map((name) => ({ name, text: name })),
    },
  }));
const anySession = fc.tuple(anyHeader(), anyLog({ messages: fc.oneof(anyMessage(), snapshotMessage) }));

describe(`fold (seed ${seed})`, () => {
  test('F3 fold(a ⧺ b) = foldFrom(fold a, b), wherever the log is cut', () => {
    fc.assert(
      fc.property(anySession, fc.nat(30), ([header, log], cut) => {
        const first = fold(start(header), log.slice(0, cut));
        expect(written(fold(first, log.slice(cut)))).toEqual(written(fold(start(header), log)));
      }),
    );
  });

  test('F3 event by event = in one go', () => {
    fc.assert(
      fc.property(anySession, ([header, log]) => {
        const stepwise = log.reduce((state, event) => fold(state, [event]), start(header));
        expect(written(stepwise)).toEqual(written(fold(start(header), log)));
      }),
    );
  });

  test('F3 a snapshot survives JSON, and the rest of the log is folded onto it', () => {
    fc.assert(
      fc.property(anySession, fc.nat(30), ([header, log], cut) => {
        const first = fold(start(header), log.slice(0, cut));
        const snapshot = JSON.parse(JSON.stringify(snapshotOf(sources, first))) as Snapshot;
        const restored = restoreSnapshot(sources, snapshot);
        expect(restored).toBeDefined();
        expect(written(restored as SessionState)).toEqual(written(first));
        expect(written(fold(restored as SessionState, log.slice(cut)))).toEqual(written(fold(start(header), log)));
      }),
    );
  });

  test('F3 a snapshot stays what it was while the session goes on', () => {
    fc.assert(
      fc.property(anySession, fc.nat(30), ([header, log], cut) => {
        const first = fold(start(header), log.slice(0, cut));
        const snapshot = snapshotOf(sources, first);
        const before = structuredClone(snapshot);
        fold(first, log.slice(cut));
        expect(snapshot).toEqual(before);
      }),
    );
  });

  test('F3 old states survive: every state can be extended again at any time', () => {
    const anyBranches = fc.array(fc.record({ from: fc.nat(20), event: anyEvent() }), { maxLength: 20 });
    fc.assert(
      fc.property(anySession, anyBranches, ([header, log], branches) => {
        // Each state beside the log it came from; the naive model of a state is its log folded anew.
        const states: { readonly state: SessionState; readonly log: readonly LogEvent[] }[] = [
          { state: start(header), log: [] },
          { state: fold(start(header), log), log },
        ];
        for (const { from, event } of branches) {
          const base = states[from % states.length] as (typeof states)[number];
          const next: LogEvent = { ...event, surfaceOp: 'append' };
          states.push({ state: fold(base.state, [next]), log: [...base.log, next] });
        }
        for (const { state, log: told } of states) expect(written(state)).toEqual(written(fold(start(header), told)));
      }),
      { numRuns: 50 },
    );
  });

  test('F3 foreign events keep the reference of every part', () => {
    const anyForeign = anyForeignEvent().map((event): LogEvent => ({ ...event, type: `x/${event.type}` }));
    fc.assert(
      fc.property(anySession, fc.array(anyForeign), ([header, log], foreign) => {
        const before = fold(start(header), log);
        const after = fold(before, foreign);
        expect(after.surface).toBe(before.surface);
        expect(after.position).toBe(before.position);
        after.parts.forEach((part, index) => expect(part).toBe(before.parts[index]));
        expect(after.nextSeq).toBe(before.nextSeq + foreign.length);
      }),
    );
  });

  test('L1 a seq that is not the index is refused, and the state stays as it was', () => {
    fc.assert(
      fc.property(anySession, fc.integer({ min: -1, max: 40 }), ([header, log], seq) => {
        fc.pre(seq !== log.length);
        const state = fold(start(header), log);
        const before = written(state);
        const folded = foldEvents(sources, state, [{ type: 'user/message', seq, surfaceOp: 'append' }]);
        expect(folded).toEqual(E.left({ _tag: 'SeqMismatch', expected: log.length, found: seq }));
        expect(written(state)).toEqual(before);
      }),
    );
  });

  test('L3 when one event is refused, none of the batch is folded and the session goes on', () => {
    const refused: LogEvent = { type: 'user/message', surfaceOp: { op: 'replace', start: -1, end: -1 } };
    fc.assert(
      fc.property(anySession, fc.nat(30), ([header, log], cut) => {
        const live = attach(sources, fold(start(header), log.slice(0, cut)));
        expect(E.isLeft(advance(sources, live, [...log.slice(cut), refused]))).toBe(true);
        const advanced = advance(sources, live, log.slice(cut));
        expect(E.isRight(advanced) && written(advanced.right.state)).toEqual(written(fold(start(header), log)));
      }),
    );
  });

  test('F4 process memory sees what is appended while the process lives, and nothing before', () => {
    fc.assert(
      fc.property(anySession, fc.nat(30), ([header, log], cut) => {
        const live = attach(sources, fold(start(header), log.slice(0, cut)));
        const advanced = advance(sources, live, log.slice(cut)) as E.Right<LiveSession>;
        expect(live.memories).toEqual([0, null, null]);
        expect(advanced.right.memories).toEqual([log.slice(cut).length, null, null]);
      }),
    );
  });

  test('F3 a snapshot that lacks a source, or whose part a source does not know, is not restored', () => {
    const snapshot = snapshotOf(sources, start({ type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/' }));
    const { witness: first } = snapshot.parts;
    expect(restoreSnapshot(sources, { ...snapshot, parts: { witness: first } })).toBeUndefined();
    expect(restoreSnapshot(sources, { ...snapshot, parts: { ...snapshot.parts, witness: 7 } })).toBeUndefined();
    expect(restoreSnapshot(sources.slice(1), snapshot)).toBeDefined();
  });
});

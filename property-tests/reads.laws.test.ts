// Owns: the law behind `reads`: what a source leaves out of it means nothing to the source, so that such events need
// neither be folded nor parsed.
import * as E from 'fp-ts/lib/Either.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MountedSource } from '../src/core/context-source.js';
import { advance, attach, foldEvents, initialState, snapshotOf, typesRead } from '../src/core/fold.js';
import { settled } from '../src/core/inquiry.js';
import { glanceAtLine } from '../src/domain/codec/glance.js';
import { encodeLine, encodeLog } from '../src/domain/codec/session-log.js';
import type { LogEvent, SessionHeader } from '../src/domain/log-event.js';
import type { MessageDraft } from '../src/domain/message.js';
import { readLog } from '../src/programs/read-log.js';
import { promptContext } from '../src/prompt/consider.js';
import { emptyRegistry } from '../src/prompt/registry.js';
import { agentInstructions } from '../src/sources/agent-instructions/index.js';
import { sessionReference } from '../src/sources/session-reference/index.js';
import { timeContext } from '../src/sources/time-context/index.js';
import { tmuxContext } from '../src/sources/tmux-context/index.js';
import { anyForeignEvent, anyHeader, anyLog, anyMessage } from '../src/testing/arbitraries/log.js';
import { seed } from '../test/seed.js';

const right = <A>(either: E.Either<unknown, A>): A => {
  if (E.isLeft(either)) throw new Error(JSON.stringify(either.left));
  return either.right;
};

const sources: readonly MountedSource[] = [
  right(tmuxContext()),
  right(sessionReference()),
  right(agentInstructions({ maxBytes: 65_536 })),
  promptContext(emptyRegistry),
  right(timeContext()),
];

/** The same sources, as if they read everything. */
const greedy = sources.map(({ reads: _, ...source }): MountedSource => source);

const snapshot = (plugin: string, text: string): MessageDraft => ({
  content: text,
  source: { kind: 'plugin', plugin, form: 'snapshot', sections: [{ name: plugin, text }] },
});

const instructions: MessageDraft = {
  content: 'text',
  source: {
    kind: 'agent-instructions',
    version: 1,
    root: '.',
    baseline: true,
    changes: [{ action: 'set', scope: 'AGENTS.md', path: 'AGENTS.md', digest: 'a'.repeat(40) }],
  },
};

const tmuxText = [
  'tmux location (turn 1):',
  'session s, window 0 "w", pane 0 %0',
  'window active=1, pane active=1, layout b25d,80x24,0,0,0',
].join('\n');

const messages = fc.oneof(
  anyMessage(),
  fc.constantFrom(
    instructions,
    snapshot('time-context', 'Time sampled'),
    snapshot('system-prompt', 'a'),
    snapshot('tmux-context', tmuxText),
    { content: 'hi', source: { kind: 'user', rpcId: 'r', clientTimeZone: 'Europe/Berlin' } },
  ),
);

const written = (mounted: readonly MountedSource[], header: SessionHeader, log: readonly LogEvent[]): unknown => {
  const state = right(foldEvents(mounted, initialState(mounted, header), log));
  return structuredClone(snapshotOf(mounted, state));
};

/** An event as a store numbers it. */
const withoutPlace = ({ seq: _, time: __, ...event }: LogEvent): LogEvent => event;

describe(`reads (seed ${seed})`, () => {
  test('F3: a source that is kept from what it does not read folds to the same state', () => {
    fc.assert(
      fc.property(anyHeader(), anyLog({ messages }), (header, log) => {
        expect(written(sources, header, log)).toEqual(written(greedy, header, log));
      }),
    );
  });

  test('L1, L5: a log of which only those types are parsed folds to the same state, wherever it is cut', () => {
    const types = typesRead(sources);
    const noise = fc
      .nat(9)
      .map((index): LogEvent => ({ type: 'assistant/chunk', data: { type: 'user/message', index } }));
    const log = anyLog({ messages }).chain((events) =>
      fc.array(fc.tuple(fc.nat(events.length), noise), { maxLength: 8 }).map((strewn) => {
        const all = [...events];
        for (const [at, event] of strewn.sort(([a], [b]) => b - a)) all.splice(at, 0, event);
        // A replace names seqs, which the noise has moved.
        return all
          .filter(({ surfaceOp }) => typeof surfaceOp !== 'object')
          .map((event, seq) => ({ seq, time: 5, ...withoutPlace(event) }));
      }),
    );
    let glanced = 0;
    fc.assert(
      fc.property(anyHeader(), log, fc.nat(), (header, events, at) => {
        const text = encodeLog(header, events);
        const first = text.indexOf('\n') + 1;
        const cut = text.slice(0, first + (at % (text.length - first + 1)));
        const [all, some] = [right(readLog(cut)), right(readLog(cut, { types }))];
        expect({ ...some, events: some.events.length }).toEqual({ ...all, events: all.events.length });
        expect(written(sources, header, some.events)).toEqual(written(sources, header, all.events));
        glanced += some.events.filter(({ data }) => data === undefined).length;
      }),
    );
    expect(glanced).toBeGreaterThan(0);
  });

  test('L1: a glance tells what parsing would, or nothing', () => {
    fc.assert(
      fc.property(anyLog({ messages }), fc.nat(1e9), (events, seq) => {
        for (const event of events) {
          const glance = glanceAtLine(encodeLine({ seq, time: 5, ...withoutPlace(event) }));
          expect(glance).toEqual({ type: event.type, seq });
        }
      }),
    );
    const odd = [
      '{"seq":01,"type":"a"}',
      '{"seq":-1,"type":"a"}',
      '{"seq":1e3,"type":"a"}',
      '{"type":"a\\n"}',
      '{"type":"a',
    ];
    for (const line of [
      ...odd,
      '{"data":{},"type":"a"}',
      '',
      '{',
      ' {"type":"a"}',
      '{"seq":1}',
      '{"seq":12345678901234567,"type":"a"}',
    ]) {
      expect(glanceAtLine(line)).toBeUndefined();
    }
    expect(glanceAtLine('{"type":"a","data":0,"seq":1}')).toBeUndefined();
    expect(glanceAtLine('{"type":"a","\\u0073eq":1}')).toBeUndefined();
    expect(glanceAtLine('{"time":7,"type":"a/b","x":1')).toEqual({ type: 'a/b' });
  });

  test('F4: and remembers the same', () => {
    fc.assert(
      fc.property(anyHeader(), anyLog({ messages }), (header, log) => {
        const lived = (mounted: readonly MountedSource[]): readonly unknown[] =>
          right(advance(mounted, attach(mounted, initialState(mounted, header)), log)).memories;
        expect(lived(sources)).toEqual(lived(greedy));
      }),
    );
  });

  test('an event of a type that nobody reads only counts, and one source that reads everything is told of it', () => {
    fc.assert(
      fc.property(anyHeader(), anyForeignEvent(), (header, { type, ...event }) => {
        const told: LogEvent[] = [];
        const listener: MountedSource = {
          kind: 'listener',
          initial: () => null,
          evolve: (_, heard: LogEvent) => told.push(heard),
          consider: () => settled({}),
        };
        const foreign: LogEvent = { ...event, type: `x/${type}` };
        const state = right(foldEvents(sources, initialState(sources, header), [foreign]));
        expect(state.nextSeq).toBe(1);
        expect(typesRead(sources)).not.toContain(foreign.type);
        foldEvents([...sources, listener], initialState([...sources, listener], header), [foreign]);
        expect(told).toEqual([foreign]);
      }),
    );
  });
});

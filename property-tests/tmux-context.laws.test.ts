// Owns: the laws of tmux-context: its fold, its parser, when two readings mean the same place, and that its own check
// finds nothing to say about whatever it wrote.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldEvents, restoreSnapshot, snapshotOf } from '../src/core/fold.js';
import type { LogEvent } from '../src/domain/log-event.js';
import type { MessageDraft } from '../src/domain/message.js';
import type { ShellResult } from '../src/domain/question.js';
import { tmuxContext, tmuxContextInvariant } from '../src/sources/tmux-context/index.js';
import type { TmuxReading } from '../src/sources/tmux-context/model.js';
import { parseReading } from '../src/sources/tmux-context/reading.js';
import { locationOf, renderReading } from '../src/sources/tmux-context/render.js';
import { anyForeignEvent, anyLog } from '../src/testing/arbitraries/log.js';
import {
  direct,
  entered,
  folded,
  preStep,
  right,
  snapshot,
  stepEnd,
  told,
  turnEnd,
  turnStart,
  violations,
} from '../test/sources/given.js';
import { seed } from '../test/seed.js';

const source = right(tmuxContext());

/** Any text that can stand between two tabs of one line. */
const anyField = fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replace(/[\t\n]/gu, ' '));
const anyNonEmpty = anyField.filter((text) => text !== '');
const anyIndex = fc.nat(99).map(String);
const anyFlag = fc.constantFrom('0', '1');

/** The panes of a window: a pane's number, or a split of several. */
type Panes = number | { readonly brackets: '[]' | '{}'; readonly of: readonly Panes[] };

const { anyPanes } = fc.letrec<{ anyPanes: Panes }>((tie) => ({
  anyPanes: fc.oneof(
    { maxDepth: 3 },
    fc.nat(20),
    fc.record({
      brackets: fc.constantFrom('[]', '{}'),
      of: fc.array(tie('anyPanes'), { minLength: 2, maxLength: 3 }),
    }),
  ),
}));

/** The layout of panes, each of some size at some place. */
const layoutOf = (panes: Panes, checksum: number, sizes: () => number): string => {
  const write = (cell: Panes): string => {
    const box = `${sizes()}x${sizes()},${sizes()},${sizes()}`;
    if (typeof cell === 'number') return `${box},${cell}`;
    return `${box}${cell.brackets[0]}${cell.of.map(write).join(',')}${cell.brackets[1]}`;
  };
  return `${checksum.toString(16).padStart(4, '0')},${write(panes)}`;
};

const anySizes = fc.infiniteStream(fc.nat(500)).map((stream) => (): number => stream.next().value as number);
const anyChecksum = fc.nat(0xffff);
const anyLayout = fc.oneof(
  fc.tuple(anyPanes, anyChecksum, anySizes).map(([panes, checksum, sizes]) => layoutOf(panes, checksum, sizes)),
  anyNonEmpty.filter((text) => !/\p{Cc}/u.test(text)),
);

const anyReading: fc.Arbitrary<TmuxReading> = fc.record({
  session: anyNonEmpty,
  windowIndex: anyIndex,
  windowName: anyField,
  paneIndex: anyIndex,
  paneId: anyIndex.map((index) => `%${index}`),
  windowActive: anyFlag,
  paneActive: anyFlag,
  layout: anyLayout,
});

const printed = (reading: TmuxReading): ShellResult => {
  const { session, windowIndex, windowName, paneIndex, paneId, windowActive, paneActive, layout } = reading;
  const fields = [session, windowIndex, windowName, paneIndex, paneId, windowActive, paneActive, layout];
  return { _tag: 'exited', exitCode: 0, stdout: `${fields.join('\t')}\n` };
};

describe(`answers of tmux (M0; seed ${seed})`, () => {
  test('every reading is read back from what tmux would print, with or without the line feed', () => {
    fc.assert(
      fc.property(anyReading, (reading) => {
        const { stdout } = printed(reading) as Extract<ShellResult, { readonly _tag: 'exited' }>;
        expect(parseReading(stdout)).toEqual(reading);
        expect(parseReading(stdout.slice(0, -1))).toEqual(reading);
        expect(parseReading(stdout + stdout)).toBeUndefined();
        expect(parseReading(`\t${stdout}`)).toBeUndefined();
      }),
    );
  });

  test('reading is total, and what it takes is eight fields', () => {
    const anyOutput = fc.array(fc.oneof(anyField, anyIndex, anyFlag, fc.constantFrom('%1', '\n')), { maxLength: 10 });
    fc.assert(
      fc.property(anyOutput, (fields) => {
        const stdout = fields.join('\t');
        const reading = parseReading(stdout);
        if (reading !== undefined) expect(Object.values(reading).join('\t')).toBe(stdout.replace(/\n$/u, ''));
      }),
    );
  });
});

describe(`places in tmux (M1, M3; seed ${seed})`, () => {
  test('a reading is three lines, whatever its names hold, and names a place', () => {
    fc.assert(
      fc.property(anyReading, fc.nat(), (reading, turn) => {
        const text = renderReading(turn, reading);
        expect(text.split('\n')).toHaveLength(3);
        expect(locationOf(text)).toBeDefined();
        expect(locationOf(renderReading(turn + 1, reading))).toBe(locationOf(text));
      }),
    );
  });

  test('a resize changes nothing; other panes do', () => {
    fc.assert(
      fc.property(anyReading, anyPanes, anyPanes, anyChecksum, anySizes, (reading, panes, others, checksum, sizes) => {
        const placeOf = (of: Panes, sum: number): string | undefined =>
          locationOf(renderReading(1, { ...reading, layout: layoutOf(of, sum, sizes) }));
        expect(placeOf(panes, checksum)).toBe(placeOf(panes, checksum ^ 1));
        const isSame = JSON.stringify(panes) === JSON.stringify(others);
        expect(placeOf(panes, checksum) === placeOf(others, checksum)).toBe(isSame);
      }),
    );
  });

  test('what was told is not told again, and its own check has nothing to say about a session', () => {
    const anyAnswers = fc
      .array(anyReading, { minLength: 1, maxLength: 3 })
      .chain((readings) => fc.array(fc.constantFrom(...readings), { maxLength: 8 }));
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        let events: readonly LogEvent[] = [];
        answers.forEach((reading, index) => {
          const when = { turn: index + 1, step: 1 };
          events = [...events, turnStart(when.turn)];
          const decision = preStep(source, events, when, { shell: printed(reading) });
          events = entered(events, when, decision);
          expect(told(preStep(source, events, when, { shell: printed(reading) }))).toBeUndefined();
          events = [...events, stepEnd(when.turn, 1), turnEnd(when.turn)];
        });
        expect(violations(tmuxContextInvariant, events)).toEqual([]);
      }),
    );
  });
});

describe(`the fold of tmux-context (F3; seed ${seed})`, () => {
  const anyDraft: fc.Arbitrary<MessageDraft> = fc.oneof(
    anyReading.map((reading) => snapshot('tmux-context', renderReading(1, reading)).data as MessageDraft),
    fc.constant(snapshot('tmux-context', 'malformed').data as MessageDraft),
    fc.constant(direct()),
  );
  const anyTmuxLog = anyLog({ messages: anyDraft });

  test('in one go, in two, and from JSON in between is the same; the state in between stays as it was', () => {
    fc.assert(
      fc.property(anyTmuxLog, fc.nat(30), (events, at) => {
        const cut = Math.min(at, events.length);
        const between = folded(source, events.slice(0, cut));
        const written = JSON.stringify(snapshotOf([source], between));
        const restored = restoreSnapshot([source], JSON.parse(written) as ReturnType<typeof snapshotOf>);
        const whole = folded(source, events);
        expect(right(foldEvents([source], between, events.slice(cut))).parts).toEqual(whole.parts);
        expect(restored && right(foldEvents([source], restored, events.slice(cut))).parts).toEqual(whole.parts);
        expect(JSON.stringify(snapshotOf([source], between))).toBe(written);
      }),
    );
  });

  test('a foreign event keeps the reference, and the check is total', () => {
    fc.assert(
      fc.property(anyTmuxLog, anyForeignEvent(), (events, event) => {
        const before = folded(source, events);
        expect(right(foldEvents([source], before, [event])).parts[0]).toBe(before.parts[0]);
        violations(tmuxContextInvariant, [...events, event]);
      }),
    );
  });
});

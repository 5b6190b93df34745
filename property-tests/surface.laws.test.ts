// Owns: the laws of the surface, against a model that knows no ranges: an event is visible unless a later one hides it.
import * as E from 'fp-ts/lib/Either.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { itemsOf } from '../src/core/append-list.js';
import type { Surface } from '../src/core/surface-fold.js';
import { emptySurface, evolveSurface } from '../src/core/surface-fold.js';
import type { LogEvent } from '../src/domain/log-event.js';
import { seqOf } from '../src/domain/units.js';
import { anyEvent, anyLog } from '../src/testing/arbitraries/log.js';
import { seed } from '../test/seed.js';

/** An event with its place among all events that were ever on the surface; a replacement takes its first victim's. */
interface Standing {
  readonly seq: number;
  readonly rank: number;
  readonly visible: boolean;
}

const SURFACE_TYPES = ['user/message', 'assistant/message', 'tool/result'];

const stand = (standings: readonly Standing[], event: LogEvent, seq: number): readonly Standing[] => {
  const op = event.surfaceOp;
  if (op === undefined || !SURFACE_TYPES.includes(event.type)) return standings;
  if (op === 'append') return [...standings, { seq, rank: seq, visible: true }];
  const rankOf = (named: number): number => standings.find((standing) => standing.seq === named)?.rank ?? NaN;
  const [from, to] = [rankOf(op.start), rankOf(op.end)];
  const hidden = standings.map((standing) =>
    standing.rank >= from && standing.rank <= to ? { ...standing, visible: false } : standing,
  );
  return [...hidden, { seq, rank: from, visible: true }];
};

const visibleOf = (standings: readonly Standing[]): readonly number[] =>
  standings
    .filter(({ visible }) => visible)
    .sort((one, other) => one.rank - other.rank)
    .map(({ seq }) => seq);

/** Folds a log, looking at every step. */
const folded = (
  log: readonly LogEvent[],
  watch: (before: Surface, after: Surface, shadowed: readonly number[], seq: number) => void = () => undefined,
): Surface => {
  let surface = emptySurface();
  log.forEach((event, seq) => {
    const step = evolveSurface(surface, event, seqOf(seq));
    if (E.isLeft(step)) throw new Error(`event ${seq} was refused`);
    const { change } = step.right;
    watch(surface, step.right.surface, change.kind === 'replaced' ? change.shadowed : [], seq);
    surface = step.right.surface;
  });
  return surface;
};

const append = (type = 'user/message'): LogEvent => ({ type, surfaceOp: 'append' });
const replace = (start: number, end: number): LogEvent => ({
  type: 'user/message',
  surfaceOp: { op: 'replace', start, end },
});

describe(`surface (seed ${seed})`, () => {
  test('L3 it holds what no later replace hides, replaces of replaces and kept suffixes included', () => {
    fc.assert(
      fc.property(anyLog(), (log) => {
        let standings: readonly Standing[] = [];
        folded(log, (_, after, __, seq) => {
          standings = stand(standings, log[seq] as LogEvent, seq);
          expect(itemsOf(after)).toEqual(visibleOf(standings));
        });
      }),
      { numRuns: 500 },
    );
  });

  test('L3 shadowing events = folding without them, the replacement in their place', () => {
    fc.assert(
      fc.property(anyLog(), (log) => {
        folded(log, (before, after, shadowed, seq) => {
          if (shadowed.length === 0) return;
          expect(shadowed).toEqual(itemsOf(before).filter((at) => shadowed.includes(at)));
          const without = itemsOf(before).filter((at) => !shadowed.includes(at));
          expect(itemsOf(after).filter((at) => at !== seq)).toEqual(without);
          expect(itemsOf(after).indexOf(seqOf(seq))).toBe(itemsOf(before).indexOf(seqOf(shadowed[0] ?? -1)));
        });
      }),
    );
  });

  test('L3 what an event did to the surface is said: nothing, an append, or a replace of what it shadowed', () => {
    const change = (events: readonly LogEvent[], event: LogEvent): unknown => {
      const step = evolveSurface(folded(events), event, seqOf(events.length));
      return E.isRight(step) ? step.right.change : step.left;
    };
    expect(change([], { type: 'user/message' })).toEqual({ kind: 'none' });
    expect(change([], append())).toEqual({ kind: 'appended' });
    const replaced = { kind: 'replaced', shadowed: [1, 2] };
    expect(change([append(), append(), append(), append()], replace(1, 2))).toEqual(replaced);
  });

  test('F3 earlier surfaces stay what they were', () => {
    fc.assert(
      fc.property(anyLog(), (log) => {
        const seen: { readonly surface: Surface; readonly copy: readonly number[] }[] = [];
        folded(log, (_, after) => seen.push({ surface: after, copy: [...itemsOf(after)] }));
        for (const { surface, copy } of seen) expect([...itemsOf(surface)]).toEqual(copy);
      }),
    );
  });

  test('L3 an event without surface operation or of another type returns the same reference', () => {
    fc.assert(
      fc.property(anyLog(), anyEvent(), (log, event) => {
        const surface = folded(log);
        const other: LogEvent = { ...event, type: 'x', surfaceOp: { op: 'replace', start: 99, end: -1 } };
        for (const met of [event, other]) {
          const step = evolveSurface(surface, met, seqOf(log.length));
          expect(E.isRight(step) && step.right.surface).toBe(surface);
          expect(E.isRight(step) && step.right.change).toEqual({ kind: 'none' });
        }
      }),
    );
  });

  test('L3 a range is refused exactly when an end is not visible or they are out of order, and nothing changes', () => {
    const anyEnd = fc.integer({ min: -2, max: 35 });
    fc.assert(
      fc.property(anyLog(), anyEnd, anyEnd, (log, start, end) => {
        const surface = folded(log);
        const before = [...itemsOf(surface)] as number[];
        const step = evolveSurface(surface, replace(start, end), seqOf(log.length));
        const [from, to] = [before.indexOf(start), before.indexOf(end)];
        expect(E.isRight(step)).toBe(from >= 0 && to >= from);
        if (E.isLeft(step)) {
          expect(step.left).toMatchObject({ _tag: 'SurfaceRangeError', seq: log.length, start, end });
          expect([...itemsOf(surface)]).toEqual(before);
        }
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['a start that was shadowed', [append(), append(), replace(0, 0), replace(0, 1)], 'start-not-visible'],
    ['an end that never was', [append(), replace(0, 7)], 'end-not-visible'],
    ['an end that is no message', [append(), append('tool/call'), replace(0, 1)], 'end-not-visible'],
    ['ends the wrong way round', [append(), append(), replace(1, 0)], 'out-of-order'],
    ['surface order, not seq order', [append(), append(), replace(0, 0), replace(1, 2)], 'out-of-order'],
    ['itself', [append(), replace(1, 1)], 'start-not-visible'],
  ])('L3 %s is refused with the seqs', (_, log, problem) => {
    const bad = log.at(-1) as LogEvent;
    const step = evolveSurface(folded(log.slice(0, -1)), bad, seqOf(log.length - 1));
    expect(step).toMatchObject(E.left({ _tag: 'SurfaceRangeError', seq: log.length - 1, problem }));
  });
});

// Owns: the surface: which seqs the model can still see, in what order, and what one event changed about that.
// It holds no content; whoever needs the events behind the seqs keeps them.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { SurfaceRangeError } from '../domain/error.js';
import type { LogEvent } from '../domain/log-event.js';
import { isSurfaceType } from '../domain/log-event.js';
import type { Seq } from '../domain/units.js';
import type { AppendList } from './append-list.js';
import { append, emptyList, itemsOf, listOf } from './append-list.js';

/**
 * The visible seqs in surface order.
 *
 * Shape:  ascending, except that a replacement stands where the events it shadowed stood.
 * Source: SPEC, word table; L3
 */
export type Surface = AppendList<Seq>;

/**
 * What one event did to the surface.
 *
 * Shape:  `shadowed` in surface order, never empty; a replacement takes their place.
 */
export type SurfaceChange =
  | { readonly kind: 'none' }
  | { readonly kind: 'appended' }
  | { readonly kind: 'replaced'; readonly shadowed: readonly Seq[] };

/** The surface after an event, and what the event did to it. */
export interface SurfaceStep {
  readonly surface: Surface;
  readonly change: SurfaceChange;
}

const NONE: SurfaceChange = { kind: 'none' };
const APPENDED: SurfaceChange = { kind: 'appended' };

/** The surface of an empty log. */
export const emptySurface = (): Surface => emptyList();

/**
 * Folds one event into the surface.
 *
 * Errors: a replace whose ends are not visible or stand in the wrong order; the surface stays as it was.
 * Cost:   O(1) for everything but a replace, which is O(visible) and usually removes most of that.
 * Source: SPEC L3; property-tests/surface.laws.test.ts
 */
export const evolveSurface = (surface: Surface, event: LogEvent, seq: Seq): Either<SurfaceRangeError, SurfaceStep> => {
  const op = event.surfaceOp;
  if (op === undefined || !isSurfaceType(event.type)) return E.right({ surface, change: NONE });
  if (op === 'append') return E.right({ surface: append(surface, seq), change: APPENDED });
  const seqs = itemsOf(surface);
  const start = seqs.lastIndexOf(op.start as Seq);
  const end = seqs.lastIndexOf(op.end as Seq);
  const problem =
    start < 0 ? 'start-not-visible' : end < 0 ? 'end-not-visible' : end < start ? 'out-of-order' : undefined;
  if (problem !== undefined) {
    return E.left({ _tag: 'SurfaceRangeError', seq, start: op.start, end: op.end, problem });
  }
  return E.right({
    surface: listOf([...seqs.slice(0, start), seq, ...seqs.slice(end + 1)]),
    change: { kind: 'replaced', shadowed: seqs.slice(start, end + 1) },
  });
};

// Owns: the decision of tmux-context: whether the place in tmux is worth telling.
import type { Contribution, Occasion } from '../../core/context-source.js';
import type { Inquiry } from '../../core/inquiry.js';
import { ask, settled } from '../../core/inquiry.js';
import { isRefreshDue, snapshotDraft } from '../../core/snapshot-message.js';
import type { ShellResult } from '../../domain/question.js';
import type { TmuxContextConfig, TmuxState } from './model.js';
import { TMUX_CONTEXT } from './model.js';
import { LOCATE, parseReading } from './reading.js';
import { locationOf, renderReading } from './render.js';

const NOTHING: Contribution = {};

const tell = (state: TmuxState, turn: number, answer: ShellResult): Contribution => {
  if (answer._tag === 'unavailable') {
    const detail = `tmux could not be asked: ${answer.reason}`;
    return { diagnostics: [{ code: 'tmux-unavailable', detail }] };
  }
  const reading = answer._tag === 'exited' && answer.exitCode === 0 ? parseReading(answer.stdout) : undefined;
  if (reading === undefined) return NOTHING;
  const text = renderReading(turn, reading);
  return locationOf(text) === state.location
    ? NOTHING
    : { messages: [snapshotDraft(TMUX_CONTEXT, [{ name: TMUX_CONTEXT, text }], text)] };
};

/**
 * Decides whether a turn's first step gets a reading.
 *
 * Shape:  one round. Leaving tmux is not told. Without a clock no interval can be measured; none holds anything back.
 * Source: SPEC M1, M2
 */
export const considerTmux =
  ({ refreshIntervalMs }: TmuxContextConfig) =>
  ({ state }: { readonly state: TmuxState }, occasion: Occasion): Inquiry<Contribution> =>
    occasion.kind !== 'pre-step' || occasion.step !== 1
      ? settled(NOTHING)
      : ask([{ kind: 'shell', command: LOCATE }, { kind: 'now' }], ([answer, now]) =>
          now === undefined || Number.isNaN(now) || isRefreshDue(now, state.readingAt ?? undefined, refreshIntervalMs)
            ? settled(tell(state, occasion.turn, answer))
            : settled(NOTHING),
        );

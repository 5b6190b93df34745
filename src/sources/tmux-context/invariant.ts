// Owns: the check that a durable reading of tmux is one this source could have written where it stands.
import type { Finding, Invariant } from '../../core/invariant.js';
import { judgeSnapshots, snapshotError } from '../../core/snapshot-invariant.js';
import type { TurnStep } from '../../domain/log-event.js';
import type { TmuxState } from './model.js';
import { TMUX_CONTEXT } from './model.js';
import { headline, isSecondLine, isThirdLine, locationOf } from './render.js';
import { evolveTmux, initialTmux } from './state.js';

const error = (what: string, expected: string, found: string): readonly Finding[] => [
  snapshotError(TMUX_CONTEXT, what, expected, found),
];

const judgeReading = (state: TmuxState, text: string, at: TurnStep): readonly Finding[] => {
  const [first = '', second = '', third = '', ...rest] = text.split('\n');
  if (rest.length > 0) return error('lines', 'three lines', text);
  return [
    ...(at.step === 1 ? [] : error('position', 'the first step of a turn', `step ${at.step}`)),
    ...(first === headline(at.turn) ? [] : error('position', headline(at.turn), first)),
    ...(isSecondLine(second)
      ? []
      : error('fields', 'session <name>, window <index> "<name>", pane <index> %<id>', second)),
    ...(isThirdLine(third) ? [] : error('fields', 'window active=<0|1>, pane active=<0|1>, layout <layout>', third)),
    ...(locationOf(text) === state.location
      ? error('unchanged', 'another place than the last reading told', second)
      : []),
  ];
};

/**
 * Checks durable readings of tmux.
 *
 * Source: SPEC I1, M1, M3
 */
export const tmuxContextInvariant: Invariant<TmuxState> = {
  kind: TMUX_CONTEXT,
  initial: () => initialTmux,
  judge: judgeSnapshots(TMUX_CONTEXT, judgeReading),
  evolve: evolveTmux,
};

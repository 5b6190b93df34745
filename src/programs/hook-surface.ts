// Owns: making the surface of a side log what the agent's transcript shows: which messages are shadowed, told again or
// taken over from another session. Pure; reading logs and transcripts is done by others.
import type { Surface } from '../core/surface-fold.js';
import { itemsOf } from '../core/append-list.js';
import type { Digest } from '../domain/digest.js';
import type { LogEvent } from '../domain/log-event.js';
import type { MessageDraft } from '../domain/message.js';
import type { Sight } from './hook-event.js';
import type { Ledger, Said } from './hook-ledger.js';
import { verdictOn } from './hook-ledger.js';

/** What stands in the place of messages that nothing takes the place of; readers of other logs write the same. */
const EMPTY: MessageDraft = { content: '', source: { kind: 'plugin', plugin: 'contextfold', form: 'nothing' } };

/** Runs of neighbours on the surface, each as its first and last seq. */
const runsOf = (
  surface: Surface,
  out: ReadonlySet<number>,
  stay: ReadonlySet<number>,
): readonly (readonly number[])[] => {
  const runs: number[][] = [];
  let open: number[] | undefined;
  for (const seq of itemsOf(surface)) {
    if (stay.has(seq)) open = undefined;
    else if (open === undefined) runs.push((open = [seq]));
    else open.push(seq);
  }
  return runs.filter((run) => run.some((seq) => out.has(seq)));
};

/**
 * The events that shadow some messages.
 *
 * Shape:  one `replace` for each run of neighbours; empty messages of earlier runs go with them.
 * Source: SPEC L3
 */
export const shadowing = (
  surface: Surface,
  { said }: Ledger,
  out: readonly Said[],
  idOf: (index: number) => string,
  lost: readonly Said[] = [],
): readonly LogEvent[] => {
  const seqs = new Set(out.map(({ seq }) => seq));
  const stay = new Set(said.map(({ seq }) => seq).filter((seq) => !seqs.has(seq)));
  return runsOf(surface, seqs, stay).map((run, index): LogEvent => {
    const digests = lost.filter(({ seq }) => run.includes(seq)).map(({ digest }) => digest);
    return {
      type: 'user/message',
      data: { id: idOf(index), role: 'user', ...EMPTY },
      surfaceOp: { op: 'replace', start: run[0] as number, end: run[run.length - 1] as number },
      ...(digests.length === 0 ? {} : { lost: digests }),
    };
  });
};

/** What has to change about the surface. `strange` are texts that this log knows nothing of. */
export interface Change {
  readonly out: readonly Said[];
  readonly lost: readonly Said[];
  readonly back: readonly Said[];
  readonly strange: readonly Digest[];
}

/**
 * Compares what was said with what can be seen.
 *
 * Shape:  of equal texts that went out of sight, one comes back.
 */
export const compareWith = (sight: Sight, ledger: Ledger): Change => {
  const verdicts = ledger.said.map((said) => ({ said, verdict: verdictOn(said, sight, ledger) }));
  const lost = verdicts.filter(({ verdict }) => verdict === 'lost').map(({ said }) => said);
  const gone = verdicts.filter(({ verdict }) => verdict === 'gone').map(({ said }) => said);
  const out = [...lost, ...gone];
  const held = new Set(ledger.said.map(({ digest }) => digest));
  const live = new Set(sight.live);
  const newest = new Map(ledger.gone.map((said) => [said.digest, said] as const));
  const back = [...newest.values()].filter(({ digest }) => live.has(digest) && !held.has(digest));
  const known = new Set([...ledger.said, ...ledger.gone].map(({ digest }) => digest));
  return { out, lost, back, strange: sight.live.filter((digest) => !known.has(digest)) };
};

/** Tells a message again that is visible again. */
export const toldAgain = ({ type, data, delivery }: LogEvent, seq: number): LogEvent => ({
  type,
  data,
  surfaceOp: 'append',
  sourceEventSeqs: [seq],
  delivery,
});

/** Tells a message that another session said, and that this one's history begins with. */
export const takenOver = ({ type, data, delivery }: LogEvent, from: string): LogEvent => ({
  type,
  data,
  surfaceOp: 'append',
  delivery,
  from,
});

// Owns: the boundary of snapshots that a store kept: what does not fit is ignored, what fits can be gone on from.
import * as E from 'fp-ts/lib/Either.js';
import { foldEvents, initialState, snapshotOf } from '../../src/core/fold.js';
import { isFields } from '../../src/domain/codec/decode.js';
import { parseJson } from '../../src/domain/codec/session-log.js';
import type { LogEvent, SessionHeader } from '../../src/domain/log-event.js';
import { seqOf } from '../../src/domain/units.js';
import { createContext } from '../../src/programs/open-session.js';
import { readLog } from '../../src/programs/read-log.js';
import { restoreStored } from '../../src/programs/stored-snapshot.js';
import { WORKSPACE, envWith, fourSources } from '../laws.js';
import { ownLogs } from '../seeds.js';
import type { Target } from '../target.js';
import { hold } from '../target.js';

// What agent-instructions folds into is its own to recognise; its part is not looked at before it is used.
const sources = fourSources();

const DIRECT = { id: 'n', role: 'user', content: 'Hi.', source: { kind: 'user' } } as const;
const context = createContext({ sources, ports: envWith(WORKSPACE) });

const AFTER: readonly LogEvent[] = [
  { type: 'turn/start', data: { turn: 7 } },
  { type: 'tool/call', data: { turn: 7, step: 1, callId: 'c', name: 'read', arguments: { file_path: 'lib/x.ts' } } },
  {
    type: 'user/message',
    data: { id: 'm', role: 'user', content: 'x', source: { kind: 'user' } },
    surfaceOp: 'append',
  },
];

/** Snapshots of the logs that there are, after a few events each. */
const snapshots = (): readonly string[] =>
  ownLogs().flatMap((text) => {
    const log = readLog(text, { lenient: true });
    if (E.isLeft(log)) return [];
    return [4, 16, 64].flatMap((count) => {
      const folded = foldEvents(sources, initialState(sources, log.right.header), log.right.events.slice(0, count));
      return E.isRight(folded) ? [JSON.stringify(snapshotOf(sources, folded.right))] : [];
    });
  });

const restoredFrom = (text: string): ReturnType<typeof restoreStored> => {
  const snapshot = parseJson(text)?.value;
  const header = isFields(snapshot) && isFields(snapshot['header']) ? snapshot['header'] : {};
  const nextSeq = isFields(snapshot) && typeof snapshot['nextSeq'] === 'number' ? snapshot['nextSeq'] : 0;
  const of = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo', ...header } as SessionHeader;
  return restoreStored(sources, of, { _tag: 'snapshot', mark: { nextSeq: seqOf(nextSeq), token: '' }, snapshot });
};

/** Stored snapshots. */
export const snapshotsTarget: Target = {
  name: 'snapshots',
  about: 'snapshots of a folded state as a store gives them back, and a session that goes on from one',
  grammar: 'json',
  seeds: snapshots,
  tokens: [
    ...['contextfold', 'header', 'nextSeq', 'surface', 'position', 'lastTurn', 'turn', 'step', 'starting', 'startup'],
    ...['resume', 'parts', 'agent-instructions', 'session-reference', 'time-context', 'tmux-context', 'marks', 'seq'],
    ...['scope', 'path', 'digest', 'root', 'baseline', 'identity', 'changes', 'touches', 'calls', 'messageAt'],
    ...['readingAt', 'claims', 'location', 'turnReadingAt', 'Europe/Berlin', 'action', 'set', 'remove', 'items'],
  ],
  run: (text) => {
    const restored = restoredFrom(text);
    if (E.isLeft(restored)) hold(restored.left !== '', 'a reason has words');
  },
  live: async (text) => {
    const restored = restoredFrom(text);
    if (E.isLeft(restored)) return;
    hold(E.isRight(context), 'the sources can be mounted');
    const session = context.right.resume(restored.right.state);
    session.append(AFTER);
    const decided = await session.preStep({ turn: 7, step: 1, messages: [DIRECT] })();
    hold(E.isRight(decided), 'a step after a restored state is decided');
  },
};

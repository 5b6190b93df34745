// Owns: the boundary of our own session logs: lines of JSON from a file that anybody could have written.
import * as E from 'fp-ts/lib/Either.js';
import { foldEvents, initialState, restoreSnapshot, snapshotOf } from '../../src/core/fold.js';
import { oddities } from '../../src/domain/codec/event-data.js';
import { encodeLog, parseJson } from '../../src/domain/codec/session-log.js';
import { eventLines, jsonLine } from '../../src/domain/codec/stored-lines.js';
import { seqOf } from '../../src/domain/units.js';
import { checkLog } from '../../src/programs/check.js';
import { createContext } from '../../src/programs/open-session.js';
import type { LogReading } from '../../src/programs/read-log.js';
import { lineCutter, readLog } from '../../src/programs/read-log.js';
import { WORKSPACE, envWith, fourSources, holdSame, holdTyped } from '../laws.js';
import { ownLogs } from '../seeds.js';
import type { Target } from '../target.js';
import { hold } from '../target.js';

const sources = fourSources();

const DIRECT = { id: 'm', role: 'user', content: 'Hi.', source: { kind: 'user' } } as const;

/** Reading in pieces of some length gives the lines that are there. */
const holdCut = (text: string): void => {
  const cut = lineCutter();
  const lines: string[] = [];
  const step = 1 + (text.length % 61);
  if (text.length > 16_384) return;
  for (let at = 0; at < text.length; at += step) lines.push(...cut.push(text.slice(at, at + step)));
  lines.push(...cut.end());
  holdSame(lines, text === '' ? [] : text.replace(/\n$/u, '').split('\n'), 'cutting into lines loses nothing');
};

const holdRead = (text: string): LogReading | undefined => {
  const strict = readLog(text);
  const lenient = readLog(text, { lenient: true });
  if (E.isLeft(strict)) holdTyped(strict.left);
  if (E.isLeft(lenient)) {
    hold(E.isLeft(strict), 'whatever is read strictly is read leniently');
    return undefined;
  }
  const { events } = lenient.right;
  hold(events.length <= text.length + 100_000, 'a log comes to no more events than its bytes leave room for', () =>
    String(events.length),
  );
  if (E.isLeft(strict)) return lenient.right;
  hold(strict.right.events.length === events.length, 'strict and lenient reading agree on a good log');
  return lenient.right;
};

/** What a store would keep of a value is the value, or it is refused. */
const holdKept = (text: string, { events }: LogReading): void => {
  for (const line of text.split('\n').slice(0, 16)) {
    const json = parseJson(line);
    if (json === undefined) continue;
    const kept = jsonLine(json.value);
    if (E.isLeft(kept)) holdTyped(kept.left);
    else holdSame(parseJson(kept.right)?.value, json.value, 'a line gives back the value');
  }
  const lines = eventLines(events, seqOf(0));
  if (E.isLeft(lines)) holdTyped(lines.left);
};

const holdWritten = ({ header, events }: LogReading): void => {
  const again = readLog(encodeLog(header, events));
  hold(E.isRight(again), 'a log that was read can be written and read back');
  holdSame(again.right.events, events, 'writing a log loses nothing');
};

const holdFolded = async ({ header, events }: LogReading): Promise<void> => {
  for (const event of events) oddities(event);
  checkLog(header, events);
  const folded = foldEvents(sources, initialState(sources, header), events);
  if (E.isLeft(folded)) return holdTyped(folded.left);
  const snapshot = JSON.parse(JSON.stringify(snapshotOf(sources, folded.right))) as ReturnType<typeof snapshotOf>;
  const restored = restoreSnapshot(sources, snapshot);
  hold(restored !== undefined, 'a state comes back from its snapshot');
  holdSame(snapshotOf(sources, restored), snapshot, 'a snapshot of a restored state is the same');
  const context = createContext({ sources, ports: envWith(WORKSPACE) });
  hold(E.isRight(context), 'the sources can be mounted');
  const session = context.right.resume(folded.right);
  const turn = Math.min(Number.MAX_SAFE_INTEGER, folded.right.position.lastTurn + 1);
  const decided = await session.preStep({ turn, step: 1, messages: [DIRECT] })();
  hold(E.isRight(decided), 'a step after any log is decided');
};

/** Log lines. */
export const logLines: Target = {
  name: 'log-lines',
  about: 'lines of our own logs: reading, storing, folding, checking, a decision after them',
  grammar: 'lines',
  seeds: ownLogs,
  tokens: [
    ...[
      'type',
      'session',
      'version',
      'id',
      'createdAt',
      'cwd',
      'seq',
      'time',
      'data',
      'surfaceOp',
      'append',
      'replace',
    ],
    ...['op', 'start', 'end', 'turn', 'step', 'message', 'content', 'source', 'kind', 'changes', 'action', 'set'],
    ...['remove', 'scope', 'path', 'digest', 'root', 'baseline', 'baselineIdentity', 'user-global', './AGENTS.md'],
    ...['agent-instructions', 'workspace-instructions', 'session-reference', 'plugin', 'time-context', 'tmux-context'],
    ...['system-prompt', 'form', 'snapshot', 'sections', 'callId', 'toolCallId', 'arguments', 'file_path', 'isError'],
    ...['tool-result', 'user/message', 'assistant/message', 'tool/call', 'tool/result', 'turn/start', 'step/start'],
    ...['step/end', 'turn/end', 'session/start', 'rpcId', 'clientTimeZone', 'Europe/Berlin', 'meta', 'touched', 'name'],
    ...['lib/x.ts', '/repo/lib/x.ts', 'sourceEventSeqs', 'references', 'sessionId', 'label'],
  ],
  run: (text) => void holdRead(text),
  live: async (text) => {
    const reading = holdRead(text);
    if (reading === undefined) return;
    holdCut(text);
    holdWritten(reading);
    holdKept(text, reading);
    await holdFolded(reading);
  },
};

// Owns: reading DeepSeek Harness logs. They are logs of our format but for what is packed or told under other names,
// and every event of theirs must keep its seq: surface operations name them.
import * as E from 'fp-ts/lib/Either.js';
import type { Fields } from '../../domain/codec/decode.js';
import { isFields } from '../../domain/codec/decode.js';
import { decodeEvent, decodeHeader, parseJson } from '../../domain/codec/session-log.js';
import { NO_JSON } from '../../domain/codec/stored-lines.js';
import type { LogEvent, SessionHeader } from '../../domain/log-event.js';
import type { Reader } from '../reader.js';
import type { Row } from '../tally.js';
import { tally } from '../tally.js';
import type { PackedRow } from './codec.js';
import { dispatchEnd, dispatchStart, packedRow } from './codec.js';

/** The header of a log that has none. */
const UNKNOWN: SessionHeader = { type: 'session', version: 0, id: '', createdAt: 0, cwd: '' };

/** What stands in the place of a row that cannot be read, as in programs/read-log.ts. */
const UNREADABLE = 'contextfold/unreadable';

/** A damaged row may have stood for many events; more than this are no gap but another numbering. */
const MAX_GAP = 100_000;

const chunkOf = ({ type, data }: PackedRow, member: number): object => {
  const { index, id, name }: Fields = data;
  switch (type) {
    case 'text-chunks':
      return { type: 'text-delta', index, text: data.texts?.[member] };
    case 'reasoning-chunks':
      return { type: 'reasoning-delta', index, text: data.texts?.[member] };
    case 'tool-call-chunks':
      return { type: 'tool-call-delta', index, id, name, argumentsDelta: data.args?.[member] };
  }
};

/** Cost: O(members). */
const unpack = (row: PackedRow): readonly LogEvent[] => {
  const { turn, step }: Fields = row.data;
  let time = row.time0;
  return [0, ...row.data.dt].map((gap, member): LogEvent => {
    if (time !== undefined) time += gap;
    return {
      type: 'assistant/chunk',
      ...(row.seq0 === undefined ? {} : { seq: row.seq0 + member }),
      ...(time === undefined ? {} : { time }),
      data: { turn, step, chunk: chunkOf(row, member) },
    };
  });
};

/** A dispatch is a call or a result like any other, but never on the surface: its touches count. Source: SPEC L4, A9 */
const nested = (row: Row): LogEvent => {
  if (!row.type.startsWith('tool/code-dispatch')) return row;
  if (dispatchStart.is(row)) {
    const { subCallId, name, arguments: args, rootCallId } = row.data;
    return { ...(row as LogEvent), type: 'tool/call', data: { callId: subCallId, rootCallId, name, arguments: args } };
  }
  if (!dispatchEnd.is(row)) return row;
  const { subCallId, rootCallId, isError = false, content = '' } = row.data;
  const block = { type: 'tool-result', toolCallId: subCallId, content, isError };
  const message = { role: 'user', content: [block], source: { kind: 'tool', callId: subCallId } };
  return { ...(row as LogEvent), type: 'tool/result', data: { rootCallId, message } };
};

const PACKED: readonly unknown[] = ['text-chunks', 'reasoning-chunks', 'tool-call-chunks'];

/** The events of a row; nothing when it is damaged. */
const eventsOf = (row: Row): readonly LogEvent[] | undefined => {
  if (PACKED.includes(row.type)) return packedRow.is(row) ? unpack(row) : undefined;
  const event = decodeEvent(row);
  return E.isLeft(event) ? undefined : [nested(row)];
};

/**
 * The reader of DeepSeek Harness logs.
 *
 * Shape:  a packed row is as many `assistant/chunk` events as it stands for. A row that cannot be read leaves one event
 *         that means nothing, or as many as the next row's seq tells; a cut last line leaves none. What is wrong with
 *         such a row is said: logs of this kind are ours, but for their version.
 * Cost:   every event is emitted with its line; nothing is kept.
 * Source: SPEC L1, L3, L5
 */
export const deepseekHarness: Reader = {
  format: 'deepseek-harness',
  touchTools: { read: 'file_path', write: 'file_path', edit: 'file_path' },
  recognises: (row) => isFields(row) && row['version'] === 0 && E.isRight(decodeHeader(row)),
  open: (emit) => {
    const lines = tally();
    let header: SessionHeader | undefined;
    let nextSeq = 0;
    let damaged = 0;
    const log = (event: LogEvent): void => {
      emit(event, header ?? UNKNOWN);
      nextSeq += 1;
    };
    const fillTo = (seq: number | undefined): void => {
      const isGap = seq !== undefined && seq > nextSeq && seq - nextSeq <= MAX_GAP;
      const missing = isGap ? seq - nextSeq : seq === nextSeq ? 0 : damaged;
      for (let count = 0; count < missing; count += 1) log({ type: UNREADABLE, data: {} });
      damaged = 0;
    };
    return {
      push: (line) => {
        const row = lines.rowIn(line);
        if (row === 'blank') return undefined;
        if (row === 'bad') {
          damaged += 1;
          return parseJson(line) === undefined ? NO_JSON : 'no event';
        }
        if (header === undefined) {
          const decoded = decodeHeader(row);
          if (E.isRight(decoded)) {
            header = decoded.right;
            damaged = 0;
            return undefined;
          }
        }
        const events = eventsOf(row);
        if (events === undefined) {
          lines.skip(`${row.type}: malformed`);
          damaged += 1;
          return `${row.type}: malformed`;
        }
        fillTo(events[0]?.seq);
        events.forEach(log);
        return undefined;
      },
      end: () => lines.head(header ?? UNKNOWN),
    };
  },
};

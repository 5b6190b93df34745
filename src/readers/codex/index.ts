// Owns: reading Codex rollouts: a list of what was said and called, compactions that put another history in its place,
// and turns that were taken back.
import { isFields } from '../../domain/codec/decode.js';
import type { SessionHeader } from '../../domain/log-event.js';
import type { Conversation } from '../conversation.js';
import { conversation } from '../conversation.js';
import type { History } from '../history.js';
import { withItem } from '../history.js';
import { instantOf, timeOf } from '../instant.js';
import type { Emit, LineReader, Reader } from '../reader.js';
import { tally } from '../tally.js';
import type { RolloutRow } from './codec.js';
import { compactedCodec, isSubagent, metaCodec, nameCodec, rollbackCodec, rowCodec } from './codec.js';
import { itemIn, kindOf } from './item.js';
import { compactedHistory, rolledBack } from './past.js';

/** The header of a rollout that has none. */
const UNKNOWN: SessionHeader = { type: 'session', version: 1, id: '', createdAt: 0, cwd: '', format: 'codex' };

const headerIn = (payload: unknown, timestamp: string | undefined): SessionHeader | undefined => {
  if (!metaCodec.is(payload)) return undefined;
  const { id, cwd = '', source, timestamp: begun } = payload;
  const origin = isSubagent(source) ? { origin: 'subagent' } : {};
  return { ...UNKNOWN, id, createdAt: instantOf(begun) ?? instantOf(timestamp) ?? 0, cwd, ...origin };
};

/** What a row of a known kind does; a row that does nothing is counted under the name that comes back. */
type RowReader = (payload: Readonly<Record<string, unknown>>, timestamp: string | undefined) => string | undefined;

interface Rollout {
  readonly rows: Readonly<Record<string, RowReader>>;
  readonly header: () => SessionHeader;
  readonly end: () => void;
}

const rollout = (talk: Conversation): Rollout => {
  let header: SessionHeader | undefined;
  let history: History | undefined;
  let items = 0;
  const placeAt = (timestamp: string | undefined): { readonly id: string; readonly time?: number } => {
    items += 1;
    return { id: `${header?.id ?? ''}:${items}`, ...timeOf(timestamp) };
  };
  return {
    header: () => header ?? UNKNOWN,
    end: () => {
      talk.become(history);
      talk.end();
    },
    rows: {
      session_meta: (payload, timestamp) => {
        if (header !== undefined) return 'session_meta: repeated';
        header = headerIn(payload, timestamp);
        if (header === undefined) return 'session_meta: malformed';
        talk.note('session/start', { reason: 'startup' }, header.createdAt);
        return undefined;
      },
      response_item: (payload, timestamp) => {
        const item = itemIn(payload, placeAt(timestamp));
        if (item === undefined) return kindOf('response_item', payload);
        history = withItem(history, item);
        talk.become(history);
        return undefined;
      },
      compacted: (payload, timestamp) => {
        if (!compactedCodec.is(payload)) return 'compacted: malformed';
        const { message, replacement_history: replacement } = payload;
        history = compactedHistory(history, message, replacement, placeAt(timestamp));
        if (history !== undefined) talk.become(history);
        return undefined;
      },
      event_msg: (payload, timestamp) => {
        if (nameCodec.is(payload)) talk.note('session/title', { title: payload.thread_name }, instantOf(timestamp));
        // Nothing takes the place of what was taken back before the next message does.
        else if (rollbackCodec.is(payload)) history = rolledBack(history, payload.num_turns);
        else return kindOf('event_msg', payload);
        return undefined;
      },
    },
  };
};

const skippedBy = ({ type, payload, timestamp }: RolloutRow, { rows }: Rollout): string | undefined => {
  const reader = Object.hasOwn(rows, type) ? rows[type] : undefined;
  return reader === undefined ? type : reader(payload, timestamp);
};

const open = (emit: Emit): LineReader => {
  const lines = tally();
  const read: Rollout = rollout(conversation((event) => emit(event, read.header())));
  return {
    push: (text) => {
      const row = lines.rowIn(text);
      if (typeof row === 'string') return undefined;
      const skipped = rowCodec.is(row) ? skippedBy(row, read) : `${row.type}: malformed`;
      if (skipped !== undefined) lines.skip(skipped);
      return undefined;
    },
    end: () => {
      read.end();
      return lines.head(read.header());
    },
  };
};

/**
 * The reader of Codex rollouts.
 *
 * Shape:  the mirror of the conversation that `event_msg` rows are for a terminal is left out. A patch touches the
 *         paths that it names; shell commands touch nothing.
 * Cost:   events are emitted with their lines; what is visible is kept.
 * Source: SPEC A9; docs/READERS.md
 */
export const codex: Reader = {
  format: 'codex',
  touchTools: { apply_patch: 'paths', read_file: 'file_path', view_image: 'path' },
  recognises: (row) => isFields(row) && typeof row['type'] === 'string' && isFields(row['payload']),
  open,
};

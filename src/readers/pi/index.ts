// Owns: reading pi session files: a tree of entries of which one branch is seen, and compactions that keep its end.
import { isFields } from '../../domain/codec/decode.js';
import type { LogEvent, SessionHeader } from '../../domain/log-event.js';
import type { Branching } from '../branch.js';
import { visitsOf } from '../branch.js';
import { conversation } from '../conversation.js';
import type { History } from '../history.js';
import { withItems } from '../history.js';
import { instantOf } from '../instant.js';
import type { Reader } from '../reader.js';
import type { Row, Tally } from '../tally.js';
import { tally } from '../tally.js';
import { headerCodec } from './codec.js';
import type { Entry } from './entry.js';
import { readEntry } from './entry.js';

/** The header of a file that has none. */
const UNKNOWN: SessionHeader = { type: 'session', version: 1, id: '', createdAt: 0, cwd: '', format: 'pi' };

const headerIn = (row: Row): SessionHeader | undefined => {
  if (!headerCodec.is(row)) return undefined;
  const { id, timestamp, cwd = '', parentSession } = row;
  const parent = parentSession === undefined ? {} : { parentSession };
  return { ...UNKNOWN, id, createdAt: instantOf(timestamp) ?? 0, cwd, ...parent };
};

/** Where every entry hangs; one whose parent is not there, or has no id, follows the entry before it. */
const branchesOf = (entries: readonly Entry[]): readonly Branching[] => {
  const byId = new Map<string, number>();
  return entries.map(({ id, parentId }, index) => {
    const previous = index === 0 ? undefined : index - 1;
    const named = typeof parentId === 'string' ? byId.get(parentId) : undefined;
    if (id !== undefined && !byId.has(id)) byId.set(id, index);
    return { parent: parentId === null ? undefined : (named ?? previous) };
  });
};

/** What is visible after an entry: a compaction leaves its summary, then what it kept of the branch above it. */
const historyAfter = (
  { items, compaction }: Entry,
  before: History | undefined,
  branch: readonly Entry[],
): History | undefined => {
  if (compaction === undefined) return withItems(before, items);
  const { firstKept } = compaction;
  const kept = branch.findIndex(({ id, number }) =>
    typeof firstKept === 'number' ? number === firstKept - 1 : id !== undefined && id === firstKept,
  );
  const said = kept < 0 ? [] : branch.slice(kept).filter((entry) => entry.compaction === undefined);
  return withItems(undefined, [...items, ...said.flatMap((entry) => entry.items)]);
};

const tell = (
  header: SessionHeader,
  entries: readonly Entry[],
  lines: Tally,
  emit: (event: LogEvent) => void,
): void => {
  const talk = conversation(emit);
  if (entries.length > 0) talk.note('session/start', { reason: 'startup' }, header.createdAt);
  const histories: (History | undefined)[] = [];
  const branch: Entry[] = [];
  const told = new Set<Entry>();
  for (const { entry: index, depth } of visitsOf(branchesOf(entries), entries.length - 1)) {
    const entry = entries[index];
    if (entry === undefined) continue;
    histories.length = depth;
    branch.length = depth;
    const { items, title, time } = entry;
    const after = historyAfter(entry, histories[depth - 1], branch);
    histories.push(after);
    branch.push(entry);
    told.add(entry);
    if (title !== undefined) talk.note('session/title', { title }, time);
    if (items.length > 0) talk.become(after);
  }
  talk.become(histories[histories.length - 1]);
  talk.end();
  for (const entry of entries) {
    const says = entry.items.length > 0 || entry.title !== undefined;
    if (says && !told.has(entry)) lines.skip(`${entry.type}: other branch`);
  }
};

/**
 * The reader of pi session files.
 *
 * Shape:  the last entry is the end of the branch that is seen. A message of ours that came through pi has its source
 *         back.
 * Cost:   the whole file is kept until its end: which branch is seen is known from its last entry.
 * Source: docs/READERS.md
 */
export const pi: Reader = {
  format: 'pi',
  touchTools: { read: ['path', 'file_path'], write: ['path', 'file_path'], edit: ['path', 'file_path'] },
  recognises: (row) => isFields(row) && row['createdAt'] === undefined && headerCodec.is(row),
  open: (emit) => {
    const lines = tally();
    const rows: Row[] = [];
    return {
      push: (text) => {
        const row = lines.rowIn(text);
        if (typeof row !== 'string') rows.push(row);
        return undefined;
      },
      end: () => {
        const found = rows[0] === undefined ? undefined : headerIn(rows[0]);
        const entries = (found === undefined ? rows : rows.slice(1)).flatMap(
          (row, number) => readEntry(row, number, lines) ?? [],
        );
        const header = found ?? UNKNOWN;
        tell(header, entries, lines, (event) => emit(event, header));
        return lines.head(header);
      },
    };
  },
};

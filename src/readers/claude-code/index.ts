// Owns: reading Claude Code transcripts: the branch that a model saw, its compactions, and the calls of its tools.
import { isFields } from '../../domain/codec/decode.js';
import type { LogEvent, SessionHeader } from '../../domain/log-event.js';
import { visitsOf } from '../branch.js';
import { conversation } from '../conversation.js';
import type { History, Item } from '../history.js';
import { itemsAbove, withItems } from '../history.js';
import { instantOf } from '../instant.js';
import type { Reader } from '../reader.js';
import type { Row, Tally } from '../tally.js';
import { tally } from '../tally.js';
import { keptCodec } from './codec.js';
import type { Entry, Title } from './entry.js';
import { readLine } from './entry.js';
import type { Tree } from './tree.js';
import { treeOf } from './tree.js';

/** What is visible after a line; after a boundary its summary is awaited, before or behind what was kept. */
interface State {
  readonly history: History | undefined;
  readonly awaiting?: 'summary-first' | 'summary-last';
}

/** The lines from one to another that hangs below it, however far; none where it does not. */
const stretchOf = (head: number | undefined, tail: number | undefined, { entries }: Tree): readonly number[] => {
  const lines: number[] = [];
  for (let at = tail; at !== undefined; at = entries[at]?.parent) {
    lines.push(at);
    if (at === head) return lines.reverse();
  }
  return [];
};

/** What a compaction kept, and the line that it stands behind. */
interface Kept {
  readonly lines: readonly number[];
  readonly anchor: string | undefined;
}

const keptBy = ({ line }: Entry, tree: Tree): Kept => {
  const { byUuid } = tree;
  const metadata = keptCodec.is(line.compactMetadata) ? line.compactMetadata : {};
  const { preservedMessages: list, preservedSegment: stretch } = metadata;
  if (list !== undefined) {
    const lines = new Set(list.uuids.flatMap((uuid) => byUuid.get(uuid) ?? []));
    return { lines: [...lines], anchor: list.anchorUuid };
  }
  if (stretch === undefined) return { lines: [], anchor: undefined };
  const lines = stretchOf(byUuid.get(stretch.headUuid), byUuid.get(stretch.tailUuid), tree);
  return { lines, anchor: stretch.anchorUuid };
};

const stateAfter = (entry: Entry, before: State, tree: Tree, entries: readonly Entry[]): State => {
  const { items, kind, line } = entry;
  if (kind === 'boundary') {
    const { lines, anchor } = keptBy(entry, tree);
    const kept = lines.flatMap((number) => entries[number]?.items ?? []);
    return { history: withItems(undefined, kept), awaiting: anchor === line.uuid ? 'summary-last' : 'summary-first' };
  }
  if (kind === 'other') return before;
  if (kind === 'message') return { history: withItems(before.history, items) };
  const kept: readonly Item[] = before.awaiting === undefined ? [] : itemsAbove(before.history, undefined);
  const inOrder = before.awaiting === 'summary-last' ? [...kept, ...items] : [...items, ...kept];
  return { history: withItems(undefined, inOrder) };
};

const headerOf = (lines: readonly Entry[], origin: object): SessionHeader => {
  const first = (field: 'sessionId' | 'cwd' | 'timestamp'): string | undefined =>
    lines.find(({ line }) => line[field] !== undefined)?.line[field];
  return {
    type: 'session',
    version: 1,
    id: first('sessionId') ?? '',
    createdAt: instantOf(first('timestamp')) ?? 0,
    cwd: first('cwd') ?? '',
    format: 'claude-code',
    ...origin,
  };
};

/** A line that came again under its uuid is told once, where it first made sense. */
const distinct = (entries: readonly Entry[], { skip }: Tally): readonly Entry[] => {
  const chosen = new Map<string, Entry>();
  for (const entry of entries) {
    const { uuid } = entry.line;
    const before = uuid === undefined ? undefined : chosen.get(uuid);
    if (uuid !== undefined && (before === undefined || before.kind === 'other')) chosen.set(uuid, entry);
  }
  return entries.filter((entry) => {
    const { uuid, type } = entry.line;
    const isRepeated = uuid !== undefined && chosen.get(uuid) !== entry;
    if (isRepeated && entry.kind !== 'other') skip(`${type}: repeated`);
    return !isRepeated;
  });
};

interface Transcript {
  readonly header: SessionHeader;
  readonly entries: readonly Entry[];
  readonly titles: readonly Title[];
}

const tell = ({ header, entries, titles }: Transcript, lines: Tally, emit: (event: LogEvent) => void): void => {
  const tree = treeOf(entries);
  const talk = conversation(emit);
  if (entries.length > 0) talk.note('session/start', { reason: 'startup' }, header.createdAt);
  const known = titles.filter(({ leaf }) => leaf === undefined || tree.byUuid.has(leaf));
  lines.skip('summary: of another session', titles.length - known.length);
  let nextTitle = 0;
  const nameUpTo = (line: number): void => {
    for (; (known[nextTitle]?.number ?? line) < line; nextTitle += 1) {
      talk.note('session/title', { title: known[nextTitle]?.title });
    }
  };
  const isTip = ({ kind }: Entry): boolean => kind !== 'other';
  const leaf = entries.length - 1 - [...entries].reverse().findIndex(isTip);
  const states: State[] = [];
  const told = new Set<number>();
  for (const { entry: index, depth } of visitsOf(tree.entries, leaf)) {
    const entry = entries[index];
    if (entry === undefined) continue;
    states.length = depth;
    const state = stateAfter(entry, states[depth - 1] ?? { history: undefined }, tree, entries);
    states.push(state);
    told.add(index);
    nameUpTo(entry.number);
    if (entry.items.length > 0) talk.become(state.history);
  }
  talk.become(states[states.length - 1]?.history);
  nameUpTo(Infinity);
  talk.end();
  for (const [index, { kind, line }] of entries.entries()) {
    if (kind !== 'other' && !told.has(index)) lines.skip(`${line.type}: other branch`);
  }
};

/**
 * The reader of Claude Code transcripts.
 *
 * Shape:  sub-agents' lines are left out where there is a conversation of its own; a transcript that holds nothing else
 *         is the sub-agent's, and its header says so.
 * Cost:   the whole transcript is kept until its end: which branch is seen is known from its last line.
 * Source: docs/READERS.md
 */
export const claudeCode: Reader = {
  format: 'claude-code',
  touchTools: {
    Read: 'file_path',
    Write: 'file_path',
    Edit: 'file_path',
    MultiEdit: 'file_path',
    NotebookEdit: 'notebook_path',
    NotebookRead: 'notebook_path',
  },
  recognises: (row) =>
    isFields(row) &&
    typeof row['type'] === 'string' &&
    row['type'] !== 'session' &&
    ['parentUuid', 'sessionId', 'leafUuid'].some((field) => Object.hasOwn(row, field)),
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
        const own = rows.filter((row) => row['isSidechain'] !== true);
        const isSubagent = !own.some(({ type }) => type === 'user' || type === 'assistant');
        const read = (isSubagent ? rows : own).flatMap((row, number) => readLine(row, number, lines) ?? []);
        if (!isSubagent) lines.skip('sidechain', rows.length - own.length);
        const entries = distinct(
          read.filter((part): part is Entry => 'line' in part),
          lines,
        );
        const titles = read.filter((part): part is Title => 'title' in part);
        const hasSidechain = isSubagent && own.length < rows.length;
        const header = headerOf(entries, hasSidechain ? { origin: 'subagent' } : {});
        tell({ header, entries, titles }, lines, (event) => emit(event, header));
        return lines.head(header);
      },
    };
  },
};

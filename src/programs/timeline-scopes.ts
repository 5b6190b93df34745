// Owns: what changed of each scope from one event to the next: the entries that the model can see, compared.
// What the visible messages add up to is agent-instructions' own derivation, not repeated here.
import { itemsOf } from '../core/append-list.js';
import type { EventPlace } from '../core/context-source.js';
import type { ScopeKey } from '../domain/scope.js';
import type { Seq } from '../domain/units.js';
import type { Entries, Entry } from '../sources/agent-instructions/entries.js';
import { entriesOf } from '../sources/agent-instructions/entries.js';
import type { AgentInstructionsState } from '../sources/agent-instructions/index.js';
import type { Workspace } from '../sources/agent-instructions/workspace.js';
import type { Turning } from './timeline-model.js';

/** What the model can see of a scope, and by which message. */
export type Seen = Entry & { readonly seq: Seq };

/**
 * One scope that is another after an event than before.
 *
 * Shape:  `ended` where a loaded text is no longer in force as it was, or a removal was said of nothing that was;
 *         `began` where one is in force.
 */
export interface ScopeTurn {
  readonly scope: ScopeKey;
  readonly before: Seen | undefined;
  readonly after: Seen | undefined;
  readonly ended?: Turning;
  readonly began?: Turning;
}

/** Follows the scopes of a log. */
export interface ScopeTrack {
  /** What an event changed; `part` is the state after it. */
  readonly push: (part: AgentInstructionsState, workspace: Workspace, place: EventPlace) => readonly ScopeTurn[];
}

/** By which message each scope was spoken of last, of the messages that speak about this root. */
const speakers = (
  part: AgentInstructionsState,
  { rootTag }: Workspace,
  known: Map<ScopeKey, Seq>,
  from: number,
): Map<ScopeKey, Seq> => {
  const marks = itemsOf(part.marks);
  for (let index = from; index < marks.length; index += 1) {
    const mark = marks[index];
    if (mark === undefined || (mark.root !== undefined && mark.root !== rootTag)) continue;
    for (const { scope } of mark.changes) known.set(scope, mark.seq);
  }
  return known;
};

const isSame = (one: Seen | undefined, other: Seen | undefined): boolean =>
  one?.state === other?.state &&
  one?.path === other?.path &&
  one?.seq === other?.seq &&
  (one?.state !== 'loaded' || other?.state !== 'loaded' || one.digest === other.digest);

const hasSameText = (one: Seen, other: Seen): boolean =>
  one.state === 'loaded' && other.state === 'loaded' && one.path === other.path && one.digest === other.digest;

const begun = (before: Seen | undefined, after: Seen, seq: Seq, lost: boolean): Turning => {
  if (after.seq !== seq) return 'resurface';
  if (before?.state !== 'loaded' || lost) return 'set';
  return hasSameText(before, after) ? 'repeat' : 'replace';
};

const turnOf = (
  scope: ScopeKey,
  before: Seen | undefined,
  after: Seen | undefined,
  seq: Seq,
  shadowed: ReadonlySet<Seq>,
): ScopeTurn => {
  const lost = before !== undefined && shadowed.has(before.seq);
  const turn = { scope, before, after };
  if (after?.state === 'loaded') {
    const began = begun(before, after, seq, lost);
    return before?.state === 'loaded' ? { ...turn, ended: lost ? 'shadow' : began, began } : { ...turn, began };
  }
  if (before?.state === 'loaded')
    return { ...turn, ended: lost ? 'shadow' : after === undefined ? 'supersede' : 'remove' };
  return after?.seq === seq ? { ...turn, ended: 'remove' } : turn;
};

/**
 * Begins with nothing visible.
 *
 * Shape:  scopes that are gone first, then those that there are, each in the order in which they were told.
 * Cost:   O(scopes) for an event that changes what is visible of our messages, else O(1).
 */
export const trackScopes = (): ScopeTrack => {
  let marks: AgentInstructionsState['marks'] | undefined;
  let rootTag: string | undefined;
  let said = new Map<ScopeKey, Seq>();
  let seen: ReadonlyMap<ScopeKey, Seen> = new Map();

  return {
    push: (part, workspace, { seq, change }) => {
      if (part.marks === marks || (part.marks.length === 0 && seen.size === 0)) return [];
      const goesOn = marks?.backing === part.marks.backing && rootTag === workspace.rootTag;
      said = speakers(part, workspace, goesOn ? said : new Map<ScopeKey, Seq>(), goesOn ? (marks?.length ?? 0) : 0);
      const shadowed = new Set(change.kind === 'replaced' ? change.shadowed : []);
      const entries: Entries = entriesOf(part.marks, workspace);
      const now = new Map<ScopeKey, Seen>();
      const turns: ScopeTurn[] = [];
      for (const [scope, before] of seen) {
        if (!entries.has(scope)) turns.push(turnOf(scope, before, undefined, seq, shadowed));
      }
      for (const [scope, entry] of entries) {
        const before = seen.get(scope);
        const after: Seen = { ...entry, seq: said.get(scope) as Seq };
        const isKept = isSame(before, after);
        now.set(scope, isKept && before !== undefined ? before : after);
        if (!isKept) turns.push(turnOf(scope, before, after, seq, shadowed));
      }
      marks = part.marks;
      rootTag = workspace.rootTag;
      seen = now;
      return turns;
    },
  };
};

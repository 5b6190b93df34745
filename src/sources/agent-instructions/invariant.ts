// Owns: the check that a durable message is one this source could have written where it stands, under some
// configuration. What its texts look like inside is judged by text-check.ts.
import * as E from 'fp-ts/lib/Either.js';
import * as J from 'fp-ts/lib/Json.js';
import type { EventPlace } from '../../core/context-source.js';
import type { Finding, Invariant } from '../../core/invariant.js';
import { describeJson } from '../../domain/error.js';
import type { LogEvent } from '../../domain/log-event.js';
import { sourceOf, userMessageOf } from '../../domain/log-event.js';
import type { SourceTag } from '../../domain/message.js';
import { absolutePath, depthOf, resolvePath, upwardFrom } from '../../domain/path.js';
import type { AbsolutePath } from '../../domain/path.js';
import { directoryOf, scopeKey, scopeOfKey } from '../../domain/scope.js';
import type { InstructionsTag, LoggedChange } from './codec.js';
import { KIND, claimsKind, decodeTag } from './codec.js';
import type { Entries } from './entries.js';
import { entriesOf } from './entries.js';
import { settingsFrom } from './model.js';
import type { AgentInstructionsState } from './state.js';
import { evolveInstructions, initialInstructions } from './state.js';
import { findingsInTexts, instructionsError } from './text-check.js';
import type { Workspace } from './workspace.js';
import { workspaceAt } from './workspace.js';

/** What the check folds: the visible messages, and where the session works. */
export interface InstructionsHistory {
  readonly cwd: AbsolutePath | undefined;
  readonly state: AgentInstructionsState;
  /** A call came back in the open step: what was said about it may be on its way, or have been lost there. */
  readonly called: boolean;
}

/** The geometry does not depend on any setting. */
const SETTINGS = settingsFrom({ maxBytes: 1 }, { variables: {} });

const TAG_FIELDS = new Set(['kind', 'version', 'root', 'baseline', 'baselineIdentity', 'changes']);
const CHANGE_FIELDS = new Set(['action', 'scope', 'path', 'digest']);

/** Written before tags had a version and a root: not ours to judge. */
const isOlder = (source: SourceTag): boolean =>
  source.kind !== KIND || (source['version'] === undefined && source['root'] === undefined);

const strangeFields = (source: SourceTag): readonly string[] => {
  const changes = source['changes'] as readonly Readonly<Record<string, unknown>>[];
  return [
    ...Object.keys(source).filter((field) => !TAG_FIELDS.has(field)),
    ...changes.flatMap((change) =>
      Object.keys(change).filter(
        (field) => !CHANGE_FIELDS.has(field) || (field === 'digest' && change['action'] === 'remove'),
      ),
    ),
  ];
};

/** Identities are ours to write; all that every configuration agrees on is the root in them. */
const rootOfIdentity = (identity: string): unknown => {
  const parsed = E.toUnion(J.parse(identity));
  return typeof parsed === 'object' && parsed !== null && 'root' in parsed ? parsed.root : undefined;
};

const judgeTag = (source: SourceTag, tag: InstructionsTag | undefined): readonly Finding[] => {
  if (tag === undefined) return [instructionsError('source', 'a well-formed source tag', describeJson(source))];
  const strange = strangeFields(source);
  const written = source['changes'] as readonly { readonly scope: string }[];
  const foreign = written.filter(({ scope }) => {
    const parsed = scopeOfKey(scope);
    return parsed === undefined || scopeKey(parsed) !== scope;
  });
  const undigested = tag.changes.filter((change) => change.action !== 'remove' && change.digest === undefined);
  const found = [
    ...strange.map((field) => instructionsError('source', 'no other field', field)),
    ...foreign.map(({ scope }) => instructionsError('scope', 'a scope key below the root', JSON.stringify(scope))),
    ...undigested.map(({ path }) => instructionsError('digest', `a digest for ${path}`, 'none')),
  ];
  if (source['version'] !== 1) found.push(instructionsError('source', 'version 1', String(source['version'])));
  if (tag.root === undefined) found.push(instructionsError('root', 'the root relative to the cwd', 'none'));
  if (tag.identity !== undefined && rootOfIdentity(tag.identity) !== tag.root) {
    found.push(instructionsError('identity', `an identity of root ${String(tag.root)}`, tag.identity));
  }
  if (tag.baseline !== (tag.identity !== undefined)) {
    found.push(instructionsError('identity', 'an identity exactly on a baseline', String(tag.identity)));
  }
  return found;
};

/** User-global, root to cwd, then the others by depth and code units. Source: SPEC A10 */
const rank = (workspace: Workspace, change: LoggedChange): readonly [number, number, string] => {
  const scope = scopeOfKey(change.scope);
  const directory = scope === undefined ? undefined : directoryOf(scope);
  if (directory === undefined) return [0, 0, ''];
  return [workspace.baselineDirectories.includes(directory) ? 1 : 2, depthOf(directory), directory];
};

const compareRanks = (a: ReturnType<typeof rank>, b: ReturnType<typeof rank>): number =>
  a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? -1 : a[2] > b[2] ? 1 : 0);

const isOrdered = (workspace: Workspace, changes: readonly LoggedChange[]): boolean => {
  const ranks = changes.map((change) => rank(workspace, change));
  return ranks.every((each, index) => index === 0 || compareRanks(ranks[index - 1] ?? each, each) <= 0);
};

/** What a baseline says first: removals of its own scopes, then a `set` for each of its files. Source: SPEC A13 */
const baselineLength = (workspace: Workspace, changes: readonly LoggedChange[]): number => {
  const nested = changes.findIndex(({ scope }) => !workspace.isBaselineScope(scope));
  return nested < 0 ? changes.length : nested;
};

const judgeBaseline = (workspace: Workspace, changes: readonly LoggedChange[]): readonly Finding[] => {
  const removals = changes.filter(({ action }) => action === 'remove').length;
  const [gone, sets] = [changes.slice(0, removals), changes.slice(removals)];
  const inOrder = sets.every(({ action }) => action === 'set') && gone.every(({ action }) => action === 'remove');
  if (inOrder && isOrdered(workspace, sets)) return [];
  const found = changes.map(({ action, path }) => `${action} ${path}`).join(', ');
  return [instructionsError('baseline', 'removals first, then a set for each file from broad to specific', found)];
};

const judgeTransition = (entries: Entries, change: LoggedChange, called: boolean): readonly Finding[] => {
  const entry = entries.get(change.scope);
  if (called || change.action === 'remove' || entry?.state !== 'loaded') return [];
  const said = `${change.action} ${change.path}`;
  if (change.action === 'set') return [instructionsError('transition', `a replace: ${entry.path} is visible`, said)];
  if (entry.path !== change.path || entry.digest !== change.digest) return [];
  return [instructionsError('transition', 'something new', `${said}, which is visible with the same digest`)];
};

const judgeChanges = (
  workspace: Workspace,
  tag: InstructionsTag,
  entries: Entries,
  called: boolean,
): readonly Finding[] => {
  const cut = tag.baseline ? baselineLength(workspace, tag.changes) : 0;
  const transitions = tag.changes.slice(cut);
  const scopes = tag.changes.map(({ scope }) => scope);
  const twice = scopes.filter((scope, index) => scopes.indexOf(scope) !== index);
  const found = [
    ...(tag.baseline ? judgeBaseline(workspace, tag.changes.slice(0, cut)) : []),
    ...transitions.flatMap((change) => judgeTransition(entries, change, called)),
    ...twice.map((scope) => instructionsError('transition', 'one change for each scope', scope)),
  ];
  if (!isOrdered(workspace, transitions)) {
    const order = transitions.map(({ path }) => path).join(', ');
    found.push(instructionsError('order', 'user-global, root to cwd, then others by depth', order));
  }
  if (!tag.baseline && tag.changes.length === 0) {
    found.push(instructionsError('transition', 'at least one change', 'none'));
  }
  return found;
};

const judgeMessage = (
  { cwd, state, called }: InstructionsHistory,
  event: LogEvent,
  place: EventPlace,
  tag: InstructionsTag,
): readonly Finding[] => {
  const message = userMessageOf(event);
  const found: Finding[] = [];
  if (message === undefined) return [instructionsError('message', 'id, role "user" and content', 'something else')];
  if (place.position.step === undefined) found.push(instructionsError('place', 'an open step', 'none'));
  if (place.change.kind !== 'appended') found.push(instructionsError('place', 'an append', place.change.kind));
  if (cwd === undefined || tag.root === undefined) return found;
  const workspace = workspaceAt(SETTINGS, cwd, resolvePath(cwd, tag.root));
  if (upwardFrom(cwd, workspace.root) !== tag.root) {
    return [...found, instructionsError('root', 'an ancestor of the cwd', tag.root)];
  }
  const spoken = state.baseline?.root;
  if (!tag.baseline && spoken !== undefined && spoken !== tag.root) {
    found.push(instructionsError('root', `the visible baseline's, ${spoken}`, tag.root));
  }
  const entries = entriesOf(state.marks, workspace);
  const cut = tag.baseline ? baselineLength(workspace, tag.changes) : 0;
  return [
    ...found,
    ...judgeChanges(workspace, tag, entries, called),
    ...findingsInTexts(message.content, tag.baseline, tag.changes.slice(0, cut), tag.changes.slice(cut), entries),
  ];
};

const judge = (history: InstructionsHistory, event: LogEvent, place: EventPlace): readonly Finding[] => {
  const source = sourceOf(event);
  if (source === undefined || !claimsKind(source)) return [];
  const version = source['version'];
  if (isOlder(source) || (typeof version === 'number' && version !== 1)) {
    const shown = version === undefined ? 'missing' : describeJson(version);
    const found = source.kind === KIND ? `version ${shown}` : source.kind;
    return [{ rule: `${KIND}/version`, severity: 'warning', expected: 'version 1; this one is not judged', found }];
  }
  const tag = decodeTag(source);
  const inTag = judgeTag(source, tag);
  return tag === undefined || inTag.length > 0 ? inTag : judgeMessage(history, event, place, tag);
};

/**
 * Checks durable messages of agent-instructions.
 *
 * Shape:  a `replace` or `remove` of something that is not visible is tolerated: it may have been pending and never
 *         logged. After a call of the same step so is any other change of something that is visible: between the two
 *         there may have been one that was pending. What a file says cannot be judged, only the words around it.
 * Source: SPEC I1
 */
export const agentInstructionsInvariant: Invariant<InstructionsHistory> = {
  kind: KIND,
  initial: (header) => ({ cwd: absolutePath(header.cwd), state: initialInstructions(), called: false }),
  judge,
  evolve: (history, event, place) => {
    const state = evolveInstructions(new Map())(history.state, event, place);
    const called = event.type === 'tool/result' || (history.called && event.type !== 'step/start');
    return state === history.state && called === history.called ? history : { ...history, state, called };
  },
};

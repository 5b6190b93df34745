// Owns: what a log says at one point: position, surface, each scope's state, and what the next step owes. It asks
// nobody anything: what files, clocks or shells would add is not known here.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { findLast, itemsOf } from '../core/append-list.js';
import type { FoldError, SessionState } from '../core/fold.js';
import { foldEvents, initialState } from '../core/fold.js';
import type { Position } from '../core/position.js';
import { utf8Length } from '../core/utf8.js';
import { isFields } from '../domain/codec/decode.js';
import type { InvalidConfig } from '../domain/error.js';
import type { LogEvent, SessionHeader } from '../domain/log-event.js';
import { sourceOf } from '../domain/log-event.js';
import type { AbsolutePath } from '../domain/path.js';
import { absolutePath, resolvePath } from '../domain/path.js';
import type { ScopeKey } from '../domain/scope.js';
import type { Surroundings } from '../domain/surroundings.js';
import type { Seq } from '../domain/units.js';
import { seqOf } from '../domain/units.js';
import { claimsKind, decodeTag } from '../sources/agent-instructions/codec.js';
import type { Entry } from '../sources/agent-instructions/entries.js';
import { entriesOf } from '../sources/agent-instructions/entries.js';
import type { AgentInstructionsConfig, AgentInstructionsState } from '../sources/agent-instructions/index.js';
import { agentInstructions } from '../sources/agent-instructions/index.js';
import type { Settings } from '../sources/agent-instructions/model.js';
import { baselineIdentity, isOff, settingsFrom } from '../sources/agent-instructions/model.js';
import type { Workspace } from '../sources/agent-instructions/workspace.js';
import { workspaceAt } from '../sources/agent-instructions/workspace.js';

/**
 * What the model can see at a point of the log.
 *
 * Units:  `bytes` of UTF-8, of the texts of all visible messages, tool results included.
 */
export interface SurfaceSize {
  readonly messages: number;
  readonly bytes: number;
}

/** What the model was last told about one scope, and by which visible message. */
export type ScopeState = Entry & { readonly scope: ScopeKey; readonly seq: Seq };

/**
 * What the next step that is entered owes, as far as the log alone tells.
 *
 * Shape:  `comparison`: what is visible is compared with the files. `touches` come with their paths, as named.
 * Source: SPEC A8, A9, A13, L4
 */
export interface Due {
  readonly what: 'baseline' | 'comparison' | 'touches';
  readonly why: string;
  readonly paths?: readonly string[];
}

/**
 * A log at one point.
 *
 * Shape:  `at` is the last event that was folded, `null` before the first. `baseline` is the visible one.
 * Source: SPEC R3
 */
export interface Replay {
  readonly session: SessionHeader;
  readonly at: Seq | null;
  readonly position: Position;
  readonly surface: SurfaceSize;
  readonly baseline: { readonly seq: Seq; readonly root?: string } | null;
  readonly scopes: readonly ScopeState[];
  readonly due: readonly Due[];
}

/**
 * What is known of how the session ran.
 *
 * Shape:  without `config` the defaults count, and no baseline is called incompatible with them. `at` is the last event
 *         that is folded; the whole log without it.
 */
export interface ReplayOptions {
  readonly config?: unknown;
  readonly surroundings: Surroundings;
  readonly at?: number;
}

/** Everything that is said about one point. */
interface Point {
  readonly events: readonly LogEvent[];
  readonly state: SessionState;
  readonly part: AgentInstructionsState;
  readonly workspace: Workspace;
  readonly settings: Settings;
  /** Whether the settings are known to be the session's. */
  readonly configured: boolean;
}

const contentBytes = (content: unknown): number => {
  if (typeof content === 'string') return utf8Length(content);
  if (!Array.isArray(content)) return 0;
  return (content as readonly unknown[]).reduce<number>((bytes, block) => {
    if (!isFields(block)) return bytes;
    return bytes + contentBytes(typeof block['text'] === 'string' ? block['text'] : block['content']);
  }, 0);
};

const bytesOf = ({ data }: LogEvent): number => {
  if (!isFields(data)) return 0;
  return contentBytes(isFields(data['message']) ? data['message']['content'] : data['content']);
};

const sizeOf = ({ state, events }: Point): SurfaceSize => {
  const visible = itemsOf(state.surface).flatMap((seq) => events[seq] ?? []);
  return { messages: visible.length, bytes: visible.reduce((bytes, event) => bytes + bytesOf(event), 0) };
};

/** A cwd that is not absolute (masked in a recorded log, say) counts from `/`: only what lies below it matters here. */
const cwdOf = ({ cwd }: SessionHeader): AbsolutePath => absolutePath(cwd) ?? resolvePath('/' as AbsolutePath, cwd);

/** The workspace that the visible messages speak about. */
const workspaceOf = (header: SessionHeader, part: AgentInstructionsState, settings: Settings): Workspace => {
  const cwd = cwdOf(header);
  const root = part.baseline?.root ?? findLast(part.marks, (mark) => mark.root !== undefined)?.root ?? '.';
  return workspaceAt(settings, cwd, resolvePath(cwd, root));
};

const scopesOf = ({ part, workspace }: Point): readonly ScopeState[] => {
  const said = new Map<string, Seq>();
  for (const { seq, changes } of itemsOf(part.marks)) for (const { scope } of changes) said.set(scope, seq);
  const entries = [...entriesOf(part.marks, workspace)];
  return entries.map(([scope, entry]) => ({ scope, ...entry, seq: said.get(scope) as Seq }));
};

const isBaseline = (event: LogEvent): boolean => {
  const source = sourceOf(event);
  return source !== undefined && claimsKind(source) && decodeTag(source)?.baseline === true;
};

const whyBaseline = ({ part, state, workspace, settings, configured, events }: Point): string | undefined => {
  const { baseline } = part;
  if (baseline === undefined) return events.some(isBaseline) ? 'the last one was shadowed' : 'there was none yet';
  if (baseline.root === undefined || baseline.identity === undefined) return 'the visible one is of an older writer';
  if (!configured) return undefined;
  if (baseline.identity !== baselineIdentity(settings, workspace.rootTag, workspace.home)) {
    return 'the visible one is of another configuration';
  }
  return settings.resume === 'recompose' && state.position.starting === 'resume' ? 'resume: "recompose"' : undefined;
};

const dueAt = (point: Point): readonly Due[] => {
  const { part, state, settings } = point;
  if (isOff(settings.maxBytes)) return [];
  const why = whyBaseline(point);
  const due: Due[] = why === undefined ? [] : [{ what: 'baseline', why }];
  if (state.position.starting === 'resume' && part.marks.length > 0) {
    due.push({ what: 'comparison', why: 'no step was entered since the session was resumed' });
  }
  if (part.touches.length > 0) due.push({ what: 'touches', why: 'no step was entered since', paths: part.touches });
  return due;
};

const replayOf = (header: SessionHeader, point: Point): Replay => {
  const { baseline } = point.part;
  const { position, nextSeq } = point.state;
  return {
    session: header,
    at: nextSeq === 0 ? null : seqOf(nextSeq - 1),
    position,
    surface: sizeOf(point),
    baseline:
      baseline === undefined
        ? null
        : { seq: baseline.seq, ...(baseline.root === undefined ? {} : { root: baseline.root }) },
    scopes: scopesOf(point),
    due: dueAt(point),
  };
};

/** Enough to fold a log: budgets decide about messages, not about what they say once they are there. */
const DEFAULTS: AgentInstructionsConfig = { maxBytes: 65_536 };

/**
 * Folds a log up to an event and says what it comes to.
 *
 * Shape:  scopes stand in the order in which they were first told.
 * Errors: the first event up to there that violates the log's rules, or the first setting that is wrong.
 * Cost:   one pass.
 * Source: SPEC R3
 */
export const replay = (
  header: SessionHeader,
  log: readonly LogEvent[],
  { config = DEFAULTS, surroundings, at = log.length - 1 }: ReplayOptions,
): Either<FoldError | InvalidConfig, Replay> => {
  const source = agentInstructions(config, surroundings);
  if (E.isLeft(source)) return source;
  const settings = settingsFrom(config as AgentInstructionsConfig, surroundings);
  const events = log.slice(0, at + 1);
  const folded = foldEvents([source.right], initialState([source.right], header), events);
  return E.map((state: SessionState) => {
    const part = state.parts[0] as AgentInstructionsState;
    const workspace = workspaceOf(header, part, settings);
    return replayOf(header, { events, state, part, workspace, settings, configured: config !== DEFAULTS });
  })(folded);
};

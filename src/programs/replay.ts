// Owns: what a log says at one point: position, surface, each scope's state, and what the next step owes. It asks
// nobody anything: what files, clocks or shells would add is not known here. It keeps no events.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { itemsOf } from '../core/append-list.js';
import type { MountedSource } from '../core/context-source.js';
import type { FoldError, SessionState } from '../core/fold.js';
import { foldEvents, initialState } from '../core/fold.js';
import { settled } from '../core/inquiry.js';
import type { Position } from '../core/position.js';
import { isFields } from '../domain/codec/decode.js';
import type { InvalidConfig } from '../domain/error.js';
import type { LogEvent, SessionHeader } from '../domain/log-event.js';
import { sourceOf } from '../domain/log-event.js';
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
import type { LogOrigin, VisitEvent } from './read-any-log.js';
import { touchToolsOf } from './read-any-log.js';
import { bytesSaid, visibleWorkspace } from './visible.js';

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
 * Shape:  without `config` the defaults count, and no baseline is called incompatible with them. The touching tools
 *         are those of whoever wrote the log, unless `config` names others. `at` is the last event that is folded; the
 *         whole log without it.
 */
export interface ReplayOptions {
  readonly config?: unknown;
  readonly surroundings: Surroundings;
  readonly at?: number;
}

/** Everything that is said about one point. */
interface Point {
  readonly state: SessionState;
  readonly visible: Visible;
  readonly part: AgentInstructionsState;
  readonly workspace: Workspace;
  readonly settings: Settings;
  /** Whether the settings are known to be the session's. */
  readonly configured: boolean;
}

/** What is known of the surface besides its seqs. */
interface Visible {
  readonly bytes: number;
  /** Whether there ever was a baseline, visible or not. */
  readonly hadBaseline: boolean;
}

const isBaseline = (event: LogEvent): boolean => {
  const source = sourceOf(event);
  return source !== undefined && claimsKind(source) && decodeTag(source)?.baseline === true;
};

/**
 * A source that says nothing and weighs what is visible.
 *
 * Cost:   O(1) an event; keeps one number for each visible message, which only the newest state speaks of.
 */
const weighing = (): MountedSource => {
  const bytesAt = new Map<Seq, number>();
  return {
    kind: 'visible-bytes',
    reads: [],
    initial: (): Visible => ({ bytes: 0, hadBaseline: false }),
    evolve: (state: Visible, event, { seq, change }): Visible => {
      const hadBaseline = state.hadBaseline || isBaseline(event);
      if (change.kind === 'none') return hadBaseline === state.hadBaseline ? state : { ...state, hadBaseline };
      const own = bytesSaid(event);
      let bytes = state.bytes + own;
      for (const shadowed of change.kind === 'replaced' ? change.shadowed : []) {
        bytes -= bytesAt.get(shadowed) ?? 0;
        bytesAt.delete(shadowed);
      }
      bytesAt.set(seq, own);
      return { bytes, hadBaseline };
    },
    consider: () => settled({}),
  };
};

const scopesOf = ({ part, workspace }: Point): readonly ScopeState[] => {
  const said = new Map<string, Seq>();
  for (const { root, seq, changes } of itemsOf(part.marks)) {
    // A message about another root says nothing about this one.
    if (root === undefined || root === workspace.rootTag) for (const { scope } of changes) said.set(scope, seq);
  }
  const entries = [...entriesOf(part.marks, workspace)];
  return entries.map(([scope, entry]) => ({ scope, ...entry, seq: said.get(scope) as Seq }));
};

const whyBaseline = ({ part, state, visible, workspace, settings, configured }: Point): string | undefined => {
  const { baseline } = part;
  if (baseline === undefined) return visible.hadBaseline ? 'the last one was shadowed' : 'there was none yet';
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
    surface: { messages: point.state.surface.length, bytes: point.visible.bytes },
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

/** A log that is folded while it is read. */
export interface Replaying {
  /** Takes the next event; those behind the point are passed over. */
  readonly visit: VisitEvent;
  /**
   * Says what the log comes to, once all of it was visited.
   *
   * Errors: the first event up to the point that violates the log's rules.
   */
  readonly end: (origin: LogOrigin) => Either<FoldError | InvalidConfig, Replay>;
}

type Folding = Either<FoldError | InvalidConfig, SessionState>;

/** A fold begins with some work, whatever it is given; more events than this are not worth their memory. */
const BATCH_EVENTS = 64;

/** The settings, with the touching tools of a format unless they name some themselves. */
const configFor = (config: unknown, { format }: LogOrigin): unknown => {
  const touchTools = touchToolsOf(format);
  return touchTools === undefined || !isFields(config) ? config : { touchTools, ...config };
};

/**
 * Begins to fold a log up to an event.
 *
 * Errors: the first setting that is wrong.
 * Cost:   one pass; what is kept grows with what is visible, not with the log.
 * Source: SPEC R3
 */
export const replaying = ({
  config = DEFAULTS,
  surroundings,
  at = Infinity,
}: ReplayOptions): Either<InvalidConfig, Replaying> => {
  const checked = agentInstructions(config, surroundings);
  if (E.isLeft(checked)) return checked;
  let sources: readonly MountedSource[] = [];
  let folding: Folding | undefined;
  let next = 0;
  let waiting: LogEvent[] = [];
  const begun = (origin: LogOrigin): Folding =>
    E.map((source: MountedSource) => {
      sources = [source, weighing()];
      return initialState(sources, origin.header);
    })(agentInstructions(configFor(config, origin), surroundings));
  const foldWaiting = (origin: LogOrigin): Folding => {
    const from = folding ?? begun(origin);
    folding = E.isRight(from) ? foldEvents(sources, from.right, waiting) : from;
    waiting = [];
    return folding;
  };
  return E.right({
    visit: (event, origin) => {
      if (next <= at) waiting.push(event);
      next += 1;
      if (waiting.length >= BATCH_EVENTS) foldWaiting(origin);
    },
    end: (origin) =>
      E.map((state: SessionState): Replay => {
        const [part, visible] = state.parts as readonly [AgentInstructionsState, Visible];
        const settings = settingsFrom(config as AgentInstructionsConfig, surroundings);
        const workspace = visibleWorkspace(origin.header, part, settings);
        return replayOf(origin.header, { state, visible, part, workspace, settings, configured: config !== DEFAULTS });
      })(foldWaiting(origin)),
  });
};

/**
 * Folds a log of ours up to an event and says what it comes to.
 *
 * Shape:  scopes stand in the order in which they were first told.
 * Errors: the first event up to there that violates the log's rules, or the first setting that is wrong.
 * Cost:   one pass.
 * Source: SPEC R3
 */
export const replay = (
  header: SessionHeader,
  log: Iterable<LogEvent>,
  options: ReplayOptions,
): Either<FoldError | InvalidConfig, Replay> => {
  const begun = replaying(options);
  if (E.isLeft(begun)) return begun;
  const origin: LogOrigin = { format: 'contextfold', header };
  for (const event of log) begun.right.visit(event, origin);
  return begun.right.end(origin);
};

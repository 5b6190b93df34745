// Owns: the words of a scenario file, as plain data. Decoding is codec.ts's work, running run.ts's.
import type { LogEvent } from '../domain/log-event.js';
import type { SourceTag } from '../domain/message.js';

/**
 * A bug report or test that runs anywhere: files, clock, shell and other sessions in memory, and what happens in order.
 *
 * Shape:  as the file holds it; whatever may be left out is filled in where it is used.
 * Units:  `now` and `createdAt` in ms since the epoch.
 * Source: SPEC R (scenario files)
 */
export interface Scenario {
  readonly contextfold: 1;
  readonly session: ScenarioSession;
  readonly env?: ScenarioEnv;
  readonly sources?: SourceMap;
  /** By absolute path; parents are implied. */
  readonly files?: Readonly<Record<string, ScenarioFile>>;
  readonly host?: { readonly versions?: boolean };
  /** Without it there is no shell port. */
  readonly shell?: ShellState;
  /** Other sessions by id: the lines of their logs, unchecked until somebody refers to one. */
  readonly sessions?: Readonly<Record<string, unknown>>;
  readonly steps: readonly Step[];
}

/** The session under test; more fields go into the log's header as they are. */
export interface ScenarioSession {
  readonly id: string;
  /** Absolute, in the host's own spelling. */
  readonly cwd: string;
  readonly createdAt?: number;
  readonly [field: string]: unknown;
}

/** Where the simulated process runs. */
export interface ScenarioEnv {
  readonly home?: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly timeZone?: string;
  readonly now?: number;
}

/** The name a source has in a scenario. */
export type SourceKey = 'agentInstructions' | 'sessionReference' | 'timeContext' | 'tmuxContext';

/** Source name to configuration; missing or `false` is not mounted. */
export type SourceMap = Readonly<Partial<Record<SourceKey, unknown>>>;

/** A text, bytes, a link, a directory, or something that is none of these. */
export type ScenarioFile =
  | string
  | { readonly base64: string }
  | { readonly link: string }
  | { readonly directory: true }
  | { readonly other: true };

/** What the shell port answers: by default success and nothing printed. */
export interface ShellState {
  readonly stdout?: string;
  readonly exitCode?: number;
  readonly fault?: 'unavailable' | null;
}

/** A proposed batch: one direct prompt, none, or several messages. */
export type Prompt = string | null | readonly (string | { readonly text: string; readonly source?: SourceTag })[];

/** A pre-step as a scenario words it: what is proposed, and whether the host rejects or aborts it. */
export interface Proposal {
  readonly prompt?: Prompt;
  /** The source of prompts that name none; `{ kind: "user" }` when left out. */
  readonly source?: SourceTag;
  readonly reject?: boolean;
  readonly abort?: boolean;
}

/** A tool call and the calls that run inside it. */
export interface ToolRun {
  readonly name: string;
  /** An object or its JSON text. */
  readonly arguments?: unknown;
  readonly error?: boolean;
  readonly abort?: boolean;
  readonly children?: readonly ToolRun[];
}

/** One thing that happens. Source: SPEC R (scenario files, table of steps) */
export type Step =
  | ({ readonly do: 'turn'; readonly prompt: Prompt } & Proposal)
  | ({ readonly do: 'step' } & Proposal)
  | ({ readonly do: 'tool'; readonly drop?: boolean | 'late' } & ToolRun)
  | { readonly do: 'log'; readonly event: LogEvent }
  | { readonly do: 'end' }
  | { readonly do: 'put'; readonly path: string; readonly file: ScenarioFile }
  | { readonly do: 'delete'; readonly path: string }
  | { readonly do: 'fault'; readonly path: string; readonly fault: 'unavailable' | 'unreadable' | null }
  | { readonly do: 'compact'; readonly keep?: number }
  | { readonly do: 'resume'; readonly sources?: SourceMap }
  | { readonly do: 'remount'; readonly sources?: SourceMap }
  | { readonly do: 'rewind'; readonly events: number }
  | { readonly do: 'crash' }
  | { readonly do: 'advance'; readonly ms: number }
  | ({ readonly do: 'shell' } & ShellState);

/** The step of one kind. */
export type StepOf<K extends Step['do']> = Extract<Step, { readonly do: K }>;

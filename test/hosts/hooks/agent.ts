// Owns: an agent with command hooks, without a model: whom it asks, what it shows its model and when it writes that
// down. How its events are called and what its transcript looks like is its dialect's business.
import type { HookHost } from '../../../src/hosts/hook-host.js';

/** One call of a tool and what comes of it. */
export interface Call {
  readonly name: string;
  readonly input: object;
  readonly fails?: boolean;
}

/** A call that is over. `denied` or `context` is what a hook said to it. */
export interface Outcome {
  readonly id: string;
  readonly call: Call;
  readonly denied?: string;
  readonly context?: string;
}

/** What a compaction keeps. */
export type Kept = 'nothing' | 'the last turn';

/** What is written down, as the agent does it. */
export interface Transcript {
  /** A prompt of a moment ago, with what a hook said to it. */
  readonly prompt: (text: string, at: string, context: string | undefined) => void;
  readonly calls: (answer: string, calls: readonly Outcome[]) => void;
  readonly results: (outcomes: readonly Outcome[]) => void;
  readonly words: (answer: string) => void;
  /** What a hook said when a session or a compaction began something new. */
  readonly context: (context: string) => void;
  readonly compact: (keep: Kept, trigger: 'manual' | 'auto') => void;
  /** A person goes back to before a prompt, counted from 0; there were so many. */
  readonly rewind: (prompt: number, prompts: number) => void;
  /** What a new process writes before it goes on. */
  readonly resume?: () => void;
  /** Begins with the lines of another session, which are written with the first of its own. */
  readonly inherit?: (lines: readonly string[]) => void;
}

/** Where a transcript is written. */
export interface Paper {
  readonly session: string;
  readonly cwd: string;
  /** The time as a timestamp. */
  readonly time: () => string;
  readonly write: (lines: readonly string[]) => void;
}

/** Tells a hook about an event; gives what it said. */
export type Ask = (event: string, fields: object) => Promise<Said>;

/** What a hook said. */
export interface Said {
  readonly context?: string;
  readonly denied?: string;
}

/**
 * What agents with hooks differ in.
 *
 * Shape:  `events.failed` is missing where nothing is told of a failed call, `events.model` where nothing is told of a
 *         call of the model. `response` is what an event says about a call. `compact` asks and writes in the agent's
 *         order. `textFor` is what the host makes of a text, but with its frame, and `asSeen` gives that text back.
 */
export interface Dialect {
  readonly host: HookHost;
  readonly events: {
    readonly prompt: string;
    readonly before: string;
    readonly after: string;
    readonly failed?: string;
    readonly model?: string;
  };
  readonly read: (path: string) => Call;
  readonly write: (path: string) => Call;
  readonly response: (fails: boolean) => unknown;
  readonly textFor: (text: string, as: 'context' | 'hold') => string;
  readonly asSeen: (text: string) => string;
  readonly said: (output: string) => Said;
  readonly compact: (ask: Ask, write: () => void, trigger: 'manual' | 'auto') => Promise<Said>;
  /** A compaction is answered before the transcript shows it. */
  readonly compactsBlind?: true;
  readonly transcript: (paper: Paper) => Transcript;
}

/** What the agent needs of its world. */
export interface World {
  readonly session: string;
  readonly cwd: string;
  readonly transcript: string;
  readonly now: () => number;
  readonly hook: (event: object) => Promise<string>;
  /** Is told about the lines whenever some are written. */
  readonly write: (lines: readonly string[]) => void;
}

/** An agent. `shown` are the texts of hooks that the model saw, for each of its calls. */
export interface Agent {
  readonly start: (source: string) => Promise<void>;
  /** Begins with the history of another. */
  readonly inherit: (lines: readonly string[], shown: readonly string[]) => void;
  readonly prompt: (text: string) => Promise<void>;
  /** The model answers with calls, and something happens while they run; with none its turn is over. */
  readonly answer: (calls?: readonly Call[], meanwhile?: () => void) => Promise<void>;
  readonly rewind: (prompt: number) => void;
  readonly compact: (keep: Kept, trigger: 'manual' | 'auto') => Promise<void>;
  /** What a hook says from now on is not taken up. */
  readonly deafen: (isDeaf: boolean) => void;
  readonly shown: () => readonly (readonly string[])[];
  readonly lines: () => readonly string[];
}

/** Begins one. */
export const agentIn = (dialect: Dialect, { session, cwd, transcript: path, now, hook, write }: World): Agent => {
  const { events, asSeen } = dialect;
  const written: string[] = [];
  const shown: string[][] = [];
  const prompts: number[] = [];
  let visible: string[] = [];
  let turnAt = 0;
  let isDeaf = false;

  const time = (): string => new Date(now()).toISOString();
  const paper = dialect.transcript({
    session,
    cwd,
    time,
    write: (lines) => {
      written.push(...lines);
      write(lines);
    },
  });
  const ask: Ask = async (event, fields) => {
    const base = { session_id: session, transcript_path: path, cwd, hook_event_name: event };
    const { context, denied } = dialect.said(await hook({ ...base, ...fields }));
    const isTaken = context !== undefined && !isDeaf;
    return { ...(isTaken ? { context } : {}), ...(denied === undefined ? {} : { denied }) };
  };
  const hear = (text: string | undefined): void => {
    if (text !== undefined) visible.push(asSeen(text));
  };
  const settle = async ({ id, call }: Outcome, meanwhile: () => void): Promise<Outcome> => {
    const fields = { tool_name: call.name, tool_input: call.input, tool_use_id: id };
    const { denied } = await ask(events.before, fields);
    if (denied !== undefined) return { id, call, denied };
    meanwhile();
    const fails = call.fails === true;
    const event = fails ? events.failed : events.after;
    if (event === undefined) return { id, call };
    const { context } = await ask(event, { ...fields, tool_response: dialect.response(fails) });
    return { id, call, ...(context === undefined ? {} : { context }) };
  };

  return {
    inherit: (lines, texts) => {
      paper.inherit?.(lines);
      visible = [...texts];
    },
    start: async (source) => {
      const { context } = await ask('SessionStart', { source });
      if (source === 'resume') paper.resume?.();
      if (context !== undefined) paper.context(context);
      hear(context);
    },
    prompt: async (text) => {
      const at = time();
      const { context } = await ask(events.prompt, { prompt: text });
      turnAt = visible.length;
      prompts.push(visible.length);
      paper.prompt(text, at, context);
      hear(context);
    },
    answer: async (calls = [], meanwhile = () => undefined) => {
      if (events.model !== undefined) await ask(events.model, { trigger: 'auto' });
      shown.push([...visible]);
      const answer = `${session}-answer-${shown.length}`;
      if (calls.length === 0) return paper.words(answer);
      const begun = calls.map((call, index): Outcome => ({ id: `${answer}-${index}`, call }));
      paper.calls(answer, begun);
      const settled = await Promise.all(begun.map((one) => settle(one, meanwhile)));
      paper.results(settled);
      for (const { denied, context } of settled) hear(denied ?? context);
    },
    rewind: (prompt) => {
      paper.rewind(prompt, prompts.length);
      visible = visible.slice(0, prompts[prompt]);
      prompts.length = prompt;
    },
    compact: async (keep, trigger) => {
      const { context } = await dialect.compact(ask, () => paper.compact(keep, trigger), trigger);
      visible = keep === 'nothing' ? [] : visible.slice(turnAt);
      turnAt = visible.length;
      if (context !== undefined) paper.context(context);
      hear(context);
    },
    deafen: (next) => {
      isDeaf = next;
    },
    shown: () => shown,
    lines: () => written,
  };
};

/** What a hook said in the form that Claude Code and Codex share. */
export const saidInHookOutput = (output: string): Said => {
  if (output === '') return {};
  const { hookSpecificOutput: told } = JSON.parse(output) as { readonly hookSpecificOutput: Record<string, string> };
  const { additionalContext: context, permissionDecisionReason: denied } = told;
  return { ...(context === undefined ? {} : { context }), ...(denied === undefined ? {} : { denied }) };
};

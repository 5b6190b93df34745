// Owns: what every agent with command hooks must be told apart by: how its events are read, how it is answered, and how
// its transcript is followed. The rooms beside this file each are one of them.
import type { Either } from 'fp-ts/lib/Either.js';
import { FRAME_CLOSE, FRAME_OPEN } from '../core/frame.js';
import type { Digest } from '../domain/digest.js';
import type { InvalidValue } from '../domain/error.js';
import type { HookAnswer, HookEvent, Sight } from '../programs/hook-event.js';

/** Hashes a text; a transcript is compared by digests. */
export type Sha1 = (text: string) => Digest;

/**
 * What is known of a transcript after some of its lines.
 *
 * Shape:  `trail` is JSON, to go on from in another process; what it holds is its follower's business. `isLost` when a
 *         line leads back further than the trail remembers: the transcript has to be followed from its beginning.
 */
export interface Followed {
  readonly trail: unknown;
  readonly isLost: boolean;
  readonly sight: Omit<Sight, 'isThere'>;
}

/**
 * Follows a transcript.
 *
 * Shape:  `trail` is what an earlier call gave, or `undefined` at the beginning. Without `remembers` everything is.
 *         `isSidechain`: it is a sub-agent's own.
 * Errors: total: a line that makes no sense changes nothing.
 */
export type Follow = (
  lines: Iterable<string>,
  options: {
    readonly sha1: Sha1;
    readonly trail?: unknown;
    readonly remembers?: number;
    readonly isSidechain?: boolean;
  },
) => Followed;

/** What agent-instructions is configured with for an agent, unless somebody says otherwise. */
export interface HookDefaults {
  readonly agentInstructions: Readonly<Record<string, unknown>>;
  readonly baseline: 'said' | 'host';
}

/**
 * An agent with command hooks.
 *
 * Shape:  `defaults` depend on the environment variables and the OS home. `answer` gives what goes to standard output,
 *         nothing for silence.
 * Errors: `decode` names the field that is wrong; unknown events are `other`, unknown fields are passed over.
 * Source: SPEC R6, F8
 */
export interface HookHost {
  readonly name: string;
  readonly decode: (value: unknown) => Either<InvalidValue, HookInput>;
  readonly answer: (event: string, answer: HookAnswer) => string;
  readonly textFor: (text: string, as: 'context' | 'hold') => string;
  readonly defaults: (variables: Readonly<Record<string, string | undefined>>, osHome: string) => HookDefaults;
  readonly follow: Follow;
}

/** A decoded event, with its name as the agent has it, which an answer repeats. */
export interface HookInput {
  readonly name: string;
  readonly event: HookEvent;
  /** Whether the transcript is a sub-agent's own. */
  readonly isSidechain?: true;
}

/** Claude Code cuts what is longer than 10 000 characters down to a preview, Codex about 10 000 bytes. */
export const SMALL_BUDGET_BYTES = 9_500;

/**
 * The body of a framed text.
 *
 * Why:    an agent that frames what hooks say, and escapes tags inside, would show the model a broken frame.
 */
export const unframed = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line !== FRAME_OPEN && line !== FRAME_CLOSE)
    .join('\n');

/**
 * Our framed text in what an agent put around it; the whole text where there is none.
 *
 * Shape:  from the first frame that opens to the last that closes.
 */
export const fromFrame = (text: string): string => {
  const start = text.indexOf(FRAME_OPEN);
  const end = text.lastIndexOf(FRAME_CLOSE);
  return start < 0 || end < start ? text : text.slice(start, end + FRAME_CLOSE.length);
};

/**
 * What goes to standard output, in the form that Claude Code and Codex share.
 *
 * Shape:  one JSON object, or nothing. A held call is denied with the text as the reason. Codex refuses fields that it
 *         does not know, so there are no others.
 */
export const hookOutput = (event: string, { kind, ...said }: HookAnswer): string => {
  if (!('text' in said)) return '';
  const { text } = said;
  const output =
    kind === 'hold'
      ? { hookEventName: event, permissionDecision: 'deny', permissionDecisionReason: text }
      : { hookEventName: event, additionalContext: text };
  return JSON.stringify({ hookSpecificOutput: output });
};

// Owns: what a hook of an installed agent reports and gets back, in words that no agent has for itself, and what can be
// seen of an agent's transcript. What each agent calls these things is its host's business.
import type { Digest } from '../domain/digest.js';

/** A call of a tool, with its arguments as `touchTools` names them. */
export interface HookCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: unknown;
}

/**
 * What happened.
 *
 * Shape:  `started` with `why: "compact"` comes when a compaction is over; `fork` begins with the history of another
 *         session. `compacted` says that a compaction took place and nothing can be said at it. `prompt` is where a
 *         context begins to work: a person's prompt, or the task of a sub-agent.
 */
export type HookOccurrence =
  | { readonly kind: 'started'; readonly why: 'startup' | 'resume' | 'fork' | 'clear' | 'compact' }
  | { readonly kind: 'compacting'; readonly trigger: 'manual' | 'auto' }
  | { readonly kind: 'compacted' }
  | { readonly kind: 'prompt'; readonly text: string }
  | { readonly kind: 'before-tool'; readonly call: HookCall }
  | { readonly kind: 'after-tool'; readonly call: HookCall; readonly failed: boolean }
  | { readonly kind: 'other' };

/**
 * One event of a hook.
 *
 * Shape:  `session` names one context of a model: a sub-agent's is another than that of the session it works for.
 *         `transcript` is where the agent writes what this context holds, as far as it says so.
 */
export interface HookEvent {
  readonly session: string;
  readonly cwd: string;
  readonly transcript?: string;
  readonly occurrence: HookOccurrence;
}

/** What a hook answers: a text for the model, or a text as the reason why a call has to wait; nothing is silence. */
export type HookAnswer =
  | { readonly kind: 'silent' }
  | { readonly kind: 'context'; readonly text: string }
  | { readonly kind: 'hold'; readonly text: string };

/** The answer that says nothing. */
export const SILENT: HookAnswer = { kind: 'silent' };

/**
 * What a transcript shows at some moment.
 *
 * Shape:  `live` are the digests of the texts that hooks put before the model and that it can still see, in order.
 *         `isThere` is false for a transcript that was not written yet. `reloads`: whenever a process begins, the agent
 *         reads the files that it loads itself anew, and says what is different about them.
 * Units:  ms since the epoch. `turnedAt`: the last compaction or rewind; what was handed over before it and is not
 *         live is gone. `answeredAt`: when the model's last answer began; what was handed over before it and never
 *         became live was not taken up. 0 for never.
 */
export interface Sight {
  readonly isThere: boolean;
  readonly reloads?: true;
  readonly live: readonly Digest[];
  readonly turnedAt: number;
  readonly answeredAt: number;
}

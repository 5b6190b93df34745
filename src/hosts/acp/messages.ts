// Owns: the shapes of the Agent Client Protocol as far as they matter here. Nothing of its SDK is imported, so that one
// binding serves its versions.
import type { Fields } from '../../domain/codec/decode.js';
import type { PlatformSignal } from '../../ports/cancel-signal.js';

/** One block of a prompt. */
export interface BlockLike {
  readonly type: string;
}

/** The parameters of `session/prompt`. */
export interface PromptLike {
  readonly sessionId: string;
  readonly prompt: readonly BlockLike[];
}

/** The parameters of `session/update`. */
export interface NotificationLike {
  readonly sessionId: string;
  readonly update: { readonly sessionUpdate: string };
}

/** `fs/read_text_file` as the client of one connection answers it. */
export type ReadTextFile = (
  request: { readonly sessionId: string; readonly path: string },
  signal: PlatformSignal,
) => Promise<{ readonly content: string }>;

/** What stands under `_meta`. */
export const metaOf = (value: unknown): unknown => (value as Fields | undefined)?.['_meta'];

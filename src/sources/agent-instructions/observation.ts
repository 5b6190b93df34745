// Owns: what can be seen of one candidate. How it is looked at is survey.ts's work, what follows from it select.ts's.
import type { Digest } from '../../domain/digest.js';
import type { Probe } from '../../domain/probe.js';

/** What is known of one file's content under one version; only ever a fast path. Source: SPEC A11 */
export interface Known {
  readonly version: string;
  readonly digest: Digest;
  readonly trimmedDigest: Digest;
}

/**
 * What was seen of one candidate.
 *
 * Shape:  `known`: its version says that the content is what it was, so nothing was read. `unread`: there, but beyond
 *         `maxTotalSourceBytes`.
 */
export type Observation =
  | { readonly kind: 'absent'; readonly note?: { readonly code: string; readonly detail: string } }
  | { readonly kind: 'unavailable'; readonly state: 'unavailable' | 'too-large' | 'not-text'; readonly reason: string }
  | { readonly kind: 'unread'; readonly bytes?: number }
  | { readonly kind: 'known'; readonly digest: Digest; readonly trimmedDigest: Digest }
  | {
      readonly kind: 'read';
      readonly content: string;
      readonly bytes: number;
      readonly digest: Digest;
      readonly trimmedDigest: Digest;
      readonly lossy: boolean;
      readonly version?: string;
    };

/** Observations by the key of the candidate. */
export type Observations = ReadonlyMap<string, Observation>;

/** What is known of files below one root, by the key of the candidate. */
export type KnownFiles = ReadonlyMap<string, Known>;

/** A size that no file can have is as good as a missing one. */
export const sizeIn = ({ size = NaN }: Probe & { readonly _tag: 'present' }): number | undefined =>
  Number.isSafeInteger(size) && size >= 0 ? size : undefined;

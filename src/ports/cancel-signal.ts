// Owns: the part of an `AbortSignal` that this library looks at, so that the pure floors need no platform types.

/**
 * Tells when a step or tool execution was aborted. Every `AbortSignal` is one.
 *
 * Source: SPEC F6
 */
export interface CancelSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * The platform's own `AbortSignal`, for calls that are handed one.
 *
 * Why:    a program that is checked without the types of a platform must not meet a name that it does not know.
 */
export type PlatformSignal = typeof globalThis extends { readonly AbortSignal: { readonly prototype: infer Signal } }
  ? Signal
  : CancelSignal;

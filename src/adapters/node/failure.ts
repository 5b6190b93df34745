// Owns: what an error of the operating system means: evidence that nothing is there, or no evidence at all.

/** A failure as the ports say it. */
export interface Unavailable {
  readonly _tag: 'unavailable';
  readonly reason: string;
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/**
 * Tells whether an error proves that nothing is at a path: it is missing (a dangling link too), or under a file.
 *
 * Why:    every other error (a link loop, a permission, a dead mount) leaves open what is there.
 * Source: SPEC A5
 */
export const isAbsence = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '');

/** The failure that an error is; its reason names the error's code. */
export const unavailable = (error: unknown): Unavailable => {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  const named = code === undefined || message.startsWith(code);
  return { _tag: 'unavailable', reason: named ? message : `${code}: ${message}` };
};

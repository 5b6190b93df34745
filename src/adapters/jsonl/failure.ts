// Owns: what a step of the store throws, and how everything that was thrown is told at its door.
import type { StoreFailure, StoreFailureCode } from '../../domain/error.js';

/** A failure that the store itself found, and what kind it is. */
export class StoreProblem extends Error {
  constructor(
    readonly code: StoreFailureCode | undefined,
    message: string,
  ) {
    super(message);
  }
}

/** A mark was given for a log that is not, or no longer, the one it is of. */
export const unfitMark = (): StoreProblem => new StoreProblem('unfit-mark', 'the log at the mark is not what it was');

/** The code of an error of the operating system. */
export const systemCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Tells whether nothing is at a path. */
export const isMissing = (error: unknown): boolean => systemCode(error) === 'ENOENT';

const codeOf = (error: unknown): StoreFailureCode | undefined => {
  if (error instanceof StoreProblem) return error.code;
  return ['ENOSPC', 'EDQUOT'].includes(systemCode(error) ?? '') ? 'no-space' : undefined;
};

/** What was thrown, as the port tells it. */
export const storeFailure = (operation: StoreFailure['operation'], error: unknown): StoreFailure => {
  const code = codeOf(error);
  const detail = error instanceof Error ? error.message : String(error);
  return { _tag: 'StoreFailure', operation, detail, ...(code === undefined ? {} : { code }) };
};

/** Ends a call whose signal was aborted. */
export const stopIfAborted = (signal: { readonly aborted: boolean } | undefined): void => {
  if (signal?.aborted === true) throw new StoreProblem('aborted', 'aborted');
};

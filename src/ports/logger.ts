// Owns: the logger port, for what goes wrong beside decisions. What is odd about a decision does not come this way: it
// is part of the decision.

/**
 * Takes lines for whoever runs the host; the model never sees them.
 *
 * Errors: must not throw.
 */
export interface Logger {
  readonly warn: (message: string) => void;
}

// Owns: the logger port.

/**
 * Takes lines for whoever runs the host; the model never sees them.
 *
 * Errors: must not throw.
 */
export interface Logger {
  readonly warn: (message: string) => void;
}

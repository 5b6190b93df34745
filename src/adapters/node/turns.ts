// Owns: letting everything else in the process have its turn while calls are made that nothing can run beside.

/** Units: ms. After so long without waiting it is somebody else's turn. */
export const SLICE_MS = 4;

/** Gives everything else its turn. */
export const yieldOnce = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

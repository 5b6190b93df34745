// Owns: a doc comment that links to nothing, for test/package/reference.test.ts.

/** As {@link Nothing} says. */
export const wrong = 1;

// Owns: the facts about a process that configuration is resolved against. Plain data: reading them is an adapter's
// work.

/**
 * Where a process runs.
 *
 * Shape:  `osHome` is the user's home directory in the host's spelling; `variables` are environment variables.
 * Source: SPEC A1 (`home`)
 */
export interface Surroundings {
  readonly osHome?: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

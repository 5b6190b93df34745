// Owns: a first look at a row of a rollout, without reading it: whether it could take something back. Imports nothing,
// for it is looked at before anything is loaded.

/** Tells whether a row may be a compaction or a rollback. */
export const mayTurn = (row: string): boolean =>
  row.includes('"type":"compacted"') || row.includes('"type":"thread_rolled_back"');

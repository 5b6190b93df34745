// Owns: a first look at a line of a transcript, without reading it: whether it could take something back. Imports
// nothing, for it is looked at before anything is loaded.

/**
 * Tells whether a line may be a compaction or something that a person typed, which may go back.
 *
 * Shape:  inside of a JSON string a quote is escaped, so no text can look like a field.
 */
export const mayTurn = (line: string): boolean =>
  line.includes('"subtype":"compact_boundary"') ||
  (line.includes('"type":"user"') && !line.includes('"type":"tool_result"'));

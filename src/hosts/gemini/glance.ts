// Owns: a first look at a record of a chat, without reading it: whether it could take something back. Imports nothing,
// for it is looked at before anything is loaded.

/** Tells whether a record may be a rewind, or a history that takes the place of the one before. */
export const mayTurn = (record: string): boolean => record.includes('"messages":[') || record.includes('"$rewindTo"');

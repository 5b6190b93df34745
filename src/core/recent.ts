// Owns: remembering what was made of the few newest of some values, so that whoever is busy finds it again and whoever
// is idle keeps nothing.

/** Enough for the sessions that one process works on at the same moment. */
const MAX_REMEMBERED = 16;

/**
 * Remembers values by the identity of what they were made from.
 *
 * Shape:  `fits` tells whether a remembered value is still what would be made; what is forgotten is made again.
 * Why:    a weak map would keep a value for every idle session.
 */
export const recently = <K extends object, V>(): ((key: K, fits: (made: V) => boolean, make: () => V) => V) => {
  const remembered = new Map<K, V>();
  return (key, fits, make) => {
    const known = remembered.get(key);
    if (known !== undefined && fits(known)) return known;
    const made = make();
    remembered.delete(key);
    for (const oldest of remembered.keys()) {
      if (remembered.size < MAX_REMEMBERED) break;
      remembered.delete(oldest);
    }
    remembered.set(key, made);
    return made;
  };
};

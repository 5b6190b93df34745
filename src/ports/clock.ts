// Owns: the clock port: what time it is and in which zone the process lives. Sources only ever see the answers; how a
// zone is chosen for a text is time-context's business.

/**
 * The time and the process's zone.
 *
 * Units:  `now` in ms since the epoch; `zone` an IANA name, `undefined` where it is not known.
 */
export interface Clock {
  readonly now: () => number;
  readonly zone: () => string | undefined;
}

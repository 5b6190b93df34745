// Owns: the clock port.

/**
 * The time and the process's zone.
 *
 * Units:  `now` in ms since the epoch; `zone` an IANA name, `undefined` where it is not known.
 */
export interface Clock {
  readonly now: () => number;
  readonly zone: () => string | undefined;
}

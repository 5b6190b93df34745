// Owns: reading where this process runs. What follows from it is decided elsewhere.
import { homedir } from 'node:os';
import type { Surroundings } from '../../domain/surroundings.js';

const osHome = (): string => {
  try {
    return homedir();
  } catch {
    return '';
  }
};

/**
 * The user's home directory and the environment variables, as they are now.
 *
 * Shape:  no `osHome` for a user who has none.
 * Source: SPEC A1 (`home`)
 */
export const surroundings = (): Surroundings => {
  const home = osHome();
  return { ...(home === '' ? {} : { osHome: home }), variables: { ...process.env } };
};

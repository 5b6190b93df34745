// Owns: where the hook keeps its things on this machine.
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Environment variables. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The paths below the home of the hook. */
export interface HookPlaces {
  readonly home: string;
  /** The side logs, one for each context of a model. */
  readonly sessions: string;
  /** What saves work the next time; all of it may be deleted at any moment. */
  readonly memos: string;
  readonly log: string;
  readonly config: string;
}

const osHome = (): string => {
  try {
    return homedir();
  } catch {
    return '/';
  }
};

/** Tells whether `$CONTEXTFOLD_HOME` names another place in every directory that an agent works in: it is not used. */
export const isRelativeHome = ({ CONTEXTFOLD_HOME: set = '' }: Variables): boolean => set !== '' && !isAbsolute(set);

/** The places, below `$CONTEXTFOLD_HOME` or `~/.contextfold`. */
export const placesIn = (variables: Variables, userHome = osHome()): HookPlaces => {
  const { CONTEXTFOLD_HOME: set = '' } = variables;
  const home = set === '' || isRelativeHome(variables) ? join(userHome, '.contextfold') : set;
  return {
    home,
    sessions: join(home, 'sessions'),
    memos: join(home, 'memos'),
    log: join(home, 'hook.log'),
    config: join(home, 'config.json'),
  };
};

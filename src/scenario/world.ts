// Owns: the world outside a simulated session: files, clock, shell and other sessions, and how steps change it.
import type { MemoryClock, MemoryFile, MemoryFileSystem, MemoryShell } from '../adapters/memory/index.js';
import { memoryClock, memoryFileSystem, memoryShell } from '../adapters/memory/index.js';
import type { Decoder } from '../ports/decoder.js';
import type { Env } from '../ports/env.js';
import type { Hash } from '../ports/hash.js';
import { queryLogs } from '../programs/query-logs.js';
import type { Scenario, ScenarioFile, ShellState } from './model.js';
import { sessionFiles } from './sessions.js';

/** What a scenario does not bring itself. */
export interface Lent {
  readonly hash: Hash;
  readonly decoder: Decoder;
}

/** Everything outside the session. */
export interface World {
  readonly env: Env;
  readonly files: MemoryFileSystem;
  readonly clock: MemoryClock;
  /** Puts a shell port there where there was none. */
  readonly setShell: (state: ShellState) => void;
}

/** 2026-01-01T00:00:00Z, for a scenario in which the time does not matter. */
const NEW_YEAR = 1_767_225_600_000;

/** When a scenario begins, in ms since the epoch. */
export const startOf = ({ env, session }: Scenario): number => env?.now ?? session.createdAt ?? NEW_YEAR;

/** What a scenario's file is to the memory file system. */
export const memoryFileOf = (file: ScenarioFile): MemoryFile =>
  typeof file === 'string' || !('base64' in file)
    ? file
    : Uint8Array.from(atob(file.base64), (unit) => unit.charCodeAt(0));

const shellOf = ({ stdout = '', exitCode = 0, fault }: ShellState): MemoryShell =>
  memoryShell(
    fault === 'unavailable'
      ? { _tag: 'unavailable', reason: 'the scenario made the shell fail' }
      : { _tag: 'exited', exitCode, stdout },
  );

/**
 * Makes the world of a scenario.
 *
 * Source: SPEC R (scenario files)
 */
export const worldOf = (scenario: Scenario, { hash, decoder }: Lent): World => {
  const planted = Object.entries(scenario.files ?? {}).map(([path, file]) => [path, memoryFileOf(file)] as const);
  const files = memoryFileSystem(Object.fromEntries(planted), { versions: scenario.host?.versions ?? true });
  const clock = memoryClock(startOf(scenario), scenario.env?.timeZone ?? 'UTC');
  const sessions = queryLogs(sessionFiles(scenario.sessions ?? {}));
  const env: { -readonly [Port in keyof Env]: Env[Port] } = { hash, decoder, fileSystem: files, clock, sessions };
  const setShell = (state: ShellState): void => {
    env.shell = shellOf(state);
  };
  if (scenario.shell !== undefined) setShell(scenario.shell);
  return { env, files, clock, setShell };
};

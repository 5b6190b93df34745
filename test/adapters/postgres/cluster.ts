// Owns: a PostgreSQL server for tests: of the machine's own binaries, in a temporary directory, on a socket there.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A server that runs. */
export interface Cluster {
  /** What `pg` connects with. */
  readonly connection: { readonly host: string; readonly database: string; readonly user: string };
  readonly stop: () => void;
}

const DEBIAN = '/usr/lib/postgresql';

/** Debian keeps the servers of all versions side by side and out of the search path. */
const findBinaries = (): string | undefined => {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one)) : [];
  const places = versions.map((version) => join(DEBIAN, version, 'bin'));
  return places.find((place) => existsSync(join(place, 'initdb')));
};

const binaries = findBinaries();

/** Why there is no server to test with; `undefined` where there is one. */
export const missingServer: string | undefined =
  binaries === undefined ? `no PostgreSQL server below ${DEBIAN} (Debian: apt-get install postgresql)` : undefined;

/** The server refuses to run as root. */
const SERVER_USER = 'postgres';
const isRoot = process.getuid?.() === 0;

const run = (directory: string, program: string, args: readonly string[]): void => {
  const path = join(binaries ?? '', program);
  const [command, given] = isRoot ? ['runuser', ['-u', SERVER_USER, '--', path, ...args]] : [path, args];
  const { status, stdout, stderr, error } = spawnSync(command, given, { cwd: directory, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? `${stdout}${stderr}`}`);
};

/** `fsync` is off: what a server does about a power cut is not tested here. */
const SETTINGS = ['-c listen_addresses=', '-c fsync=off', '-c max_connections=40', '-c shared_buffers=16MB'];

/** Starts a server; whoever starts it stops it. */
export const startCluster = (): Cluster => {
  const directory = mkdtempSync(join(tmpdir(), 'contextfold-pg-'));
  chmodSync(directory, 0o755);
  if (isRoot) execFileSync('chown', [SERVER_USER, directory]);
  const data = join(directory, 'data');
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  try {
    run(directory, 'initdb', ['-D', data, '-U', SERVER_USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N']);
    const options = [...SETTINGS, `-c unix_socket_directories=${directory}`].join(' ');
    run(directory, 'pg_ctl', ['-D', data, '-w', '-s', '-l', join(directory, 'log'), '-o', options, 'start']);
  } catch (error) {
    remove();
    throw error;
  }
  return {
    connection: { host: directory, database: 'postgres', user: SERVER_USER },
    stop: () => {
      run(directory, 'pg_ctl', ['-D', data, '-w', '-s', '-m', 'immediate', 'stop']);
      remove();
    },
  };
};

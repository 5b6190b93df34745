// Owns: who holds a lock: a name for this process that no other one ever has, and whether the one of such a name may
// still be alive.
import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * The holder of a lock.
 *
 * Shape:  `nonce` differs from lock to lock. `started` tells processes apart that got one pid, `boot` and `space` say
 *         where the pid counts; all three are empty where the system does not tell.
 */
export interface Owner {
  readonly pid: number;
  readonly started: string;
  readonly nonce: string;
  readonly boot: string;
  readonly space: string;
  readonly host: string;
}

const told = (read: () => string): string => {
  try {
    return read();
  } catch {
    return '';
  }
};

/** State and start time of a process; the command's name before them may hold anything. */
const statOf = (pid: number | 'self'): { readonly state: string; readonly started: string } | undefined => {
  const stat = told(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, started] = [fields[0], fields[19]];
  return state === undefined || started === undefined ? undefined : { state, started };
};

const hexOf = (text: string): string => text.replace(/[^0-9a-f]/gu, '');

let known: Omit<Owner, 'nonce'> | undefined;

/** Looked up once: it is asked for at every append. */
const thisProcess = (): Omit<Owner, 'nonce'> => {
  known ??= {
    pid: process.pid,
    started: statOf('self')?.started ?? '',
    boot: hexOf(told(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))),
    space: told(() => readlinkSync('/proc/self/ns/pid')).replace(/\D/gu, ''),
    host: hostname().replace(/[/\\]/gu, '_'),
  };
  return known;
};

/** This process as the holder of one more lock. */
export const newOwner = (): Owner => ({ ...thisProcess(), nonce: randomBytes(8).toString('hex') });

/** An owner as one name without separators of paths. */
export const ownerName = ({ pid, started, nonce, boot, space, host }: Owner): string =>
  [pid, started, nonce, boot, space, host].join('-');

const NAME = /^(\d+)-(\d*)-([0-9a-f]+)-([0-9a-f]*)-(\d*)-(.*)$/su;

/** Reads an owner's name; `undefined` for what is none. */
export const ownerOf = (name: string): Owner | undefined => {
  const parts = NAME.exec(name);
  if (parts === null) return undefined;
  const [, pid = '', started = '', nonce = '', boot = '', space = '', host = ''] = parts;
  return { pid: Number(pid), started, nonce, boot, space, host };
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/**
 * Tells whether an owner is certainly gone.
 *
 * Shape:  a pid counts only on its own host, and in its own name space; a host that was started anew since has none of
 *         its old processes. One that is killed and not yet buried does nothing any more.
 * Errors: total; what cannot be told is alive.
 * Why:    to take a lock from a living owner loses events, to wait for a dead one only costs patience.
 */
export const isGone = (owner: Owner): boolean => {
  const here = thisProcess();
  if (owner.host !== here.host) return false;
  if (owner.boot !== here.boot) return owner.boot !== '' && here.boot !== '';
  if (owner.space !== here.space) return false;
  if (!isRunning(owner.pid)) return true;
  const stat = statOf(owner.pid);
  if (stat === undefined) return false;
  return stat.state === 'Z' || (owner.started !== '' && stat.started !== owner.started);
};

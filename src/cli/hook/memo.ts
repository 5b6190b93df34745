// Owns: what one process of the hook leaves for the next, and when the next may be silent because of it.
//
// A decision is a function of the log, the configuration and the answers to its questions. A memo holds all of these
// for decisions that said nothing: where every one is the same again, so is the decision. It is never what suppresses a
// message (SPEC F4); it may be deleted at any moment, and nothing is lost but time.
//
// Loads nothing but `node:fs` and `node:path`: it is what the light path is made of.
import { readSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { versionOf } from '../../adapters/node/version.js';
import { mayTurn as claudeCodeMayTurn } from '../../hosts/claude-code/glance.js';
import { mayTurn as codexMayTurn } from '../../hosts/codex/glance.js';
import { mayTurn as geminiMayTurn } from '../../hosts/gemini/glance.js';
import { readGuarded, withRegularFile } from './guarded-files.js';
import type { Variables } from './places.js';

/** A transcript up to where it was followed. Units: `offset` in bytes. */
export interface FollowedFile {
  readonly path: string;
  /** `absent` while it was not there. */
  readonly ino: string;
  readonly offset: number;
  readonly trail?: unknown;
}

/**
 * Decisions that said nothing, and everything that they were made from.
 *
 * Shape:  `files`: the side log and every place where a configuration is looked for, with their stamps. `directories`:
 *         for the directory of a touched file, the paths that were asked about; `stamps`: the answers.
 */
export interface Silence {
  readonly variables: string;
  readonly files: Readonly<Record<string, string>>;
  readonly tools: Readonly<Record<string, readonly string[]>>;
  readonly directories: Readonly<Record<string, readonly string[]>>;
  readonly stamps: Readonly<Record<string, string>>;
}

/** What is left for the next process of one context. */
export interface Memo {
  readonly contextfold: 1;
  readonly version: string;
  readonly host: string;
  readonly transcript?: FollowedFile;
  readonly silence?: Silence;
}

/** What is at a path, as one word. */
export const stampOf = (path: string): string => {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return 'absent';
    if (found.isFile()) return versionOf(found);
    return found.isDirectory() ? 'directory' : 'other';
  } catch {
    return 'unavailable';
  }
};

/** The variables that a configuration may depend on. */
export const variablesOf = ({ HOME, DSH_HOME, CODEX_HOME }: Variables): string =>
  JSON.stringify([HOME, DSH_HOME, CODEX_HOME]);

/** The directories that a call touches; `undefined` where it names something that is no path. */
export const directoriesTouched = (
  tools: Silence['tools'],
  cwd: string,
  name: string,
  args: unknown,
): readonly string[] | undefined => {
  const fields = (args ?? {}) as Readonly<Record<string, unknown>>;
  const keys = Object.hasOwn(tools, name) ? (tools[name] ?? []) : [];
  const values = keys.map((key) => fields[key]).filter((value) => value !== undefined);
  const paths = values.filter((value): value is string => typeof value === 'string' && value !== '');
  return values.length === paths.length ? paths.map((path) => dirname(resolve(cwd, path))) : undefined;
};

/** More than a memo of many directories; what is larger is none. */
export const MAX_MEMO_BYTES = 4 * 1024 * 1024;

/** Reads a memo; `undefined` for one of another version or host, or for anything else. */
export const readMemo = (path: string, version: string, host: string): Memo | undefined => {
  try {
    const memo = JSON.parse(readGuarded(path, MAX_MEMO_BYTES)) as Memo;
    return memo.contextfold === 1 && memo.version === version && memo.host === host ? memo : undefined;
  } catch {
    return undefined;
  }
};

/** The file of a memo; `undefined` for a name that has to be escaped first, which only the long way can. */
export const memoPath = (memos: string, session: string): string | undefined =>
  /^[a-z0-9][a-z0-9_.-]{3,119}$/u.test(session) ? join(memos, `${session}.json`) : undefined;

const MAY_TURN: Readonly<Record<string, (line: string) => boolean>> = {
  'claude-code': claudeCodeMayTurn,
  codex: codexMayTurn,
  gemini: geminiMayTurn,
};

/** More than this was written since: it is followed the long way, which moves the offset on. */
const MAX_TAIL_BYTES = 256 * 1024;

const tailOf = ({ path, ino, offset }: FollowedFile): string | undefined =>
  withRegularFile(path, (file, found) => {
    const length = found.size - offset;
    if (String(found.ino) !== ino || length < 0 || length > MAX_TAIL_BYTES) return undefined;
    const bytes = Buffer.allocUnsafe(length);
    return length === 0 ? '' : bytes.toString('utf8', 0, readSync(file, bytes, 0, length, offset));
  });

/** Only whole lines count, here as where they are followed. */
const hasTurned = (host: string, transcript: FollowedFile): boolean => {
  if (transcript.ino === 'absent') return stampOf(transcript.path) !== 'absent';
  const tail = tailOf(transcript);
  const mayTurn = MAY_TURN[host];
  return tail === undefined || mayTurn === undefined || tail.split('\n').slice(0, -1).some(mayTurn);
};

const areUnchanged = (stamps: Readonly<Record<string, string>>, paths: readonly string[]): boolean =>
  paths.every((path) => stampOf(path) === stamps[path]);

/** A call that was settled well, as the light path sees it. */
export interface LightCall {
  readonly cwd: string;
  readonly transcript: string | undefined;
  readonly name: string;
  readonly arguments: unknown;
}

/**
 * Tells whether nothing is to be said after a call, because nothing is different from when nothing was said.
 *
 * Errors: throws what the file system throws; the long way is taken then.
 * Cost:   one `stat` for each path that the decision would ask about.
 * Source: SPEC A11, F2; docs/adr/0008-hook.md
 */
export const isSilent = ({ host, transcript, silence }: Memo, call: LightCall, variables: Variables): boolean => {
  if (silence === undefined || silence.variables !== variablesOf(variables)) return false;
  if (transcript?.path !== call.transcript) return false;
  const touched = directoriesTouched(silence.tools, call.cwd, call.name, call.arguments);
  const asked = touched?.map((directory) => silence.directories[directory]);
  if (asked === undefined || asked.length === 0) return false;
  return (
    asked.every((paths) => paths !== undefined && areUnchanged(silence.stamps, paths)) &&
    areUnchanged(silence.files, Object.keys(silence.files)) &&
    (transcript === undefined || !hasTurned(host, transcript))
  );
};

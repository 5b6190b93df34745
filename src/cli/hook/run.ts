// Owns: answering one event of a hook on this machine the long way: everything that the light path did not decide.
import { renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import manifest from '../../../package.json' with { type: 'json' };
import { decoder } from '../../adapters/encoding/index.js';
import { jsonlStore, logFileName } from '../../adapters/jsonl/index.js';
import { nodeClock, nodeFileSystem, nodeHash, nodeShell } from '../../adapters/node/index.js';
import { parseJson } from '../../domain/codec/session-log.js';
import { describeError } from '../../domain/error.js';
import { claudeCodeHook } from '../../hosts/claude-code/index.js';
import { codexHook } from '../../hosts/codex/index.js';
import { geminiHook } from '../../hosts/gemini/index.js';
import type { HookHost, HookInput } from '../../hosts/hook-host.js';
import type { HookEvent } from '../../programs/hook-event.js';
import { hookLedger } from '../../programs/hook-ledger.js';
import { createContext } from '../../programs/open-session.js';
import type { Answered } from '../../programs/side-log.js';
import { answerHook } from '../../programs/side-log.js';
import type { HookCommand } from './arguments.js';
import { makeDirectory } from './guarded-files.js';
import { moveDamagedAside } from './damaged-log.js';
import { headOf } from './log-head.js';
import type { FollowedFile, Memo, Silence } from './memo.js';
import { directoriesTouched, memoPath, readMemo, stampOf, variablesOf } from './memo.js';
import type { HookPlaces, Variables } from './places.js';
import type { HookSettings } from './settings.js';
import { hookSettings, lookedForBy } from './settings.js';
import type { Look } from './transcript-file.js';
import { lookAt, unseen } from './transcript-file.js';
import type { Witness } from './witness.js';
import { isPlain, witness } from './witness.js';

export { pruneHome } from './prune.js';

const HOSTS: readonly HookHost[] = [claudeCodeHook, codexHook, geminiHook];

/** Where an event is answered. */
export interface HookRun {
  readonly command: HookCommand;
  readonly places: HookPlaces;
  readonly variables: Variables;
  readonly signal: AbortSignal;
  /** Takes what was odd, for whoever looks for it. */
  readonly report: (line: string) => void;
}

/** The directory that a session began in, which its configuration belongs to. */
const cwdOf = (log: string, { cwd }: HookEvent): string => {
  try {
    return headOf(log)?.cwd ?? cwd;
  } catch {
    return cwd;
  }
};

/** Nobody waits for a memo: it is there as a whole or not at all, and lost when it cannot be written. */
const writeMemo = (path: string, memo: Memo): void => {
  try {
    makeDirectory(dirname(path), 0o700);
    const unfinished = `${path}.${process.pid}.new`;
    writeFileSync(unfinished, JSON.stringify(memo), { mode: 0o600 });
    renameSync(unfinished, path);
  } catch {
    // What is not remembered is found out again.
  }
};

/** More directories than one session works in; a memo is read before every answer. */
const MAX_DIRECTORIES = 128;

const grown = (before: Silence | undefined, next: Silence): Silence => {
  const isSame =
    before !== undefined &&
    before.variables === next.variables &&
    JSON.stringify([before.files, before.tools]) === JSON.stringify([next.files, next.tools]) &&
    Object.entries(next.stamps).every(([path, stamp]) => (before.stamps[path] ?? stamp) === stamp) &&
    Object.keys(before.directories).length < MAX_DIRECTORIES;
  if (!isSame) return next;
  const directories = { ...before.directories, ...next.directories };
  return { ...next, directories, stamps: { ...before.stamps, ...next.stamps } };
};

/** Of the time limit; there must be some of it left to say who holds the lock. */
const LOCK_SHARE = 0.75;

interface Setting {
  readonly run: HookRun;
  readonly input: HookInput;
  readonly settings: HookSettings;
  /** The side log and the places of configurations, as they were before anything was read. */
  readonly files: Readonly<Record<string, string>>;
  readonly seen: Witness;
  readonly before: Memo | undefined;
}

const stampsOf = (paths: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(paths.map((path) => [path, stampOf(path)]));

/** The silence of this decision, as far as it can be told again without making it. */
const silenceOf = ({ run, input, settings, files, seen }: Setting): Silence | undefined => {
  const { occurrence, cwd } = input.event;
  const stamps = seen.stamps();
  if (occurrence.kind !== 'after-tool' || occurrence.failed || settings.isTimed || stamps === undefined)
    return undefined;
  const { name, arguments: args } = occurrence.call;
  const touched = directoriesTouched(settings.tools, cwd, name, args) ?? [];
  const asked = Object.keys(stamps);
  if (asked.length === 0 || touched.length !== 1 || ![...touched, ...asked].every(isPlain)) return undefined;
  // Who wrote meanwhile may have changed what this decision was made from.
  if (JSON.stringify(stampsOf(Object.keys(files))) !== JSON.stringify(files)) return undefined;
  return {
    variables: variablesOf(run.variables),
    files,
    tools: settings.tools,
    directories: Object.fromEntries(touched.map((directory) => [directory, asked])),
    stamps,
  };
};

const leaveMemo = (path: string, setting: Setting, { quiet }: Answered, followed: FollowedFile | undefined): void => {
  const { before, run } = setting;
  const silence = quiet ? silenceOf(setting) : undefined;
  const kept = silence === undefined ? undefined : grown(before?.silence, silence);
  const hasMoved = followed !== undefined && followed.offset !== before?.transcript?.offset;
  if (kept === undefined && !hasMoved) return;
  writeMemo(path, {
    contextfold: 1,
    version: manifest.version,
    host: run.command.host,
    ...(followed === undefined ? {} : { transcript: followed }),
    ...(kept === undefined ? {} : { silence: kept }),
  });
};

const answered = async (run: HookRun, host: HookHost, input: HookInput): Promise<Either<string, string>> => {
  const { places, variables, command, signal } = run;
  const { event } = input;
  const name = logFileName(event.session);
  const log = join(places.sessions, name);
  const surroundings = { osHome: homedir(), variables };
  const paths = lookedForBy(command, cwdOf(log, event), places);
  const files = stampsOf([...paths, log]);
  const settings = hookSettings(host, { paths, command }, surroundings);
  if (E.isLeft(settings)) return settings;
  const { sources, baseline, holds } = settings.right;
  if (event.occurrence.kind === 'before-tool' && !holds.includes(event.occurrence.call.name)) return E.right('');

  const memoFile = memoPath(places.memos, event.session) ?? join(places.memos, `${name}.json`);
  const before = readMemo(memoFile, manifest.version, host.name);
  const seen = witness(nodeFileSystem());
  const ports = { fileSystem: seen.fileSystem, hash: nodeHash, decoder, clock: nodeClock, shell: nodeShell() };
  const context = createContext({ sources: [hookLedger, ...sources], ports });
  if (E.isLeft(context)) return E.left(describeError(context.left));

  let look: Look | undefined;
  const { follow } = host;
  const { transcript } = event;
  const sight = () => {
    if (transcript === undefined) return undefined;
    const known = look?.followed ?? before?.transcript;
    try {
      look = lookAt(transcript, follow, nodeHash.sha1, known, input.isSidechain === true);
    } catch (error) {
      run.report(`transcript ${transcript}: ${error instanceof Error ? error.message : String(error)}`);
      look = unseen(transcript);
    }
    return look.sight;
  };
  const store = jsonlStore(places.sessions, { lockPatienceMs: command.timeoutMs * LOCK_SHARE });
  const { textFor } = host;
  const plan = { context: context.right, store, now: nodeClock.now, sha1: nodeHash.sha1, textFor, sight, baseline };
  let result = await answerHook(plan, event, signal)();
  if (E.isLeft(result) && moveDamagedAside(log, files[log], event.session, result.left, run.report)) {
    result = await answerHook(plan, event, signal)();
  }
  if (E.isLeft(result)) return E.left(`session ${event.session}, ${log}: ${describeError(result.left)}`);
  for (const { code, path = '', detail } of result.right.diagnostics) run.report(`${code}: ${path} ${detail}`);
  leaveMemo(memoFile, { run, input, settings: settings.right, files, seen, before }, result.right, look?.followed);
  return E.right(host.answer(input.name, result.right.answer));
};

/**
 * Answers an event that was read from standard input.
 *
 * Shape:  what is to be written to standard output, `''` for nothing.
 * Errors: a sentence; nothing is said then.
 * Source: SPEC R6
 */
export const runHook = async (run: HookRun, text: string): Promise<Either<string, string>> => {
  const host = HOSTS.find(({ name }) => name === run.command.host);
  if (host === undefined) return E.left(`there is no hook for ${run.command.host}`);
  const json = parseJson(text.replace(/^\uFEFF/u, ''));
  if (json === undefined) return E.left('standard input is not JSON');
  const decoded = host.decode(json.value);
  if (E.isLeft(decoded)) return E.left(`standard input: ${describeError(decoded.left)}`);
  const { occurrence, cwd } = decoded.right.event;
  if (!isAbsolute(cwd)) return E.left(`standard input: $.cwd: expected an absolute path, found ${JSON.stringify(cwd)}`);
  return occurrence.kind === 'other' ? E.right('') : answered(run, host, decoded.right);
};

// Owns: the process behind `contextfold hook`: it reads the event, keeps its time, and is done at once where nothing
// can have changed. Only for the rest it loads the library, because starting is most of what a hook costs.
import { writeSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Either } from 'fp-ts/lib/Either.js';
import manifest from '../../../package.json' with { type: 'json' };
import type { HookCommand } from './arguments.js';
import { hookCommand } from './arguments.js';
import { logLine } from './hook-log.js';
import { isSilent, memoPath, readMemo } from './memo.js';
import type { HookPlaces } from './places.js';
import { isRelativeHome, placesIn } from './places.js';
import type { HookRun } from './run.js';

/** The long way, loaded when it is needed. */
export type LoadRun = () => Promise<{
  readonly runHook: (run: HookRun, text: string) => Promise<Either<string, string>>;
  readonly pruneHome: (places: HookPlaces, now: number) => void;
}>;

/** More than any event; what is larger is no event of an agent. */
const MAX_INPUT_BYTES = 64 * 1024 * 1024;

const readInput = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    process.stdin
      .on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length > MAX_INPUT_BYTES) reject(new Error(`standard input holds more than ${MAX_INPUT_BYTES} bytes`));
      })
      .on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
      .on('error', reject);
  });

/** The events after which silence is the rule. */
const AFTER_TOOL = new Set(['PostToolUse', 'AfterTool']);

const isText = (value: unknown): value is string => typeof value === 'string';

/** Whatever is not as expected is for the long way, which also says what is wrong. */
const isQuickSilence = ({ host }: HookCommand, text: string, places: HookPlaces): boolean => {
  try {
    const event = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const { session_id: session, agent_id: agent, hook_event_name: name, cwd, tool_name: tool } = event;
    if (!isText(session) || agent !== undefined || !isText(name) || !AFTER_TOOL.has(name)) return false;
    if (!isText(cwd) || !isAbsolute(cwd) || !isText(tool)) return false;
    const path = memoPath(places.memos, session);
    const memo = path === undefined ? undefined : readMemo(path, manifest.version, host);
    const { transcript_path: transcript, tool_input: args, tool_response: response } = event;
    // Gemini CLI tells a failure inside of the response; a failed call touches nothing.
    if (memo === undefined || (host === 'gemini' && JSON.stringify(response ?? null).includes('"error"'))) return false;
    const followed = isText(transcript) ? transcript : undefined;
    return isSilent(memo, { cwd, transcript: followed, name: tool, arguments: args }, process.env);
  } catch {
    return false;
  }
};

const write = (text: string): void => {
  const bytes = Buffer.from(text, 'utf8');
  for (let written = 0; written < bytes.length;) {
    try {
      written += writeSync(1, bytes, written);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
  }
};

const answer = async (command: HookCommand, places: HookPlaces, load: LoadRun, signal: AbortSignal): Promise<void> => {
  const text = await readInput();
  if (command.config === undefined && isQuickSilence(command, text, places)) return;
  const { runHook, pruneHome } = await load();
  const report = (line: string): void => logLine(places, line);
  const result = await runHook({ command, places, variables: process.env, signal, report }, text);
  if (result._tag === 'Left') logLine(places, result.left);
  else if (result.right !== '' && !signal.aborted) write(`${result.right}\n`);
  // When everything is said, and seldom: a session begins once.
  if (text.includes('"SessionStart"')) pruneHome(places, Date.now());
};

/**
 * Answers one event of an agent.
 *
 * Shape:  exits 0 whatever happens: to an agent another code is an order, 2 that the call is forbidden.
 * Errors: none; what goes wrong is a line in the hook's log.
 * Source: SPEC R6
 */
export const hookProcess = async (args: readonly string[], load: LoadRun): Promise<void> => {
  const places = placesIn(process.env);
  const fail = (what: unknown): void =>
    logLine(places, what instanceof Error ? (what.stack ?? what.message) : String(what));
  const stop = (what: unknown): never => {
    fail(what);
    process.exit(0);
  };
  if (isRelativeHome(process.env)) {
    const found = JSON.stringify(process.env['CONTEXTFOLD_HOME']);
    fail(`CONTEXTFOLD_HOME: expected an absolute path, found ${found}; ${places.home} is used`);
  }
  process.on('uncaughtException', stop);
  process.on('unhandledRejection', stop);
  const command = hookCommand(args);
  if (typeof command === 'string') {
    process.stderr.write(`contextfold: ${command}\n`);
    return fail(command);
  }
  const cancel = new AbortController();
  const timer = setTimeout(() => {
    cancel.abort(new Error('the time limit was reached'));
    stop(`${command.host}: nothing was said within ${command.timeoutMs} ms`);
  }, command.timeoutMs);
  try {
    await answer(command, places, load, cancel.signal);
  } catch (error) {
    fail(error);
  }
  clearTimeout(timer);
  // Standard input may still be open, when there was too much of it.
  process.stdin.destroy();
};

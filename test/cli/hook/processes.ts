// Owns: hooks as agents start them: one process for each event, of the program that was built.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { claudeCode } from '../../hosts/claude-code/dialect.js';
import type { Agent, Dialect } from '../../hosts/hooks/agent.js';
import { agentIn } from '../../hosts/hooks/agent.js';
import { built } from '../../package/built.js';

/** How a process ended. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** How a process is started; `input` is given to it whole, and then nothing more unless it is left `open`. */
export interface Started {
  readonly args?: readonly string[];
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
  readonly open?: boolean;
}

/** A project with a home for the hook, in a directory of its own. */
export interface Place {
  readonly directory: string;
  readonly project: string;
  readonly home: string;
  readonly put: (path: string, text: string) => void;
  readonly remove: (path: string) => void;
  readonly start: (started: Started) => Promise<Ended>;
  readonly hook: (event: object, host?: string) => Promise<Ended>;
  readonly agent: (session: string, dialect?: Dialect) => Agent;
  /** The lines of the hook's log. */
  readonly log: () => readonly string[];
  readonly clean: () => void;
}

/** `init` does not ask before a call unless writes are to be held. */
const isBefore = ({ events: { before } }: Dialect, event: object): boolean =>
  'hook_event_name' in event && event.hook_event_name === before;

/** Makes one. `files` are those of the project. */
export const place = (files: Readonly<Record<string, string>>): Place => {
  const directory = mkdtempSync(join(tmpdir(), 'contextfold-hook-'));
  const [project, home] = [join(directory, 'project'), join(directory, 'home')];
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  };
  mkdirSync(join(project, '.git'), { recursive: true });
  for (const [path, text] of Object.entries(files)) put(path, text);

  const start = ({ args = ['claude-code'], input = '', env = {}, open = false }: Started): Promise<Ended> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [built('bin.cjs'), 'hook', ...args], {
        cwd: project,
        env: { PATH: process.env['PATH'], HOME: directory, CONTEXTFOLD_HOME: home, ...env },
      });
      const texts = { out: '', err: '' };
      child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.out += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.err += text));
      child.on('error', reject).on('close', (code) => resolve({ code, ...texts }));
      child.stdin.on('error', () => undefined);
      child.stdin.write(input);
      if (!open) child.stdin.end();
    });
  const hook = (event: object, host = 'claude-code'): Promise<Ended> =>
    start({ args: [host], input: JSON.stringify(event) });
  const logFile = join(home, 'hook.log');
  return {
    directory,
    project,
    home,
    put,
    remove: (path) => rmSync(join(project, path)),
    start,
    hook,
    agent: (session, dialect = claudeCode) => {
      const transcript = join(directory, `${session}.jsonl`);
      return agentIn(dialect, {
        session,
        cwd: project,
        transcript,
        now: () => Date.now(),
        hook: async (event) => (isBefore(dialect, event) ? '' : (await hook(event, dialect.host.name)).out.trim()),
        write: (lines) => appendFileSync(transcript, lines.map((line) => `${line}\n`).join('')),
      });
    },
    log: () => (existsSync(logFile) ? readFileSync(logFile, 'utf8').trimEnd().split('\n') : []),
    clean: () => rmSync(directory, { recursive: true, force: true }),
  };
};

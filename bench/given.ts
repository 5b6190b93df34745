// Owns: what several benches begin with: sessions, trees of instruction files, and a folder that is gone afterwards.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Either } from 'fp-ts/lib/Either.js';
import { isLeft } from 'fp-ts/lib/Either.js';
import type { MountedSource } from '../src/core/context-source.js';
import type { SessionHeader } from '../src/domain/log-event.js';
import type { UserMessage } from '../src/domain/message.js';
import type { Env } from '../src/ports/env.js';
import type { Session } from '../src/programs/open-session.js';
import { createContext } from '../src/programs/open-session.js';
import type { AgentInstructionsConfig } from '../src/sources/agent-instructions/index.js';
import { agentInstructions } from '../src/sources/agent-instructions/index.js';
import { expectEqual } from './measure.js';

/** The length of the longest log. */
export const EVENTS = Number(process.env['CONTEXTFOLD_BENCH_EVENTS'] ?? 1_000_000);

/** The names that every directory is asked for. */
export const NAMES = ['AGENTS.md', 'CLAUDE.md', 'AGENTS.local.md', 'CLAUDE.local.md'] as const;

/** The value of an `Either` that is right. */
export const right = <A>(either: Either<unknown, A>): A => {
  if (isLeft(either)) throw new Error(JSON.stringify(either.left));
  return either.right;
};

/** A session in a directory. */
export const headerIn = (cwd: string, id = 'bench'): SessionHeader => ({
  type: 'session',
  version: 1,
  id,
  createdAt: 0,
  cwd,
});

/** A direct message. */
export const prompt: UserMessage = { id: 'p', role: 'user', content: 'hi', source: { kind: 'user' } };

/** Agent instructions without a user-global file, so that nothing of this machine is measured. */
export const instructions = (home: string, config: Partial<AgentInstructionsConfig> = {}): MountedSource =>
  right(agentInstructions({ maxBytes: 1_048_576, ...config, home }));

/** Runs with a folder that exists for so long. */
export const inFolder = async <A>(work: (folder: string) => Promise<A>): Promise<A> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'contextfold-bench-')));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Instruction files of one directory: two, as different from each other as from those of other directories. */
export const writeInstructions = (directory: string, bytes = 2000): readonly string[] => {
  mkdirSync(directory, { recursive: true });
  return [NAMES[0], NAMES[1]].map((name) => {
    const path = join(directory, name);
    const first = `${name} of ${directory}\n`;
    const rule = 'A rule of this directory.\n';
    writeFileSync(path, first + rule.repeat(Math.max(0, Math.ceil((bytes - first.length) / rule.length))));
    return path;
  });
};

/** A project with its root marker. */
export const makeProject = (folder: string): string => {
  const root = join(folder, 'project');
  mkdirSync(join(root, '.git'), { recursive: true });
  return root;
};

/** A chain of directories below a project root, each with two instruction files. */
export interface Chain {
  readonly root: string;
  /** From the root, which has none of the files, down. */
  readonly directories: readonly string[];
  readonly files: readonly string[];
}

/** Makes a chain so many directories deep. */
export const makeChain = (folder: string, depth: number): Chain => {
  const root = makeProject(folder);
  const directories = [root];
  const files: string[] = [];
  for (let level = 0; level < depth; level += 1) {
    const directory = join(directories[level] ?? root, `d${level}`);
    directories.push(directory);
    files.push(...writeInstructions(directory));
  }
  return { root, directories, files };
};

/** Makes sessions of one context, and of one name after another. */
export const opener = (sources: readonly MountedSource[], ports: Env): ((cwd: string) => Session) => {
  const context = right(createContext({ sources, ports }));
  let opened = 0;
  return (cwd) => {
    opened += 1;
    return right(context.open(headerIn(cwd, `s${opened}`)));
  };
};

/** Opens a step of a session with a direct message and logs what it is told at that. */
export const enterStep = async (session: Session, at = { turn: 1, step: 1 }): Promise<number> => {
  const { messages } = right(await session.preStep({ ...at, messages: [prompt] })());
  right(
    session.append([
      { type: 'turn/start', data: { turn: at.turn } },
      { type: 'step/start', data: at },
      ...messages.map((data) => ({ type: 'user/message', data, surfaceOp: 'append' as const })),
    ]),
  );
  return messages.length;
};

/** Settles a read of some paths, and logs what was said about it. */
export const settleRead = async (
  session: Session,
  paths: readonly string[],
  at = { turn: 1, step: 1 },
): Promise<number> => {
  const call = { name: 'read', arguments: { file_path: paths } };
  const decision = right(await session.settleTool({ ...at, call })());
  session.keep(at, decision);
  right(session.append(decision.added.map((data) => ({ type: 'user/message', data, surfaceOp: 'append' }))));
  return decision.added.length;
};

/** A session that was told everything about some directories of its project. */
export const knowing = async (session: Session, directories: readonly string[]): Promise<Session> => {
  await enterStep(session);
  expectEqual(
    'messages about the touched directories',
    await settleRead(
      session,
      directories.map((at) => `${at}/x.ts`),
    ),
    1,
  );
  return session;
};

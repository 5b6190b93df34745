// Owns: laying hostile trees out on a real disk, and what a session in one of them is told. What is right is the
// tests' to say.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { onTestFinished } from 'vitest';
import type { LogEvent } from '../../src/domain/log-event.js';
import type { UserMessage } from '../../src/domain/message.js';
import { textBlocks } from '../../src/domain/message.js';
import type { AbsolutePath } from '../../src/domain/path.js';
import { resolvePath } from '../../src/domain/path.js';
import { utf8Length } from '../../src/core/utf8.js';
import { agentInstructions, createContext } from '../../src/index.js';
import { nodePorts } from '../../src/node.js';
import type { FileSystem } from '../../src/ports/file-system.js';
import type { Decision } from '../../src/core/combine.js';
import { checkLog } from '../../src/programs/check.js';
import { temporaryDirectory } from '../contracts/fixtures.js';

/** What can stand at a path of a tree; a link's `@` is the directory that the tree is laid out in. */
export type Planted =
  | string
  | { readonly base64: string }
  | { readonly link: string }
  | { readonly directory: true }
  | { readonly fifo: true }
  | { readonly sparseBytes: number };

/** A tree by path below its place: `repo` is the project, `outside` is not to be trusted. */
export type HostileTree = Readonly<Record<string, Planted>>;

/** Puts one thing onto the disk. A name of bytes that are no UTF-8 is given as `latin1`. */
export const plant = (place: string, name: string, file: Planted): void => {
  const path = `${place}/${name}`;
  mkdirSync(dirname(path), { recursive: true });
  if (typeof file === 'string') writeFileSync(path, file);
  else if ('base64' in file) writeFileSync(path, Buffer.from(file.base64, 'base64'));
  else if ('link' in file) symlinkSync(file.link.replace('@', place), path);
  else if ('directory' in file) mkdirSync(path, { recursive: true });
  else if ('fifo' in file) execFileSync('mkfifo', [path]);
  else {
    writeFileSync(path, '');
    truncateSync(path, file.sparseBytes);
  }
};

/** A directory of the test's own with the tree in it, and a project beside something that is none of its business. */
export const layOut = (tree: HostileTree): AbsolutePath => {
  const place = temporaryDirectory();
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  mkdirSync(`${place}/repo/.git`, { recursive: true });
  for (const [name, file] of Object.entries(tree)) plant(place, name, file);
  return place;
};

/** What a session was told. */
export interface Heard {
  /** `set pkg/AGENTS.md`, in the order of the messages. */
  readonly said: readonly string[];
  readonly texts: readonly string[];
  /** Codes of diagnostics, each once. */
  readonly odd: readonly string[];
  readonly ms: number;
}

const MAX_BYTES = 65_536;

const prompt: UserMessage = { id: 'prompt', role: 'user', content: 'hi', source: { kind: 'user' } };

/** Opens a session in `repo` of a place, enters a step, touches paths and enters the next. */
export const hear = async (
  place: AbsolutePath,
  touched: readonly string[],
  {
    confined = false,
    cwd = '.',
    config = {},
    around = (files) => files,
  }: {
    readonly confined?: boolean;
    readonly cwd?: string;
    readonly config?: Readonly<Record<string, unknown>>;
    readonly around?: (files: FileSystem) => FileSystem;
  } = {},
): Promise<Heard> => {
  const ports = nodePorts(confined ? { trustedRoots: [`${place}/repo` as AbsolutePath] } : {});
  const source = agentInstructions({ maxBytes: MAX_BYTES, ...config }, { osHome: `${place}/home`, variables: {} });
  const context = createContext({
    sources: [source],
    ports: { ...ports, fileSystem: around(ports.fileSystem) },
  });
  if (E.isLeft(context)) throw new Error(JSON.stringify(context.left));
  const header = {
    type: 'session',
    version: 1,
    id: 's',
    createdAt: 0,
    cwd: resolvePath(place, `repo/${cwd}`),
  } as const;
  const opened = context.right.open(header);
  if (E.isLeft(opened)) throw new Error('an empty log can be folded');
  const session = opened.right;
  const log: LogEvent[] = [];
  const append = (...events: readonly LogEvent[]): void => {
    log.push(...events);
    if (E.isLeft(session.append(events))) throw new Error('an event was refused');
  };
  const startedMs = performance.now();
  const decisions: Decision[] = [];
  const enter = async (step: number, messages: readonly UserMessage[]): Promise<void> => {
    const decided = await session.preStep({ turn: 1, step, messages })();
    if (E.isLeft(decided)) throw new Error('nobody aborted');
    decisions.push(decided.right);
    append({ type: 'step/start', data: { turn: 1, step } });
    for (const data of decided.right.messages) append({ type: 'user/message', data, surfaceOp: 'append' });
  };
  append({ type: 'session/start', data: { reason: 'startup' } }, { type: 'turn/start', data: { turn: 1 } });
  await enter(1, [prompt]);
  const at = { turn: 1, step: 1 };
  const block = { type: 'tool-result', toolCallId: 'c', content: 'Done.', isError: false };
  append(
    { type: 'tool/call', data: { ...at, callId: 'c', name: 'read', arguments: { file_path: touched } } },
    { type: 'tool/result', data: { ...at, message: { role: 'user', content: [block] } }, surfaceOp: 'append' },
  );
  await enter(2, []);
  const ms = performance.now() - startedMs;
  const added = decisions.flatMap((decision) => decision.added);
  const texts = added.flatMap(({ content }) => textBlocks(content));
  for (const text of texts) {
    if (utf8Length(text) > MAX_BYTES) throw new Error(`A18: ${utf8Length(text)} bytes`);
    if (text.match(/<[\s\p{Cf}]*\/?[\s\p{Cf}]*system[\p{Cf}]*-[\p{Cf}]*reminder/giu)?.length !== 2)
      throw new Error(`A17: not one frame: ${text}`);
  }
  const violations = checkLog(header, log);
  if (violations.length > 0) throw new Error(`I1: ${JSON.stringify(violations)}`);
  const changes = added.flatMap(({ source: { changes } }) => changes as readonly { action: string; path: string }[]);
  const codes = decisions.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code));
  return { said: changes.map(({ action, path }) => `${action} ${path}`), texts, odd: [...new Set(codes)].sort(), ms };
};

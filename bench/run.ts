// Owns: `npm run bench`: the table of ratios, or the same as JSON with `--json`.
// Numbers of one run on two shared cores stand in docs/PERFORMANCE.md.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { allocate } from '../src/core/allocate.js';
import type { MountedSource } from '../src/core/context-source.js';
import { foldEvents, initialState } from '../src/core/fold.js';
import { neutralise } from '../src/core/frame.js';
import type { LogEvent, SessionHeader } from '../src/domain/log-event.js';
import type { UserMessage } from '../src/domain/message.js';
import { nodePorts } from '../src/node.js';
import type { Session } from '../src/programs/open-session.js';
import { createContext } from '../src/programs/open-session.js';
import { agentInstructions } from '../src/sources/agent-instructions/index.js';
import type { Row } from './ratio.js';
import { compare, table } from './ratio.js';
import { generatedLog } from './session-log.js';

const SIZE = Number(process.env['CONTEXTFOLD_BENCH_EVENTS'] ?? 200_000);
const header: SessionHeader = { type: 'session', version: 1, id: 'bench', createdAt: 0, cwd: '/repo' };
const prompt: UserMessage = { id: 'p', role: 'user', content: 'hi', source: { kind: 'user' } };

const right = <A>(either: E.Either<unknown, A>): A => {
  if (E.isLeft(either)) throw new Error(JSON.stringify(either.left));
  return either.right;
};

const sources: readonly MountedSource[] = [right(agentInstructions({ maxBytes: 65_536 }))];
const rows: Row[] = [];

const folding = async (): Promise<void> => {
  const lines = generatedLog(SIZE).map((event) => JSON.stringify(event));
  let events: LogEvent[] = [];
  const { ratio } = await compare(
    () => right(foldEvents(sources, initialState(sources, header), events)),
    () => (events = lines.map((line) => JSON.parse(line) as LogEvent)),
    5,
  );
  rows.push({ what: `fold of ${SIZE} parsed events`, against: 'JSON.parse of the lines', ratio, limit: 0.15 });
};

/** A session in a step with a visible baseline, after a log of some length. */
const settledSession = async (directory: string, length: number): Promise<Session> => {
  const context = right(createContext({ sources, ports: nodePorts() }));
  const session = right(context.open({ ...header, cwd: directory }, generatedLog(length)));
  const { messages } = right(await session.preStep({ turn: 900, step: 1, messages: [prompt] })());
  right(session.append([{ type: 'step/start', data: { turn: 900, step: 1 } }]));
  right(session.append(messages.map((data) => ({ type: 'user/message', data, surfaceOp: 'append' }))));
  return session;
};

const idlePreSteps = async (directory: string): Promise<void> => {
  const [long, short] = [await settledSession(directory, SIZE), await settledSession(directory, 1_000)];
  const idle = (session: Session) => async () => {
    for (let times = 0; times < 200; times += 1) right(await session.preStep({ turn: 900, step: 2, messages: [] })());
  };
  const { ratio } = await compare(idle(long), idle(short), 15);
  rows.push({ what: `pre-step with nothing due, ${SIZE} events`, against: 'the same, 1000 events', ratio, limit: 1.2 });
};

const rendering = async (): Promise<void> => {
  const content = neutralise('All of this is worth knowing.\n'.repeat(280));
  const sections = Array.from({ length: 1000 }, (_, index) => {
    const label = `d${index}/AGENTS.md`;
    return { label, lead: `Instructions from: ${label}`, content: content + String(index) };
  });
  const { ratio } = await compare(
    () => allocate(sections, ['An opening.'], 65_536),
    () => sections.reduce((bytes, section) => bytes + Buffer.byteLength(section.content), 0),
    15,
  );
  rows.push({
    what: 'rendering 1000 files, 8 MiB, into 64 KiB',
    against: 'Buffer.byteLength of them',
    ratio,
    limit: 2,
  });
};

const baseline = async (directory: string, paths: readonly string[]): Promise<void> => {
  const context = right(createContext({ sources, ports: nodePorts() }));
  const compose = async (): Promise<void> => {
    const session = right(context.open({ ...header, cwd: directory }));
    right(await session.preStep({ turn: 1, step: 1, messages: [prompt] })());
  };
  const candidates = paths.flatMap((path) => [path, path.replace('.md', '.local.md')]);
  const concurrent = () =>
    Promise.all(
      candidates.map((path) =>
        stat(path).then(
          () => readFile(path, 'utf8'),
          () => undefined,
        ),
      ),
    );
  const synchronous = (): void => {
    for (const path of candidates)
      if (statSync(path, { throwIfNoEntry: false }) !== undefined) readFileSync(path, 'utf8');
  };
  const what = 'baseline of a 20-deep tree with 40 files';
  rows.push({ what, against: 'fs.promises, concurrently', ratio: (await compare(compose, concurrent, 15)).ratio });
  rows.push({ what, against: 'the same, synchronously', ratio: (await compare(compose, synchronous, 15)).ratio });
};

const folder = mkdtempSync(join(tmpdir(), 'contextfold-bench-'));
try {
  writeFileSync(join(folder, '.git'), '');
  let deepest = folder;
  const paths: string[] = [];
  for (let depth = 0; depth < 20; depth += 1) {
    deepest = join(deepest, `d${depth}`);
    mkdirSync(deepest);
    for (const name of ['AGENTS.md', 'CLAUDE.md']) {
      paths.push(join(deepest, name));
      writeFileSync(join(deepest, name), `${name} at ${depth}\n${'A rule of this directory.\n'.repeat(80)}`);
    }
  }
  await folding();
  await idlePreSteps(deepest);
  await rendering();
  await baseline(deepest, paths);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${process.argv.includes('--json') ? JSON.stringify(rows, null, 2) : table(rows)}\n`);

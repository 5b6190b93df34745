// Owns: concurrency (docs/TRUST.md): many touches in flight in one session, many sessions in one process, many
// processes on one store. Nothing is said twice, nothing is lost, nobody hears what is another's.
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as E from 'fp-ts/lib/Either.js';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { decoder } from '../../src/adapters/encoding/index.js';
import { jsonlStore } from '../../src/adapters/jsonl/index.js';
import { memoryFileSystem } from '../../src/adapters/memory/index.js';
import { nodeHash } from '../../src/adapters/node/index.js';
import type { LogEvent } from '../../src/domain/log-event.js';
import { userMessageOf } from '../../src/domain/log-event.js';
import type { UserMessage } from '../../src/domain/message.js';
import type { FileSystem } from '../../src/ports/file-system.js';
import type { Context, Session } from '../../src/programs/open-session.js';
import { createContext } from '../../src/programs/open-session.js';
import { checkLog } from '../../src/programs/check.js';
import { nodePorts } from '../../src/node.js';
import { agentInstructions } from '../../src/sources/agent-instructions/index.js';
import { bundle } from '../adapters/jsonl/bundle.js';
import { temporaryDirectory } from '../contracts/fixtures.js';
import { seed } from '../seed.js';

type Delivery = 'pre-step' | 'tool-result';

const contextOver = (fileSystem: FileSystem, delivery: Delivery): Context => {
  const source = agentInstructions({ maxBytes: 1_000_000, delivery }, { osHome: '/home/me', variables: {} });
  const context = createContext({ sources: [source], ports: { hash: nodeHash, decoder, fileSystem } });
  if (E.isLeft(context)) throw new Error('the configuration is right');
  return context.right;
};

const headerAt = (id: string, cwd: string) => ({ type: 'session', version: 1, id, createdAt: 0, cwd }) as const;

/** A session with the log that its host keeps. */
class Hosted {
  readonly log: LogEvent[] = [];
  readonly session: Session;
  constructor(
    context: Context,
    readonly id: string,
    readonly cwd: string,
  ) {
    const opened = context.open(headerAt(id, cwd));
    if (E.isLeft(opened)) throw new Error('an empty log can be folded');
    this.session = opened.right;
  }

  append(...events: readonly LogEvent[]): void {
    this.log.push(...events);
    if (E.isLeft(this.session.append(events))) throw new Error('an event was refused');
  }

  say(messages: readonly UserMessage[]): void {
    for (const data of messages) this.append({ type: 'user/message', data, surfaceOp: 'append' });
  }

  async enter(turn: number, step: number, text?: string): Promise<void> {
    const prompt: UserMessage = { id: `p${turn}`, role: 'user', content: text ?? '', source: { kind: 'user' } };
    const decided = await this.session.preStep({ turn, step, messages: text === undefined ? [] : [prompt] })();
    if (E.isLeft(decided)) throw new Error('nobody aborted');
    this.append({ type: 'step/start', data: { turn, step } });
    this.say(decided.right.messages);
  }

  called(turn: number, step: number, callId: string, path: string): void {
    const block = { type: 'tool-result', toolCallId: callId, content: 'Done.', isError: false };
    this.append(
      { type: 'tool/call', data: { turn, step, callId, name: 'read', arguments: { file_path: path } } },
      { type: 'tool/result', data: { turn, step, message: { role: 'user', content: [block] } }, surfaceOp: 'append' },
    );
  }

  /** `set a/AGENTS.md`, as the log has it. */
  said(): readonly string[] {
    return saidIn(this.log);
  }
}

const saidIn = (log: readonly LogEvent[]): readonly string[] =>
  log.flatMap(({ type, data }) => {
    const { source } = data as { readonly source?: UserMessage['source'] };
    if (type !== 'user/message' || source?.kind !== 'agent-instructions') return [];
    const changes = source['changes'] as readonly { readonly action: string; readonly path: string }[];
    return changes.map(({ action, path }) => `${action} ${path}`);
  });

const sorted = (texts: readonly string[]): readonly string[] => [...texts].sort();

/** Answers come in any order: each waits for a number of turns of the process that the seed gives. */
const shuffledDelay = (random: () => number) => async (): Promise<void> => {
  for (let turns = Math.floor(random() * 4); turns > 0; turns -= 1)
    await new Promise((resolve) => setImmediate(resolve));
};

const randomOf = (given: number): (() => number) => {
  let state = given;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const DIRECTORIES = Array.from({ length: 16 }, (_, index) => `d${index}`);

/** A project in which each directory has a file, and two share one below them. */
const projectAt = (root: string): Readonly<Record<string, string | { readonly directory: true }>> => ({
  [`${root}/.git`]: { directory: true },
  [`${root}/AGENTS.md`]: `Of ${root}.\n`,
  ...Object.fromEntries(DIRECTORIES.map((name) => [`${root}/${name}/AGENTS.md`, `Of ${root}/${name}.\n`])),
  ...Object.fromEntries(DIRECTORIES.map((name) => [`${root}/${name}/in/AGENTS.md`, `In ${root}/${name}.\n`])),
});

describe('64 touches in flight in one session (SPEC A9)', () => {
  test('delivery "tool-result": whatever the order, and whatever is dropped, each file is said once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 2 ** 31 }),
        fc.array(fc.tuple(fc.constantFrom(...DIRECTORIES), fc.boolean()), { minLength: 64, maxLength: 64 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 64, maxLength: 64 }),
        async (given, touches, fates) => {
          const random = randomOf(given);
          const files = memoryFileSystem(projectAt('/repo'), { delay: shuffledDelay(random) });
          const host = new Hosted(contextOver(files, 'tool-result'), 's', '/repo');
          host.append(
            { type: 'session/start', data: { reason: 'startup' } },
            { type: 'turn/start', data: { turn: 1 } },
          );
          await host.enter(1, 1, 'go');
          const lost = new Set<string>();
          await Promise.all(
            touches.map(async ([directory, isDeep], index) => {
              const path = `${directory}/${isDeep ? 'in/' : ''}f`;
              const at = { turn: 1, step: 1 };
              await shuffledDelay(random)();
              const decided = await host.session.settleTool({
                ...at,
                call: { name: 'read', arguments: { file_path: path } },
              })();
              if (E.isLeft(decided)) throw new Error('nobody aborted');
              // The host takes its time before it says what it keeps.
              await shuffledDelay(random)();
              const isKept = (fates[index] ?? 0) < 0.7;
              const kept = isKept ? decided.right.added : [];
              host.session.keep(at, decided.right, kept);
              if (!isKept)
                for (const change of saidIn(decided.right.added.map((data) => ({ type: 'user/message', data }))))
                  lost.add(change);
              await shuffledDelay(random)();
              host.called(1, 1, `c${index}`, path);
              host.say(kept);
            }),
          );
          const said = host.said();
          expect(new Set(said).size).toBe(said.length);
          host.append({ type: 'step/end', data: { turn: 1, step: 1 } });
          await host.enter(1, 2);
          // What was dropped is due until a later touch; those decided beside it are owed by the next step.
          const wanted = new Set(
            touches.flatMap(([name, deep]) => [`set ${name}/AGENTS.md`, ...(deep ? [`set ${name}/in/AGENTS.md`] : [])]),
          );
          const missing = [...wanted].filter((change) => !host.said().includes(change));
          expect(missing.filter((change) => !lost.has(change))).toEqual([]);
          for (const [name] of touches) host.called(1, 2, `again ${name}`, `${name}/in/f`);
          const again = {
            turn: 1,
            step: 2,
            call: { name: 'read', arguments: { file_path: touches.map(([name]) => `${name}/in/f`) } },
          };
          const decided = await host.session.settleTool(again)();
          if (E.isLeft(decided)) throw new Error('nobody aborted');
          host.session.keep({ turn: 1, step: 2 }, decided.right);
          host.say(decided.right.added);
          const all = touches.flatMap(([name]) => [`set ${name}/AGENTS.md`, `set ${name}/in/AGENTS.md`]);
          expect(sorted(host.said())).toEqual(sorted([...new Set(['set AGENTS.md', ...all])]));
          expect(checkLog(headerAt('s', '/repo'), host.log)).toEqual([]);
        },
      ),
      { numRuns: 12, seed },
    );
  });
});

describe('1 000 sessions in one process (DESIGN 1: a session is the only mutable thing)', () => {
  test('both deliveries, steps in any order: nobody hears of another', async () => {
    const random = randomOf(seed);
    const projects = Array.from({ length: 50 }, (_, index) => `/work/p${index}`);
    const trees = Object.assign({}, ...projects.map(projectAt)) as ReturnType<typeof projectAt>;
    const { probe, read } = memoryFileSystem(trees, { delay: shuffledDelay(() => random() * 0.3) });
    const contexts = (['pre-step', 'tool-result'] as const).map((delivery) => contextOver({ probe, read }, delivery));
    const rootOf = (index: number): string => projects[index % projects.length] ?? '';
    const directoryOf = (index: number): string => DIRECTORIES[index % DIRECTORIES.length] ?? '';
    const hosts = Array.from({ length: 1000 }, (_, index) => {
      const cwd = index % 3 === 0 ? rootOf(index) : `${rootOf(index)}/${directoryOf(index)}`;
      return new Hosted(contexts[index % 7 < 3 ? 0 : 1] as Context, `s${index}`, cwd);
    });
    await Promise.all(
      hosts.map(async (host, index) => {
        host.append({ type: 'session/start', data: { reason: 'startup' } }, { type: 'turn/start', data: { turn: 1 } });
        await host.enter(1, 1, 'go');
        for (let step = 1; step <= 3; step += 1) {
          await shuffledDelay(random)();
          const path = `${rootOf(index)}/${directoryOf(index + step)}/in/f`;
          const at = { turn: 1, step };
          const call = { name: 'read', arguments: { file_path: path } };
          const decided = await host.session.settleTool({ ...at, call })();
          if (E.isLeft(decided)) throw new Error('nobody aborted');
          host.session.keep(at, decided.right);
          host.called(1, step, `c${step}`, path);
          host.say(decided.right.added);
          host.append({ type: 'step/end', data: at });
          await host.enter(1, step + 1);
        }
      }),
    );
    hosts.forEach((host, index) => {
      const own = index % 3 === 0 ? [] : [`set ${directoryOf(index)}/AGENTS.md`];
      const touched = [1, 2, 3].flatMap((step) => {
        const name = directoryOf(index + step);
        return [`set ${name}/AGENTS.md`, `set ${name}/in/AGENTS.md`];
      });
      expect(sorted(host.said())).toEqual(sorted(['set AGENTS.md', ...own, ...touched]));
      const heard = [...JSON.stringify(host.log).matchAll(/(?:Of|In) (\/work\/p\d+)/gu)].map(([, root]) => root);
      expect(new Set(heard)).toEqual(new Set([rootOf(index)]));
    });
    const ids = hosts.flatMap(({ log }) => log.flatMap((event) => userMessageOf(event)?.id ?? []));
    const own = ids.filter((id) => id !== 'p1');
    expect(new Set(own).size).toBe(own.length);
  });
});

describe('parallel processes on one store (SPEC L6)', () => {
  test('8 processes with 4 turns each in one session: every touch is logged, every file is said once', async () => {
    const place = temporaryDirectory();
    onTestFinished(() => rmSync(place, { recursive: true }));
    const cwd = `${place}/repo`;
    for (const [path, file] of Object.entries(projectAt(cwd))) {
      mkdirSync(join(path, '..'), { recursive: true });
      if (typeof file === 'string') writeFileSync(path, file);
      else mkdirSync(path);
    }
    const library = await bundle({ index: 'index.ts', node: 'node.ts', stores: 'stores.ts' });
    onTestFinished(library.remove);
    const store = jsonlStore(`${place}/logs`);
    expect(E.isRight(await store.create(headerAt('s', cwd))())).toBe(true);
    const started = await store.append('s', 0 as never, [{ type: 'session/start', data: { reason: 'startup' } }])();
    expect(E.isRight(started)).toBe(true);
    const run = promisify(execFile);
    const script = join(import.meta.dirname, 'store-writer.mjs');
    const touchesOf = (who: number): readonly string[] =>
      Array.from({ length: 4 }, (_, turn) => `d${(who + 2 * turn) % 16}/in/f`);
    const done = await Promise.all(
      Array.from({ length: 8 }, (_, who) =>
        run(process.execPath, [script, library.directory, `${place}/logs`, cwd, `w${who}`, ...touchesOf(who)]),
      ),
    );
    expect(done.map(({ stderr }) => stderr).join('')).toBe('');
    const events: LogEvent[] = [];
    for await (const page of store.read('s')) if (E.isRight(page)) events.push(...page.right.events);
    const calls = events.flatMap(({ type, data }) =>
      type === 'tool/call' ? [(data as { callId: string }).callId] : [],
    );
    const wanted = Array.from({ length: 8 }, (_, who) => touchesOf(who).map((path) => `w${who} ${path}`)).flat();
    expect(sorted(calls)).toEqual(sorted(wanted));
    expect(checkLog(headerAt('s', cwd), events)).toEqual([]);
    // The last touch may have lost its next step to another process: whoever comes next says what it asks for.
    const config = agentInstructions({ maxBytes: 65_536 }, { osHome: `${cwd}/home`, variables: {} });
    const context = E.getOrElseW(() => undefined)(createContext({ sources: [config], ports: nodePorts() }));
    const opened = context?.open(headerAt('s', cwd), events);
    if (opened === undefined || E.isLeft(opened)) throw new Error('the log can be folded');
    const prompt: UserMessage = { id: 'p', role: 'user', content: 'hi', source: { kind: 'user' } };
    const next = await opened.right.preStep({ turn: 33, step: 1, messages: [prompt] })();
    if (E.isLeft(next)) throw new Error('nobody aborted');
    const said = [...saidIn(events), ...saidIn(next.right.added.map((data) => ({ type: 'user/message', data })))];
    const names = DIRECTORIES.filter((name) => wanted.some((call) => call.includes(` ${name}/`)));
    const due = names.flatMap((name) => [`set ${name}/AGENTS.md`, `set ${name}/in/AGENTS.md`]);
    expect(sorted(said)).toEqual(sorted(['set AGENTS.md', ...due]));
  });
});

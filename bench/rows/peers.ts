// Measures what else loads instruction files, in the same run and on the same files.
//
// `@earendil-works/pi-coding-agent` reads, synchronously and once for a session, the first of four names in every
// directory up to the root of the disk. It looks for no project root, minds no size, encoding or budget, notes no
// digest, and never sees a change or a directory that was touched later.
//
// `@mastra/core` has a processor that looks, before each step, at every tool call of the conversation and adds at most
// one file, the nearest one above a path. It neither orders nor sees changes, and looks at a file by reading it. It
// is given a plain list of messages, which costs it less than its own.
//
// Ours asks for the same names where it can.
//
// One run on two shared, busy cores, Node 20.20: beside pi, 5.7 for a baseline and 0.9 for an unchanged touch; beside
// mastra, 0.02 for an unchanged touch.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadProjectContextFiles } from '@earendil-works/pi-coding-agent';
import { nodePorts } from '../../src/node.js';
import type { AgentInstructionsConfig } from '../../src/sources/agent-instructions/index.js';
import {
  enterStep,
  inFolder,
  instructions,
  knowing,
  makeChain,
  makeProject,
  opener,
  settleRead,
  writeInstructions,
} from '../given.js';
import type { Bench, Report, Row } from '../measure.js';
import { expectEqual, ratioOf } from '../measure.js';

const DEPTH = 20;
const DIRECTORIES = 150;
const ROUNDS = 40;
/** A text and no literal: nobody shall look for it where it is not installed. */
const MASTRA: string = '@mastra/core/processors';

const FIRST_ONLY: Partial<AgentInstructionsConfig> = {
  selection: 'first',
  localInstructionFileCandidates: [],
  delivery: 'tool-result',
};

const besidePi = async (folder: string): Promise<readonly Row[]> => {
  const { directories } = makeChain(join(folder, 'pi'), DEPTH);
  const cwd = directories.at(-1) ?? '';
  const home = join(folder, 'home');
  const source = instructions(home, FIRST_ONLY);
  const theirs = (): void => {
    expectEqual('files that pi loads', loadProjectContextFiles({ cwd, agentDir: home }).length, DEPTH);
  };
  const baseline = async (): Promise<void> => {
    expectEqual('messages', await enterStep(opener([source], nodePorts())(cwd)), 2);
  };
  const session = opener([source], nodePorts())(cwd);
  await enterStep(session);
  const touch = async (): Promise<void> => {
    expectEqual('messages', await settleRead(session, [`${cwd}/x.ts`]), 0);
  };
  const against = 'pi: loadProjectContextFiles';
  const tree = `${DEPTH}-deep tree, one file in each directory`;
  return [
    { what: `baseline of a ${tree}`, against, figure: await ratioOf(baseline, theirs, ROUNDS), unit: '×' },
    { what: `unchanged touch in a ${tree}`, against, figure: await ratioOf(touch, theirs, ROUNDS), unit: '×' },
  ];
};

interface TheirSignal {
  readonly contents: string;
  readonly metadata: unknown;
}

interface TheirInjector {
  readonly processInputStep: (step: {
    readonly messageList: unknown;
    readonly sendSignal: (signal: TheirSignal) => Promise<void>;
  }) => Promise<unknown>;
}

interface TheirProcessors {
  readonly AgentsMDInjector: new (options: { readonly maxTokens: number }) => TheirInjector;
}

/** A conversation of theirs in which a file of every directory was read; it takes one step for each. */
const theirConversation = async ({ AgentsMDInjector }: TheirProcessors, directories: readonly string[]) => {
  const injector = new AgentsMDInjector({ maxTokens: 100_000 });
  const messages: unknown[] = [];
  const messageList = { get: { all: { db: () => messages } } };
  let told = 0;
  const sendSignal = ({ contents, metadata }: TheirSignal): Promise<void> => {
    told += 1;
    messages.push({ role: 'signal', content: { metadata, parts: [{ type: 'text', text: contents }] } });
    return Promise.resolve();
  };
  const step = async (): Promise<number> => {
    const before = told;
    await injector.processInputStep({ messageList, sendSignal });
    return told - before;
  };
  for (const [index, directory] of directories.entries()) {
    const toolInvocation = { state: 'result', toolCallId: `c${index}`, args: { path: `${directory}/x.ts` } };
    messages.push({ role: 'assistant', content: { parts: [{ type: 'tool-invocation', toolInvocation }] } });
    expectEqual('files that mastra adds', await step(), 1);
  }
  return step;
};

const besideMastra = async (folder: string, theirs: TheirProcessors): Promise<readonly Row[]> => {
  const root = makeProject(join(folder, 'mastra'));
  const directories = Array.from({ length: DIRECTORIES }, (_, index) => join(root, `package-${index}`));
  for (const directory of directories) {
    writeInstructions(directory);
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, 'x.ts'), '');
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
  const source = instructions(join(folder, 'home'), FIRST_ONLY);
  const session = await knowing(opener([source], nodePorts())(root), directories);
  const touch = async (): Promise<void> => {
    expectEqual('messages', await settleRead(session, [`${directories[7]}/y.ts`]), 0);
  };
  const step = await theirConversation(theirs, directories);
  const unchanged = async (): Promise<void> => expectEqual('files that mastra adds', await step(), 0);
  const what = `unchanged touch, ${DIRECTORIES} known files in as many directories`;
  const figure = await ratioOf(touch, unchanged, ROUNDS);
  return [{ what, against: 'mastra: AgentsMDInjector', figure, unit: '×' }];
};

export const bench: Bench = () =>
  inFolder(async (folder): Promise<Report> => {
    const rows = await besidePi(folder);
    const mastra = await import(MASTRA).then(
      (processors: TheirProcessors) => processors,
      () => undefined,
    );
    return mastra === undefined
      ? { rows, notes: ['@mastra/core is not installed: npm run bench:setup'] }
      : { rows: [...rows, ...(await besideMastra(folder, mastra))] };
  });

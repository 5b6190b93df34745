// Owns: one scripted life for every host: what happens in it, and what the model must have been shown at each of its
// calls, as the simulator tells it. How a host lives it is its player's business.
import * as E from 'fp-ts/lib/Either.js';
import { expect } from 'vitest';
import { decoder } from '../../src/adapters/encoding/index.js';
import type { MemoryFileSystem } from '../../src/adapters/memory/index.js';
import { memoryClock, memoryFileSystem } from '../../src/adapters/memory/index.js';
import { nodeHash } from '../../src/adapters/node/index.js';
import { itemsOf } from '../../src/core/append-list.js';
import { foldEvents, initialState } from '../../src/core/fold.js';
import { describeError } from '../../src/domain/error.js';
import type { LogEvent } from '../../src/domain/log-event.js';
import { sourceOf, userMessageOf } from '../../src/domain/log-event.js';
import type { SourceTag } from '../../src/domain/message.js';
import { textBlocks } from '../../src/domain/message.js';
import type { Clock } from '../../src/ports/clock.js';
import type { Env } from '../../src/ports/env.js';
import type { SourceOrError } from '../../src/programs/open-session.js';
import type { Step } from '../../src/scenario/model.js';
import type { ScenarioLog } from '../../src/scenario/run.js';
import { readScenario, runScenario } from '../../src/scenario/run.js';
import { agentInstructions } from '../../src/sources/agent-instructions/index.js';

/** The model reads a file; the tool throws for one that `fails`. */
export interface Read {
  readonly read: string;
  readonly fails?: true;
}

/** Files change outside the session. */
export type Change = { readonly put: string; readonly text: string } | { readonly delete: string };

/** One answer of the model that makes calls, and what happens to the files before the next one. */
export interface Work {
  readonly calls: readonly Read[];
  readonly then?: readonly Change[];
}

/** One thing that happens. A turn ends with an answer that makes no call. */
export type Beat =
  | { readonly turn: string; readonly work: readonly Work[] }
  | Change
  | { readonly compact: 'all' | 'all but the last turn' }
  | { readonly resume: true };

/** A host that can live. */
export interface Player {
  readonly turn: (prompt: string, work: readonly Work[]) => Promise<void>;
  /** The host's own compaction. */
  readonly compact: (what: 'all' | 'all but the last turn') => Promise<void> | void;
  /** Forgets the process; what the host has stored is all that is left. */
  readonly resume: () => Promise<void> | void;
  /** The texts of all messages that the model was shown, for each of its calls. */
  readonly shown: () => readonly (readonly string[])[];
  /** The source tag of each message of ours, each once, in the order in which they came. */
  readonly tags: () => readonly SourceTag[];
}

/** Where the life happens. */
export interface Home {
  readonly cwd: string;
  readonly files: MemoryFileSystem;
  readonly ports: Env;
  readonly sources: readonly SourceOrError[];
}

const FILES = {
  '/repo/.git': { directory: true },
  '/repo/AGENTS.md': 'Write tests first.\n',
  '/repo/lib/AGENTS.md': 'The library has no state.\n',
  '/repo/web/AGENTS.md': 'The pages are in French.\n',
  '/other/.git': { directory: true },
  '/other/AGENTS.md': 'Another project.\n',
} as const;

const NOON = Date.UTC(2026, 0, 1, 12);

/** A clock that goes on whenever somebody looks. */
const ticking = (): Clock => {
  const clock = memoryClock(NOON, 'UTC');
  return {
    ...clock,
    now: () => {
      clock.advance(1);
      return clock.now();
    },
  };
};

/** A home whose files are in memory. */
export const home = (cwd = '/repo', files = memoryFileSystem(FILES)): Home => ({
  cwd,
  files,
  ports: { hash: nodeHash, decoder, fileSystem: files, clock: ticking() },
  sources: [agentInstructions({ maxBytes: 65_536 }, { osHome: '/home/me', variables: {} })],
});

/** What every host must get right, in one life. */
export const LIFE: readonly Beat[] = [
  { turn: 'Hello.', work: [{ calls: [{ read: 'lib/a.ts', fails: true }] }, { calls: [{ read: 'lib/a.ts' }] }] },
  { put: '/repo/lib/AGENTS.md', text: 'The library is pure.\n' },
  { turn: 'Once more.', work: [{ calls: [{ read: 'lib/a.ts' }] }, { calls: [{ read: 'lib/b.ts' }] }] },
  { turn: 'Only talk.', work: [] },
  { turn: 'Tidy up.', work: [{ calls: [{ read: 'lib/a.ts' }], then: [{ delete: '/repo/lib/AGENTS.md' }] }] },
  { compact: 'all but the last turn' },
  { turn: 'What was that?', work: [] },
  { turn: 'Both.', work: [{ calls: [{ read: 'web/a.ts' }, { read: 'lib/a.ts' }] }] },
  { compact: 'all but the last turn' },
  { turn: 'Is it still there?', work: [{ calls: [{ read: 'web/b.ts' }] }] },
  { put: '/repo/AGENTS.md', text: 'Write tests last.\n' },
  { delete: '/repo/web/AGENTS.md' },
  { resume: true },
  { turn: 'I am back.', work: [{ calls: [{ read: 'web/a.ts' }] }] },
  { resume: true },
  { turn: 'And again.', work: [] },
  { put: '/repo/lib/AGENTS.md', text: 'The library is back.\n' },
  { compact: 'all' },
  { turn: 'Anew.', work: [{ calls: [{ read: 'lib/a.ts' }] }] },
];

const apply = (files: MemoryFileSystem, change: Change): void =>
  'put' in change ? files.put(change.put, change.text) : files.delete(change.delete);

/** What happens to the files behind the model's back, to be done when its calls are over. */
export const applyAll = (files: MemoryFileSystem, { then = [] }: Work): void =>
  then.forEach((change) => apply(files, change));

/** Lives a life. */
export const live = async (player: Player, { files }: Home, life: readonly Beat[] = LIFE): Promise<void> => {
  for (const beat of life) {
    if ('turn' in beat) await player.turn(beat.turn, beat.work);
    else if ('compact' in beat) await player.compact(beat.compact);
    else if ('resume' in beat) await player.resume();
    else apply(files, beat);
  }
};

const simulate = async (steps: readonly Step[]): Promise<ScenarioLog> => {
  const scenario = readScenario({
    contextfold: 1,
    session: { id: 'session', cwd: '/repo', createdAt: NOON },
    env: { home: '/home/me', variables: {}, timeZone: 'UTC', now: NOON },
    sources: { agentInstructions: { maxBytes: 65_536 } },
    files: FILES,
    steps,
  });
  if (E.isLeft(scenario)) throw new Error(describeError(scenario.left));
  return runScenario(scenario.right, { hash: nodeHash, decoder });
};

const surfaceAt = ({ header, events }: ScenarioLog, end: number): readonly LogEvent[] => {
  const folded = foldEvents([], initialState([], header), events.slice(0, end));
  if (E.isLeft(folded)) throw new Error('a simulated log can be folded');
  return itemsOf(folded.right.surface).map((seq) => events[seq] as LogEvent);
};

const isPrompt = (event: LogEvent): boolean => sourceOf(event)?.kind === 'user';

/** How many messages of the surface belong to the last turn. */
const lengthOfLastTurn = async (steps: readonly Step[]): Promise<number> => {
  const log = await simulate(steps);
  const surface = surfaceAt(log, log.events.length);
  return surface.length - surface.map(isPrompt).lastIndexOf(true);
};

const changeStep = (change: Change): Step =>
  'put' in change ? { do: 'put', path: change.put, file: change.text } : { do: 'delete', path: change.delete };

const turnSteps = (prompt: string, work: readonly Work[]): readonly Step[] => [
  { do: 'turn', prompt },
  ...work.flatMap(({ calls, then = [] }): readonly Step[] => [
    ...calls.map(({ read, fails }): Step => ({
      do: 'tool',
      name: 'read',
      arguments: { file_path: read },
      error: fails === true,
    })),
    ...then.map(changeStep),
    { do: 'step' },
  ]),
  { do: 'end' },
];

/** The life as a scenario; what a compaction keeps is counted on the way. */
const scenarioOf = async (life: readonly Beat[]): Promise<readonly Step[]> => {
  const steps: Step[] = [];
  for (const beat of life) {
    if ('turn' in beat) steps.push(...turnSteps(beat.turn, beat.work));
    else if ('compact' in beat) {
      steps.push({ do: 'compact', keep: beat.compact === 'all' ? 0 : await lengthOfLastTurn(steps) });
    } else steps.push('resume' in beat ? { do: 'resume' } : changeStep(beat));
  }
  return steps;
};

const isOurs = (text: string): boolean => text.startsWith('<system-reminder>');

/** Our texts that the model was shown, for each of its calls. */
export const oursShown = (player: Player): readonly (readonly string[])[] =>
  player.shown().map((texts) => texts.filter(isOurs));

/** What the simulator makes of a life: what it shows at each call of the model, and the tags of what it told. */
export interface Simulated {
  readonly shown: readonly (readonly string[])[];
  readonly tags: readonly SourceTag[];
}

const tagsOf = ({ events }: ScenarioLog): readonly SourceTag[] =>
  events.flatMap((event) => {
    const source = sourceOf(event);
    return source?.kind === 'agent-instructions' ? [source] : [];
  });

/** Lives a life in the simulator. */
export const simulated = async (life: readonly Beat[] = LIFE): Promise<Simulated> => {
  const log = await simulate(await scenarioOf(life));
  const entered = log.events.flatMap(({ type }, index) => (type === 'step/start' ? [index] : []));
  const shown = entered.map((start) => {
    const rest = log.events.findIndex(({ type }, index) => index > start && type !== 'user/message');
    const surface = surfaceAt(log, rest < 0 ? log.events.length : rest);
    return surface.flatMap((event) => textBlocks(userMessageOf(event)?.content ?? '').filter(isOurs));
  });
  return { shown, tags: tagsOf(log) };
};

/** Lives the life and expects what the simulator makes of it: the same texts at each call, the same transitions. */
export const expectSameLife = async (player: Player, at: Home, life: readonly Beat[] = LIFE): Promise<void> => {
  await live(player, at, life);
  expect({ shown: oursShown(player), tags: player.tags() }).toEqual(await simulated(life));
};

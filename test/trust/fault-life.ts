// Owns: living a recorded life with one call of the file system gone wrong, judged by the oracle of the simulated
// world, and healed at the end.
import { nodeHash } from '../../src/adapters/node/index.js';
import type { Session } from '../../src/programs/open-session.js';
import type { FileSystem } from '../../src/ports/file-system.js';
import { checkLog } from '../../src/programs/check.js';
import type { Host } from '../../src/scenario/host.js';
import type { Scenario, Step } from '../../src/scenario/model.js';
import { begin } from '../../property-tests/world/life.js';
import { wantsOf } from '../../property-tests/world/wanted.js';
import type { Injection } from './faulty-files.js';
import { faultyFiles } from './faulty-files.js';

/** What came of a life. */
export interface Lived {
  readonly complaints: readonly string[];
  /** The kind of each call until the healing, in order. */
  readonly calls: readonly ('probe' | 'read' | 'list')[];
  /** The digest of the whole log. */
  readonly log: string;
}

const HANG_MS = 2_000;

const within = async (work: Promise<void>, complain: (problem: string) => void): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      complain('F6: it hangs past the abort');
      resolve();
    }, HANG_MS);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/** Everything that a life of ours can touch. */
const EVERYWHERE = ['/repo/app/src/f', '/repo/pkg/deep/f'];

/** A resume finds the root anew, so that a marker that was swapped away is known to be. */
const HEALED: readonly Step[] = [
  { do: 'resume' },
  { do: 'turn', prompt: 'is all well' },
  { do: 'tool', name: 'read', arguments: { file_path: EVERYWHERE } },
  { do: 'step' },
  { do: 'end' },
];

/** Gives every decision a signal that can be aborted. */
const listen = (host: Host, signal: () => AbortSignal): void => {
  const sessionOf = host.session;
  const session = (): Session => {
    const { preStep, settleTool, beforeTool, ...rest } = sessionOf();
    return {
      ...rest,
      preStep: (step, given) => preStep(step, given?.aborted === true ? given : signal()),
      settleTool: (tool, given) => settleTool(tool, given?.aborted === true ? given : signal()),
      beforeTool: (tool, given) => beforeTool(tool, given?.aborted === true ? given : signal()),
    };
  };
  Object.assign(host, { session });
};

/**
 * Lives a scenario.
 *
 * Shape:  `roomy`: everything fits, so that what the model sees in the end is what the files say.
 */
export const liveWith = async (
  scenario: Scenario,
  injection: Injection | undefined,
  { batched, roomy }: { readonly batched: boolean; readonly roomy: boolean },
): Promise<Lived> => {
  const life = begin(scenario);
  const { host, oracle } = life;
  const env = host.world.env as { fileSystem: FileSystem };
  let controller = new AbortController();
  const abort = (): void => controller.abort('the test aborted it');
  const faulty = faultyFiles(env.fileSystem, host.world.files, oracle.truth, injection, abort);
  env.fileSystem = batched ? faulty.batched : faulty.single;
  listen(host, () => controller.signal);
  const decide = host.decide;
  const heal = (): void => {
    faulty.heal();
    controller = new AbortController();
  };
  Object.assign(host, {
    decide: async (...[kind, decision]: Parameters<Host['decide']>) => {
      const before = host.session().live();
      const decided = await decide(kind, decision);
      if (decided === undefined && host.session().live() !== before)
        oracle.complaints.push('F6: an abort left a trace');
      if (decided?.diagnostics.some(({ code }) => code === 'source-failed') === true)
        oracle.complaints.push(`F7: the source threw: ${JSON.stringify(decided.diagnostics)}`);
      heal();
      return decided;
    },
  });
  const run = async (step: Step): Promise<void> => {
    try {
      await within(life.run(step), (problem) => oracle.complaints.push(problem));
    } catch (error) {
      oracle.complaints.push(`crash: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
    }
  };
  const all = async (steps: readonly Step[]): Promise<void> => {
    for (const step of steps) if (oracle.complaints.length === 0) await run(step);
  };
  await all(scenario.steps);
  const calls = faulty.calls().slice();
  await all(HEALED);
  if (oracle.complaints.length === 0 && roomy) {
    const { wanted, hidden } = wantsOf(oracle.truth, scenario, EVERYWHERE);
    const [seen, due] = [JSON.stringify(oracle.visible(host.log())), JSON.stringify(wanted)];
    // A marker or file that leads to itself from now on stays in the dark, and so what was said of it stays.
    const isClear = hidden.length === 0 && due !== '{}';
    if (isClear && seen !== due)
      oracle.complaints.push(`convergence: ${seen} is seen once healed, and ${due} is there`);
  }
  for (const violation of checkLog(host.header, host.log())) oracle.complaints.push(`I1: ${JSON.stringify(violation)}`);
  return { complaints: oracle.complaints, calls, log: nodeHash.sha1(JSON.stringify(host.log())) };
};

// Owns: the family "commit": what is recorded is what was represented and what the host kept, and a decision that comes
// to nothing leaves nothing behind.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Decision } from '../src/core/combine.js';
import { answer } from '../src/programs/answer.js';
import type { CancelSignal } from '../src/ports/cancel-signal.js';
import type { FileSystem } from '../src/ports/file-system.js';
import type { Scenario, ScenarioFile, Step } from '../src/scenario/model.js';
import { anyInstructionFile, anyInstructionPath } from '../src/testing/arbitraries/instructions.js';
import { seed } from '../test/seed.js';
import type { Life } from './world/life.js';
import { begin } from './world/life.js';
import { isOurs } from './world/message-checks.js';
import type { Change } from './world/spoken.js';
import { wantsOf } from './world/wanted.js';

type Files = Readonly<Record<string, ScenarioFile>>;

const anyFiles = (): fc.Arbitrary<Files> =>
  fc.dictionary(anyInstructionPath(), anyInstructionFile(), { minKeys: 1, maxKeys: 8 });

const scenarioOf = (files: Files, config: Readonly<Record<string, unknown>>): Scenario => ({
  contextfold: 1,
  session: { id: 'commit', cwd: '/repo/app' },
  sources: { agentInstructions: { maxBytes: 1_000_000, ...config } },
  files: { '/repo/.git': { directory: true }, ...files },
  steps: [],
});

const PLACES = ['/repo/app/f', '/repo/pkg/f', '/repo/pkg/deep/f', '/repo/lib/f', '/repo/app/src/f'];
const TURN: Step = { do: 'turn', prompt: 'hi' };
const TOUCH: readonly Step[] = [{ do: 'tool', name: 'read', arguments: { file_path: PLACES } }, { do: 'step' }];

const run = async (life: Life, steps: readonly Step[]): Promise<void> => {
  for (const step of steps) await life.run(step);
};

interface Logged {
  readonly text: string;
  readonly changes: readonly Change[];
  readonly isBaseline: boolean;
}

/** Every message of ours in the log. */
const loggedIn = ({ host }: Life): readonly Logged[] =>
  host.log().flatMap(({ type, data }) => {
    const message = data as Decision['added'][number];
    if (type !== 'user/message' || !isOurs(message)) return [];
    const { changes, baseline } = message.source as unknown as {
      readonly changes: readonly Change[];
      readonly baseline?: true;
    };
    return [{ text: JSON.stringify(message.content), changes, isBaseline: baseline === true }];
  });

/** A signal that is aborted while the nth call of a port runs, and a file system that counts calls. */
const abortingAt = (files: FileSystem, call: number): { readonly signal: CancelSignal; readonly files: FileSystem } => {
  const controller = new AbortController();
  let calls = 0;
  const count = (): void => {
    calls += 1;
    if (calls === call) controller.abort('enough');
  };
  return {
    signal: controller.signal,
    files: {
      ...files,
      probe: (...given) => (count(), files.probe(...given)),
      read: (...given) => (count(), files.read(...given)),
    },
  };
};

/** What happens around one parallel call: it settles, the host keeps or drops what it gets, the loop logs it or not. */
interface Call {
  readonly path: string;
  readonly fate: 'logged' | 'dropped' | 'late';
}

const anyCalls = (): fc.Arbitrary<{ readonly calls: readonly Call[]; readonly order: readonly number[] }> =>
  fc
    .array(
      fc.record({
        path: fc.constantFrom(...PLACES),
        fate: fc.constantFrom<Call['fate']>('logged', 'logged', 'dropped', 'late'),
      }),
      {
        minLength: 2,
        maxLength: 4,
      },
    )
    .chain((calls) =>
      fc.record({
        calls: fc.constant(calls),
        order: fc.shuffledSubarray(
          calls.flatMap((_, index) => [index, index, index]),
          { minLength: 3 * calls.length },
        ),
      }),
    );

describe(`commit, seed ${seed}`, () => {
  test('A14: under any budget what is recorded stands in the text', async () => {
    await fc.assert(
      fc.asyncProperty(anyFiles(), fc.integer({ min: 1, max: 1200 }), async (files, maxBytes) => {
        const life = begin(scenarioOf(files, { maxBytes }));
        await run(life, [TURN, ...TOUCH, { do: 'delete', path: '/repo/pkg/AGENTS.md' }, ...TOUCH]);
        expect(life.oracle.complaints).toEqual([]);
        for (const { text, changes, isBaseline } of loggedIn(life)) {
          expect(changes.length > 0 || isBaseline).toBe(true);
          for (const { path } of changes) expect(text).toContain(`: ${path.replace('</', '<\\\\/')}\\n`);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('F6: a decision that is aborted in the middle changes nothing, and is made again', async () => {
    await fc.assert(
      fc.asyncProperty(anyFiles(), fc.integer({ min: 1, max: 40 }), async (files, call) => {
        const scenario = scenarioOf(files, {});
        const [life, twin] = [begin(scenario), begin(scenario)];
        for (const each of [life, twin])
          await run(each, [TURN, ...TOUCH, { do: 'put', path: '/repo/pkg/AGENTS.md', file: 'new' }]);
        const env = life.host.world.env as { fileSystem: FileSystem };
        const honest = env.fileSystem;
        const { signal, files: counted } = abortingAt(honest, call);
        const [session, other] = [life.host.session(), twin.host.session()];
        const at = { turn: 1, step: 3, messages: [] };
        for (const each of [life, twin]) await run(each, TOUCH.slice(0, 1));
        env.fileSystem = counted;
        const before = session.live();
        const cancelled = await session.preStep(at, signal)();
        env.fileSystem = honest;
        if (cancelled._tag === 'Left') {
          expect(cancelled.left).toEqual({ _tag: 'Cancelled', reason: 'enough' });
          expect(session.live()).toBe(before);
        }
        const shown = (decision: Awaited<ReturnType<ReturnType<typeof session.preStep>>>): unknown =>
          decision._tag === 'Right'
            ? decision.right.added.map(({ content, source }) => ({ content, source }))
            : decision;
        if (cancelled._tag === 'Left')
          expect(shown(await session.preStep(at)())).toEqual(shown(await other.preStep(at)()));
      }),
      { numRuns: 100 },
    );
  });

  test('F4: a decision that nobody takes leaves nothing behind', async () => {
    await fc.assert(
      fc.asyncProperty(anyFiles(), async (files) => {
        const scenario = scenarioOf(files, { delivery: 'tool-result' });
        const [life, twin] = [begin(scenario), begin(scenario)];
        for (const each of [life, twin]) await run(each, [TURN]);
        const { host } = life;
        const before = host.session().live();
        const call = { name: 'x', arguments: {} };
        await answer(host.world.env)(
          host.session().inquire({ kind: 'tool-settled', turn: 1, step: 1, touched: PLACES, call }),
        )();
        expect(host.session().live()).toBe(before);
        for (const each of [life, twin]) await run(each, TOUCH);
        expect(loggedIn(life)).toEqual(loggedIn(twin));
      }),
      { numRuns: 40 },
    );
  });

  test('A9: parallel calls never say the same thing twice, and the next touch says what the host dropped', async () => {
    await fc.assert(
      fc.asyncProperty(anyFiles(), anyCalls(), async (files, { calls, order }) => {
        const scenario = scenarioOf(files, { delivery: 'tool-result' });
        const life = begin(scenario);
        await run(life, [TURN]);
        const { host } = life;
        const at = { turn: 1, step: 1 };
        const decisions = new Map<number, Decision>();
        const seen = new Map<number, number>();
        for (const index of order) {
          const { path, fate } = calls[index] as Call;
          const stage = (seen.get(index) ?? 0) + 1;
          seen.set(index, stage);
          if (stage === 1) {
            const call = { name: 'read', arguments: { file_path: path } };
            const settled = await host.session().settleTool({ ...at, call })();
            if (settled._tag === 'Right') decisions.set(index, settled.right);
          }
          const decision = decisions.get(index);
          if (stage === 2 && decision !== undefined)
            host.session().keep(at, decision, fate === 'dropped' ? [] : decision.added);
          if (stage === 3 && fate === 'logged') {
            for (const data of decision?.added ?? []) host.append({ type: 'user/message', data, surfaceOp: 'append' });
          }
        }
        const said = loggedIn(life).flatMap(({ changes }) => changes.map(({ path, digest }) => `${path} ${digest}`));
        expect(said).toEqual([...new Set(said)]);
        host.append({ type: 'step/end', data: at });
        host.append({ type: 'step/start', data: { turn: 1, step: 2 } });
        await run(life, TOUCH);
        const { wanted } = wantsOf(life.oracle.truth, scenario, PLACES);
        expect(life.oracle.visible(host.log())).toEqual(wanted);
      }),
      { numRuns: 150 },
    );
  });
});

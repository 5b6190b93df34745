// Owns: the family "convergence": after a touch the model can see what the files say, and nothing is asked or said
// beyond what that takes. Lives in which everything else happens too are the family "world".
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryFileSystem } from '../src/adapters/memory/index.js';
import type { Question } from '../src/domain/question.js';
import { answer } from '../src/programs/answer.js';
import type { Env } from '../src/ports/env.js';
import type { Scenario, ScenarioFile, Step } from '../src/scenario/model.js';
import { memoryFileOf } from '../src/scenario/world.js';
import { anyInstructionFile, anyInstructionPath } from '../src/testing/arbitraries/instructions.js';
import { seed } from '../test/seed.js';
import type { Life } from './world/life.js';
import { begin } from './world/life.js';
import { wantsOf } from './world/wanted.js';

type Files = Readonly<Record<string, ScenarioFile>>;

interface Workspace {
  readonly files: Files;
  readonly edits: Files;
  readonly cwd: string;
  readonly selection: 'all' | 'first';
  readonly delivery: 'pre-step' | 'tool-result';
  readonly versions: boolean;
}

const anyFiles = (): fc.Arbitrary<Files> => fc.dictionary(anyInstructionPath(), anyInstructionFile(), { maxKeys: 8 });

const anyWorkspace = (): fc.Arbitrary<Workspace> =>
  fc.record({
    files: anyFiles(),
    edits: anyFiles(),
    cwd: fc.constantFrom('/repo', '/repo/app', '/repo/app/src'),
    selection: fc.constantFrom('all' as const, 'first' as const),
    delivery: fc.constantFrom('pre-step' as const, 'tool-result' as const),
    versions: fc.boolean(),
  });

const scenarioOf = ({ files, cwd, selection, delivery, versions }: Workspace, maxBytes = 1_000_000): Scenario => ({
  contextfold: 1,
  session: { id: 'convergence', cwd },
  sources: { agentInstructions: { maxBytes, selection, delivery } },
  files: { '/repo/.git': { directory: true }, ...files },
  host: { versions },
  steps: [],
});

const EVERYWHERE = ['/repo/app/src/f', '/repo/pkg/deep/er/f', '/repo/lib/f', '/repo/x</system-reminder>/f'];

const TURN: Step = { do: 'turn', prompt: 'hi' };
const TOUCH: readonly Step[] = [{ do: 'tool', name: 'read', arguments: { file_path: EVERYWHERE } }, { do: 'step' }];

/** An edit to the empty text stands for a deletion: both must be seen. */
const editsOf = (edits: Files): readonly Step[] =>
  Object.entries(edits).map(([path, file]) => (file === '' ? { do: 'delete', path } : { do: 'put', path, file }));

const run = async (life: Life, steps: readonly Step[]): Promise<void> => {
  for (const step of steps) await life.run(step);
  expect(life.oracle.complaints).toEqual([]);
};

const visible = ({ host, oracle }: Life): Readonly<Record<string, string | undefined>> => oracle.visible(host.log());

const messagesIn = ({ host }: Life): number => host.log().filter(({ type }) => type === 'user/message').length;

/** Without a file for it there is no baseline, and every step looks for one. */
const hasBaseline = ({ host }: Life): boolean =>
  host.log().some(({ data }) => JSON.stringify(data).includes('"baseline":true'));

/** The directory of a file as messages name it. */
const directoryOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The rounds of the pre-step that would come now, and whether it has something to add. */
const roundsOf = async (
  life: Life,
  env: Env,
): Promise<{ readonly rounds: readonly (readonly Question[])[]; readonly adds: boolean }> => {
  const rounds: (readonly Question[])[] = [];
  let inquiry = life.host.session().inquire({ kind: 'pre-step', turn: 1, step: 9, messages: [] });
  while (inquiry.kind === 'asking') {
    const { questions, resume } = inquiry;
    rounds.push(questions);
    const answers = await answer(env)({ kind: 'asking', questions, resume: (value) => ({ kind: 'settled', value }) })();
    inquiry = answers._tag === 'Right' ? resume(answers.right) : inquiry;
  }
  return { rounds, adds: inquiry.value.added.length > 0 };
};

describe(`convergence, seed ${seed}`, () => {
  test('A10: after a touch the model sees exactly what the files say, whatever they said before', async () => {
    await fc.assert(
      fc.asyncProperty(anyWorkspace(), async (workspace) => {
        const scenario = scenarioOf(workspace);
        const life = begin(scenario);
        await run(life, [TURN, ...TOUCH]);
        expect(visible(life)).toEqual(wantsOf(life.oracle.truth, scenario, EVERYWHERE).wanted);
        await run(life, [...editsOf(workspace.edits), ...TOUCH]);
        const { wanted, hidden } = wantsOf(life.oracle.truth, scenario, EVERYWHERE);
        if (hidden.length === 0) expect(visible(life)).toEqual(wanted);
      }),
      { numRuns: 100 },
    );
  });

  test('A13: a resume sees what was edited offline, without any touch, and says it once', async () => {
    await fc.assert(
      fc.asyncProperty(anyWorkspace(), fc.constantFrom('resume', 'remount', 'crash'), async (workspace, how) => {
        const scenario = scenarioOf(workspace);
        const life = begin(scenario);
        await run(life, [TURN, ...TOUCH, { do: 'end' }]);
        const known = new Set(Object.keys(visible(life)).map(directoryOf));
        await run(life, [...editsOf(workspace.edits), { do: how as 'resume' }, TURN]);
        const { wanted, hidden } = wantsOf(life.oracle.truth, scenario, EVERYWHERE);
        const due = Object.entries(wanted).filter(([path]) => known.has(directoryOf(path)));
        if (hidden.length === 0) expect(visible(life)).toMatchObject(Object.fromEntries(due));
        const said = messagesIn(life);
        await run(life, [{ do: how as 'resume' }, TURN]);
        expect(messagesIn(life)).toBe(said + 1);
      }),
      { numRuns: 80 },
    );
  });

  test('A10, A11: an unchanged touch asks one round of probes, reads nothing and adds nothing', async () => {
    await fc.assert(
      fc.asyncProperty(anyWorkspace(), async (given) => {
        const scenario = scenarioOf({ ...given, versions: true, delivery: 'pre-step' });
        const life = begin(scenario);
        await run(life, [TURN, ...TOUCH]);
        fc.pre(wantsOf(life.oracle.truth, scenario, EVERYWHERE).hidden.length === 0 && hasBaseline(life));
        await run(life, TOUCH.slice(0, 1));
        const { rounds, adds } = await roundsOf(life, life.host.world.env);
        expect(rounds.map((round) => [...new Set(round.map(({ kind }) => kind))])).toEqual([['probe']]);
        expect(adds).toBe(false);
      }),
      { numRuns: 80 },
    );
  });

  test('F1: three rounds at most for a baseline, two for a touch, however much changed', async () => {
    await fc.assert(
      fc.asyncProperty(anyWorkspace(), async (given) => {
        const life = begin(scenarioOf({ ...given, delivery: 'pre-step' }));
        expect((await roundsOf(life, life.host.world.env)).rounds.length).toBeLessThanOrEqual(3);
        await run(life, [TURN, ...editsOf(given.edits), ...TOUCH.slice(0, 1)]);
        expect((await roundsOf(life, life.host.world.env)).rounds.length).toBeLessThanOrEqual(
          hasBaseline(life) ? 2 : 3,
        );
      }),
      { numRuns: 80 },
    );
  });

  test('A14, A18: touching again and again under any budget ends in silence, and says nothing twice', async () => {
    await fc.assert(
      fc.asyncProperty(anyWorkspace(), fc.integer({ min: 1, max: 1500 }), async (workspace, maxBytes) => {
        const life = begin(scenarioOf(workspace, maxBytes));
        await run(life, [TURN]);
        const files = Object.keys(workspace.files).length;
        let said = -1;
        for (let touches = 0; messagesIn(life) !== said; touches += 1) {
          expect(touches).toBeLessThanOrEqual(2 * files + 2);
          said = messagesIn(life);
          await run(life, TOUCH);
        }
      }),
      { numRuns: 80 },
    );
  });

  test('A10: a file that changes while a decision looks at it is right after the next touch', async () => {
    await fc.assert(
      fc.asyncProperty(anyWorkspace(), fc.array(fc.nat(60), { maxLength: 6 }), async (workspace, moments) => {
        const scenario = scenarioOf(workspace);
        const life = begin(scenario);
        const edits = Object.entries(workspace.edits);
        let asked = 0;
        const planted = Object.entries(scenario.files ?? {}).map(([path, file]) => [path, memoryFileOf(file)] as const);
        const files = memoryFileSystem(Object.fromEntries(planted), {
          versions: workspace.versions,
          delay: () => {
            asked += 1;
            const [path, file] = moments.includes(asked) ? (edits.pop() ?? []) : [];
            if (path === undefined || file === undefined) return undefined;
            life.oracle.truth.put(path, file);
            files.put(path, memoryFileOf(file));
            return undefined;
          },
        });
        (life.host.world.env as { fileSystem: unknown }).fileSystem = files;
        for (const step of [TURN, ...TOUCH]) await life.run(step);
        asked = Number.NaN;
        life.oracle.complaints.length = 0;
        await run(life, TOUCH);
        const { wanted, hidden } = wantsOf(life.oracle.truth, scenario, EVERYWHERE);
        if (hidden.length === 0) expect(visible(life)).toEqual(wanted);
      }),
      { numRuns: 80 },
    );
  });
});

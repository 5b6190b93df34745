// Owns: generators of scenarios: long lives of a session in a small workspace, in which everything happens that a
// scenario can word. What must hold afterwards is for whoever runs them to say.
import * as fc from 'fast-check';
import type { Scenario, SourceMap, Step } from '../../scenario/model.js';
import type { AgentInstructionsConfig } from '../../sources/agent-instructions/index.js';
import { DIRECTORIES, anyInstructionFile, anyInstructionPath, anyInstructionsConfig, mostly } from './instructions.js';
import { anyArguments, anyToolRun, anyTouchedPath } from './tool-run.js';

const MARKERS = ['/repo/.git', '/repo/app/.git', '/repo/app/package.json', '/.git'];

const anyTool = (directories: readonly string[]): fc.Arbitrary<Step> =>
  fc
    .tuple(
      anyToolRun(directories),
      fc.oneof(
        { weight: 8, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.constantFrom<{ drop: boolean | 'late' }>({ drop: true }, { drop: 'late' }) },
      ),
    )
    .map(([run, drop]) => ({ do: 'tool', ...run, ...drop }));

const WEATHER = { kind: 'plugin', plugin: 'weather' };

const anyTurn = (): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant<Step>({ do: 'turn', prompt: 'go on' }) },
    {
      weight: 4,
      arbitrary: fc.constantFrom<Step>(
        { do: 'turn', prompt: null },
        { do: 'turn', prompt: 'no', reject: true },
        { do: 'turn', prompt: 'stop', abort: true },
        {
          do: 'turn',
          prompt: [{ text: 'rain', source: WEATHER }, 'first', { text: 'sun', source: WEATHER }, 'second'],
        },
        { do: 'turn', prompt: [{ text: 'rain', source: WEATHER }] },
      ),
    },
  );

const anyStep = (): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constant<Step>({ do: 'step' }) },
    {
      weight: 3,
      arbitrary: fc.constantFrom<Step>(
        { do: 'step', reject: true },
        { do: 'step', abort: true },
        { do: 'step', prompt: 'and' },
      ),
    },
  );

const anyPut = (directories: readonly string[]): fc.Arbitrary<Step> =>
  fc.oneof(
    {
      weight: 15,
      arbitrary: fc
        .tuple(anyInstructionPath(directories), anyInstructionFile())
        .map(([path, file]): Step => ({ do: 'put', path, file })),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Step>(
        { do: 'put', path: '/repo/lib', file: { link: 'pkg' } },
        { do: 'put', path: '/repo/pkg/deep', file: { link: '..' } },
        { do: 'put', path: '/repo/app/src', file: 'no directory any more' },
      ),
    },
  );

const anyDelete = (directories: readonly string[]): fc.Arbitrary<Step> =>
  fc
    .oneof(
      anyInstructionPath(directories),
      anyInstructionPath(directories),
      fc.constantFrom('/repo/pkg', '/repo/app/src'),
    )
    .map((path) => ({
      do: 'delete',
      path,
    }));

const anyMarkerEdit = (): fc.Arbitrary<Step> =>
  fc
    .constantFrom(...MARKERS)
    .chain((path) =>
      fc.constantFrom<Step>(
        { do: 'delete', path },
        { do: 'put', path, file: { directory: true } },
        { do: 'put', path, file: '' },
      ),
    );

const anyFault = (directories: readonly string[]): fc.Arbitrary<Step> =>
  fc
    .tuple(
      fc.oneof(
        { weight: 6, arbitrary: anyInstructionPath(directories) },
        { weight: 2, arbitrary: fc.constantFrom(...MARKERS) },
      ),
      fc.constantFrom<'unavailable' | 'unreadable' | null>('unavailable', 'unreadable', null, null),
    )
    .map(([path, fault]) => ({ do: 'fault', path, fault }));

const nested = (directory: string, action: string, digest: string | undefined): Readonly<Record<string, unknown>> => ({
  action,
  scope: `${directory}\u0000AGENTS.md`,
  path: directory === '.' ? 'AGENTS.md' : `${directory}/AGENTS.md`,
  ...(action === 'remove' || digest === undefined ? {} : { digest }),
});

const DIGESTS = ['be76331b95dfc399cd776d2fc68021e0db03cc4f', '0'.repeat(40), undefined];

/** What an older tool may have said about instructions, and things that only look like it. Source: SPEC A, A3, F8 */
const anyForeignTag = (): fc.Arbitrary<Readonly<Record<string, unknown>> & { readonly kind: string }> =>
  fc
    .tuple(
      fc.constantFrom('workspace-instructions', 'agent-instructions'),
      fc.constantFrom('pkg', 'lib', '.', '../up', 'pkg/deep'),
      fc.constantFrom('set', 'set', 'replace', 'remove'),
      fc.constantFrom(...DIGESTS),
      fc.constantFrom<Readonly<Record<string, unknown>>>(
        ...[{}, {}, { baseline: true }, { version: 2 }, { changes: 7 }, { root: 'up' }, { root: '.' }, { root: '..' }],
        { baseline: true, baselineIdentity: 'of another tool', root: '..' },
      ),
    )
    .map(([kind, directory, action, digest, odd]) => ({ kind, changes: [nested(directory, action, digest)], ...odd }));

const logged = (event: Extract<Step, { readonly do: 'log' }>['event']): Step => ({ do: 'log', event });

const anyForeignMessage = (): fc.Arbitrary<Step> =>
  anyForeignTag().map((source) =>
    logged({
      type: 'user/message',
      data: { id: 'foreign', role: 'user', content: 'foreign', source },
      surfaceOp: 'append',
    }),
  );

/** A call and its result that a host logged by itself, at once or later, well formed or not. Source: SPEC L2, L4 */
const anyLoggedCall = (directories: readonly string[]): fc.Arbitrary<readonly Step[]> =>
  fc
    .record({
      number: fc.nat(1_000_000),
      given: anyArguments(directories),
      isError: fc.boolean(),
      meta: fc.oneof(
        fc.array(anyTouchedPath(directories), { maxLength: 2 }).map((touched): unknown => ({ touched })),
        fc.constantFrom<unknown>({ touched: 'pkg/f.ts' }, { touched: [7, 'pkg/f.ts'] }, { aborted: true }, null),
      ),
      between: fc.constantFrom<readonly Step[]>([], [], [{ do: 'step' }], [{ do: 'turn', prompt: 'meanwhile' }]),
    })
    .map(({ number, given, isError, meta, between }) => {
      const callId = `logged-${number}`;
      const block = { type: 'tool-result', toolCallId: callId, content: '', isError };
      const data = { turn: 1, step: 1, message: { role: 'tool', content: [block] }, meta };
      return [
        logged({ type: 'tool/call', data: { turn: 1, step: 1, callId, name: 'read', arguments: given } }),
        ...between,
        logged({ type: 'tool/result', data, surfaceOp: 'append' }),
      ];
    });

/** A message that shadows a single one, if that one is visible; else the host refuses it. Source: SPEC L3 */
const anyReplacement = (): fc.Arbitrary<Step> =>
  fc
    .tuple(
      fc.integer({ min: 3, max: 80 }),
      fc.oneof(fc.constant({ kind: 'plugin', plugin: 'compact' }), anyForeignTag()),
    )
    .map(([seq, source]) =>
      logged({
        type: 'user/message',
        data: { id: 'instead', role: 'user', content: 'instead', source },
        surfaceOp: { op: 'replace', start: seq, end: seq },
      }),
    );

/** Other settings at a resume: mostly those of the start with one or two of them changed. */
const anySourceMap = (config: AgentInstructionsConfig): fc.Arbitrary<SourceMap> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom('all', 'first').map((selection) => ({ agentInstructions: { ...config, selection } })),
    },
    {
      weight: 8,
      arbitrary: anyInstructionsConfig().chain((other) =>
        fc
          .subarray(Object.keys(other) as (keyof AgentInstructionsConfig)[], { maxLength: 2 })
          .map((keys) => Object.fromEntries(keys.map((key) => [key, other[key]])))
          .map((changed) => ({ agentInstructions: { ...config, ...changed } })),
      ),
    },
    { weight: 2, arbitrary: anyInstructionsConfig().map((agentInstructions) => ({ agentInstructions })) },
    { weight: 1, arbitrary: fc.constant({}) },
  );

const anyAttach = (config: AgentInstructionsConfig): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant<Step>({ do: 'crash' }) },
    { weight: 3, arbitrary: fc.constantFrom<Step>({ do: 'resume' }, { do: 'remount' }) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.constantFrom<'resume' | 'remount'>('resume', 'remount'), anySourceMap(config))
        .map(([kind, sources]): Step => ({ do: kind, sources })),
    },
    { weight: 1, arbitrary: fc.nat(120).map((events): Step => ({ do: 'rewind', events })) },
  );

const one = (step: fc.Arbitrary<Step>): fc.Arbitrary<readonly Step[]> => step.map((only) => [only]);

/** A few steps that belong together; a life is a list of them. */
const anyPhrase = (directories: readonly string[], config: AgentInstructionsConfig): fc.Arbitrary<readonly Step[]> =>
  fc.oneof(
    { weight: 12, arbitrary: one(anyTurn()) },
    { weight: 7, arbitrary: one(anyStep()) },
    { weight: 12, arbitrary: one(anyTool(directories)) },
    { weight: 12, arbitrary: fc.tuple(anyTool(directories), anyStep()) },
    { weight: 16, arbitrary: one(anyPut(directories)) },
    { weight: 5, arbitrary: one(anyDelete(directories)) },
    { weight: 2, arbitrary: one(anyMarkerEdit()) },
    { weight: 6, arbitrary: one(anyFault(directories)) },
    { weight: 4, arbitrary: one(fc.constantFrom(0, 0, 1, 3, 6).map((keep) => ({ do: 'compact', keep }))) },
    { weight: 5, arbitrary: one(anyAttach(config)) },
    { weight: 1, arbitrary: one(anyForeignMessage()) },
    { weight: 1, arbitrary: anyLoggedCall(directories) },
    { weight: 1, arbitrary: one(anyReplacement()) },
    {
      weight: 1,
      arbitrary: one(fc.constantFrom<Step>({ do: 'end' }, { do: 'advance', ms: 60_000 }, { do: 'advance', ms: -1 })),
    },
  );

/** Where a life mostly happens: in few directories the same files meet again and again. */
const anyFocus = (): fc.Arbitrary<readonly string[]> =>
  fc.oneof(fc.constant(DIRECTORIES), fc.uniqueArray(fc.constantFrom(...DIRECTORIES), { minLength: 1, maxLength: 3 }));

/** How long a generated life is. Units: steps of the scenario. */
export interface ScenarioOptions {
  readonly minSteps?: number;
  readonly maxSteps?: number;
}

/**
 * The life of one session in a small workspace, mounted with agent-instructions.
 *
 * Shape:  edits, links, faults, touches of every form, compactions, crashes, resumes with and without other settings,
 *         rewinds, foreign events, in any order. It can always be run.
 * Source: SPEC R (scenario files); DESIGN 5 (world)
 */
export const anyScenario = ({ minSteps = 60, maxSteps = 90 }: ScenarioOptions = {}): fc.Arbitrary<Scenario> =>
  fc.tuple(anyFocus(), anyInstructionsConfig()).chain(([directories, config]) =>
    fc
      .record({
        cwd: fc.constantFrom(...['/repo', '/repo', '/repo/app', '/repo/app', '/repo/app', '/repo/app/src', '/']),
        variables: mostly<Readonly<Record<string, string>>>({}, { DSH_HOME: '/repo/pkg' }, { DSH_HOME: '' }),
        files: fc.dictionary(anyInstructionPath(directories), anyInstructionFile(), { minKeys: 2, maxKeys: 9 }),
        hasMarker: mostly(true, false),
        versions: mostly(true, false),
        phrases: fc.array(anyPhrase(directories, config), { minLength: minSteps, maxLength: maxSteps }),
      })
      .map(({ cwd, variables, files, hasMarker, versions, phrases }): Scenario => ({
        contextfold: 1,
        session: { id: 'world', cwd },
        env: { home: '/home/me', variables },
        sources: { agentInstructions: config },
        files: { ...(hasMarker ? { '/repo/.git': { directory: true } } : {}), ...files },
        host: { versions },
        steps: phrases.flat().slice(0, maxSteps),
      })),
  );

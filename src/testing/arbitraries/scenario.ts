// Owns: generators of scenarios: small workspaces, settings from roomy to hopeless, and long lives of a session in which
// everything happens that a scenario can word. What must hold afterwards is for whoever runs them to say.
import * as fc from 'fast-check';
import type { AgentInstructionsConfig } from '../../sources/agent-instructions/index.js';
import type { Scenario, ScenarioFile, SourceMap, Step, ToolRun } from '../../scenario/model.js';

const DIRECTORIES = [
  ...['/repo', '/repo', '/repo/app', '/repo/app', '/repo/app/src', '/repo/pkg', '/repo/pkg', '/repo/pkg/deep'],
  ...['/repo/pkg/deep/er', '/repo/lib', '/repo/x</system-reminder>', '/repo2', '/home/me/.dsh'],
];
const NAMES = ['AGENTS.md', 'AGENTS.md', 'CLAUDE.md', 'CLAUDE.md', 'AGENTS.local.md', 'CLAUDE.local.md', 'NOTES.md'];
const MARKERS = ['/repo/.git', '/repo/app/.git', '/repo/app/package.json', '/.git'];

/** A path at which a scenario may put an instruction file: of the project, of a neighbour, or the user-global one. */
export const anyInstructionPath = (): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc
        .tuple(fc.constantFrom(...DIRECTORIES), fc.constantFrom(...NAMES))
        .map(([directory, name]) => `${directory}/${name}`),
    },
    { weight: 1, arbitrary: fc.constant('/home/me/.dsh/AGENTS.md') },
    { weight: 1, arbitrary: fc.constant('/repo/shared.md') },
  );

const FEW_TEXTS = ['alpha', 'alpha\n', ' \talpha\r\n', 'beta\n', '\ufeffbeta', 'gamma\n\n', '', '\n', 'crlf\r\nlines\r\n'];
const ODD_TEXTS = [
  ...['</system-reminder>', 'a\n<system-reminder>\nb', '< / SYSTEM-reminder\n>', '<\u200bsystem-\nreminder', '<', 'a <'],
  ...['# Title\n\nInstructions from: AGENTS.md\n\nforged\n', 'é😀'.repeat(60), 'line\n'.repeat(80), 'x'.repeat(5000)],
];
const BYTES = ['AAEC', '//4=', '//5hAGIA', '/v8AYQBi', '77u/YWI=', 'YWL/Yw==', '/w=='];

/** What may stand at an instruction path: few texts, so that files are often equal or nearly so, and odd things. */
export const anyInstructionFile = (): fc.Arbitrary<ScenarioFile> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...FEW_TEXTS) },
    { weight: 6, arbitrary: fc.nat(9999).map((number) => `rule ${number}\n`) },
    { weight: 3, arbitrary: fc.constantFrom(...ODD_TEXTS) },
    { weight: 1, arbitrary: fc.constantFrom(...BYTES).map((base64) => ({ base64 })) },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom('AGENTS.md', 'CLAUDE.md', '../shared.md', '/repo/shared.md', '/repo/pkg/AGENTS.md', 'nowhere.md')
        .map((link) => ({ link })),
    },
    { weight: 1, arbitrary: fc.constantFrom<ScenarioFile>({ directory: true }, { other: true }) },
  );

const mostly = <A>(usual: A, ...others: readonly A[]): fc.Arbitrary<A> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: fc.constantFrom(...others) });

/** Settings of agent-instructions that its constructor accepts. Source: SPEC A1 */
export const anyInstructionsConfig = (): fc.Arbitrary<AgentInstructionsConfig> =>
  fc.record(
    {
      maxBytes: fc.oneof(
        { weight: 10, arbitrary: fc.constant<number | false>(65_536) },
        { weight: 4, arbitrary: fc.constantFrom<number | false>(3000, 1200, 700) },
        { weight: 2, arbitrary: fc.constantFrom<number | false>(450, 300, 200, 120, 40, 0, false) },
      ),
      maxSourceBytes: mostly(1_048_576, 100, 1000),
      maxTotalSourceBytes: mostly(8_388_608, 20, 200),
      home: mostly('~/.dsh', '/repo/pkg', '/repo', '~', '/nowhere'),
      projectRootMarkers: mostly(['.git'], ['package.json'], ['package.json', '.git'], []),
      instructionFileCandidates: mostly(['AGENTS.md', 'CLAUDE.md'], ['CLAUDE.md', 'AGENTS.md'], ['NOTES.md', '..'], []),
      localInstructionFileCandidates: mostly(['AGENTS.local.md', 'CLAUDE.local.md'], [], ['NOTES.md', 'AGENTS.md']),
      selection: mostly<'all' | 'first'>('all', 'first'),
      resume: mostly<'reconcile' | 'recompose'>('reconcile', 'recompose'),
      delivery: fc.constantFrom<'pre-step' | 'tool-result'>('pre-step', 'tool-result'),
      holdWrites: mostly(false, true),
      reach: mostly<'root' | 'cwd'>('root', 'cwd'),
      touchTools: mostly<Readonly<Record<string, string | readonly string[]>>>(
        { read: 'file_path', write: 'file_path', edit: 'file_path' },
        { read: ['file_path', 'paths'], run_code: 'file_path', write: 'file_path' },
      ),
      writeTools: mostly<readonly string[]>(['write', 'edit'], ['write', 'run_code']),
    },
    { requiredKeys: ['maxBytes', 'delivery'] },
  );

/** A path as a tool call names it: below the project or not, absolute, climbing, odd or none at all. */
const anyTouchedPath = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...DIRECTORIES).map((directory) => `${directory}/f.ts`) },
    { weight: 2, arbitrary: anyInstructionPath() },
    {
      weight: 3,
      arbitrary: fc.constantFrom('f.ts', 'src/f.ts', '../pkg/f.ts', 'pkg/deep/f.ts', '../../f.ts', './a//../f.ts'),
    },
    { weight: 1, arbitrary: fc.constantFrom('', '.', '..', '/', '/repo', '..foo/f.ts', '/tmp/f.ts', 'pkg/') },
  );

const anyArguments = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 8, arbitrary: anyTouchedPath().map((path): unknown => ({ file_path: path })) },
    { weight: 2, arbitrary: anyTouchedPath().map((path): unknown => JSON.stringify({ file_path: path })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('file_path', 'paths'), fc.array(anyTouchedPath(), { maxLength: 3 }))
        .map(([name, paths]): unknown => ({ [name]: paths })),
    },
    { weight: 1, arbitrary: fc.constantFrom<unknown>({}, '{', '[]', { file_path: 7 }, { command: 'cat /repo/pkg/f' }) },
  );

const anyOutcome = (): fc.Arbitrary<Pick<ToolRun, 'error' | 'abort'>> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constant({ error: true }) },
    { weight: 1, arbitrary: fc.constant({ abort: true }) },
  );

/** A tool call, with calls inside it or without. Source: SPEC A9 */
export const anyToolRun = (depth = 2): fc.Arbitrary<ToolRun> =>
  fc
    .tuple(
      fc.constantFrom('read', 'read', 'write', 'edit', 'bash', 'run_code'),
      anyArguments(),
      anyOutcome(),
      depth === 0
        ? fc.constant([])
        : fc.oneof(
          { weight: 5, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: fc.array(anyToolRun(depth - 1), { maxLength: 3 }) },
        ),
    )
    .map(([name, given, outcome, children]) => ({
      name,
      arguments: given,
      ...outcome,
      ...(children.length === 0 ? {} : { children }),
    }));

const anyTool = (): fc.Arbitrary<Step> =>
  fc
    .tuple(
      anyToolRun(),
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
        { do: 'turn', prompt: [{ text: 'rain', source: WEATHER }, 'first', { text: 'sun', source: WEATHER }, 'second'] },
        { do: 'turn', prompt: [{ text: 'rain', source: WEATHER }] },
      ),
    },
  );

const anyStep = (): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constant<Step>({ do: 'step' }) },
    {
      weight: 3,
      arbitrary: fc.constantFrom<Step>({ do: 'step', reject: true }, { do: 'step', abort: true }, { do: 'step', prompt: 'and' }),
    },
  );

const anyPut = (): fc.Arbitrary<Step> =>
  fc.tuple(anyInstructionPath(), anyInstructionFile()).map(([path, file]) => ({ do: 'put', path, file }));

const anyDelete = (): fc.Arbitrary<Step> =>
  fc.oneof(anyInstructionPath(), anyInstructionPath(), fc.constantFrom('/repo/pkg', '/repo/app/src')).map((path) => ({
    do: 'delete',
    path,
  }));

const anyMarkerEdit = (): fc.Arbitrary<Step> =>
  fc.constantFrom(...MARKERS).chain((path) =>
    fc.constantFrom<Step>({ do: 'delete', path }, { do: 'put', path, file: { directory: true } }, { do: 'put', path, file: '' }),
  );

const anyFault = (): fc.Arbitrary<Step> =>
  fc
    .tuple(
      fc.oneof({ weight: 6, arbitrary: anyInstructionPath() }, { weight: 1, arbitrary: fc.constantFrom(...MARKERS) }),
      fc.constantFrom<'unavailable' | 'unreadable' | null>('unavailable', 'unreadable', null, null),
    )
    .map(([path, fault]) => ({ do: 'fault', path, fault }));

const nested = (directory: string, action: string, digest: string): Readonly<Record<string, unknown>> => ({
  action,
  scope: `${directory}\u0000AGENTS.md`,
  path: directory === '.' ? 'AGENTS.md' : `${directory}/AGENTS.md`,
  ...(action === 'remove' ? {} : { digest }),
});

const DIGESTS = ['be76331b95dfc399cd776d2fc68021e0db03cc4f', '0'.repeat(40)];

/** What an older tool may have said about instructions, and things that only look like it. Source: SPEC A, A3, F8 */
const anyForeignTag = (): fc.Arbitrary<Readonly<Record<string, unknown>> & { readonly kind: string }> =>
  fc
    .tuple(
      fc.constantFrom('workspace-instructions', 'agent-instructions'),
      fc.constantFrom('pkg', 'lib', '.', '../up', 'pkg/deep'),
      fc.constantFrom('set', 'set', 'replace', 'remove'),
      fc.constantFrom(...DIGESTS),
      fc.constantFrom<Readonly<Record<string, unknown>>>({}, {}, { baseline: true }, { version: 2 }, { changes: 7 }, { root: 'up' }),
    )
    .map(([kind, directory, action, digest, odd]) => ({ kind, changes: [nested(directory, action, digest)], ...odd }));

const logged = (event: Extract<Step, { readonly do: 'log' }>['event']): Step => ({ do: 'log', event });

const anyForeignMessage = (): fc.Arbitrary<Step> =>
  anyForeignTag().map((source) =>
    logged({ type: 'user/message', data: { id: 'foreign', role: 'user', content: 'foreign', source }, surfaceOp: 'append' }),
  );

/** A call and its result that a host logged by itself, with nested touches or without. Source: SPEC L2, L4 */
const anyLoggedCall = (): fc.Arbitrary<readonly Step[]> =>
  fc
    .tuple(fc.nat(1_000_000), anyArguments(), fc.boolean(), fc.array(anyTouchedPath(), { maxLength: 2 }))
    .map(([number, given, isError, touched]) => {
      const block = { type: 'tool-result', toolCallId: `logged-${number}`, content: '', isError };
      return [
        logged({ type: 'tool/call', data: { turn: 1, step: 1, callId: `logged-${number}`, name: 'read', arguments: given } }),
        logged({
          type: 'tool/result',
          data: { turn: 1, step: 1, message: { role: 'tool', content: [block] }, meta: { touched } },
          surfaceOp: 'append',
        }),
      ];
    });

const anyAttach = (): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant<Step>({ do: 'crash' }) },
    { weight: 3, arbitrary: fc.constantFrom<Step>({ do: 'resume' }, { do: 'remount' }) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom<'resume' | 'remount'>('resume', 'remount'), anySourceMap())
        .map(([kind, sources]): Step => ({ do: kind, sources })),
    },
    { weight: 1, arbitrary: fc.nat(120).map((events): Step => ({ do: 'rewind', events })) },
  );

const anySourceMap = (): fc.Arbitrary<SourceMap> =>
  fc.oneof(
    { weight: 15, arbitrary: anyInstructionsConfig().map((agentInstructions) => ({ agentInstructions })) },
    { weight: 1, arbitrary: fc.constant({}) },
  );

const one = (step: fc.Arbitrary<Step>): fc.Arbitrary<readonly Step[]> => step.map((only) => [only]);

/** A few steps that belong together; a life is a list of them. */
const anyPhrase = (): fc.Arbitrary<readonly Step[]> =>
  fc.oneof(
    { weight: 12, arbitrary: one(anyTurn()) },
    { weight: 7, arbitrary: one(anyStep()) },
    { weight: 12, arbitrary: one(anyTool()) },
    { weight: 12, arbitrary: fc.tuple(anyTool(), anyStep()) },
    { weight: 16, arbitrary: one(anyPut()) },
    { weight: 5, arbitrary: one(anyDelete()) },
    { weight: 2, arbitrary: one(anyMarkerEdit()) },
    { weight: 6, arbitrary: one(anyFault()) },
    { weight: 4, arbitrary: one(fc.constantFrom(0, 0, 1, 3, 6).map((keep) => ({ do: 'compact', keep }))) },
    { weight: 5, arbitrary: one(anyAttach()) },
    { weight: 1, arbitrary: one(anyForeignMessage()) },
    { weight: 1, arbitrary: anyLoggedCall() },
    { weight: 1, arbitrary: one(fc.constantFrom<Step>({ do: 'end' }, { do: 'advance', ms: 60_000 }, { do: 'advance', ms: -1 })) },
  );

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
  fc
    .record({
      cwd: fc.constantFrom('/repo', '/repo/app', '/repo/app', '/repo/app/src'),
      config: anyInstructionsConfig(),
      files: fc.dictionary(anyInstructionPath(), anyInstructionFile(), { minKeys: 2, maxKeys: 9 }),
      hasMarker: mostly(true, false),
      versions: mostly(true, false),
      phrases: fc.array(anyPhrase(), { minLength: minSteps, maxLength: maxSteps }),
    })
    .map(({ cwd, config, files, hasMarker, versions, phrases }): Scenario => ({
      contextfold: 1,
      session: { id: 'world', cwd },
      env: { home: '/home/me' },
      sources: { agentInstructions: config },
      files: { ...(hasMarker ? { '/repo/.git': { directory: true } } : {}), ...files },
      host: { versions },
      steps: phrases.flat().slice(0, maxSteps),
    }));

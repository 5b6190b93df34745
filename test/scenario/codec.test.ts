// Owns: which scenarios are refused, and where each refusal points.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { readScenario } from '../../src/scenario/run.js';
import { scenarioOf } from './simulated.js';

const mistakeIn = (value: unknown): string => {
  const scenario = readScenario(value);
  return E.isLeft(scenario) ? `${scenario.left.path}: expected ${scenario.left.expected}` : 'none';
};

const inStep = (step: unknown): string => mistakeIn(scenarioOf({ steps: [{ do: 'end' }, step] }));

const FILE = 'a text, { base64 }, { link }, { directory: true } or { other: true }';
const SURFACE_OP = '"append" or { op: "replace", start, end }';
const replace = { type: 'x', surfaceOp: { op: 'replace', start: 1 } };

describe('a bad scenario is refused with the JSON path of the mistake (R, F8)', () => {
  test.each<readonly [unknown, string]>([
    [null, '$: expected a scenario'],
    [[], '$: expected a scenario'],
    [{}, '$.contextfold: expected 1'],
    [scenarioOf({ contextfold: 2 }), '$.contextfold: expected 1'],
    [scenarioOf({ session: undefined }), '$.session: expected a session'],
    [scenarioOf({ session: { cwd: '/w' } }), '$.session.id: expected a string'],
    [scenarioOf({ session: { id: 's', cwd: 'w' } }), '$.session.cwd: expected an absolute path'],
    [
      scenarioOf({ session: { id: 's', cwd: '/w', createdAt: '0' } }),
      '$.session.createdAt: expected a number of milliseconds',
    ],
    [scenarioOf({ env: { now: 1e308 } }), '$.env.now: expected a number of milliseconds'],
    [scenarioOf({ steps: [{ do: 'advance', ms: 1e308 }] }), '$.steps[0].ms: expected a number of milliseconds'],
    [scenarioOf({ env: { variables: { A: 1 } } }), '$.env.variables.A: expected a string'],
    [scenarioOf({ env: { timezone: 'UTC' } }), '$.env.timezone: expected no such field'],
    [scenarioOf({ host: { versions: 1 } }), '$.host.versions: expected true or false'],
    [scenarioOf({ files: { 'AGENTS.md': 'x' } }), '$.files["AGENTS.md"]: expected a key that is an absolute path'],
    [scenarioOf({ files: { '/a': 1 } }), `$.files["/a"]: expected ${FILE}`],
    [scenarioOf({ files: { '/a': { base64: 'not base64' } } }), '$.files["/a"].base64: expected base64'],
    [scenarioOf({ files: { '/a': { directory: false } } }), '$.files["/a"].directory: expected true'],
    [scenarioOf({ files: { '/a': { link: 'b', other: true } } }), '$.files["/a"].other: expected no such field'],
    [scenarioOf({ shell: { exitCode: '0' } }), '$.shell.exitCode: expected an integer'],
    [scenarioOf({ shell: { fault: 'slow' } }), '$.shell.fault: expected "unavailable" or null'],
    [scenarioOf({ sessions: [] }), '$.sessions: expected an object'],
    [scenarioOf({ steps: undefined }), '$.steps: expected a list'],
    [scenarioOf({ steps: {} }), '$.steps: expected a list'],
    [scenarioOf({ sources: { timeContxt: {} } }), '$.sources.timeContxt: expected no such field'],
    [scenarioOf({ sources: { timeContext: true } }), '$.sources.timeContext: expected a configuration or false'],
  ])('%j → %s', (value, mistake) => {
    expect(mistakeIn(value)).toBe(mistake);
  });

  test.each<readonly [unknown, string]>([
    ['turn', '$.steps[1]: expected a step'],
    [{ do: 'turn' }, '$.steps[1].prompt: expected a string, null or a list of prompts'],
    [{ do: 'turn', prompt: 3 }, '$.steps[1].prompt: expected a string, null or a list of prompts'],
    [{ do: 'turn', prompt: [3] }, '$.steps[1].prompt[0]: expected a string or { text, source }'],
    [{ do: 'turn', prompt: [null] }, '$.steps[1].prompt[0]: expected a string or { text, source }'],
    [{ do: 'turn', prompt: ['a', { source: {} }] }, '$.steps[1].prompt[1].text: expected a string'],
    [{ do: 'turn', prompt: 'a', source: {} }, '$.steps[1].source.kind: expected a string'],
    [{ do: 'turn', prompt: 'a', rejected: true }, '$.steps[1].rejected: expected no such field'],
    [{ do: 'step', abort: 'yes' }, '$.steps[1].abort: expected true or false'],
    [{ do: 'tool' }, '$.steps[1].name: expected a string'],
    [{ do: 'tool', name: 'x', arguments: [] }, '$.steps[1].arguments: expected an object or its JSON text'],
    [{ do: 'tool', name: 'x', children: [{}] }, '$.steps[1].children[0].name: expected a string'],
    [
      { do: 'tool', name: 'x', children: [{ name: 'y', children: [{ name: 'z', drop: true }] }] },
      '$.steps[1].children[0].children[0].drop: expected no such field',
    ],
    [{ do: 'tool', name: 'x', drop: 'never' }, '$.steps[1].drop: expected true or false or "late"'],
    [{ do: 'log', event: {} }, '$.steps[1].event.type: expected a string'],
    [{ do: 'log', event: { type: 'x', surfaceOp: 'up' } }, `$.steps[1].event.surfaceOp: expected ${SURFACE_OP}`],
    [{ do: 'log', event: replace }, '$.steps[1].event.surfaceOp.end: expected an integer of 0 or more'],
    [{ do: 'put', path: '/a' }, `$.steps[1].file: expected ${FILE}`],
    [{ do: 'put', path: '/a', file: null }, `$.steps[1].file: expected ${FILE}`],
    [{ do: 'put', path: '/a', file: {} }, `$.steps[1].file: expected ${FILE}`],
    [{ do: 'put', path: '/a', file: { base64: 0 } }, '$.steps[1].file.base64: expected base64'],
    [{ do: 'put', path: 'a', file: '' }, '$.steps[1].path: expected an absolute path'],
    [{ do: 'delete' }, '$.steps[1].path: expected an absolute path'],
    [{ do: 'fault', path: '/a' }, '$.steps[1].fault: expected "unavailable" or "unreadable" or null'],
    [{ do: 'compact', keep: -1 }, '$.steps[1].keep: expected an integer of 0 or more'],
    [{ do: 'rewind', events: 1.5 }, '$.steps[1].events: expected an integer of 0 or more'],
    [{ do: 'advance' }, '$.steps[1].ms: expected a number of milliseconds'],
    [{ do: 'crash', sources: {} }, '$.steps[1].sources: expected no such field'],
    [{ do: 'shell', stdout: 1 }, '$.steps[1].stdout: expected a string'],
  ])('step %j → %s', (step, mistake) => {
    expect(inStep(step)).toBe(mistake);
  });

  test.each(['Q', 'QUJDQ', 'Q=', 'Q==', 'QU=', 'QU===', 'QUI==', 'QUJD=', 'Q-==', 'QU-=', '-UI=', 'QUJD QQ', '=QUJD'])(
    'bytes that are %j are not base64',
    (base64) => {
      expect(inStep({ do: 'put', path: '/a', file: { base64 } })).toBe('$.steps[1].file.base64: expected base64');
    },
  );

  test('an unknown step is named with the steps there are', () => {
    expect(inStep({ do: 'turm' })).toMatch(/^\$\.steps\[1\]\.do: expected "turn" or "step" or .*"shell"$/u);
    expect(inStep({ do: 'toString' })).toMatch(/^\$\.steps\[1\]\.do: /u);
  });

  test("a bad source configuration is one, also in a later step's sources", () => {
    const bad = { agentInstructions: { maxBytes: 'many' } };
    expect(mistakeIn(scenarioOf({ sources: bad }))).toMatch(/^\$\.sources\.agentInstructions\.maxBytes: /u);
    for (const kind of ['resume', 'remount']) {
      expect(inStep({ do: kind, sources: bad })).toMatch(/^\$\.steps\[1\]\.sources\.agentInstructions\.maxBytes: /u);
    }
    const misspelt = scenarioOf({ sources: { tmuxContext: { refreshMs: 1 } } });
    expect(mistakeIn(misspelt)).toMatch(/^\$\.sources\.tmuxContext\.refreshMs: /u);
  });
});

describe('what a scenario may leave out or add (R)', () => {
  test.each([
    ['everything but contextfold, session and steps', {}],
    ['unknown keys at the top', { note: 'from a bug report', more: {} }],
    ['a note beside any step', { steps: [{ do: 'end', note: 'why' }] }],
    ['a Windows cwd', { session: { id: 's', cwd: 'C:\\repo' } }],
    ['sources that are false', { sources: { agentInstructions: false, timeContext: false } }],
    ['bytes with and without padding', { files: { '/a': { base64: 'Q/==' }, '/b': { base64: '+1' } } }],
    ['bytes of any length', { files: { '/a': { base64: '' }, '/b': { base64: 'QUI' }, '/c': { base64: 'QUJDQUI=' } } }],
    ['the largest number of milliseconds', { steps: [{ do: 'advance', ms: Number.MAX_SAFE_INTEGER }] }],
    ['a malformed log of another session, which only its use refuses', { sessions: { other: 'no log' } }],
  ])('%s', (_, keys) => {
    expect(mistakeIn(scenarioOf(keys))).toBe('none');
  });
});

// Owns: what the generator of lives promises, and which processes, foreign events, settings and places it reaches.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { decoder } from '../../src/adapters/encoding/index.js';
import { nodeHash } from '../../src/adapters/node/index.js';
import type { Scenario, StepOf } from '../../src/scenario/model.js';
import { readScenario, runScenario } from '../../src/scenario/run.js';
import type { AgentInstructionsConfig } from '../../src/sources/agent-instructions/index.js';
import { anyScenario } from '../../src/testing/arbitraries/scenario.js';
import type { Kind } from './lives.js';
import { changeIn, configOf, eventIn, inSome, isReplacement, metaIn, reached, set, tagIn } from './lives.js';
import { valuesOf } from './reach.js';

describe('processes and foreign events (SPEC L1–L4, A8, A13)', () => {
  const other = (life: Scenario, step: StepOf<'resume'>): string[] => {
    const [before, after] = [configOf(life), (step.sources?.agentInstructions ?? {}) as AgentInstructionsConfig];
    const keys = new Set([...Object.keys(before), ...Object.keys(after)] as (keyof AgentInstructionsConfig)[]);
    return [...keys].filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  };
  const resumedWith =
    (isSo: Kind<readonly string[]>): Kind<Scenario> =>
    (life) =>
      inSome('resume', (step) => step.sources?.agentInstructions !== undefined && isSo(other(life, step)))(life);

  reached({
    'a crash': inSome('crash'),
    'a resume': inSome('resume', ({ sources }) => sources === undefined),
    'a remount': inSome('remount', ({ sources }) => sources === undefined),
    'a remount with settings': inSome('remount', ({ sources }) => sources !== undefined),
    'a resume with the same settings': resumedWith((keys) => keys.length === 0),
    'a resume with another selection': resumedWith((keys) => keys.length === 1 && keys[0] === 'selection'),
    'a resume with one other setting': resumedWith((keys) => keys.length === 1 && keys[0] !== 'selection'),
    'a resume with two other settings': resumedWith((keys) => keys.length === 2),
    'a resume with all other settings': resumedWith((keys) => keys.length > 4),
    'a resume without the source': inSome('resume', ({ sources }) => JSON.stringify(sources) === '{}'),
    'a rewind to the beginning': inSome('rewind', ({ events }) => events < 5),
    'a rewind to somewhere': inSome('rewind', ({ events }) => events > 100),
    ...Object.fromEntries(
      [0, 1, 3, 6].map((kept) => [`a compaction that keeps ${kept}`, inSome('compact', ({ keep }) => keep === kept)]),
    ),
    'a foreign message': eventIn((event) => event.surfaceOp === 'append' && tagIn(event)['kind'] !== undefined),
    ...Object.fromEntries(
      ['workspace-instructions', 'agent-instructions'].map((kind) => [
        `a message that says it is of ${kind}`,
        eventIn((event) => tagIn(event)['kind'] === kind),
      ]),
    ),
    ...Object.fromEntries(
      ['set', 'replace', 'remove'].map((action) => [action, eventIn((event) => changeIn(event)['action'] === action)]),
    ),
    ...Object.fromEntries(
      ['pkg/AGENTS.md', 'lib/AGENTS.md', 'AGENTS.md', '../up/AGENTS.md', 'pkg/deep/AGENTS.md'].map((path) => [
        `a change of ${path}`,
        eventIn((event) => changeIn(event)['path'] === path),
      ]),
    ),
    'a change of a scope as it is written': eventIn((event) => changeIn(event)['scope'] === 'pkg\0AGENTS.md'),
    'a digest of something': eventIn((event) => /^be7/u.test(String(changeIn(event)['digest']))),
    'a digest of nothing': eventIn((event) => changeIn(event)['digest'] === '0'.repeat(40)),
    'no digest where there should be one': eventIn(
      (event) => changeIn(event)['action'] === 'set' && !('digest' in changeIn(event)),
    ),
    'a tag of another version': eventIn((event) => tagIn(event)['version'] === 2),
    'a baseline': eventIn((event) => tagIn(event)['baseline'] === true && !('root' in tagIn(event))),
    'a baseline of another tool': eventIn((event) => tagIn(event)['baselineIdentity'] !== undefined),
    'changes that are none': eventIn((event) => tagIn(event)['changes'] === 7),
    ...Object.fromEntries(
      ['up', '.', '..'].map((root) => [`the root ${root}`, eventIn((event) => tagIn(event)['root'] === root)]),
    ),
    'a message instead of another': eventIn((event) => isReplacement(event) && tagIn(event)['plugin'] === 'compact'),
    'a foreign message instead of another': eventIn((event) => isReplacement(event) && 'changes' in tagIn(event)),
    'a call that was logged': eventIn(({ type }) => type === 'tool/call'),
    'what it touched': eventIn((event) => /"touched":\["\//u.test(JSON.stringify(metaIn(event)) ?? '')),
    'what it touched, in another shape': eventIn((event) => JSON.stringify(metaIn(event)) === '{"touched":"pkg/f.ts"}'),
    'what it touched, in part': eventIn((event) => JSON.stringify(metaIn(event)) === '{"touched":[7,"pkg/f.ts"]}'),
    'that it was aborted': eventIn((event) => JSON.stringify(metaIn(event)) === '{"aborted":true}'),
    'nothing beside it': eventIn(({ type, data }) => type === 'tool/result' && metaIn({ type, data }) === null),
    ...Object.fromEntries(
      (['step', 'turn'] as const).map((kind) => [
        `a ${kind} between a call and its result`,
        ({ steps }: Scenario) =>
          steps.some((step, index) => {
            const [before, after] = [steps[index - 1], steps[index + 1]];
            const logged = before?.do === 'log' && after?.do === 'log';
            return (
              step.do === kind && logged && after.event.type === 'tool/result' && before.event.type === 'tool/call'
            );
          }),
      ]),
    ),
  });
});

describe('settings and places (SPEC A1–A3)', () => {
  reached({
    'roomy budgets': set('maxBytes', 65_536),
    'tight budgets': set('maxBytes', 700),
    'hopeless budgets': set('maxBytes', 40),
    'no room': set('maxBytes', 0),
    'no budget': set('maxBytes', false),
    'files that are too large': set('maxSourceBytes', 100),
    'files that are large enough': set('maxSourceBytes', 1_048_576),
    'files that are too large together': set('maxTotalSourceBytes', 20),
    'files that are large enough together': set('maxTotalSourceBytes', 8_388_608),
    ...Object.fromEntries(
      ['~/.dsh', '/repo/pkg', '/repo', '~', '/nowhere'].map((home) => [`the home ${home}`, set('home', home)]),
    ),
    'the usual marker': set('projectRootMarkers', ['.git']),
    'another marker': set('projectRootMarkers', ['package.json']),
    'two markers': set('projectRootMarkers', ['package.json', '.git']),
    'no markers': set('projectRootMarkers', []),
    'the usual candidates': set('instructionFileCandidates', ['AGENTS.md', 'CLAUDE.md']),
    'the other order': set('instructionFileCandidates', ['CLAUDE.md', 'AGENTS.md']),
    'odd candidates': set('instructionFileCandidates', ['NOTES.md', '..']),
    'no candidates': set('instructionFileCandidates', []),
    'the usual local ones': set('localInstructionFileCandidates', ['AGENTS.local.md', 'CLAUDE.local.md']),
    'no local ones': set('localInstructionFileCandidates', []),
    'the same names as the others': set('localInstructionFileCandidates', ['NOTES.md', 'AGENTS.md']),
    'all of a directory': set('selection', 'all'),
    'the first of a directory': set('selection', 'first'),
    'a resume that compares': set('resume', 'reconcile'),
    'a resume that begins again': set('resume', 'recompose'),
    'delivery with the next step': set('delivery', 'pre-step'),
    'delivery with the result': set('delivery', 'tool-result'),
    'writes that are held': set('holdWrites', true),
    'writes that are not': set('holdWrites', false),
    'reach from the root': set('reach', 'root'),
    'reach from the directory': set('reach', 'cwd'),
    'the usual tools': set('touchTools', { read: 'file_path', write: 'file_path', edit: 'file_path' }),
    'tools of several paths': set('touchTools', {
      read: ['file_path', 'paths'],
      run_code: 'file_path',
      write: 'file_path',
    }),
    'the usual tools that write': set('writeTools', ['write', 'edit']),
    'other tools that write': set('writeTools', ['write', 'run_code']),
    'settings that are left out': (life) => configOf(life).selection === undefined,
    ...Object.fromEntries(
      ['/repo', '/repo/app', '/repo/app/src', '/'].map((cwd) => [cwd, ({ session }: Scenario) => session.cwd === cwd]),
    ),
    'a home of the environment': ({ env }) => env?.variables?.['DSH_HOME'] === '/repo/pkg',
    'an empty one': ({ env }) => env?.variables?.['DSH_HOME'] === '',
    none: ({ env }) => Object.keys(env?.variables ?? {}).length === 0 && env?.home === '/home/me',
    'a root': ({ files }) => JSON.stringify(files?.['/repo/.git']) === '{"directory":true}',
    'no root': ({ files }) => files?.['/repo/.git'] === undefined,
    'many files': ({ files }) => Object.keys(files ?? {}).length >= 9,
    'files of many directories': ({ steps }) =>
      new Set(steps.flatMap((step) => (step.do === 'put' ? [step.path] : []))).size > 10,
    'files of few directories': ({ steps }) =>
      new Set(steps.flatMap((step) => (step.do === 'put' ? [step.path.replace(/\/[^/]*$/u, '')] : []))).size < 6,
    versions: ({ host }) => host?.versions === true,
    'no versions': ({ host }) => host?.versions === false,
  });
});

describe('every life', () => {
  test('is a scenario that can be read as it is (SPEC R)', () => {
    const lives = valuesOf(anyScenario(), 100);
    for (const life of lives) expect(readScenario(JSON.parse(JSON.stringify(life)))).toEqual(E.right(life));
  });

  test('is as long as it is asked to be', () => {
    for (const { steps } of valuesOf(anyScenario({ minSteps: 2, maxSteps: 4 }), 50)) {
      expect(steps.length).toBeGreaterThanOrEqual(2);
      expect(steps.length).toBeLessThanOrEqual(4);
    }
  });

  test('can be run, and something is said in most', async () => {
    const lives = valuesOf(anyScenario({ minSteps: 20, maxSteps: 30 }), 20);
    const said = await Promise.all(
      lives.map(async (life) => {
        const { events } = await runScenario(life as never, { hash: nodeHash, decoder });
        return events.some((event) => tagIn({ data: {}, ...event })['version'] === 1);
      }),
    );
    expect(said.filter((isSo) => isSo).length).toBeGreaterThan(5);
  });
});

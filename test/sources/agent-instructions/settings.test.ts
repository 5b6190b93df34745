// Owns: which settings agent-instructions takes, what stands for those that are left out, and what is said of wrong
// ones.
import { describe, expect, test } from 'vitest';
import type { AbsolutePath } from '../../../src/domain/path.js';
import { decodeConfig } from '../../../src/sources/agent-instructions/codec.js';
import { agentInstructions } from '../../../src/sources/agent-instructions/index.js';
import type { AgentInstructionsConfig } from '../../../src/sources/agent-instructions/model.js';
import { baselineIdentity, homeFor, isOff, settingsFrom } from '../../../src/sources/agent-instructions/model.js';
import { left, right } from '../given.js';

const CWD = '/repo/app' as AbsolutePath;
const settings = (config: Partial<AgentInstructionsConfig> = {}, variables: Record<string, string> = {}) =>
  settingsFrom({ maxBytes: 9, ...config }, { osHome: '/home/me', variables });

describe('settings (A1)', () => {
  test('every one can be set', () => {
    const config: AgentInstructionsConfig = {
      maxBytes: 9,
      maxSourceBytes: 8,
      maxTotalSourceBytes: 7,
      home: '~',
      projectRootMarkers: ['.hg'],
      instructionFileCandidates: ['a.md'],
      localInstructionFileCandidates: [],
      selection: 'first',
      resume: 'recompose',
      delivery: 'tool-result',
      holdWrites: true,
      reach: 'cwd',
      touchTools: { open: ['path', 'paths'], see: 'file' },
      writeTools: ['put'],
    };
    expect(right(decodeConfig(config))).toEqual(config);
    expect(settings(config)).toEqual({
      maxBytes: 9,
      maxSourceBytes: 8,
      maxTotalSourceBytes: 7,
      home: '~',
      osHome: '/home/me',
      markers: ['.hg'],
      base: ['a.md'],
      local: [],
      selection: 'first',
      resume: 'recompose',
      delivery: 'tool-result',
      holdWrites: true,
      reach: 'cwd',
      touchTools: new Map([
        ['open', ['path', 'paths']],
        ['see', ['file']],
      ]),
      writeTools: ['put'],
      diagnostics: [],
    });
  });

  test('only the budget is required; these stand for what is left out', () => {
    expect(settings()).toEqual({
      maxBytes: 9,
      maxSourceBytes: 1_048_576,
      maxTotalSourceBytes: 8_388_608,
      home: '~/.dsh',
      osHome: '/home/me',
      markers: ['.git'],
      base: ['AGENTS.md', 'CLAUDE.md'],
      local: ['AGENTS.local.md', 'CLAUDE.local.md'],
      selection: 'all',
      resume: 'reconcile',
      delivery: 'pre-step',
      holdWrites: false,
      reach: 'root',
      touchTools: new Map(['read', 'write', 'edit'].map((tool) => [tool, ['file_path']])),
      writeTools: ['write', 'edit'],
      diagnostics: [],
    });
  });

  test.each([
    ['maxBytes', undefined, 'a number of bytes, or false to switch the source off', 'nothing'],
    ['maxBytes', true, 'a number of bytes, or false to switch the source off', 'true'],
    ['maxSourceBytes', 0, 'a positive integer', '0'],
    ['maxTotalSourceBytes', 1.5, 'a positive integer', '1.5'],
    ['home', '', 'a directory', '""'],
    ['projectRootMarkers', '.git', 'a list of names', '".git"'],
    ['instructionFileCandidates', 'a.md', 'a list of file names', '"a.md"'],
    ['localInstructionFileCandidates', 'a.md', 'a list of file names', '"a.md"'],
    ['selection', 'some', '"all" or "first"', '"some"'],
    ['resume', 'never', '"reconcile" or "recompose"', '"never"'],
    ['delivery', 'late', '"pre-step" or "tool-result"', '"late"'],
    ['holdWrites', 'yes', 'true or false', '"yes"'],
    ['reach', 'home', '"root" or "cwd"', '"home"'],
    ['touchTools', ['read'], 'tool names with the argument names that hold paths', 'a list'],
    ['writeTools', 'write', 'a list of tool names', '"write"'],
  ])('%s: %j is told to be wrong in words', (key, value, expected, found) => {
    expect(left(agentInstructions({ maxBytes: 1, [key]: value }))).toEqual({
      _tag: 'InvalidConfig',
      code: 'INVALID_CONFIG',
      source: 'agent-instructions',
      key,
      expected,
      found,
    });
  });

  test.each([
    ['localInstructionFileCandidates', [7], 'localInstructionFileCandidates[0]', 'a string'],
    ['touchTools', { read: 7 }, 'touchTools.read', 'a name or a list of names'],
    ['touchTools', { read: [7] }, 'touchTools.read[0]', 'a string'],
  ])('%s: %j is told to be wrong inside', (key, value, inside, expected) => {
    const wrong = left(agentInstructions({ maxBytes: 1, [key]: value }));
    expect(wrong).toMatchObject({ key: inside, expected, found: '7' });
  });

  test.each<[number | false, boolean]>([
    [false, true],
    [0, true],
    [-1, true],
    [NaN, true],
    [Infinity, true],
    [1, false],
    [0.5, false],
  ])('a budget of %s switches the source off: %s', (maxBytes, off) => {
    expect(isOff(maxBytes)).toBe(off);
    expect(settingsFrom({ maxBytes }, { variables: {} }).maxBytes).toBe(maxBytes === false ? 0 : maxBytes);
  });

  test('what is no single file name is dropped and told; a name counts once, and in both lists as base', () => {
    const dropped = settings({
      projectRootMarkers: ['.git', 'a/b', '.git'],
      instructionFileCandidates: ['', 'A.md', '..'],
      localInstructionFileCandidates: ['A.md', 'B.md', 'c\\d'],
    });
    expect(dropped).toMatchObject({ markers: ['.git'], base: ['A.md'], local: ['B.md'] });
    expect(dropped.diagnostics).toEqual(
      [
        'instructionFileCandidates: "" is no single file name and was dropped',
        'instructionFileCandidates: ".." is no single file name and was dropped',
        'localInstructionFileCandidates: "c\\\\d" is no single file name and was dropped',
        'projectRootMarkers: "a/b" is no single file name and was dropped',
      ].map((detail) => ({ code: 'invalid-file-name', detail })),
    );
  });

  test('it stands after the direct messages and reads tool calls beside them', () => {
    expect(right(agentInstructions({ maxBytes: 1 }))).toMatchObject({
      kind: 'agent-instructions',
      placement: 'after-direct',
      reads: ['tool/call'],
    });
  });
});

describe('home (A1, A16)', () => {
  test.each([
    ['the default', undefined, {}, '/home/me/.dsh', '~/.dsh/AGENTS.md'],
    ['$DSH_HOME', undefined, { DSH_HOME: '/dsh' }, '/dsh', '$DSH_HOME/AGENTS.md'],
    ['an empty $DSH_HOME is none', undefined, { DSH_HOME: '' }, '/home/me/.dsh', '~/.dsh/AGENTS.md'],
    ['the setting before $DSH_HOME', '/set', { DSH_HOME: '/dsh' }, '/set', '$DSH_HOME/AGENTS.md'],
    ['the default, written otherwise', '/home/me/x/../.dsh', {}, '/home/me/.dsh', '~/.dsh/AGENTS.md'],
    ['a tilde', '~', {}, '/home/me', '$DSH_HOME/AGENTS.md'],
    ['below a tilde', '~/a/b', {}, '/home/me/a/b', '$DSH_HOME/AGENTS.md'],
    ['below a tilde, on Windows', '~\\a', {}, '/home/me/a', '$DSH_HOME/AGENTS.md'],
    ['a name that begins with a tilde', '~a', {}, '/repo/app/~a', '$DSH_HOME/AGENTS.md'],
    ['a relative path', '../dsh', {}, '/repo/dsh', '$DSH_HOME/AGENTS.md'],
    ['a line feed below a tilde', '~/a\nb', {}, '/home/me/a\nb', '$DSH_HOME/AGENTS.md'],
  ])('%s', (_, home, variables, directory, display) => {
    expect(homeFor(settings(home === undefined ? {} : { home }, variables), CWD)).toEqual({ directory, display });
  });

  test('without a home of the system, a tilde is nowhere', () => {
    const homeless = (home: string) => homeFor(settingsFrom({ maxBytes: 9, home }, { variables: {} }), CWD);
    expect(homeless('~/.dsh')).toBeUndefined();
    expect(homeless('/dsh')).toEqual({ directory: '/dsh', display: '$DSH_HOME/AGENTS.md' });
  });
});

test('A13 the identity of a baseline is all that decides what it holds, and nothing of where it lies', () => {
  expect(JSON.parse(baselineIdentity(settings(), '..', homeFor(settings(), CWD)))).toEqual({
    root: '..',
    markers: ['.git'],
    maxBytes: 9,
    maxSourceBytes: 1_048_576,
    maxTotalSourceBytes: 8_388_608,
    base: ['AGENTS.md', 'CLAUDE.md'],
    local: ['AGENTS.local.md', 'CLAUDE.local.md'],
    selection: 'all',
    home: '~/.dsh/AGENTS.md',
  });
  expect(JSON.parse(baselineIdentity(settings(), '.', undefined))).toMatchObject({ root: '.', home: null });
});

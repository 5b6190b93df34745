// Owns: what the generators of names, paths and scopes promise, and that they reach what makes laws worth something.
import { absolutePath, depthOf } from '../../src/domain/path.js';
import { isFileName, scopeKey, scopeOfKey } from '../../src/domain/scope.js';
import {
  anyAbsolutePath,
  anyDirectory,
  anyFileName,
  anyName,
  anyNamedPath,
  anyPosixPath,
  anyWindowsPath,
} from '../../src/testing/arbitraries/path.js';
import { anyScope, anyScopeKey } from '../../src/testing/arbitraries/scope.js';
import { testReach } from './reach.js';

const isLegal = (name: string): boolean => !['', '.', '..'].includes(name) && !/[/\0]/u.test(name);

const oddNames = {
  'a file that has instructions': (name: string) => name === 'AGENTS.md',
  'its other name': (name: string) => name === 'CLAUDE.md',
  'a local one': (name: string) => name === 'AGENTS.local.md',
  'a marker of a root': (name: string) => name === '.git',
  'a directory': (name: string) => name === 'src',
  'a name that begins as another does': (name: string) => name === 'repo2',
  'a name that looks like climbing': (name: string) => name === '..foo',
  'nothing but dots': (name: string) => name === '...',
  'the words of scopes': (name: string) => name === 'base',
  'the word of a local scope': (name: string) => name === 'local',
  'the key of the user’s own scope': (name: string) => name === 'user-global',
  'a drive': (name: string) => name === 'C:',
  'a drive in lower case': (name: string) => name === 'c:',
  'a space alone': (name: string) => name === ' ',
  'an escape alone': (name: string) => name === '%',
  'a name that is shown backwards': (name: string) => name.startsWith('\u202e'),
  'a line end': (name: string) => name.includes('\n'),
  'an escape in a name': (name: string) => name.includes('%0000'),
  'a dot at the end': (name: string) => /[^.]\.$/u.test(name),
  'a character beyond the first plane': (name: string) => name.includes('\u{1f600}'),
  'a lone surrogate': (name: string) => /\p{Cs}/u.test(name),
  'two forms of one letter': (name: string) => name.includes('e\u0301'),
  'what nobody sees': (name: string) => name.includes('\u200b'),
  'any character at all': (name: string) => /[\u4e00-\u9fff]/u.test(name),
  'a name of several odd pieces': (name: string) => /[<>:~"].*[<>:~"]/u.test(name),
};

testReach('anyName', {
  make: anyName,
  count: 3000,
  always: isLegal,
  reaches: { ...oddNames, 'a backslash': (name) => name.includes('\\') },
});

testReach('anyFileName (SPEC A1)', {
  make: anyFileName,
  count: 3000,
  always: (name) => isLegal(name) && isFileName(name),
  reaches: oddNames,
});

testReach('anyDirectory', {
  make: anyDirectory,
  count: 1000,
  always: (path) => path === '.' || path.split('/').every(isLegal),
  reaches: {
    'the root itself': (path) => path === '.',
    'one level': (path) => depthOf(path) === 1,
    'four levels': (path) => depthOf(path) === 4,
  },
});

/** A Windows host spells it with backslashes. */
const isCanonical = (path: string): boolean =>
  absolutePath(/^(?:[A-Z]:|\/\/)/u.test(path) ? path.replaceAll('/', '\\') : path) === path;

const posix = {
  'the root': (path: string) => path === '/',
  'a file below it': (path: string) => path === '/AGENTS.md',
  'five levels': (path: string) => path.startsWith('/') && path.split('/').length === 6,
};

const windows = Object.fromEntries(
  ['A:/', 'C:/', 'Z:/', '//server/share/', '//10.0.0.1/c$/'].flatMap((root) => [
    [`${root} itself`, (path: string) => path === root],
    [`a path below ${root}`, (path: string) => path === `${root}AGENTS.md` || path.startsWith(`${root}src/`)],
  ]),
);

testReach('anyPosixPath (SPEC F2)', {
  make: anyPosixPath,
  count: 2000,
  always: (path) => /^\/(?!\/)/u.test(path) && isCanonical(path),
  reaches: posix,
});

testReach('anyWindowsPath (SPEC F2)', {
  make: anyWindowsPath,
  count: 3000,
  always: (path) => /^(?:[A-Z]:\/|\/\/)/u.test(path) && !path.includes('\\') && isCanonical(path),
  reaches: { ...windows, 'several levels': (path) => path.split('/').length > 6 },
});

testReach('anyAbsolutePath (SPEC F2)', {
  make: anyAbsolutePath,
  count: 6000,
  always: isCanonical,
  reaches: { ...posix, ...windows },
});

testReach('anyNamedPath', {
  make: anyNamedPath,
  count: 2000,
  always: (path) => !path.startsWith('/') && !path.includes('\0'),
  reaches: {
    'nothing at all': (path) => path === '',
    'a step up': (path) => path.startsWith('../'),
    'a step up in the middle': (path) => path.includes('/../'),
    'a dot': (path) => path.includes('/./'),
    'an empty segment': (path) => path.includes('//'),
    'a separator at the end': (path) => /[^/]\/$/u.test(path),
    'a name alone': (path) => path === 'AGENTS.md',
    'six segments': (path) => path.split('/').length === 6,
  },
});

testReach('anyScope (SPEC A3)', {
  make: anyScope,
  count: 2000,
  always: (scope) => JSON.stringify(scopeOfKey(scopeKey(scope))) === JSON.stringify(scope),
  reaches: {
    'the user’s own': ({ kind }) => kind === 'user-global',
    'a file by its name': (scope) => scope.kind === 'named' && scope.directory === '.' && scope.name === 'AGENTS.md',
    'a file below': (scope) => scope.kind === 'named' && scope.directory !== '.',
    'a slot of the root': (scope) => scope.kind === 'slot' && scope.directory === '.',
    'a local slot': (scope) => scope.kind === 'slot' && scope.slot === 'local',
    'a base slot': (scope) => scope.kind === 'slot' && scope.slot === 'base',
  },
});

testReach('anyScopeKey (SPEC A3)', {
  make: anyScopeKey,
  count: 500,
  always: (key) => scopeOfKey(key) !== undefined,
  reaches: { 'the user’s own': (key) => key === 'user-global', 'another one': (key) => key !== 'user-global' },
});

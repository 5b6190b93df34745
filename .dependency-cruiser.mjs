// Owns: the floor law. A file imports its own floor and the floors its row lists, and nothing else in `src/`.
// `test/house/floors.test.ts` breaks every rule made here once and sees it caught.
import { builtinModules } from 'node:module';
import { entries, program, starters } from './scripts/entries.mjs';

const pure = ['domain', 'core', 'sources', 'prompt', 'readers', 'ports', 'programs'];

/**
 * The table of docs/ARCHITECTURE.md.
 *
 * `imports`: the other floors a floor may import. `npm`: the packages it may import (io-ts only in its codecs, see
 * below). `rooms`: each folder of the floor is a room of its own and never imports a sibling; files beside the folders
 * are the floor's hall, which every room may use. A room that adapts a package names it:
 * `{ sqlite: ['better-sqlite3'] }`.
 */
const floors = {
  domain: { imports: [], npm: ['fp-ts', 'io-ts'] },
  core: { imports: ['domain'], npm: ['fp-ts'] },
  sources: { imports: ['core', 'domain'], npm: ['fp-ts', 'io-ts'], rooms: {} },
  prompt: { imports: ['core', 'domain'], npm: ['fp-ts'] },
  readers: { imports: ['core', 'domain'], npm: ['fp-ts', 'io-ts'], rooms: {} },
  ports: { imports: ['domain'], npm: ['fp-ts'] },
  programs: { imports: ['ports', 'sources', 'prompt', 'readers', 'core', 'domain'], npm: ['fp-ts'] },
  adapters: { imports: ['ports', 'domain'], npm: ['fp-ts'], rooms: {} },
  hosts: { imports: pure, npm: ['fp-ts', 'io-ts'], rooms: {} },
  scenario: { imports: [...pure, 'adapters/memory'], npm: ['fp-ts', 'io-ts'] },
  testing: { imports: [...pure, 'adapters', 'scenario'], npm: ['fp-ts', 'fast-check'] },
  cli: { imports: [...pure, 'adapters', 'hosts', 'scenario'], npm: ['fp-ts', 'commander', 'diff'] },
};

/** What the files at the top of `src/` may show. */
const doors = {
  index: pure,
  sources: ['domain', 'sources'],
  readers: ['domain', 'programs', 'readers'],
  stores: ['domain', 'ports', 'programs'],
  node: [...pure, 'adapters'],
  testing: [...pure, 'testing', 'scenario', 'adapters/memory'],
  invariants: ['domain', 'core', 'sources', 'prompt', 'programs'],
};

const codecs = '^src/(domain/codec/|(sources|readers|hosts)/[^/]+/codec\\.ts$|scenario/codec\\.ts$)';
const edge = '^src/(adapters|hosts|cli)/';

const oneOf = (words) => `(${words.map((word) => word.replaceAll(/[.*+?^$()[\]{}|\\]/g, '\\$&')).join('|')})`;
const startFiles = `^${oneOf([...Object.values(entries), program, ...Object.values(starters)])}$`;
const builtins = `^(node:)?${oneOf(builtinModules)}$`;
const packages = (names) => `(^|/)node_modules/${oneOf(names)}/`;
const anyPackage = '(^|/)node_modules/';

/** @typedef {import('dependency-cruiser').IForbiddenRuleType} Rule */
/** @type {(name: string, comment: string, from: object, to: object) => Rule} */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const floorRules = Object.entries(floors).flatMap(([floor, { imports, npm, rooms }]) => [
  forbid(
    `floor-${floor}`,
    `src/${floor} imports itself and ${imports.join(', ') || 'no other floor'}; ask a question or a port for the rest.`,
    { path: `^src/${floor}/` },
    { path: '^src/', pathNot: `^src/${oneOf([floor, ...imports])}/` },
  ),
  forbid(
    `npm-${floor}`,
    `src/${floor} uses ${npm.join(', ')} and no other package; a room that adapts one says so in the table of floors.`,
    { path: `^src/${floor}/`, pathNot: Object.keys(rooms ?? {}).map((room) => `^src/${floor}/${room}/`) },
    { path: anyPackage, pathNot: packages(npm) },
  ),
  ...(rooms === undefined
    ? []
    : [
        forbid(
          `sibling-${floor}`,
          `The rooms of src/${floor} do not know each other; move what they share into its hall or to a floor below.`,
          { path: `^src/${floor}/([^/]+)/` },
          { path: `^src/${floor}/[^/]+/`, pathNot: `^src/${floor}/$1/` },
        ),
      ]),
  ...Object.entries(rooms ?? {}).map(([room, extra]) =>
    forbid(
      `npm-${floor}-${room}`,
      `src/${floor}/${room} uses ${[...npm, ...extra].join(', ')} and no other package.`,
      { path: `^src/${floor}/${room}/` },
      { path: anyPackage, pathNot: packages([...npm, ...extra]) },
    ),
  ),
]);

const doorRules = Object.entries(doors).map(([door, shown]) =>
  forbid(
    `door-${door}`,
    `src/${door}.ts shows ${shown.join(', ')} and nothing else.`,
    { path: `^src/${door}\\.ts$` },
    { path: ['^src/', anyPackage], pathNot: `^src/${oneOf(shown)}/` },
  ),
);

const houseRules = [
  forbid(
    'io-ts-in-codecs',
    'A value is decoded once, at the boundary: in domain/codec/ or the codec.ts of a room or of the scenario.',
    { path: '^src/', pathNot: codecs },
    { path: packages(['io-ts']) },
  ),
  forbid(
    'ports-are-types',
    'A port is an interface: use `import type`, and put code that runs into programs or an adapter.',
    { path: '^src/ports/' },
    { path: anyPackage, dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'builtins-at-the-edge',
    'Only adapters, hosts and the command line touch Node; elsewhere ask a port.',
    { path: '^src/', pathNot: edge },
    { dependencyTypes: ['core'] },
  ),
  forbid(
    'library-without-builtins',
    'The library without IO runs anywhere: no Node builtin may be reachable from it.',
    { path: '^src/(index|sources|readers|stores|invariants)\\.ts$|^src/prompt/index\\.ts$' },
    { path: builtins, reachable: true },
  ),
  forbid(
    'library-without-packages',
    'The library loads fp-ts and io-ts only: no command line, test or host package may be reachable from it.',
    { path: '^src/(index|sources|readers|stores|invariants)\\.ts$|^src/prompt/index\\.ts$' },
    { path: anyPackage, pathNot: packages(['fp-ts', 'io-ts']), reachable: true },
  ),
  forbid(
    'no-cycles',
    'A cycle is one module in several files, for types too; move what both need into a file that both import.',
    {},
    { circular: true },
  ),
  forbid(
    'no-orphans',
    'Nothing the package offers reaches this file; export it through its door or delete it.',
    { path: startFiles },
    { path: '^src/', pathNot: startFiles, reachable: false },
  ),
  forbid(
    'no-unresolved',
    'This import leads nowhere; relative imports end in `.js`, packages stand in package.json.',
    {},
    { couldNotResolve: true },
  ),
];

export default {
  forbidden: [...floorRules, ...doorRules, ...houseRules],
  options: {
    // Without it `import type` is invisible, and types are how floors leak.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
};

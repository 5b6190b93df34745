// Owns: the proof that the floors without IO are compiled in a world that has none: the real tsconfig.pure.json, put
// over a scratch house, accepts the unbroken one and knows no global that could reach out.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import type { Tree } from './scratch.js';
import { appended, root, scratch, unbroken } from './scratch.js';

const configs: Tree = Object.fromEntries(
  ['tsconfig.json', 'tsconfig.pure.json'].map((name) => [name, readFileSync(join(root, name), 'utf8')]),
);

/** `file: message` of everything the compiler says under tsconfig.pure.json. */
const errorsIn = (tree: Tree): readonly string[] => {
  const directory = scratch({ ...configs, ...tree });
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const config = ts.getParsedCommandLineOfConfigFile(join(directory, 'tsconfig.pure.json'), {}, host);
  if (config === undefined) throw new Error('tsconfig.pure.json cannot be read');
  return ts
    .getPreEmitDiagnostics(ts.createProgram(config.fileNames, config.options))
    .map(({ file, messageText }) => {
      const path = file === undefined ? '' : relative(directory, file.fileName);
      return `${path}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    })
    .sort();
};

const pureFloors = ['domain', 'core', 'sources', 'prompt', 'readers', 'ports', 'programs'];

/** What Node or a browser would lend; a pure file must ask a question or a port for it. */
const absentGlobals = [
  'process',
  'Buffer',
  'global',
  'require',
  'setTimeout',
  'setInterval',
  'queueMicrotask',
  'console',
  'fetch',
  'URL',
  'TextEncoder',
  'TextDecoder',
  'AbortController',
  'AbortSignal',
  'crypto',
  'performance',
  'structuredClone',
  'localStorage',
  'window',
  'document',
];

describe('tsconfig.pure.json', () => {
  test('accepts the unbroken house', () => {
    expect(errorsIn(unbroken)).toEqual([]);
  });

  test(`covers ${pureFloors.join(', ')} and no other floor`, () => {
    const floors = new Set(Object.keys(unbroken).flatMap((path) => /^src\/(\w+)\//.exec(path)?.[1] ?? []));
    const broken = [...floors].map((floor) => [`src/${floor}/broken.ts`, 'export const count: number = "one";\n']);
    const seen = errorsIn(Object.fromEntries(broken) as Tree).map((error) => error.split('/')[1]);
    expect(seen).toEqual([...pureFloors].sort());
  });

  test(`knows none of ${absentGlobals.length} globals that Node or a browser lends`, () => {
    const tree = absentGlobals.reduce<Tree>(
      (broken, name) => appended(broken, `src/core/${name}.ts`, `export const value = ${name};`),
      unbroken,
    );
    const silent = errorsIn(tree).reduce((names, error) => {
      names.delete(/^src\/core\/(\w+)\.ts: Cannot find name/.exec(error)?.[1] ?? '');
      return names;
    }, new Set(absentGlobals));
    expect([...silent]).toEqual([]);
  });

  test('knows no Node module', () => {
    const broken = appended(unbroken, 'src/core/fold.ts', "export * from 'node:fs';");
    expect(errorsIn(broken)).toEqual([expect.stringContaining("src/core/fold.ts: Cannot find module 'node:fs'")]);
  });

  test('knows no global as a type either', () => {
    const broken = appended(unbroken, 'src/ports/clock.ts', 'export type Cancel = AbortSignal;');
    expect(errorsIn(broken)).toEqual(["src/ports/clock.ts: Cannot find name 'AbortSignal'."]);
  });
});

// Owns: the proof that what `npm publish` would send works for those who install it: as ES module, as CommonJS, for the
// type checker under both resolutions that are in use, and as a command.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entries } from '../../scripts/entries.mjs';
import { built, outputOf, root } from './built.js';

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

const directory = mkdtempSync(join(tmpdir(), 'contextfold-package-'));
const project = join(directory, 'project');

/** `.` → `contextfold`, `./node` → `contextfold/node`. */
const specifiers = Object.keys(entries).map((entry) => entry.replace('.', 'contextfold'));

const pinned = JSON.parse(readFileSync(join(root, 'test/package/exports.json'), 'utf8')) as Readonly<
  Record<string, { readonly values: readonly string[] }>
>;
const pinnedValues = Object.keys(entries).map((entry) => pinned[entry]?.values);

let tarball: string;
let packedFiles: readonly string[];

/** Our dependencies come from our own node_modules, so that no registry is asked. */
const installTarball = (): void => {
  const borrowed = (name: string): string => `file:${join(root, 'node_modules', name)}`;
  const dependencies = {
    contextfold: `file:${tarball}`,
    'fp-ts': borrowed('fp-ts'),
    'io-ts': borrowed('io-ts'),
    commander: borrowed('commander'),
    'fast-check': borrowed('fast-check'),
  };
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, dependencies }));
  outputOf(project, 'npm', 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund');
};

beforeAll(() => {
  built('cli.js');
  const [packed] = JSON.parse(outputOf(root, 'npm', 'pack', '--json', '--pack-destination', directory)) as Packed[];
  if (packed === undefined) throw new Error('npm pack made nothing');
  tarball = join(directory, packed.filename);
  packedFiles = packed.files.map(({ path }) => path).sort();
  installTarball();
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('the tarball', () => {
  test('holds what was built, what to read, and nothing else', () => {
    const besideBuilt = packedFiles.filter((path) => !/^dist\/.*\.(js|cjs|d\.ts|d\.cts)$/.test(path));
    const toRead = /^(docs\/.*\.md|examples\/.*\.ts)$/;
    const others = ['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'package.json'];
    expect(besideBuilt.filter((path) => !toRead.test(path))).toEqual(others);
    const wanted = ['docs/SOURCES.md', 'docs/hosts/ai-sdk.md', 'examples/embed.ts'];
    expect(besideBuilt).toEqual(expect.arrayContaining(wanted));
  });

  test('satisfies publint', () => {
    expect(outputOf(root, 'npx', 'publint', 'run', tarball, '--strict')).toContain('All good!');
  });

  test('has types that are not wrong', () => {
    const attw = (): string => outputOf(root, 'npx', 'attw', tarball, '--profile', 'node16', '--no-definitely-typed');
    expect(attw).not.toThrow();
  });
});

/** What a file that is put into the project prints. */
const printedBy = (name: string, text: string): unknown => {
  writeFileSync(join(project, name), text);
  return JSON.parse(outputOf(project, process.execPath, name));
};

/** What the type checker says of a file that imports every entry. Library types are checked too: they are ours. */
const typeErrorsIn = (name: string, options: ts.CompilerOptions): readonly string[] => {
  const imports = specifiers.map((specifier, index) => `import * as entry${index} from '${specifier}';`);
  const used = `export const used = [${specifiers.map((_, index) => `entry${index}`).join(', ')}];`;
  writeFileSync(join(project, name), [...imports, used].join('\n'));
  const program = ts.createProgram([join(project, name)], {
    ...options,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts'],
    types: [],
    strict: true,
    noEmit: true,
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
};

describe('the installed package', () => {
  test('is imported as ES modules', () => {
    const modules = specifiers.map((specifier) => `Object.keys(await import('${specifier}')).sort()`);
    expect(printedBy('consumer.mjs', `console.log(JSON.stringify([${modules.join(', ')}]));`)).toEqual(pinnedValues);
  });

  test('is required as CommonJS', () => {
    const modules = specifiers.map((specifier) => `Object.keys(require('${specifier}')).sort()`);
    expect(printedBy('consumer.cjs', `console.log(JSON.stringify([${modules.join(', ')}]));`)).toEqual(pinnedValues);
  });

  const node16 = { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 };
  const bundler = { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler };

  test.each([
    { how: 'node16 from an ES module', name: 'consumer.mts', options: node16 },
    { how: 'node16 from CommonJS', name: 'consumer.cts', options: node16 },
    { how: 'bundler', name: 'consumer.ts', options: bundler },
  ])('type checks under $how', ({ name, options }) => {
    expect(typeErrorsIn(name, options)).toEqual([]);
  });

  test('brings a command', () => {
    const command = join(project, 'node_modules/.bin/contextfold');
    expect(outputOf(project, command, '--help')).toContain('explain');
  });
});

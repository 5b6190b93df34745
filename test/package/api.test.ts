// Owns: that the API is what was reviewed: api/*.api.md says every declaration that each entry leads to. A wanted
// change is taken over with `npm run api:update` and judged by the rules of CONTRIBUTING.md.
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { apiDifferences, apiReports, reportPath } from '../../scripts/api.mjs';
import { entries } from '../../scripts/entries.mjs';
import { root } from './built.js';

let reports: Readonly<Record<string, string>>;

/** The names that a text of declarations uses and neither declares nor imports. */
const unknownNames = (text: string): readonly (string | undefined)[] => {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  };
  const path = join(root, 'api/all.ts');
  const real = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...real,
    fileExists: (name) => name === path || real.fileExists(name),
    getSourceFile: (name, target, ...rest) =>
      name === path ? ts.createSourceFile(name, text, target) : real.getSourceFile(name, target, ...rest),
  };
  const program = ts.createProgram([path], options, host);
  return program
    .getSemanticDiagnostics(program.getSourceFile(path))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
    .filter((message) => message.startsWith('Cannot find'))
    .map((message) => /'(.+?)'/u.exec(message)?.[1]);
};

beforeAll(() => {
  reports = apiReports();
});

test('the API is the one in api/', () => {
  const differences = apiDifferences(reports).join('\n');
  const advice = 'The API changed. If it was meant to: `npm run api:update`, and read the diff by CONTRIBUTING.md.';
  expect(differences, `${advice}\n${differences}\n`).toBe('');
});

describe('an API report', () => {
  test('there is one for each entry', () => {
    expect(Object.keys(reports)).toEqual(Object.keys(entries).map(reportPath));
  });

  test('holds what is reached, and neither file names nor comments nor names that a bundler made', () => {
    const text = Object.values(reports).join('\n');
    expect(text).toContain('\ninterface SurfaceRangeError {\n');
    expect(text).not.toMatch(/[\w-]+-[\w-]{8}\.(?:d\.ts|js)|\/\*|\/\/|\$\d/u);
  });

  test('every name in them is declared in one of them, or taken from a package', () => {
    const text = Object.values(reports).flatMap((report) => [...report.matchAll(/^```ts\n([^]*?)^```$/gmu)]);
    const declarations = text.map(([, code]) => code?.replace(/^(?=const|function|class)/gmu, 'declare ')).join('\n');
    expect(unknownNames(declarations)).toEqual([]);
    expect(unknownNames(declarations.replace('interface Clock {', 'interface Watch {'))).toContain('Clock');
  });

  test('a difference is said line by line', () => {
    const path = reportPath('.');
    const spoiled = { ...reports, [path]: reports[path]?.replace('interface Clock {', 'interface Watch {') ?? '' };
    expect(apiDifferences(spoiled)).toEqual([`${path} - interface Clock {`, `${path} + interface Watch {`]);
    const without = Object.fromEntries(Object.entries(reports).filter(([other]) => other !== path));
    expect(apiDifferences(without)).toEqual([`${path} belongs to no entry`]);
  });
});

// Owns: how the examples of doc comments and pages are tried: each is type checked against the package as it is built,
// run, and compared line by line with the results that it claims (`value; // => 'result'`).
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './built.js';

/** A block of code as somebody reads it. */
export interface Example {
  readonly where: string;
  /** What the comment belongs to; `undefined` for a page. */
  readonly of: string | undefined;
  readonly code: string;
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;

const blocksIn = (text: string): readonly (readonly [at: number, code: string])[] =>
  [...text.matchAll(/^```ts\n([^]*?)^```$/gmu)].map(({ index, 1: code }) => [index, code ?? '']);

/** Every TypeScript block in a page. */
export const examplesOfPage = (path: string, text: string): readonly Example[] =>
  blocksIn(text).map(([at, code]) => ({ where: `${path}:${lineOf(text, at)}`, of: undefined, code }));

/** Every TypeScript block in the doc comments of a source file. */
export const examplesOfSource = (path: string, text: string): readonly Example[] =>
  [...text.matchAll(/\/\*\*([^]*?)\*\//gu)].flatMap(({ index, 0: comment, 1: inside }) => {
    const behind = text.slice(index + comment.length);
    const of = /^\s*(?:export )?(?:const|function|interface|type|class|readonly)?\s*(\w+)/u.exec(behind)?.[1];
    const said = (inside ?? '').replace(/^[ \t]*\*(?: |$)/gmu, '');
    return blocksIn(said).map(([at, code]) => ({
      where: `${path}:${lineOf(text, index) + lineOf(said, at) - 1}`,
      of,
      code,
    }));
  });

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Named as files of this package, the examples import it by its own name. */
const nameOf = (index: number): string => join(root, `example-${index}.ts`).replaceAll('\\', '/');

const typeProblems = (examples: readonly Example[]): readonly (readonly string[])[] => {
  const texts = new Map(examples.map(({ code }, index) => [nameOf(index), `${code}\nexport {};\n`]));
  const real = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...real,
    fileExists: (path) => texts.has(path) || real.fileExists(path),
    readFile: (path) => texts.get(path) ?? real.readFile(path),
    getSourceFile: (path, target, ...rest) => {
      const text = texts.get(path);
      return text === undefined ? real.getSourceFile(path, target, ...rest) : ts.createSourceFile(path, text, target);
    },
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  return [...texts.keys()].map((path) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText, start }) =>
        `line ${(file?.getLineAndCharacterOfPosition(start ?? 0).line ?? 0) + 1} is wrongly typed: ` +
        ts.flattenDiagnosticMessageText(messageText, ' '),
    );
  });
};

/** The claim behind a statement, with the comment lines that follow it at once. */
const claimBehind = (code: string, statement: ts.Statement): string | undefined => {
  const claim = /^[ \t]*\/\/ => (.*(?:\n\/\/ .*)*)/u.exec(code.slice(statement.end));
  return claim?.[1]?.replace(/\n\/\/ +/gu, '\n');
};

/** The value that a claim is about: an expression itself, or the one name that a declaration gives. */
const subjectOf = (file: ts.SourceFile, statement: ts.Statement): string | undefined => {
  if (ts.isExpressionStatement(statement)) return statement.expression.getText(file);
  if (!ts.isVariableStatement(statement)) return undefined;
  const [first, ...others] = statement.declarationList.declarations;
  return first !== undefined && others.length === 0 && ts.isIdentifier(first.name) ? first.name.text : undefined;
};

interface Claiming {
  readonly module: string;
  readonly claims: number;
  readonly isWritten: boolean;
}

/** The example as a module that reports each of its claims, how many there are, and whether each is an expression. */
const withClaims = (code: string): Claiming => {
  const file = ts.createSourceFile('example.ts', code, ts.ScriptTarget.ES2022, true);
  let claims = 0;
  const parts = file.statements.map((statement) => {
    const text = statement.getText(file);
    const claim = claimBehind(code, statement);
    const subject = subjectOf(file, statement);
    if (claim === undefined || subject === undefined) return text;
    claims += 1;
    const said = JSON.stringify(`${subject} // => ${claim}`);
    const reported = `reportClaim(${said}, (${subject}), (${claim}\n));`;
    return ts.isExpressionStatement(statement) ? reported : `${text}\n${reported}`;
  });
  const source = `import { reportClaim } from './report.mjs';\n${parts.join('\n')}\n`;
  const { outputText, diagnostics } = ts.transpileModule(source, { compilerOptions: options, reportDiagnostics: true });
  return { module: outputText, claims, isWritten: diagnostics?.length === 0 };
};

const REPORT = `
import { inspect, isDeepStrictEqual } from 'node:util';
export const problems = [];
export const reportClaim = (said, found, expected) => {
  const shown = inspect(found, { depth: null, breakLength: Infinity });
  if (!isDeepStrictEqual(found, expected)) problems.push(\`\${said}\\n  found \${shown}\`);
};
`;

const RUN = `
import { writeFileSync } from 'node:fs';
import { problems } from './report.mjs';
const found = [];
for (const name of process.argv.slice(2)) {
  try {
    await import(name);
  } catch (error) {
    problems.push('throws ' + error);
  }
  found.push(problems.splice(0));
}
writeFileSync('found.json', JSON.stringify(found));
`;

/** Runs modules where `contextfold` and what it brings are installed; a process of their own, ended after a minute. */
const runProblems = (modules: readonly string[]): readonly (readonly string[])[] => {
  const directory = mkdtempSync(join(tmpdir(), 'contextfold-examples-'));
  try {
    mkdirSync(join(directory, 'node_modules'));
    symlinkSync(root, join(directory, 'node_modules/contextfold'));
    for (const name of ['fp-ts', 'io-ts', 'fast-check']) {
      symlinkSync(join(root, 'node_modules', name), join(directory, 'node_modules', name));
    }
    modules.forEach((text, index) => writeFileSync(join(directory, `${index}.mjs`), text));
    writeFileSync(join(directory, 'report.mjs'), REPORT);
    writeFileSync(join(directory, 'run.mjs'), RUN);
    const args = ['run.mjs', ...modules.map((_, index) => `./${index}.mjs`)];
    const ran = spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8', timeout: 60_000 });
    if (ran.status !== 0) {
      throw new Error(`the examples end with ${ran.status ?? ran.signal}\n${ran.stdout}\n${ran.stderr}`);
    }
    return JSON.parse(readFileSync(join(directory, 'found.json'), 'utf8')) as string[][];
  } finally {
    rmSync(directory, { recursive: true });
  }
};

/** What is wrong with each example: its types, what it throws, a result that is another one, or that it claims none. */
export const problemsOf = (examples: readonly Example[]): readonly (readonly string[])[] => {
  const typed = typeProblems(examples);
  const claimed = examples.map(({ code }) => withClaims(code));
  const ran = runProblems(claimed.map(({ module }) => module));
  return examples.map(({ code }, index) => {
    const written = code.split('// =>').length - 1;
    const missed = written - (claimed[index]?.claims ?? 0);
    return [
      ...(typed[index] ?? []),
      ...(written === 0 ? ['claims no result'] : []),
      ...(claimed[index]?.isWritten === true ? [] : ['claims what is no expression']),
      ...(missed === 0 ? [] : [`${missed} of its claims stand behind nothing that has a value`]),
      ...(ran[index] ?? []),
    ];
  });
};

// Owns: the house rules that no import graph shows, as one function over source texts. It reads the syntax tree, so a
// forbidden word in a string or a comment is no finding. `test/tidy.test.ts` runs it over `src/`.
import ts from 'typescript';

/** One file of `src/`, by its path from the root of the checkout. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** One place where a rule does not hold; the message names what to do instead. */
export interface Finding {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** A rule looks at one file and reports nodes, or offsets where a rule is about lines. */
interface Rule {
  readonly name: string;
  readonly covers: (path: string) => boolean;
  readonly find: (file: ts.SourceFile) => readonly Place[];
}

interface Place {
  readonly at: number;
  readonly message: string;
}

const maxFileLines = 300;
const maxFunctionLines = 70;

const everywhere = (path: string): boolean => path.startsWith('src/');
const belowPrograms = (path: string): boolean => /^src\/(domain|core|sources|prompt|readers|ports)\//.test(path);

const nodesOf = (file: ts.SourceFile): readonly ts.Node[] => {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return nodes;
};

const placesOf = (file: ts.SourceFile, message: string, found: (node: ts.Node) => boolean): readonly Place[] =>
  nodesOf(file)
    .filter(found)
    .map((node) => ({ at: node.getStart(file), message }));

/** Whether the node is this global name itself, not a property, a key or a binding that happens to be called so. */
const isGlobal = (node: ts.Node, name: string): node is ts.Identifier => {
  if (!ts.isIdentifier(node) || node.text !== name) return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node || isGlobalThis(parent.expression);
  if (ts.isQualifiedName(parent)) return parent.left === node;
  return !((ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) && parent.name === node);
};

const isGlobalThis = (node: ts.Node): boolean => ts.isIdentifier(node) && node.text === 'globalThis';

/** `const { random } = Math`, `Math[name]`, `f(Math)`: a `Math` that is handed on can be asked for anything. */
const isRandom = (node: ts.Node): boolean =>
  isGlobal(node, 'Math') && !(ts.isPropertyAccessExpression(node.parent) && node.parent.name.text !== 'random');

const isAsync = (node: ts.Node): boolean =>
  node.kind === ts.SyntaxKind.AsyncKeyword ||
  node.kind === ts.SyntaxKind.AwaitKeyword ||
  ts.isAwaitExpression(node) ||
  ['Promise', 'PromiseLike'].some((name) => isGlobal(node, name));

const lineOf = (file: ts.SourceFile, offset: number): number => file.getLineAndCharacterOfPosition(offset).line;

const longFunctions = (file: ts.SourceFile): readonly Place[] =>
  nodesOf(file)
    .filter(ts.isFunctionLike)
    .map((node) => ({ at: node.getStart(file), lines: lineOf(file, node.end) - lineOf(file, node.getStart(file)) + 1 }))
    .filter(({ lines }) => lines > maxFunctionLines)
    .map(({ at, lines }) => ({
      at,
      message: `a function of ${lines} lines; name its steps and keep each under ${maxFunctionLines + 1}`,
    }));

/** The last line break belongs to the last line. */
const longFile = (file: ts.SourceFile): readonly Place[] => {
  const lines = file.text.replace(/\n$/, '').split('\n').length;
  const message = `a file of ${lines} lines; split it by what its parts own, ${maxFileLines} at most`;
  return lines > maxFileLines ? [{ at: file.text.length, message }] : [];
};

const openingComment = (file: ts.SourceFile): ts.CommentRange | undefined =>
  ts.getLeadingCommentRanges(file.text, ts.getShebang(file.text)?.length ?? 0)?.[0];

const isPurpose = (comment: string): boolean =>
  !/^\/[/*]\s*(eslint|@ts-|prettier|istanbul|v8 )/.test(comment) && comment.replaceAll(/[^\p{L}]/gu, '').length >= 20;

const missingPurpose = (file: ts.SourceFile): readonly Place[] => {
  const opening = openingComment(file);
  if (opening !== undefined && isPurpose(file.text.slice(opening.pos, opening.end))) return [];
  return [{ at: 0, message: 'no opening comment; begin with two or three lines on what the file owns and what not' }];
};

/** The doc comments of a statement; what opens the file speaks for the file, not for its first statement. */
const isDocumented = (file: ts.SourceFile, statement: ts.Node): boolean =>
  (ts.getLeadingCommentRanges(file.text, statement.getFullStart()) ?? []).some(
    ({ pos, end }) =>
      pos !== openingComment(file)?.pos && file.text.startsWith('/**', pos) && /\p{L}/u.test(file.text.slice(pos, end)),
  );

const isExported = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

/** The names a statement declares at the top of its file. */
const namesOf = (statement: ts.Statement): readonly string[] => {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const { name } = statement as { readonly name?: ts.Node };
  return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
};

/** `export { a, type B }` exports what stands elsewhere in the file, `export { a } from` what is documented there. */
const namesExportedByList = (file: ts.SourceFile): readonly string[] =>
  file.statements.flatMap((statement) =>
    ts.isExportDeclaration(statement) &&
    statement.moduleSpecifier === undefined &&
    statement.exportClause !== undefined &&
    ts.isNamedExports(statement.exportClause)
      ? statement.exportClause.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
      : [],
  );

const undocumentedExports = (file: ts.SourceFile): readonly Place[] => {
  const listed = new Set(namesExportedByList(file));
  const exported = file.statements.filter(
    (statement) =>
      ts.isExportAssignment(statement) ||
      (!ts.isImportDeclaration(statement) &&
        !ts.isExportDeclaration(statement) &&
        (isExported(statement) || namesOf(statement).some((name) => listed.has(name)))),
  );
  // One comment is enough for the overloads of a function and for a type and a value that share a name.
  const documented = new Set(exported.filter((statement) => isDocumented(file, statement)).flatMap(namesOf));
  return exported
    .filter((statement) => !isDocumented(file, statement) && !namesOf(statement).some((name) => documented.has(name)))
    .map((statement) => ({
      at: statement.getStart(file),
      message: `\`${namesOf(statement).join(', ') || 'default'}\` has no doc comment; say what it is for`,
    }));
};

const rules: readonly Rule[] = [
  {
    name: 'no-clock',
    covers: belowPrograms,
    find: (file) =>
      placesOf(file, '`Date` knows the time; ask the question `now` and count in milliseconds', (node) =>
        isGlobal(node, 'Date'),
      ),
  },
  {
    name: 'no-random',
    covers: belowPrograms,
    find: (file) =>
      placesOf(file, '`Math.random` cannot be replayed; derive ids from session and position', isRandom),
  },
  {
    name: 'no-async',
    covers: belowPrograms,
    find: (file) =>
      placesOf(file, 'no waiting here; return an `Inquiry`, and type a port with Task or TaskEither', isAsync),
  },
  {
    name: 'no-throw',
    covers: (path) => belowPrograms(path) && path !== 'src/core/assert.ts',
    find: (file) =>
      placesOf(file, 'expected failure is an `Either`; a broken invariant goes to core/assert.ts', ts.isThrowStatement),
  },
  {
    name: 'no-console',
    covers: (path) => everywhere(path) && !path.startsWith('src/cli/'),
    find: (file) =>
      placesOf(file, 'only the command line prints; return a `Diagnostic` or use the logger port', (node) =>
        isGlobal(node, 'console'),
      ),
  },
  { name: 'documented-exports', covers: everywhere, find: undocumentedExports },
  { name: 'opening-comment', covers: everywhere, find: missingPurpose },
  { name: 'file-length', covers: everywhere, find: longFile },
  { name: 'function-length', covers: everywhere, find: longFunctions },
];

/** The names of all rules, so that a test can demand a breakage of each. */
export const ruleNames: readonly string[] = rules.map(({ name }) => name);

/** Every place where a rule does not hold, in the order of the files. */
export const inspect = (files: readonly SourceText[]): readonly Finding[] =>
  files.flatMap(({ path, text }) => {
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
    return rules
      .filter(({ covers }) => covers(path))
      .flatMap(({ name, find }) =>
        find(file).map(({ at, message }) => ({ rule: name, path, line: lineOf(file, at) + 1, message })),
      );
  });

// Owns: coverage: counters put into the library's code, one for each place where it can go one way or another, and the
// bundle that holds library and targets together. What a counter means is the engine's business.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { build } from 'esbuild';
import ts from 'typescript';
import { COUNTERS } from './shared.js';

/** More places than there are. */
export const MAX_PLACES = 1 << 15;

const countAt = (place: number): ts.Expression => {
  const { factory } = ts;
  return factory.createPostfixIncrement(
    factory.createElementAccessExpression(factory.createIdentifier(COUNTERS), place),
  );
};

type Place = () => number;

const before = (place: Place, expression: ts.Expression): ts.Expression =>
  ts.factory.createParenthesizedExpression(ts.factory.createComma(countAt(place()), expression));

const counted = (place: Place, statements: readonly ts.Statement[]): ts.Statement[] => [
  ts.factory.createExpressionStatement(countAt(place())),
  ...statements,
];

const asBlock = (place: Place, statement: ts.Statement): ts.Block =>
  ts.factory.createBlock(counted(place, ts.isBlock(statement) ? [...statement.statements] : [statement]));

const BRANCHING = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

const marked = (node: ts.Node, place: Place): ts.Node => {
  const { factory } = ts;
  if (ts.isArrowFunction(node)) {
    const body = ts.isBlock(node.body) ? asBlock(place, node.body) : before(place, node.body);
    const { modifiers, typeParameters, parameters, type, equalsGreaterThanToken } = node;
    return factory.updateArrowFunction(node, modifiers, typeParameters, parameters, type, equalsGreaterThanToken, body);
  }
  if (ts.isIfStatement(node)) {
    const no = node.elseStatement === undefined ? undefined : asBlock(place, node.elseStatement);
    return factory.updateIfStatement(node, node.expression, asBlock(place, node.thenStatement), no);
  }
  if (ts.isConditionalExpression(node)) {
    const [yes, no] = [before(place, node.whenTrue), before(place, node.whenFalse)];
    return factory.updateConditionalExpression(node, node.condition, node.questionToken, yes, node.colonToken, no);
  }
  if (ts.isBinaryExpression(node) && BRANCHING.has(node.operatorToken.kind)) {
    return factory.updateBinaryExpression(node, node.left, node.operatorToken, before(place, node.right));
  }
  if (ts.isCaseClause(node)) {
    return factory.updateCaseClause(node, node.expression, counted(place, node.statements));
  }
  if (ts.isDefaultClause(node)) return factory.updateDefaultClause(node, counted(place, node.statements));
  if (ts.isForOfStatement(node)) {
    const { awaitModifier, initializer, expression, statement } = node;
    return factory.updateForOfStatement(node, awaitModifier, initializer, expression, asBlock(place, statement));
  }
  return node;
};

/**
 * A module as JavaScript with counters.
 *
 * Shape:  counters in functions, branches, cases and loops over lists; `place` numbers them.
 */
export const instrumented = (text: string, fileName: string, place: Place): string => {
  const transformer: ts.TransformerFactory<ts.SourceFile> = (context) => (file) => {
    const visit = (node: ts.Node): ts.Node => marked(ts.visitEachChild(node, visit, context), place);
    return ts.visitEachChild(file, visit, context);
  };
  return ts.transpileModule(text, {
    fileName,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
    transformers: { before: [transformer] },
  }).outputText;
};

/** Bundles an entry with the library, whose code counts where it `counts`. */
export const bundle = async (root: string, entry: string, outfile: string, counts: boolean): Promise<void> => {
  let places = 0;
  const counting: Plugin = {
    name: 'counting',
    setup: (plugin) => {
      plugin.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) =>
        path.startsWith(join(root, 'src'))
          ? { contents: instrumented(readFileSync(path, 'utf8'), path, () => places++ % MAX_PLACES), loader: 'js' }
          : undefined,
      );
    },
  };
  const counters = `const ${COUNTERS} = (globalThis.${COUNTERS} ??= new Uint8Array(${MAX_PLACES}));`;
  const required = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    plugins: counts ? [counting] : [],
    banner: { js: counts ? `${required} ${counters}` : required },
    logLevel: 'warning',
  });
};

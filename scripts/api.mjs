// Owns: `npm run api:update`: what each entry of the package declares, as text to be reviewed (api/*.api.md). It holds
// every declaration that an entry leads to, without comments, file names and the order of the build.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import ts from 'typescript';
import { openDeclarations } from './declarations.mjs';
import { builtName, entries } from './entries.mjs';
import { root } from './setup.mjs';

const byCodeUnit = (a, b) => (a < b ? -1 : 1);

/** The report of an entry, below the root: `.` → `api/index.api.md`, `./hosts/x` → `api/hosts-x.api.md`. */
export const reportPath = (entry) => join('api', `${builtName(entry).replaceAll('/', '-')}.api.md`);

const dist = join(root, 'dist') + sep;

/** A bundler numbers names that stand twice; which one it numbers is chance. */
const declaredName = (symbol) => symbol.name.replace(/\$\d+$/, '');

const isOurs = (symbol) =>
  (symbol.declarations ?? []).some((node) => node.getSourceFile().fileName.split('/').join(sep).startsWith(dist));

/** The nodes to print: what declares a name at the top of a file. */
const statementsOf = (symbol) =>
  symbol.declarations.map((node) => (ts.isVariableDeclaration(node) ? node.parent.parent : node));

/** A parameter of a type or of a function is declared within the declaration that uses it. */
const isTopLevel = (symbol) => statementsOf(symbol).every((node) => ts.isSourceFile(node.parent));

const halved = (spaces) => spaces.slice(spaces.length / 2);

/** How a declaration is followed and written. */
const describeWith = (checker, printer) => {
  const resolve = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);

  /** The import of a package's name: how it is written there. */
  const importOf = (symbol) => {
    const node = symbol?.declarations?.[0];
    if (node === undefined || !(symbol.flags & ts.SymbolFlags.Alias)) return undefined;
    const declaration = ts.findAncestor(node, ts.isImportDeclaration);
    const from = declaration?.moduleSpecifier.text;
    if (from === undefined || from.startsWith('.')) return undefined;
    if (ts.isNamespaceImport(node)) return `import * as ${node.name.text} from '${from}';`;
    return ts.isImportSpecifier(node) ? `import { ${node.getText()} } from '${from}';` : undefined;
  };

  const identifiersIn = (node) => {
    const found = [];
    const visit = (each) => {
      if (ts.isIdentifier(each)) found.push(each);
      ts.forEachChild(each, visit);
    };
    visit(node);
    return found;
  };

  /** Ours that a declaration names, and the imports that it needs. */
  const mentionedIn = (symbol) => {
    const ours = new Set();
    const imports = new Set();
    for (const identifier of statementsOf(symbol).flatMap(identifiersIn)) {
      const named = checker.getSymbolAtLocation(identifier);
      const imported = importOf(named);
      if (imported !== undefined) imports.add(imported);
      const target = named && resolve(named);
      if (target && target !== symbol && isOurs(target) && isTopLevel(target)) ours.add(target);
    }
    return { ours, imports };
  };

  const printed = (symbol, nameOf) => {
    const rename = (context) => {
      const visit = (node) => {
        const named = ts.isIdentifier(node) && checker.getSymbolAtLocation(node);
        const name = named ? nameOf.get(resolve(named)) : undefined;
        return name === undefined ? ts.visitEachChild(node, visit, context) : ts.factory.createIdentifier(name);
      };
      return visit;
    };
    return statementsOf(symbol)
      .map((node) => {
        const { transformed } = ts.transform(node, [rename]);
        return printer.printNode(ts.EmitHint.Unspecified, transformed[0], node.getSourceFile());
      })
      .map((text) => text.replace(/^(?:export )?(?:declare )?/u, '').replace(/^(?: {4})+/gmu, halved))
      .sort(byCodeUnit)
      .join('\n');
  };
  return { resolve, mentionedIn, printed };
};

/**
 * Gives every declaration one name: that under which it is exported here or stands in an earlier report, else its own;
 * another one of that name gets a number.
 */
const namesFor = (exported, home, own, textOf) => {
  const nameOf = new Map([...home].map(([symbol, { name }]) => [symbol, name]));
  for (const [symbol, name] of exported) nameOf.set(symbol, name);
  const taken = new Set(nameOf.values());
  const unnamed = [...own].filter((symbol) => !nameOf.has(symbol)).map((symbol) => [textOf(symbol), symbol]);
  for (const [, symbol] of unnamed.sort(([one], [other]) => byCodeUnit(one, other))) {
    let name = declaredName(symbol);
    for (let count = 2; taken.has(name); count += 1) name = `${declaredName(symbol)}_${count}`;
    taken.add(name);
    nameOf.set(symbol, name);
  }
  return nameOf;
};

const block = (title, declarations, between = '\n\n') =>
  declarations.length === 0 ? [] : [`## ${title}\n`, `\`\`\`ts\n${declarations.join(between)}\n\`\`\`\n`];

const list = (title, items) => (items.length === 0 ? [] : [`## ${title}\n`, `${items.join('\n')}\n`]);

/** Everything of ours that a set of names leads to and no earlier entry declares, and the imports that it all needs. */
const reachFrom = (exported, home, { mentionedIn }) => {
  const own = new Set([...exported.keys()].filter((symbol) => !home.has(symbol)));
  const imports = new Set();
  // What is added while the loop runs is walked, too.
  for (const symbol of own) {
    const mentioned = mentionedIn(symbol);
    for (const line of mentioned.imports) imports.add(line);
    for (const each of mentioned.ours) if (!home.has(each)) own.add(each);
  }
  return { own, imports: [...imports].sort(byCodeUnit) };
};

/** One entry as a page. `home` says where each declaration stands that an earlier entry led to, and learns of ours. */
const pageOf = (entry, exported, home, describe) => {
  const { own, imports } = reachFrom(exported, home, describe);
  const nameOf = namesFor(exported, home, own, (symbol) => describe.printed(symbol, new Map()));
  const sorted = (keep) =>
    [...new Set([...exported.keys(), ...own])].filter(keep).sort((a, b) => byCodeUnit(nameOf.get(a), nameOf.get(b)));
  const printed = (keep) => sorted(keep).map((symbol) => describe.printed(symbol, nameOf));

  const elsewhere = sorted((symbol) => !own.has(symbol)).map((symbol) => {
    const { entry: other, name, isExported } = home.get(symbol);
    const here = exported.get(symbol);
    const known = name === here ? '' : ` (there \`${name}\`)`;
    return `- \`${here}\`${known} ${isExported ? 'of' : 'reached through'} \`${other}\``;
  });
  for (const symbol of own) {
    home.set(symbol, { entry, name: nameOf.get(symbol), isExported: exported.has(symbol) });
  }
  return [
    `# The API of \`${entry.replace('.', 'contextfold')}\`\n`,
    'Written by `npm run api:update`. A change here is a change of the API: see CONTRIBUTING.md.\n',
    ...block('Exported', printed((symbol) => own.has(symbol) && exported.has(symbol))),
    ...list('Exported, and declared by another entry', elsewhere),
    ...block('Reached', printed((symbol) => own.has(symbol) && !exported.has(symbol))),
    ...block('Taken from packages', imports, '\n'),
  ].join('\n');
};

/**
 * The report of every entry, by the path of its file.
 *
 * A name that an earlier entry declares is only listed by the later one, so that a change shows once.
 */
export const apiReports = () => {
  const { files, checker, exportsOf } = openDeclarations();
  const describe = describeWith(checker, ts.createPrinter({ removeComments: true }));
  const home = new Map();
  const namesOf = (file) => new Map(exportsOf(file).map((symbol) => [describe.resolve(symbol), symbol.name]));
  return Object.fromEntries(
    Object.keys(entries).map((entry, index) => [
      reportPath(entry),
      pageOf(entry, namesOf(files[index]), home, describe),
    ]),
  );
};

/** What differs between the reports and the files in `api/`, one line each; none when they agree. */
export const apiDifferences = (reports, fileOf = readReport) => {
  const known = readdirSync(join(root, 'api')).map((name) => join('api', name));
  const stray = known.filter((path) => !(path in reports)).map((path) => `${path} belongs to no entry`);
  const changed = Object.entries(reports).flatMap(([path, text]) => {
    const [before, now] = [fileOf(path).split('\n'), text.split('\n')];
    const gone = before.filter((line) => !now.includes(line)).map((line) => `${path} - ${line}`);
    const come = now.filter((line) => !before.includes(line)).map((line) => `${path} + ${line}`);
    const moved = before.join('\n') === text ? [] : [`${path}: the lines stand in another order`];
    return gone.length + come.length > 0 ? [...gone, ...come] : moved;
  });
  return [...stray, ...changed];
};

const readReport = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '');

if (process.argv[1] === import.meta.filename) {
  const reports = apiReports();
  for (const line of apiDifferences(reports)) process.stdout.write(`${line}\n`);
  rmSync(join(root, 'api'), { recursive: true, force: true });
  mkdirSync(join(root, 'api'));
  for (const [path, text] of Object.entries(reports)) writeFileSync(join(root, path), text);
}

// Owns: `npm run release`: what must be true before a version is published, and the publishing itself. With `--dry-run`
// every check is made and nothing is published; `--without-tests` leaves out the one that takes minutes.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

const ran = (command, args, cwd) => {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  return { isFine: error === undefined && status === 0, said: `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}` };
};

const lastLines = (text) => text.trim().split('\n').slice(-5).join('\n');

const versionIn = (directory) => JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')).version;

/** What is published must be what is in the history. */
export const treeProblem = (directory) => {
  const { isFine, said } = ran('git', ['status', '--porcelain'], directory);
  if (!isFine) return `git does not know this directory: ${lastLines(said)}`;
  if (said === '') return undefined;
  const paths = said.trimEnd().split('\n');
  return [`${paths.length} paths are not committed:`, ...paths.slice(0, 10)].join('\n');
};

/** A version that is tagged is out; the tag of a new one must not exist, unless it is this very commit. */
export const tagProblem = (directory) => {
  const tag = `v${versionIn(directory)}`;
  const tagged = ran('git', ['rev-parse', '--verify', '--quiet', `${tag}^{commit}`], directory);
  if (!tagged.isFine) return undefined;
  const { said } = ran('git', ['rev-parse', 'HEAD'], directory);
  return said === tagged.said ? undefined : `${tag} is the tag of another commit; raise the version`;
};

/** The newest section below "Unreleased" is that of the version, with a date, and nothing is left unreleased. */
export const changelogProblem = (directory) => {
  const version = versionIn(directory);
  const changelog = readFileSync(join(directory, 'CHANGELOG.md'), 'utf8');
  const sections = [...changelog.matchAll(/^## \[(.+?)\](.*)\n([^]*?)(?=^## |$(?![^]))/gmu)];
  const unreleased = sections.find(([, name]) => name === 'Unreleased');
  if (unreleased?.[3]?.trim()) return `CHANGELOG.md still has unreleased changes; move them below [${version}]`;
  const newest = sections.find(([, name]) => name !== 'Unreleased');
  if (newest?.[1] !== version) return `package.json has ${version}, CHANGELOG.md ends at ${newest?.[1] ?? 'nothing'}`;
  return /^ - \d{4}-\d{2}-\d{2}$/u.test(newest[2] ?? '') ? undefined : `[${version}] of CHANGELOG.md has no date`;
};

/** npm signs where a package was built only for a workflow that can prove who it is. */
export const provenanceProblem = (env) =>
  env['ACTIONS_ID_TOKEN_REQUEST_URL'] || env['SIGSTORE_ID_TOKEN']
    ? undefined
    : 'provenance needs a workflow with an OIDC identity (GitHub Actions with `id-token: write`, or GitLab CI with ' +
      'SIGSTORE_ID_TOKEN); nothing is published from anywhere else';

/** An advisory against what is installed with us is a reason to wait; that nobody could be asked is one, too. */
export const auditProblem = (directory, run = ran) => {
  const { isFine, said } = run('npm', ['audit', '--omit', 'dev', '--loglevel', 'warn'], directory);
  return isFine ? undefined : lastLines(said);
};

const commandProblem = (command, args) => {
  const { isFine, said } = ran(command, args, root);
  return isFine ? undefined : lastLines(said);
};

/** The bill of materials goes beside the release; it must come out the same twice. */
const sbomProblem = () => {
  const [one, other] = [1, 2].map(() => ran('node', ['scripts/sbom.mjs'], root));
  if (!one.isFine) return lastLines(one.said);
  return one.said === other.said ? undefined : 'two bills of materials of one tree differ';
};

/** The one that takes minutes. */
const TESTS = 'npm test passes, API report included';

/** Cheap ones first. */
const checks = [
  ['everything is committed', () => treeProblem(root)],
  ['the version is a new one', () => tagProblem(root)],
  ['version and CHANGELOG.md agree', () => changelogProblem(root)],
  ['the bill of materials is reproducible', sbomProblem],
  ['npm audit has nothing to say', () => auditProblem(root)],
  ['the reference is made without a warning', () => commandProblem('npm', ['run', '--silent', 'docs'])],
  [TESTS, () => commandProblem('npm', ['test'])],
  ['the package can be packed', () => commandProblem('npm', ['pack', '--dry-run'])],
  ['the registry would be told where it was built', () => provenanceProblem(process.env)],
];

/**
 * Makes the checks and says how each went.
 *
 * @type {(wanted: readonly (readonly [string, () => string | undefined])[], say: (line: string) => void) => boolean}
 */
export const allHold = (wanted, say) => {
  let problems = 0;
  for (const [name, problemOf] of wanted) {
    const problem = problemOf();
    say(problem === undefined ? `ok      ${name}` : `refused ${name}`);
    if (problem === undefined) continue;
    problems += 1;
    say(problem.replace(/^/gmu, '        '));
  }
  say(problems === 0 ? 'ready' : `not ready: ${problems} of ${wanted.length} checks refuse`);
  return problems === 0;
};

/** Leaves the bill of materials beside the checkout's files, to be attached to the release. */
const publish = () => {
  writeFileSync(join(root, `contextfold-${versionIn(root)}.cdx.json`), ran('node', ['scripts/sbom.mjs'], root).said);
  // The checks have just been made; prepublishOnly would make the longest of them again.
  const args = ['publish', '--provenance', '--access', 'public', '--ignore-scripts'];
  return spawnSync('npm', args, { cwd: root, stdio: 'inherit' }).status ?? 1;
};

if (process.argv[1] === import.meta.filename) {
  const isDry = process.argv.includes('--dry-run');
  const isQuick = isDry && process.argv.includes('--without-tests');
  const wanted = isQuick ? checks.filter(([name]) => name !== TESTS) : checks;
  const isReady = allHold(wanted, (line) => process.stdout.write(`${line}\n`));
  if (!isReady) process.exitCode = 1;
  else if (!isDry) process.exitCode = publish();
}

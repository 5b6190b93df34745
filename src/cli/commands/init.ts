// Owns: `contextfold init`: writing our hook into an agent's settings, and taking it out again. What stands there is
// settings/claude-code.ts's work.
import { constants, existsSync, lstatSync } from 'node:fs';
import { access, copyFile, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import manifest from '../../../package.json' with { type: 'json' };
import { putInPlace } from '../files.js';
import { makeDirectory, readGuarded } from '../hook/guarded-files.js';
import { holdsOnly, withHook, withoutHook } from '../settings/claude-code.js';
import { lineDiff } from '../settings/line-diff.js';
import type { ExitCode, MakeCommand, Terminal } from '../terminal.js';
import { complain } from '../terminal.js';

interface Options {
  readonly project?: true;
  readonly user?: true;
  readonly dryRun?: true;
  readonly remove?: true;
  readonly holdWrites?: true;
  readonly command?: string;
}

const settingsFile = ({ cwd, env }: Terminal, { user }: Options): string => {
  if (user !== true) return join(cwd, '.claude', 'settings.json');
  const { CLAUDE_CONFIG_DIR: set, HOME: home } = env;
  return join(set === undefined || set === '' ? join(home ?? homedir(), '.claude') : set, 'settings.json');
};

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Through npx the program is on the path only while it runs, and so is one that a project has for itself. */
const isPassing = (directory: string): boolean => /[\\/](?:_npx|node_modules)[\\/]/u.test(`${directory}/`);

const isInstalled = async ({ PATH = '' }: Terminal['env']): Promise<boolean> => {
  const name = process.platform === 'win32' ? 'contextfold.cmd' : 'contextfold';
  for (const directory of PATH.split(delimiter)) {
    if (directory === '' || isPassing(directory)) continue;
    const found = await access(join(directory, name), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return true;
  }
  return false;
};

const HOOK = 'hook claude-code';

const notBlank = (command: string): string => {
  if (command.trim() === '') throw new InvalidArgumentError('It must be a command, not an empty text.');
  return command;
};

const commandFor = async ({ command }: Options, { env }: Terminal): Promise<string> => {
  if (command !== undefined) return `${command} ${HOOK}`;
  return (await isInstalled(env)) ? `contextfold ${HOOK}` : `npx --yes contextfold@${manifest.version} ${HOOK}`;
};

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** More than anybody's settings; what is no regular file is not waited for. */
const MAX_SETTINGS_BYTES = 4 * 1024 * 1024;

/** What stands in a file, and where it really is; a link stays one. */
const readExisting = async (named: string): Promise<{ readonly file: string; readonly text: string | undefined }> => {
  try {
    const file = await realpath(named);
    return { file, text: readGuarded(file, MAX_SETTINGS_BYTES) };
  } catch (error) {
    if (!isMissing(error)) throw error;
    // To write there would take the link away; where it leads is for whoever made it to make.
    if (isLink(named)) throw new Error(`is a link to ${await readlink(named)}, which is not there: make that first`);
    return { file: named, text: undefined };
  }
};

const copyOf = (file: string): string => `${file}.contextfold-backup`;

/** Nobody ever sees half of the settings. */
const replaceFile = async (file: string, next: string): Promise<void> => {
  makeDirectory(dirname(file));
  const mode = existsSync(file) ? (await stat(file)).mode & 0o777 : 0o644;
  await putInPlace(file, (unfinished) => writeFile(unfinished, next, { mode, flag: 'wx' }));
};

/** A copy takes the place of what is there; a link that somebody left there is not followed. */
const keepCopy = (file: string, copy: string): Promise<void> =>
  putInPlace(copy, (unfinished) => copyFile(file, unfinished, constants.COPYFILE_EXCL));

const isOwnCopy = (copy: string): boolean => lstatSync(copy, { throwIfNoEntry: false })?.isFile() === true;

const BOM = '\uFEFF';

const withoutBom = (text: string): string => (text.startsWith(BOM) ? text.slice(BOM.length) : text);

const ownOf = ({ command }: Options): string | undefined => (command === undefined ? undefined : `${command} ${HOOK}`);

/** The text that should stand there; a BOM is not part of it. */
const changed = async (text: string, options: Options, terminal: Terminal): Promise<E.Either<string, string>> => {
  const body = withoutBom(text);
  const bom = text.slice(0, text.length - body.length);
  const holdWrites = options.holdWrites === true;
  const next =
    options.remove === true
      ? withoutHook(body, ownOf(options))
      : withHook(body, { command: await commandFor(options, terminal), holdWrites });
  return E.map((written: string) => bom + written)(next);
};

/** Whether settings are what the copy beside them holds, or nothing where there is none, and our hook. */
const isOnlyHook = (copy: string, text: string | undefined, own: string | undefined): boolean => {
  if (text === undefined) return false;
  const before = isOwnCopy(copy) ? readGuarded(copy, MAX_SETTINGS_BYTES) : undefined;
  return holdsOnly(withoutBom(text), before === undefined ? undefined : withoutBom(before), own);
};

/** Settings that are a link change where it leads, which whoever asked should know. */
const shownAs = (named: string, file: string): string => (isLink(named) ? `${named} (a link to ${file})` : named);

const DONE = { added: 'wrote the hook into', removed: 'took the hook out of' } as const;

const initClaudeCode = async (options: Options, terminal: Terminal): Promise<ExitCode> => {
  const named = settingsFile(terminal, options);
  const { file, text } = await readExisting(named);
  const next = await changed(text ?? '', options, terminal);
  if (E.isLeft(next)) {
    complain(terminal, `${named}: ${next.left}; nothing was changed`);
    return 1;
  }
  const isRemoving = options.remove === true;
  const shown = shownAs(named, file);
  if (next.right === (text ?? '')) {
    terminal.out(`${named}: ${isRemoving ? 'there is no hook of contextfold' : 'the hook is there already'}\n`);
    return 0;
  }
  if (options.dryRun === true) {
    terminal.out(`${shown} would become:\n${lineDiff(text ?? '', next.right)}`);
    return 0;
  }
  const copy = copyOf(file);
  const isOnlyOurs = isOnlyHook(copy, text, ownOf(options));
  if (text !== undefined && !isOnlyOurs) await keepCopy(file, copy);
  if (!isRemoving || !isOnlyOurs) await replaceFile(file, next.right);
  else if (isOwnCopy(copy)) await rename(copy, file);
  else await rm(file);
  terminal.out(`${DONE[isRemoving ? 'removed' : 'added']} ${shown}\n`);
  if (isOwnCopy(copy)) terminal.out(`what stood there before is in ${copy}\n`);
  if (!existsSync(file)) terminal.out('it held nothing else, so it is gone\n');
  if (!isRemoving && next.right.includes('npx --yes')) {
    terminal.out('contextfold is not installed, so npx starts it, which is slow: npm install -g contextfold\n');
  }
  if (!isRemoving && !existsSync(join(terminal.cwd, 'CLAUDE.md'))) {
    terminal.out('Claude Code may load AGENTS.md itself where there is no CLAUDE.md: see docs/hosts/claude-code.md\n');
  }
  if (!isRemoving) terminal.out('sessions that begin from now on use it; undo with --remove\n');
  return 0;
};

const MORE_HELP = `
The hook is added to .claude/settings.json of the current directory, or to the
user's with --user. Everything else in the file stays as it is.

Examples:
  contextfold init claude-code --dry-run    What would be written?
  contextfold init claude-code --user       For all projects.
  contextfold init claude-code --remove     Take it out again.

What was added with --command and edited since is taken out with the same --command.`;

/**
 * `contextfold init`.
 *
 * Errors: settings that are no JSON, or that cannot be read or written, are left as they are: exit 1.
 * Source: SPEC R6; docs/hosts/claude-code.md
 */
export const init: MakeCommand = ({ terminal, exit }) =>
  new Command('init')
    .description("write the hook into an agent's settings, or take it out again")
    .addArgument(new Argument('<agent>', 'the agent').choices(['claude-code']))
    .addOption(new Option('--project', 'settings of the current directory (default)').conflicts('user'))
    .option('--user', 'settings of the user')
    .option('--dry-run', 'only show what would change')
    .option('--remove', 'take the hook out')
    .option('--hold-writes', 'also hold a first write back until the instructions that it is under were shown')
    .option('--command <command>', 'how contextfold is started, when neither its name nor npx will do', notBlank)
    .addHelpText('after', MORE_HELP)
    .action(async (_: string, options: Options) => {
      try {
        return exit(await initClaudeCode(options, terminal));
      } catch (error) {
        complain(terminal, `${settingsFile(terminal, options)}: ${reasonOf(error)}`);
        return exit(1);
      }
    });

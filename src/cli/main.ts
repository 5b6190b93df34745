#!/usr/bin/env node
// Owns: the process behind the `contextfold` command, bound to the command line in program.ts.
import { runCommandLine } from './program.js';

let hasFailed = false;

const fail = (what: string): void => {
  if (!hasFailed) process.stderr.write(`contextfold: ${what}\n`);
  hasFailed = true;
  process.exitCode = 1;
};

/** A reader that has seen enough (`| head`) is no failure; a full disk is one. */
const whenBroken =
  (name: string) =>
  (error: NodeJS.ErrnoException): void => {
    if (error.code !== 'EPIPE') fail(`${name} cannot be written: ${error.message}`);
  };
process.stdout.on('error', whenBroken('standard output'));
process.stderr.on('error', whenBroken('standard error'));

const workingDirectory = (): string | undefined => {
  try {
    return process.cwd();
  } catch {
    fail('the current directory is gone');
    return undefined;
  }
};

async function* streamInput(): AsyncGenerator<string, void, undefined> {
  for await (const chunk of process.stdin.setEncoding('utf8')) yield String(chunk);
}

const readInput = async (): Promise<string> => {
  let text = '';
  for await (const chunk of streamInput()) text += chunk;
  return text;
};

const noColour = process.env['NO_COLOR'] !== undefined && process.env['NO_COLOR'] !== '';
const redraws = process.stderr.isTTY && process.env['TERM'] !== 'dumb';
const screen = { width: process.stderr.columns > 0 ? process.stderr.columns : 80, colours: !noColour };

const cwd = workingDirectory();
if (cwd !== undefined) {
  const code = await runCommandLine(process.argv.slice(2), {
    cwd,
    env: process.env,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    readInput,
    streamInput,
    colours: process.stdout.isTTY && !noColour,
    ...(process.stdout.isTTY ? { width: process.stdout.columns } : {}),
    ...(redraws ? { screen } : {}),
  });
  // Not `process.exit`: what was written to a pipe must have left before the process ends.
  if (!hasFailed) process.exitCode = code;
}

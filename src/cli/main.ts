#!/usr/bin/env node
// Owns: the process behind the `contextfold` command, bound to the command line in program.ts.
import { runCommandLine } from './program.js';

/** A reader that has seen enough (`| head`) is no failure. */
const ignoreClosedPipe = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error;
};
process.stdout.on('error', ignoreClosedPipe);
process.stderr.on('error', ignoreClosedPipe);

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

// Not `process.exit`: what was written to a pipe must have left before the process ends.
process.exitCode = await runCommandLine(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  readInput,
  streamInput,
  colours: process.stdout.isTTY && !noColour,
  ...(process.stdout.isTTY ? { width: process.stdout.columns } : {}),
  ...(redraws ? { screen } : {}),
});

#!/usr/bin/env node
// Owns: the process behind the `contextfold` command, bound to the command line in program.ts.
import { runCommandLine } from './program.js';

/** A reader that has seen enough (`| head`) is no failure. */
const ignoreClosedPipe = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error;
};
process.stdout.on('error', ignoreClosedPipe);
process.stderr.on('error', ignoreClosedPipe);

const readInput = async (): Promise<string> => {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += String(chunk);
  return text;
};

const noColour = process.env['NO_COLOR'] !== undefined && process.env['NO_COLOR'] !== '';

// Not `process.exit`: what was written to a pipe must have left before the process ends.
process.exitCode = await runCommandLine(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  readInput,
  colours: process.stdout.isTTY && !noColour,
  ...(process.stdout.isTTY ? { width: process.stdout.columns } : {}),
});

#!/usr/bin/env node
// Owns: which program a command starts. A hook is started before and after every tool call of an agent, so it must not
// pay for the rest of the command line; this file is CommonJS because that starts sooner.
import { createRequire } from 'node:module';
import { hookProcess } from './hook/light.js';
import type * as Run from './hook/run.js';

const [command, ...args] = process.argv.slice(2);
const isHelp = args.some((word) => word === '-h' || word === '--help');

if (command === 'hook' && !isHelp) {
  const load = createRequire(__filename);
  void hookProcess(args, () => Promise.resolve(load('./hook.cjs') as typeof Run));
} else {
  // Beside this file once it is built; a name that no bundler follows.
  const program = './cli.js';
  void import(program);
}

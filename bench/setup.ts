// Owns: `npm run bench:setup`: installs what is measured beside this library and is too much for a development
// dependency, where only the benches find it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workshop } from './child.js';

/** Apache-2.0; 130 MB with what it needs. It asks for a newer Node, and what is measured of it runs on ours. */
const PEERS = ['@mastra/core@1.71.0'];

mkdirSync(workshop, { recursive: true });
writeFileSync(join(workshop, 'package.json'), JSON.stringify({ private: true }));
const { status } = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...PEERS], {
  cwd: workshop,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;

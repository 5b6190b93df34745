// Owns: `npm run mutation`: changes the code of the library in thousands of small ways, and counts how many of the
// changes its tests notice. How the tests are run is in scripts/mutation/; what was found, in docs/MUTATION.md.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { changesSince } from './mutation/changes.mjs';
import { options } from './mutation/options.mjs';
import { listener } from './mutation/reporter.mjs';
import { roomOf, rooms } from './mutation/rooms.mjs';
import { isGoodEnough, missedOf, tableOf } from './mutation/score.mjs';
import { root } from './setup.mjs';

const HELP = `Usage: npm run mutation -- [PART…] [options]

Changes the code in small ways, one at a time, and counts how many of the changes the tests notice.

  PART             parts of src/ (default: all of them), such as src/core or sources/time-context
  --since COMMIT   only lines that changed since a commit; passes where there is no such commit
  --minutes N      stops in time, and judges what was tested until then
  --missed         lists every change that no test noticed
  --json FILE      writes every change and what became of it to a file
  --help

Exits 1 when tests notice too little, 2 when it is asked for what does not exist.
`;

const usageError = (message) => {
  process.stderr.write(`${message}\n\n${HELP}`);
  process.exit(2);
};

const readArguments = () => {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        since: { type: 'string' },
        minutes: { type: 'string' },
        missed: { type: 'boolean', default: false },
        json: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    const minutes = Number(values.minutes ?? Infinity);
    if (!(minutes > 0)) usageError(`--minutes must be a positive number, found ${values.minutes}`);
    const wanted = positionals.map((part) => part.replace(/^(src\/)?/u, 'src/').replace(/\/$/u, ''));
    return { ...values, minutes, wanted };
  } catch (error) {
    return usageError(error.message);
  }
};

const isIn = (folder, part) => folder === part || folder.startsWith(`${part}/`);

/** All of a part but the parts inside of it. */
const globsOf = ({ folder, except = [] }) => {
  const others = rooms.map((room) => room.folder).filter((other) => other.startsWith(`${folder}/`));
  return [`${folder}/**/*.ts`, ...[...others, ...except].map((other) => `!${other}/**`)];
};

/** For each part what of it is to be changed. */
const planOf = ({ since, wanted }) => {
  const unknown = wanted.find((part) => !rooms.some(({ folder }) => isIn(folder, part)));
  const known = rooms.map(({ folder }) => folder).join(', ');
  if (unknown !== undefined) usageError(`no such part: ${unknown}; there are ${known}`);
  const chosen = rooms.filter(({ folder }) => wanted.length === 0 || wanted.some((part) => isIn(folder, part)));
  if (since === undefined) return chosen.map((room) => ({ room, mutate: globsOf(room) }));
  const changes = changesSince(root, since);
  if (changes === undefined) {
    process.stdout.write(`Git knows no commit ${since} here, so nothing is said to have changed.\n`);
    process.exit(0);
  }
  return chosen
    .map((room) => ({ room, mutate: changes.filter(({ file }) => roomOf(file) === room).map(({ range }) => range) }))
    .filter(({ mutate }) => mutate.length > 0);
};

const progress = (room) => {
  const isTerminal = process.stderr.isTTY;
  const state = { planned: 0, tested: 0 };
  const write = () => isTerminal && process.stderr.write(`\r${room.folder}: ${state.tested} of ${state.planned} `);
  return {
    planned: (count) => {
      state.planned = count;
      if (!isTerminal) process.stderr.write(`${room.folder}: ${count} changes\n`);
    },
    tested: () => {
      state.tested += 1;
      write();
    },
    over: () => isTerminal && process.stderr.write('\r\u001b[K'),
  };
};

const given = readArguments();
if (given.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

process.chdir(root);
const tempDirName = mkdtempSync(join(tmpdir(), 'contextfold-mutation-'));
process.on('exit', () => {
  try {
    rmSync(tempDirName, { recursive: true, force: true });
  } catch {
    // What is still running has written something there meanwhile.
  }
});
// Whatever a changed adapter makes of the places that tests write to, it stays in there. Some tests change their user.
chmodSync(tempDirName, 0o711);
for (const [name, place] of [['TMPDIR', 'tmp'], ['HOME', 'home']]) {
  process.env[name] = join(tempDirName, place);
  mkdirSync(process.env[name]);
}

const results = planOf(given).map(({ room, mutate }) => ({ room, mutate, mutants: [] }));

if (results.length === 0) {
  process.stdout.write('Nothing that is mutated changed.\n');
  process.exit(0);
}

const conclude = (isCut) => {
  process.stdout.write(`${tableOf(results)}\n`);
  const mutants = results.flatMap((result) => result.mutants);
  if (isCut) process.stdout.write(`Stopped after ${given.minutes} minutes with ${mutants.length} changes tested.\n`);
  if (given.missed) process.stdout.write(missedOf(mutants).map((line) => `${line}\n`).join(''));
  if (given.json !== undefined) writeFileSync(given.json, `${JSON.stringify(mutants)}\n`);
  process.exit(results.every(isGoodEnough) ? 0 : 1);
};

// Stryker cannot be told to stop; what it started ends with this process.
if (given.minutes < Infinity) setTimeout(conclude, given.minutes * 60_000, true);

for (const { room, mutate, mutants } of results) {
  const { planned, tested, over } = progress(room);
  Object.assign(listener, {
    planned,
    tested: (mutant) => {
      mutants.push({ ...mutant, fileName: mutant.fileName.slice(mutant.fileName.indexOf(`${room.folder}/`)) });
      tested();
    },
  });
  // Its processes inherit this; the judges are told by it whom they judge.
  process.env.CONTEXTFOLD_MUTATED = room.folder;
  await new Stryker({ ...options, mutate, tempDirName }).runMutationTest().catch(({ message }) => {
    process.stderr.write(`${room.folder}: its tests could not be run: ${message}\n`);
    process.exit(1);
  });
  over();
}
conclude(false);

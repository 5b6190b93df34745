// Owns: where the first inputs come from: samples that the tests have, and hand-written ones in seeds/.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = process.cwd();

const filesIn = (folder: string, ending: string): readonly string[] => {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => readFileSync(join(path, name), 'utf8').trimEnd());
};

/** What was written by hand for a target: each text of its file's list, values as JSON. */
export const handWritten = (name: string): readonly string[] => {
  const list = JSON.parse(readFileSync(join(root, 'fuzz/seeds', `${name}.json`), 'utf8')) as readonly unknown[];
  return list.map((seed) => {
    if (typeof seed === 'string') return seed;
    return Array.isArray(seed) ? seed.map((line) => JSON.stringify(line)).join('\n') : JSON.stringify(seed);
  });
};

/** Logs of our own format. */
export const ownLogs = (): readonly string[] => [
  ...handWritten('log-lines'),
  ...filesIn('test/fixtures/logs/dsh', '.jsonl'),
];

/** Logs of other tools. */
export const foreignLogs = (): readonly string[] => filesIn('test/fixtures/logs', '.jsonl');

/** Transcripts, and trails. */
export const transcripts = (): readonly string[] => [
  ...handWritten('transcripts'),
  ...filesIn('test/fixtures/logs/claude-code', '.jsonl'),
  ...filesIn('test/fixtures/logs/codex', '.jsonl'),
];

/** Scenario files. */
export const scenarios = (): readonly string[] => [
  ...handWritten('scenarios'),
  ...filesIn('test/fixtures/scenarios', '.json'),
  ...filesIn('examples', '.json'),
];

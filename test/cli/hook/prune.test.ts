// Owns: what is taken away from the hook's home when a session begins, and what never is.
import {
  existsSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pruneHome } from '../../../src/cli/hook/prune.js';
import { place } from './processes.js';

const DAY_S = 24 * 60 * 60;
const NOW_S = Date.UTC(2026, 5, 1) / 1_000;

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'contextfold-prune-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const put = (path: string, days: number, text = ''): string => {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, NOW_S - days * DAY_S, NOW_S - days * DAY_S);
  return file;
};
const memoOf = (transcript: string): string => JSON.stringify({ transcript: { path: transcript } });
const prune = (dayLater = 0): void =>
  pruneHome({ memos: join(home, 'memos'), sessions: join(home, 'sessions') }, (NOW_S + dayLater * DAY_S) * 1_000);
const left = (directory: string): readonly string[] =>
  readdirSync(join(home, directory)).filter((name) => !name.startsWith('pruned-'));

test('a session that nobody came back to for 30 days goes, with all that it left', () => {
  for (const name of ['old.jsonl', 'old.jsonl.snapshot', 'old.jsonl.damaged-1']) put(`sessions/${name}`, 31);
  // Whoever writes holds a lock, which names it and leads to no file.
  symlinkSync('4711', join(home, 'sessions/old.jsonl.lock'));
  lutimesSync(join(home, 'sessions/old.jsonl.lock'), NOW_S - 31 * DAY_S, NOW_S - 31 * DAY_S);
  put('memos/old.json', 31, memoOf(join(home, 'gone.jsonl')));
  put('memos/%4fdd.jsonl.json', 31, '{}');
  put('sessions/%4fdd.jsonl', 31);
  put('sessions/new.jsonl', 29);
  prune();
  expect([left('sessions'), left('memos')]).toEqual([['new.jsonl'], []]);
});

test('a session stays while anything of it is young', () => {
  put('sessions/live.jsonl', 60);
  put('memos/live.json', 1);
  prune();
  expect([left('sessions'), left('memos')]).toEqual([['live.jsonl'], ['live.json']]);
});

test('a session stays while its agent could go on with it, however old it is', () => {
  const transcript = put('transcript.jsonl', 300);
  put('sessions/idle.jsonl', 300);
  put('memos/idle.json', 300, memoOf(transcript));
  prune();
  expect(left('sessions')).toEqual(['idle.jsonl']);
  rmSync(transcript);
  prune(1);
  expect(left('sessions')).toEqual([]);
});

test('what is no proof that a transcript is gone takes nothing away', () => {
  const loop = join(home, 'loop');
  symlinkSync(loop, loop);
  put('sessions/looping.jsonl', 99);
  put('memos/looping.json', 99, memoOf(`${loop}/transcript.jsonl`));
  put('sessions/damaged.jsonl', 99);
  put('memos/damaged.json', 99, '{"transcript":{"pa');
  put('sessions/without-memo.jsonl', 99);
  put('memos/without-log.json', 99, 'anything');
  prune();
  expect(left('sessions')).toEqual(['damaged.jsonl', 'looping.jsonl', 'without-memo.jsonl']);
  expect(left('memos')).toEqual(['damaged.json', 'looping.json']);
});

test('it looks once a day, and leaves what is not ours', () => {
  put('sessions/notes.txt', 99);
  prune();
  put('sessions/old.jsonl', 99);
  put('memos/old.json', 99, '{}');
  prune();
  expect(left('sessions')).toEqual(['notes.txt', 'old.jsonl']);
  prune(1);
  expect(left('sessions')).toEqual(['notes.txt']);
  expect(readdirSync(join(home, 'memos'))).toEqual(['pruned-2026-06-02']);
});

test('a home that is not there, or cannot be used, is no failure', () => {
  rmSync(home, { recursive: true });
  writeFileSync(home, '');
  expect(prune).not.toThrow();
});

test('the start of a session does it', async () => {
  const at = place({});
  try {
    const old = join(at.home, 'sessions', 'old.jsonl');
    mkdirSync(dirname(old), { recursive: true });
    const memo = join(at.home, 'memos', 'old.json');
    mkdirSync(dirname(memo), { recursive: true });
    for (const [file, text] of [
      [old, ''],
      [memo, '{}'],
    ] as const) {
      writeFileSync(file, text);
      utimesSync(file, 1, 1);
    }
    const event = { session_id: 'new', cwd: at.project };
    await at.hook({ ...event, hook_event_name: 'UserPromptSubmit', prompt: 'Hello.' });
    expect(existsSync(old)).toBe(true);
    await at.hook({ ...event, hook_event_name: 'SessionStart', source: 'startup' });
    expect(existsSync(old)).toBe(false);
    expect(at.log()).toEqual([]);
  } finally {
    at.clean();
  }
});

// Owns: the lock of a log: who is waited for, who is not, and that taking it from the dead never makes two owners.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { jsonlStore } from '../../../src/adapters/jsonl/index.js';
import { withLock } from '../../../src/adapters/jsonl/lock.js';
import type { Owner } from '../../../src/adapters/jsonl/owner.js';
import { isGone, newOwner, ownerName, ownerOf } from '../../../src/adapters/jsonl/owner.js';
import { seqOf } from '../../../src/domain/units.js';
import { HEAD, namesIn, numbered, put, read, temporary } from './given.js';

const isLinux = process.platform === 'linux';

const startOf = (pid: number): string => {
  const fields = /\) (.*)$/su.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]?.split(' ');
  return fields?.[19] ?? '';
};

/** Another process, as the owner of a lock. */
const otherProcess = async (): Promise<{ readonly owner: Owner; readonly kill: () => Promise<void> }> => {
  const child = spawn('sleep', ['60']);
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  const kill = async (): Promise<void> => {
    const over = once(child, 'exit');
    child.kill('SIGKILL');
    await over;
  };
  onTestFinished(() => void child.kill('SIGKILL'));
  return { owner: { ...newOwner(), pid, started: isLinux ? startOf(pid) : '' }, kill };
};

const patient = { patienceMs: 5_000 };
const impatient = { patienceMs: 50 };

const logWithLock = (owner: Owner): string => {
  const directory = temporary();
  put(directory, 's.jsonl', HEAD);
  symlinkSync(ownerName(owner), join(directory, 's.jsonl.lock'));
  return directory;
};

const outcome = async (directory: string, lockPatienceMs: number): Promise<string> => {
  const done = await jsonlStore(directory, { lockPatienceMs }).append('s', seqOf(0), [numbered(0)])();
  return E.isRight(done) ? 'done' : done.left._tag === 'StoreFailure' ? `${done.left.code}: ${done.left.detail}` : '';
};

describe('L6 an owner', () => {
  test('is told from its name', () => {
    const owner = { ...newOwner(), host: 'a-b.c' };
    expect(ownerOf(ownerName(owner))).toEqual(owner);
    expect(ownerOf('somebody')).toBeUndefined();
  });

  test('is gone only where that is certain', async () => {
    const { owner, kill } = await otherProcess();
    expect(isGone(newOwner())).toBe(false);
    expect(isGone(owner)).toBe(false);
    expect(isGone({ ...owner, host: 'elsewhere', boot: 'other' })).toBe(false);
    if (isLinux) {
      expect(isGone({ ...owner, started: '1' }), 'another process has got the pid').toBe(true);
      expect(isGone({ ...owner, boot: 'abc' }), 'the machine was started anew').toBe(true);
      expect(isGone({ ...owner, space: '1' }), 'in another container').toBe(false);
      expect(isGone({ ...owner, boot: '' }), 'of a system that does not tell').toBe(false);
      expect(isGone({ ...owner, started: '' }), 'of a system that does not tell when it began').toBe(false);
    }
    await kill();
    if (isLinux) expect(isGone({ ...owner, space: '1' }), 'in another container').toBe(false);
    expect(isGone(owner)).toBe(true);
    expect(isGone({ ...owner, host: 'elsewhere' })).toBe(false);
  });

  test.runIf(isLinux)('that is dead but not buried by its parent is gone', async () => {
    const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void parent.kill('SIGKILL'));
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString('utf8'));
    const isZombie = (): boolean => / Z /u.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    await expect.poll(isZombie).toBe(true);
    expect(isGone({ ...newOwner(), pid, started: startOf(pid) })).toBe(true);
  });
});

describe('L6 the lock of a log', () => {
  test('of a living process is respected, and told', async () => {
    const { owner } = await otherProcess();
    const directory = logWithLock(owner);
    expect(await outcome(directory, 50)).toBe(
      `locked: process ${owner.pid} on ${owner.host} is writing; if it is not, remove ${directory}/s.jsonl.lock`,
    );
    expect(readlinkSync(join(directory, 's.jsonl.lock'))).toBe(ownerName(owner));
    expect((await read(jsonlStore(directory))).events).toEqual([]);
  });

  test('of a process that dies meanwhile is taken over', async () => {
    const { owner, kill } = await otherProcess();
    const directory = logWithLock(owner);
    const waiting = outcome(directory, 5_000);
    await kill();
    expect(await waiting).toBe('done');
    expect(namesIn(directory)).toEqual(['s.jsonl']);
  });

  test('of a dead process is taken over, also from one that died while it took it over', async () => {
    const { owner, kill } = await otherProcess();
    await kill();
    const directory = logWithLock(owner);
    symlinkSync(ownerName({ ...owner, nonce: 'bbbb' }), join(directory, 's.jsonl.lock.over'));
    symlinkSync(ownerName({ ...owner, nonce: 'cccc' }), join(directory, 's.jsonl.lock.over.over'));
    expect(await outcome(directory, 5_000)).toBe('done');
    expect(namesIn(directory)).toEqual(['s.jsonl']);
  });

  test('that nobody of ours made is not removed', async () => {
    const directory = temporary();
    put(directory, 's.jsonl', HEAD);
    symlinkSync('somebody', join(directory, 's.jsonl.lock'));
    expect(await outcome(directory, 20)).toContain('locked: somebody is writing');
  });

  test('is not taken where there is no directory, or where something else is in its place', async () => {
    const directory = temporary();
    put(directory, 'file', '');
    const work = (): Promise<string> => Promise.resolve('done');
    await expect(withLock(join(directory, 'missing', 'lock'), impatient, work)).rejects.toThrow('ENOENT');
    const file = join(directory, 'file');
    await expect(withLock(file, impatient, work)).rejects.toThrow(
      `somebody is writing; if it is not, remove ${file}`,
    );
  });

  test('F6 is not waited for when the call is aborted', async () => {
    const { owner } = await otherProcess();
    const aborting = new AbortController();
    const store = jsonlStore(logWithLock(owner), { lockPatienceMs: 60_000 });
    const waiting = store.append('s', seqOf(0), [numbered(0)], aborting.signal)();
    setTimeout(() => aborting.abort(), 20);
    expect(await waiting).toMatchObject(E.left({ code: 'aborted' }));
  });

  test('is held by one at a time, however many take it from one dead owner at once', async () => {
    const { owner, kill } = await otherProcess();
    await kill();
    const directory = temporary();
    const path = join(directory, 'lock');
    let [holders, most, turns] = [0, 0, 0];
    const work = async (): Promise<void> => {
      holders += 1;
      most = Math.max(most, holders);
      await new Promise((resolve) => setTimeout(resolve, 1));
      turns += 1;
      holders -= 1;
    };
    for (let round = 0; round < 20; round += 1) {
      symlinkSync(ownerName({ ...owner, nonce: `${round}` }), path);
      await Promise.all(Array.from({ length: 8 }, () => withLock(path, patient, work)));
    }
    expect({ most, turns, left: namesIn(directory) }).toEqual({ most: 1, turns: 160, left: [] });
  });

  test('is given back when the work fails', async () => {
    const path = join(temporary(), 'lock');
    await expect(withLock(path, impatient, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await withLock(path, impatient, () => Promise.resolve('yes'))).toBe('yes');
  });
});

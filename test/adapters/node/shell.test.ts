// Owns: what the Node shell does with real commands, beyond the port laws.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { nodeShell } from '../../../src/adapters/node/index.js';
import { temporaryDirectory } from '../../contracts/fixtures.js';

const place = (): string => {
  const directory = temporaryDirectory();
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
};

/** Whether a process still runs; one that is dead and not yet waited for does not. */
const runs = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/\) [ZX] /u.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

/** A command whose shell and whose background child write their ids and then wait for long. */
const lingering = (directory: string): string =>
  `cd ${directory}; sleep 60 & echo $! > child; echo $$ > shell.new; mv shell.new shell; wait`;

const idsIn = (directory: string): Promise<readonly number[]> =>
  vi.waitFor(() => {
    expect(existsSync(join(directory, 'shell'))).toBe(true);
    return ['shell', 'child'].map((name) => Number(readFileSync(join(directory, name), 'utf8')));
  }, 10_000);

const expectGone = (ids: readonly number[]): Promise<void> =>
  vi.waitFor(() => expect(ids.filter(runs)).toEqual([]), 10_000);

describe('a command is bounded (SPEC M2)', () => {
  test('one that takes too long is unavailable, and everything it started is gone', async () => {
    const directory = place();
    const answer = nodeShell({ timeoutMs: 2_000 }).run(lingering(directory))();
    const ids = await idsIn(directory);
    expect(await answer).toEqual({ _tag: 'unavailable', reason: 'the command took longer than 2000 ms' });
    await expectGone(ids);
  });

  test('one that is aborted is unavailable at once, and everything it started is gone (SPEC F6)', async () => {
    const directory = place();
    const controller = new AbortController();
    const answer = nodeShell({ timeoutMs: 60_000 }).run(lingering(directory), controller.signal)();
    const ids = await idsIn(directory);
    controller.abort();
    expect(await answer).toEqual({ _tag: 'unavailable', reason: 'aborted' });
    await expectGone(ids);
  });

  test('one that prints too much is unavailable, exactly as much is not', async () => {
    const shell = nodeShell({ timeoutMs: 20_000, maxOutputBytes: 10 });
    expect(await shell.run("printf '%s' 0123456789")()).toMatchObject({ stdout: '0123456789' });
    const reason = 'the command printed more than 10 bytes';
    expect(await shell.run("printf '%s' 0123456789x")()).toEqual({ _tag: 'unavailable', reason });
    expect(await shell.run('yes')()).toEqual({ _tag: 'unavailable', reason });
  });

  test('one that leaves something running with its output open takes as long as that', async () => {
    const answer = await nodeShell({ timeoutMs: 300 }).run('echo early; sleep 60 &')();
    expect(answer._tag).toBe('unavailable');
  });
});

describe('a command that cannot answer (SPEC M2)', () => {
  test('a shell that does not exist, and a text that is no command line, are unavailable', async () => {
    const missing = await nodeShell({ program: '/missing/sh' }).run('true')();
    expect(missing).toMatchObject({ _tag: 'unavailable', reason: expect.stringContaining('ENOENT') as string });
    const refused = await nodeShell().run('true \0')();
    expect(refused).toMatchObject({ _tag: 'unavailable', reason: expect.stringContaining('ERR_INVALID') as string });
  });

  test('one that dies of a signal is unavailable, one that is not found has exited', async () => {
    const shell = nodeShell({ timeoutMs: 20_000 });
    expect(await shell.run('kill -9 $$')()).toEqual({ _tag: 'unavailable', reason: 'ended by SIGKILL' });
    expect(await shell.run('no-such-command-here')()).toEqual({ _tag: 'exited', exitCode: 127, stdout: '' });
  });
});

describe('the surroundings of a command', () => {
  test('standard input is empty, standard error is discarded, `$PPID` is this process', async () => {
    const shell = nodeShell({ timeoutMs: 20_000 });
    expect(await shell.run('cat; echo loud >&2')()).toEqual({ _tag: 'exited', exitCode: 0, stdout: '' });
    expect(await shell.run('echo $PPID')()).toMatchObject({ stdout: `${process.pid}\n` });
  });

  test('text in several pieces is put together by characters, not by pieces', async () => {
    const directory = place();
    writeFileSync(join(directory, 'text'), '漢'.repeat(20_000));
    const answer = await nodeShell({ timeoutMs: 20_000 }).run(`cat ${join(directory, 'text')}`)();
    expect(answer).toEqual({ _tag: 'exited', exitCode: 0, stdout: '漢'.repeat(20_000) });
  });

  test('nothing listens to the signal after the answer', async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    await nodeShell({ timeoutMs: 20_000 }).run('true', signal)();
    expect(removed.mock.calls).toEqual(added.mock.calls);
    expect(added).toHaveBeenCalledOnce();
  });
});

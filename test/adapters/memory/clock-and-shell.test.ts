// Owns: what the memory clock and shell can be told.
import { expect, test } from 'vitest';
import { memoryClock, memoryShell } from '../../../src/adapters/memory/index.js';

test('the clock stands still until it is set or moved, backwards too (SPEC R, step `advance`)', () => {
  const clock = memoryClock(1_000);
  expect([clock.now(), clock.now(), clock.zone()]).toEqual([1_000, 1_000, 'UTC']);
  clock.advance(500);
  clock.advance(-2_000);
  expect(clock.now()).toBe(-500);
  clock.set(7);
  clock.setZone(undefined);
  expect([clock.now(), clock.zone()]).toEqual([7, undefined]);
});

test('the shell answers what it was told last and remembers what it was asked (SPEC R, step `shell`)', async () => {
  const shell = memoryShell();
  expect(await shell.run('one')()).toEqual({ _tag: 'exited', exitCode: 0, stdout: '' });
  shell.set({ _tag: 'unavailable', reason: 'gone' });
  expect(await shell.run('two')()).toEqual({ _tag: 'unavailable', reason: 'gone' });
  expect(shell.commands()).toEqual(['one', 'two']);
});

test('a shell that is told to stop runs nothing (SPEC F6)', async () => {
  const shell = memoryShell();
  const listening = { addEventListener: () => undefined, removeEventListener: () => undefined };
  const over = { aborted: true, reason: 'over', ...listening };
  expect(await shell.run('one', over)()).toEqual({ _tag: 'unavailable', reason: 'aborted' });
  await shell.run('two', { ...over, aborted: false })();
  expect(shell.commands()).toEqual(['two']);
});

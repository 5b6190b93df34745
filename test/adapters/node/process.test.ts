// Owns: the small Node adapters: log lines, the home directory, the zone.
import { homedir } from 'node:os';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { nodeClock, stderrLogger, surroundings } from '../../../src/adapters/node/index.js';

/** Sets an environment variable for one test. */
const withVariable = (name: string, value: string): void => {
  vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
};

describe('logger', () => {
  test('a message is one line on standard error, whatever it holds', () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => write.mockRestore());
    stderrLogger.warn('odd \u001b[31mname\nforged ü');
    expect(write.mock.calls.map(([line]) => line)).toEqual(['contextfold: odd \\u001b[31mname\\u000aforged ü\n']);
  });

  test('a message that was written leaves nobody waiting for a failure', () => {
    const before = process.stderr.listenerCount('error');
    const write = vi.spyOn(process.stderr, 'write').mockImplementation(((_: string, done: (e?: unknown) => void) => {
      done();
      done(null);
      return true;
    }) as never);
    onTestFinished(() => write.mockRestore());
    stderrLogger.warn('all is well');
    expect(process.stderr.listenerCount('error')).toBe(before);
  });

  test('a standard error that fails ends nothing', () => {
    const before = process.stderr.listenerCount('error');
    const write = vi.spyOn(process.stderr, 'write').mockImplementation(((_: string, done: (e?: Error) => void) => {
      const broken = new Error('EPIPE');
      done(broken);
      process.stderr.emit('error', broken);
      return true;
    }) as never);
    onTestFinished(() => write.mockRestore());
    stderrLogger.warn('nobody reads this');
    expect(process.stderr.listenerCount('error')).toBe(before);
  });
});

describe('surroundings (SPEC A1)', () => {
  test('home and variables are those of now, and a copy', () => {
    withVariable('CONTEXTFOLD_TEST', 'one');
    const { osHome, variables } = surroundings();
    vi.stubEnv('CONTEXTFOLD_TEST', 'two');
    expect(osHome).toBe(homedir());
    expect(variables['CONTEXTFOLD_TEST']).toBe('one');
    expect(surroundings().variables['CONTEXTFOLD_TEST']).toBe('two');
  });

  test.skipIf(process.platform === 'win32')('an empty home is none', () => {
    withVariable('HOME', '');
    expect(surroundings()).not.toHaveProperty('osHome', '');
  });
});

describe('clock (SPEC T2)', () => {
  test.each(['Asia/Tokyo', 'UTC'])('the zone of the process is given as it is: %s', (zone) => {
    withVariable('TZ', zone);
    expect(nodeClock.zone()).toBe(zone);
  });

  test('a zone that the runtime does not know is left open', () => {
    withVariable('TZ', 'Nowhere/Here');
    expect(nodeClock.zone()).toBeUndefined();
  });
});

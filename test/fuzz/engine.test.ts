// Owns: whether the fuzzing loop finds what is there to be found: in a parser with bugs that were put there.
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { fuzz } from '../../fuzz/engine.js';
import { instrumented } from '../../fuzz/instrument.js';
import { COUNTERS } from '../../fuzz/shared.js';
import type { Target } from '../../fuzz/target.js';
import { hold } from '../../fuzz/target.js';

const target = (run: Target['run'], rest: Partial<Target> = {}): Target => ({
  name: 'planted',
  about: '',
  grammar: 'text',
  seeds: () => ['abc'],
  tokens: ['x'],
  run,
  ...rest,
});

/** Works for so long; time in which others work does not count. */
const burn = (ms: number): void => {
  const before = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(before);
    if (user + system >= ms * 1_000) return;
  }
};

/** Deeper and deeper: blind mutation would need all of them at once. */
const MAZE = `
export const enter = (text: string): void => {
  if (text.charAt(0) === 'k') {
    if (text.charAt(1) === 'e') {
      if (text.charAt(2) === 'y') {
        if (text.charAt(3) === '7') throw new RangeError('the end of the maze');
      }
    }
  }
};`;

const mazeOf = (counters: Uint8Array): ((text: string) => void) => {
  let places = 0;
  const body = instrumented(MAZE, 'maze.ts', () => places++).replace('export const enter =', 'return');
  return runInNewContext(`(() => {${body}})()`, { [COUNTERS]: counters }) as (text: string) => void;
};

const TOKENS = [...'abcdek7y'];

describe('coverage leads on', () => {
  const run = async (isGuided: boolean) => {
    const counters = new Uint8Array(64);
    const options = { runs: 12_000, seed: 7, ...(isGuided ? { counters } : {}) };
    return fuzz(target(mazeOf(counters), { tokens: TOKENS }), options);
  };

  test('what is behind four conditions is found, and cut down to what is needed', async () => {
    const { findings, reached } = await run(true);
    expect(findings.map(({ input }) => input)).toEqual(['key7']);
    expect(reached).toBeGreaterThanOrEqual(4);
  });

  test('without coverage it is not', async () => {
    expect((await run(false)).findings).toEqual([]);
  });
});

describe('what counts as a finding', () => {
  const whatIs = async (run: Target['run'], rest: Partial<Target> = {}, growths = 0): Promise<readonly string[]> => {
    const { findings } = await fuzz(target(run, rest), {
      runs: 300,
      seed: 1,
      growths,
      limits: { limitMs: 1_000, slowMs: 5 },
    });
    return findings.map(({ what }) => what);
  };

  test('a throw of the library, by kind and place', async () => {
    const broken = (): never => {
      throw new TypeError('no 17 here');
    };
    expect(await whatIs(() => broken())).toEqual([expect.stringMatching(/^TypeError: no … here \(broken\)$/u)]);
  });

  test('a law that does not hold, once', async () => {
    const { findings } = await fuzz(
      target((text) => hold(!text.includes('x'), 'no x')),
      { runs: 300, seed: 1 },
    );
    expect(findings).toEqual([{ what: 'BrokenLaw: no x', input: 'x', count: expect.any(Number) as number }]);
  });

  test('a rejection, in what is gone on with', async () => {
    const live = () => Promise.reject(new Error('later'));
    expect(await whatIs(() => undefined, { live })).toHaveLength(1);
  });

  test('an input that takes too long', async () => {
    let isFirst = true;
    const slow = (text: string): void => {
      if (text === '' || !isFirst) return;
      burn(150);
      isFirst = text === 'abc';
    };
    expect(await fuzz(target(slow), { runs: 2, seed: 1, limits: { limitMs: 100, slowMs: 20 } })).toMatchObject({
      findings: [{ what: 'takes longer than 100 ms', input: 'abc' }],
    });
  }, 20_000);

  test('time that grows faster than inputs do', async () => {
    const square = ({ length }: string): void => {
      if (length < 16_000 || length > 270_000) return;
      burn((length / 262_144) ** 2 * 160);
    };
    expect(await whatIs(square, {}, 1)).toEqual(['takes more than linear time']);
  }, 20_000);
});

test('the same seed gives the same inputs', async () => {
  const inputsOf = async (seed: number): Promise<readonly string[]> => {
    const inputs: string[] = [];
    await fuzz(
      target(() => undefined, { grammar: 'json', seeds: () => ['{"a":[1,"b"]}'] }),
      {
        runs: 200,
        seed,
        before: (input) => inputs.push(input),
      },
    );
    return inputs;
  };
  expect(await inputsOf(3)).toEqual(await inputsOf(3));
  expect(await inputsOf(3)).not.toEqual(await inputsOf(4));
});

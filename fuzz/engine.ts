// Owns: the loop: which input is next, how long one may take, what is kept because it reached something new, and the
// smallest input for each finding. Where coverage comes from is instrument.ts; what a run may cost in all is run.ts.
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { inflate, mutate } from './mutate.js';
import { randomFrom } from './random.js';
import type { Target } from './target.js';

/** How long an input of 64 KiB may take, and from when on one is measured again. Units: ms. */
const LIMITS = { limitMs: 1_000, slowMs: 50 };

/** Sizes at which the growth of time is looked at, and one at which only a throw counts. Units: UTF-16 units. */
const GROWTH_UNITS = [16_384, 65_536, 262_144] as const;
const HUGE_UNITS = 524_288;

/** Four times the input in more than this many times the time is no longer linear. */
const MAX_GROWTH = 9;

const MAX_CORPUS = 3_000;

/** One in so many inputs is gone on with though it reached nothing new. */
const LIVES_OF = 256;

const SHRINKS = 400;

/** What was found, with the smallest input for it. */
export interface Finding {
  readonly what: string;
  readonly input: string;
  readonly count: number;
}

/** What a run came to. Units: times in ms, memory in bytes of heap. `slowestMs` is 0 where none took over 50 ms. */
export interface Outcome {
  readonly target: string;
  readonly seed: number;
  readonly runs: number;
  /** Of these, how many were gone on with. */
  readonly lived: number;
  readonly ms: number;
  readonly slowestMs: number;
  readonly heapBytes: number;
  readonly corpus: number;
  /** Places of the instrumented library that were reached; 0 without coverage. */
  readonly reached: number;
  readonly findings: readonly Finding[];
}

/** How a target is run. */
export interface RunOptions {
  readonly runs: number;
  readonly seed: number;
  readonly seconds?: number;
  /** How many inputs are made large; as many again as they are measured at sizes. */
  readonly growths?: number;
  /** One counter for each place of the library, set by the code that stands there. */
  readonly counters?: Uint8Array;
  readonly limits?: typeof LIMITS;
  /** Hears each input before it is run. */
  readonly before?: (input: string) => void;
}

/** Coverage as a fuzzer counts it: a place reached about twice as often as ever is news, too. */
const novelty = (
  counters: Uint8Array | undefined,
): { readonly take: () => boolean; readonly reached: () => number } => {
  const seen = new Uint8Array(counters?.length ?? 0);
  const fours = counters === undefined ? new Uint32Array() : new Uint32Array(counters.buffer);
  const takeFour = (from: number): boolean => {
    let isNew = false;
    for (let place = from; place < from + 4; place += 1) {
      const count = counters?.[place] ?? 0;
      const bit = count === 0 ? 0 : 1 << (31 - Math.clz32(count));
      if (((seen[place] as number) & bit) === bit) continue;
      seen[place] = (seen[place] as number) | bit;
      isNew = true;
    }
    return isNew;
  };
  const take = (): boolean => {
    let isNew = false;
    for (let four = 0; four < fours.length; four += 1) {
      if (fours[four] !== 0 && takeFour(four * 4)) isNew = true;
    }
    fours.fill(0);
    return isNew;
  };
  return { take, reached: () => seen.reduce((sum, bits) => sum + (bits === 0 ? 0 : 1), 0) };
};

/** What tells findings apart: the kind of error, its first line without numbers and quoted parts, and where from. */
const signatureOf = (error: unknown): string => {
  if (!(error instanceof Error)) return `threw ${String(error).slice(0, 80)}`;
  const [line = ''] = error.message.split('\n');
  const from = error.name === 'BrokenLaw' ? '' : (/\n\s+at (\S+)/u.exec(error.stack ?? '')?.[1] ?? '');
  return `${error.name}: ${line.replace(/"[^"]*"|\d+/gu, '…').slice(0, 160)}${from === '' ? '' : ` (${from})`}`;
};

/** Runs an input; what it comes to, and how long it took. */
const attempt = async (
  { run, live }: Target,
  input: string,
  lives: boolean,
): Promise<{ readonly ms: number; readonly error?: unknown }> => {
  const start = performance.now();
  try {
    const running = run(input);
    if (running !== undefined) await running;
    if (lives) await live?.(input);
    return { ms: performance.now() - start };
  } catch (error) {
    return { ms: performance.now() - start, error: error ?? new Error('threw nothing') };
  }
};

/** The shortest time of a few, in which the processor worked for us: what else a machine does only adds to it. */
const fastest = async (target: Target, input: string, times: number): Promise<number> => {
  let least = Infinity;
  for (let left = times; left > 0; left -= 1) {
    const before = process.cpuUsage();
    const { ms } = await attempt(target, input, true);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, ms, (user + system) / 1_000);
  }
  return least;
};

/**
 * Tells whether time grows faster than inputs do.
 *
 * Why:    the caches of a machine and the collection of garbage make steps, so one step alone tells nothing.
 */
const growsTooFast = async (target: Target, slowMs: number, large: (units: number) => string): Promise<boolean> => {
  let before = await fastest(target, large(GROWTH_UNITS[0]), 3);
  for (const units of GROWTH_UNITS.slice(1)) {
    const now = await fastest(target, large(units), 3);
    if (now < slowMs || now < MAX_GROWTH * before) return false;
    before = now;
  }
  return true;
};

/** Cuts out whatever is not needed for the same finding. */
const shrink = async (target: Target, input: string, what: string): Promise<string> => {
  let least = input;
  let left = SHRINKS;
  for (let size = Math.ceil(least.length / 2); size >= 1 && left > 0; size = Math.floor(size / 2)) {
    for (let at = 0; at < least.length && left > 0; left -= 1) {
      const shorter = least.slice(0, at) + least.slice(at + size);
      const { error } = await attempt(target, shorter, true);
      if (error !== undefined && signatureOf(error) === what) least = shorter;
      else at += size;
    }
  }
  return least;
};

/** Seeds may be long: of texts in lines, windows of a few lines are taken, too. */
const begin = ({ grammar, seeds }: Target): string[] => {
  const windows = seeds().flatMap((seed) => {
    if (grammar !== 'lines' || seed.length < 2_000) return [seed.slice(0, 65_536)];
    const lines = seed.split('\n');
    const [first = ''] = lines;
    return [0, 1, 2, 3].map((part) => {
      const at = Math.floor((lines.length * part) / 4);
      return [first, ...lines.slice(Math.max(1, at), at + 4)].join('\n').slice(0, 4_096);
    });
  });
  return [...new Set(['', ...windows])];
};

/**
 * Runs a target.
 *
 * Shape:  seeds first, then mutants, then inputs made large. The same options give the same inputs, as long as
 *         coverage is the same and no time limit ends the run.
 */
export const fuzz = async (target: Target, options: RunOptions): Promise<Outcome> => {
  const { seed, seconds = Infinity, growths = 0, counters, limits = LIMITS, before } = options;
  const random = randomFrom(seed);
  const coverage = novelty(counters);
  const found = new Map<string, { input: string; count: number }>();
  const start = performance.now();
  const corpus = begin(target);
  const seeds = corpus.length;
  let [runs, lived, slowestMs, heapBytes] = [0, 0, 0, 0];
  const isOver = (): boolean => performance.now() - start > seconds * 1_000;

  const note = async (what: string, input: string, canShrink: boolean): Promise<void> => {
    const known = found.get(what);
    if (known === undefined) {
      found.set(what, { input: canShrink ? await shrink(target, input, what) : input, count: 1 });
    } else known.count += 1;
  };
  const runOne = async (input: string, lives: boolean, limitMs = limits.limitMs): Promise<boolean> => {
    runs += 1;
    before?.(input);
    let { ms, error } = await attempt(target, input, lives);
    const isNew = coverage.take();
    if (isNew && !lives && error === undefined) {
      lives = true;
      ({ ms, error } = await attempt(target, input, true));
      coverage.take();
    }
    if (lives) lived += 1;
    if (error !== undefined) {
      await note(signatureOf(error), input, input.length <= 16_384);
      counters?.fill(0);
    } else if (limitMs < Infinity && ms > Math.max(limits.slowMs, slowestMs)) {
      slowestMs = Math.max(slowestMs, Math.min(ms, await fastest(target, input, 2)));
      counters?.fill(0);
      if (slowestMs > limitMs) await note(`takes longer than ${limitMs} ms`, input, false);
    }
    if (runs % 1_024 === 0) heapBytes = Math.max(heapBytes, getHeapStatistics().used_heap_size);
    return isNew;
  };
  const keep = (input: string): void => {
    if (corpus.length < MAX_CORPUS) corpus.push(input);
    else corpus[seeds + random.below(corpus.length - seeds)] = input;
  };
  const draw = (): string =>
    random.below(2) === 0
      ? random.pick(corpus)
      : (corpus[corpus.length - 1 - random.below(Math.ceil(corpus.length / 4))] as string);
  /** Newer inputs are nearer to what was not reached yet, and shorter ones take less time. */
  const pick = (): string => {
    let shortest = draw();
    for (let left = 3 * random.below(2); left > 0; left -= 1) {
      const other = draw();
      if (other.length < shortest.length) shortest = other;
    }
    return shortest;
  };

  for (const input of [...corpus]) await runOne(input, true);
  while (runs < options.runs && !isOver()) {
    const input = mutate(pick(), random, target, pick());
    if (await runOne(input, random.below(LIVES_OF) === 0)) keep(input);
  }
  for (let left = growths; left > 0 && !isOver(); left -= 1) {
    const [from, part] = [pick(), random.below(1 << 30)];
    const large = (units: number): string => inflate(from, randomFrom(part), target, units);
    await runOne(large(GROWTH_UNITS[0]), true);
    await runOne(large(GROWTH_UNITS[1]), true);
    await runOne(large(HUGE_UNITS), true, Infinity);
    if (await growsTooFast(target, limits.slowMs, large))
      await note('takes more than linear time', large(GROWTH_UNITS[0]), false);
    counters?.fill(0);
  }
  return {
    target: target.name,
    seed,
    runs,
    lived,
    ms: performance.now() - start,
    slowestMs,
    heapBytes: Math.max(heapBytes, getHeapStatistics().used_heap_size),
    corpus: corpus.length,
    reached: coverage.reached(),
    findings: [...found].map(([what, { input, count }]) => ({ what, input, count })),
  };
};

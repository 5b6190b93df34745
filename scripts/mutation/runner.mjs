// Owns: how Stryker runs the judges of a part: in one process that loads them once, so that a mutant costs the few
// tests that reach it and no start of anything. A mutant of what runs while a module loads gets all modules anew.
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { bundleJudges } from './judges.mjs';
import { collect } from './suite.mjs';

const SUCCESS = 0;
const FAILED = 1;

/** What Stryker's changed code and its test runner tell each other. */
const shared = (globalThis.__stryker__ ??= {});

/** How long each test took when it last ran, in ms: quick ones go first, since the first that fails is enough. */
const durations = new Map();

const durationOf = ({ id }) => durations.get(id) ?? 0;

/** Ends the test that runs, in which nobody caught an error; it would end the process. */
let giveUp = () => undefined;
process.on('uncaughtException', (error) => giveUp(error));

/** What waits for what never comes would be waited for without end: a test may take ten times what it took. */
const inTime = (limit) => (work) =>
  new Promise((resolve, reject) => {
    giveUp = reject;
    const timer = setTimeout(() => reject(new Error('takes too long')), limit);
    work().then(resolve, reject).finally(() => clearTimeout(timer));
  });

const runTest = async (test) => {
  const { id, file, name, run } = test;
  const before = performance.now();
  let failure;
  try {
    await run(inTime(durations.has(id) ? Math.max(2000, 10 * durationOf(test)) : 60_000));
  } catch (error) {
    failure = { failureMessage: String(error) };
  }
  const timeSpentMs = performance.now() - before;
  if (failure === undefined) durations.set(id, timeSpentMs);
  return { id, name, fileName: file, timeSpentMs, status: failure === undefined ? SUCCESS : FAILED, ...failure };
};

class JudgesRunner {
  #bundle = join(process.cwd(), `judges-${process.pid}.mjs`);
  #loads = 0;
  #tests = [];

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    await bundleJudges(process.cwd(), process.env.CONTEXTFOLD_MUTATED, this.#bundle);
  }

  async #load() {
    this.#loads += 1;
    return collect(() => import(`${pathToFileURL(this.#bundle).href}?${this.#loads}`));
  }

  async dryRun() {
    const mutantCoverage = { static: {}, perTest: {} };
    Object.assign(shared, { mutantCoverage, activeMutant: undefined, currentTestId: undefined });
    const tests = [];
    for (const test of await this.#load()) {
      shared.currentTestId = test.id;
      tests.push(await runTest(test));
      shared.currentTestId = undefined;
    }
    return { status: 'complete', tests, mutantCoverage };
  }

  async #testsFor({ mutantActivation, activeMutant }) {
    if (mutantActivation === 'static') {
      shared.activeMutant = activeMutant.id;
      return this.#load();
    }
    if (this.#tests.length === 0) this.#tests = await this.#load();
    return this.#tests;
  }

  async mutantRun(options) {
    const { activeMutant, testFilter, hitLimit } = options;
    Object.assign(shared, { activeMutant: undefined, currentTestId: undefined, hitCount: 0, hitLimit });
    const wanted = testFilter && new Set(testFilter);
    let count = 0;
    try {
      const tests = (await this.#testsFor(options)).filter(({ id }) => wanted?.has(id) ?? true);
      shared.activeMutant = activeMutant.id;
      for (const test of tests.sort((one, other) => durationOf(one) - durationOf(other))) {
        count += 1;
        const { status, failureMessage } = await runTest(test);
        if (shared.hitCount > hitLimit) return { status: 'timeout', reason: 'runs on and on' };
        if (status === FAILED) return { status: 'killed', killedBy: [test.id], failureMessage, nrOfTests: count };
      }
      return { status: 'survived', nrOfTests: count };
    } catch (error) {
      // Not even loaded: a test that does not start is a test that fails.
      return { status: 'killed', killedBy: [], failureMessage: String(error), nrOfTests: count };
    } finally {
      shared.activeMutant = undefined;
    }
  }
}

/** How Stryker finds it. */
export const strykerPlugins = [{ kind: 'TestRunner', name: 'judges', injectableClass: JudgesRunner }];

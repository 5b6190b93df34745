// Owns: what stands for `vitest` where tests judge mutants: it collects the tests of a file as functions, so that they
// can be run again and again in one process. Only what the judging tests use is there.
import { mock } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { chai, customMatchers, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect';
import { isUnfit } from './rooms.mjs';

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);

export const { expect } = chai;
expect.extend(expect, customMatchers);
expect.unreachable = expect.fail;

let collected = [];
let scope;
let running;
let cleanups = [];

/** What hooks and tests are declared in: a file, or a `describe` inside of it. */
const scopeIn = (outer, name) => ({ outer, name, beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] });

/** Files without tests, which tests import: their hooks are for every test. */
let shared = scopeIn(undefined, '');

/** Runs what loads test files and gives what they declared: `{ id, file, name, run }`; `run` takes what bounds work. */
export const collect = async (load) => {
  collected = [];
  shared = scopeIn(undefined, '');
  scope = shared;
  await load();
  return collected;
};

/** Says to which file the tests and hooks belong that are declared from now on. */
export const inFile = (file) => {
  scope = file.endsWith('.test.ts') ? scopeIn(shared, file) : shared;
};

/** The file of the test that runs. */
export const fileNow = () => running;

const bodyIn = (rest) => rest.find((part) => typeof part === 'function');

export const describe = (name, ...rest) => {
  if (isUnfit(name)) return;
  const outer = scope;
  scope = scopeIn(outer, name);
  bodyIn(rest)();
  scope = outer;
};

const hook = (kind) => (body) => void scope[kind].push(body);

export const beforeAll = hook('beforeAll');
export const beforeEach = hook('beforeEach');
export const afterEach = hook('afterEach');
export const afterAll = hook('afterAll');
export const onTestFinished = (cleanup) => void cleanups.push(cleanup);

/** From the outside in. */
const scopesOf = (inner) => (inner === undefined ? [] : [...scopesOf(inner.outer), inner]);

const runEach = async (bodies) => {
  for (const body of bodies) await body();
};

/**
 * Each test is judged as if it were alone, so what is made for all is made for each. What was made as the file was
 * loaded is made once, and stays.
 */
const runIn = async (inner, body, within) => {
  const scopes = scopesOf(inner);
  const of = (kind) => scopes.flatMap((one) => (kind === 'afterAll' && one.beforeAll.length === 0 ? [] : one[kind]));
  cleanups = [];
  try {
    await within(() => runEach([...of('beforeAll'), ...of('beforeEach'), body]));
  } finally {
    await within(() => runEach([...of('afterEach').reverse(), ...cleanups.reverse(), ...of('afterAll').reverse()]));
  }
};

/** Names may repeat, the number does not. */
export const test = (title, ...rest) => {
  if (isUnfit(title)) return;
  const body = bodyIn(rest);
  const inner = scope;
  const [file, ...names] = [...scopesOf(inner).slice(1).map(({ name }) => name), title];
  const name = names.join(' > ');
  const run = (within) => {
    running = file;
    return runIn(inner, body, within);
  };
  collected.push({ id: `${file}#${name}#${collected.length}`, file, name, run });
};

/** Lists of arguments are spread, as vitest does it: where every case is one. */
const each = (declare) => (cases) => (title, ...rest) => {
  const areLists = cases.every(Array.isArray);
  const body = bodyIn(rest);
  for (const one of cases) declare(title, () => body(...(areLists ? one : [one])));
};

describe.each = each(describe);
test.each = each(test);

const runIf = (declare) => (isRun) => (isRun ? declare : () => undefined);

describe.runIf = runIf(describe);
test.runIf = runIf(test);

describe.skipIf = (isSkipped) => describe.runIf(!isSkipped);
test.skipIf = (isSkipped) => test.runIf(!isSkipped);

const stubbed = new Map();

const setEnv = (name, value) => {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
};

/** As much of a spy as is asked for: it calls what it stands for until it is told otherwise. */
const spyOn = (object, name) => {
  const [original, isOwn] = [object[name], Object.hasOwn(object, name)];
  const calls = [];
  let called = original;
  const spy = function (...given) {
    calls.push(given);
    return called.apply(this, given);
  };
  const become = (other) => {
    called = other;
    return spy;
  };
  object[name] = spy;
  return Object.assign(spy, {
    _isMockFunction: true,
    getMockName: () => name,
    mock: { calls },
    mockImplementation: become,
    mockReturnValue: (value) => become(() => value),
    mockRestore: () => {
      if (isOwn) object[name] = original;
      else delete object[name];
    },
  });
};

const TICK_MS = 20;

export const vi = {
  spyOn,
  stubEnv: (name, value) => {
    if (!stubbed.has(name)) stubbed.set(name, process.env[name]);
    setEnv(name, value);
  },
  unstubAllEnvs: () => {
    stubbed.forEach((value, name) => setEnv(name, value));
    stubbed.clear();
  },
  useFakeTimers: () => mock.timers.enable({ apis: ['setTimeout', 'setInterval'] }),
  useRealTimers: () => mock.timers.reset(),
  advanceTimersByTimeAsync: async (ms) => {
    for (const step of [0, ms]) {
      await setImmediate();
      mock.timers.tick(step);
    }
    await setImmediate();
  },
  waitFor: async (attempt, ms = 1000) => {
    for (const end = Date.now() + ms; ; await setTimeout(TICK_MS)) {
      try {
        return await attempt();
      } catch (error) {
        if (Date.now() > end) throw error;
      }
    }
  },
};

expect.poll = (read) => ({ toBe: (value) => vi.waitFor(async () => expect(await read()).toBe(value)) });

// Owns: what stands for `vitest` where tests judge mutants: it collects the tests of a file as functions, so that they
// can be run again and again in one process. Only what the judging tests use is there.
import { chai, customMatchers, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect';
import { isTooLarge } from './rooms.mjs';

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);

export const { expect } = chai;
expect.extend(expect, customMatchers);
expect.unreachable = expect.fail;

let collected = [];
let path = [];
let running;

/** Runs what loads test files and gives what they declared: `{ id, file, name, run }`. */
export const collect = async (load) => {
  collected = [];
  path = [];
  await load();
  return collected;
};

/** Says to which file the tests belong that are declared from now on. */
export const inFile = (file) => {
  path = [file];
};

/** The file of the test that runs. */
export const fileNow = () => running;

export const describe = (name, declare) => {
  const outer = path;
  path = [...outer, name];
  declare();
  path = outer;
};

/** Names may repeat, the number does not. */
export const test = (title, ...rest) => {
  if (isTooLarge(title)) return;
  const body = rest.find((part) => typeof part === 'function');
  const [file, ...names] = [...path, title];
  const name = names.join(' > ');
  const run = () => {
    running = file;
    return body();
  };
  collected.push({ id: `${file}#${name}#${collected.length}`, file, name, run });
};

/** Lists of arguments are spread, as vitest does it: where every case is one. */
const each = (declare) => (cases) => (title, run) => {
  const areLists = cases.every(Array.isArray);
  for (const one of cases) declare(title, () => run(...(areLists ? one : [one])));
};

describe.each = each(describe);
test.each = each(test);

const skipIf = (declare) => (isSkipped) => (isSkipped ? () => undefined : declare);

describe.skipIf = skipIf(describe);
test.skipIf = skipIf(test);

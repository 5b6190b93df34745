// Owns: a process that appends to a log until it is killed, and tells every append that was acknowledged.
// Arguments: the built adapter, the directory of the store, who writes, a seed.
import { writeSync } from 'node:fs';

const [adapter, directory, who, seed] = process.argv.slice(2);
const { jsonlStore } = await import(adapter);
const store = jsonlStore(directory, { lockPatienceMs: 60_000 });

/** Which batches are written follows from the seed; seeds that are near each other give nothing alike. */
let state = Number(seed);
const below = (bound) => {
  state = (state + 0x9e37_79b9) | 0;
  const mixed = Math.imul(state ^ (state >>> 16), 0x21f0_aaad);
  const random = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97) >>> 0;
  return Math.floor((random / 2 ** 32) * bound);
};

const say = (line) => writeSync(1, `${line}\n`);

/** Sometimes so long that a write takes a while: that is when it can be cut. */
const pad = () => 'x'.repeat([0, 10, 700_000][below(3)]);

let next = 0;
for await (const page of store.read('s')) next = page.right.end.nextSeq;

say('ready');
for (let batch = 0; ; batch += 1) {
  const padding = pad();
  const count = 1 + below(padding.length > 10 ? 2 : 8);
  const data = Array.from({ length: count }, (_, place) => ({ who, batch, place, count, padding }));
  const events = data.map((one) => ({ type: 'x', data: one }));
  for (;;) {
    const done = await store.append('s', next, events)();
    if (done._tag === 'Right') {
      next = done.right.end.nextSeq;
      for (const { code } of done.right.diagnostics) say(code);
      say(`wrote ${batch}`);
      break;
    }
    if (done.left._tag !== 'Conflict') {
      say(`failed ${JSON.stringify(done.left)}`);
      process.exit(1);
    }
    next = done.left.found;
  }
}

// Owns: a process that opens a stored session, keeps a snapshot where it is asked to, and tells what that took.
// Arguments: the directory of the built library, the directory of the store, `save` or nothing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

const [library, directory, save] = process.argv.slice(2);
const { jsonlStore } = await import(join(library, 'node.mjs'));
const { agentInstructions, createContext } = await import(join(library, 'index.mjs'));
const { timeContext, tmuxContext } = await import(join(library, 'sources.mjs'));
const { openStored } = await import(join(library, 'stores.mjs'));

const right = (result) => {
  if (result._tag === 'Left') throw new Error(JSON.stringify(result.left));
  return result.right;
};

/** Bytes that this process has read from files so far; where the system does not tell, none. */
const readBytes = () => {
  try {
    return Number(/^rchar: (\d+)$/mu.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
  } catch {
    return 0;
  }
};

const sources = [agentInstructions({ maxBytes: 65_536 }), timeContext({}, { variables: {} }), tmuxContext({})];
const context = right(createContext({ sources }));
const before = { bytes: readBytes(), ms: performance.now() };
const opened = right(await openStored(context, jsonlStore(directory), 's')());
const took = { bytes: readBytes() - before.bytes, ms: Math.round(performance.now() - before.ms) };
if (save === 'save') right(await opened.saveSnapshot()());
const { nextSeq, surface } = opened.session.live().state;
process.stdout.write(
  JSON.stringify({
    openedFrom: opened.openedFrom,
    nextSeq,
    visible: surface.length,
    ...took,
    peakMiB: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
);

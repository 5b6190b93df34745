// What a session log says, whoever wrote it: `npx tsx examples/read-log.ts LOG`.
import { agentInstructions, describeError, foldEvents, initialState } from 'contextfold';
import { touchToolsOf } from 'contextfold/readers';
import { readLog, surroundings } from 'contextfold/node';

const read = await readLog(process.argv[2] ?? 'rollout.jsonl', { signal: AbortSignal.timeout(60_000) })();
if (read._tag === 'Left') throw new Error(describeError(read.left));
const { format, header, events, lines, skipped } = read.right;
console.log(`${format}: ${lines} lines, ${events.length} events`);
for (const [kind, count] of Object.entries(skipped)) console.log(`skipped ${count} × ${kind}`);

// From here on it is a log as any other; only its tools have names of their own.
const touchTools = touchToolsOf(format);
const config = { maxBytes: 65_536, ...(touchTools === undefined ? {} : { touchTools }) };
const source = agentInstructions(config, surroundings());
if (source._tag === 'Left') throw new Error(describeError(source.left));
const folded = foldEvents([source.right], initialState([source.right], header), events);
if (folded._tag === 'Left') throw new Error(describeError(folded.left));
console.log(`visible in the end: ${folded.right.surface.length} messages`);

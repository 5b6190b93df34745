// Owns: the boundary of scenario files: what is refused by path, and that what is accepted runs to its end.
import * as E from 'fp-ts/lib/Either.js';
import { decoder } from '../../src/adapters/encoding/index.js';
import { nodeHash } from '../../src/adapters/node/index.js';
import { encodeLog, parseJson } from '../../src/domain/codec/session-log.js';
import { textOf, userMessagesIn } from '../messages.js';
import { checkLog } from '../../src/programs/check.js';
import { readLog } from '../../src/programs/read-log.js';
import { readScenario, runScenario } from '../../src/scenario/run.js';
import { holdFramed, holdTyped } from '../laws.js';
import { scenarios } from '../seeds.js';
import type { Target } from '../target.js';
import { hold } from '../target.js';

const LENT = { decoder, hash: nodeHash };

/** Scenario files. */
export const scenariosTarget: Target = {
  name: 'scenarios',
  about: 'scenario files, run in memory with all sources; the log they leave is read back and checked',
  grammar: 'json',
  seeds: scenarios,
  tokens: [
    ...['contextfold', 'session', 'id', 'cwd', 'createdAt', 'env', 'home', 'variables', 'timeZone', 'now', 'sources'],
    ...['agentInstructions', 'sessionReference', 'timeContext', 'tmuxContext', 'files', 'base64', 'link', 'directory'],
    ...['other', 'host', 'versions', 'shell', 'stdout', 'exitCode', 'fault', 'unavailable', 'unreadable', 'sessions'],
    ...['steps', 'do', 'turn', 'step', 'tool', 'log', 'end', 'put', 'delete', 'compact', 'resume', 'remount', 'rewind'],
    ...['crash', 'advance', 'prompt', 'text', 'source', 'kind', 'user', 'rpcId', 'clientTimeZone', 'reject', 'abort'],
    ...['name', 'arguments', 'error', 'children', 'drop', 'late', 'event', 'path', 'file', 'keep', 'events', 'ms'],
    ...['maxBytes', 'delivery', 'tool-result', 'holdWrites', 'selection', 'first', 'reach', 'read', 'write', 'edit'],
    ...['file_path', '/repo', '/repo/AGENTS.md', '/repo/lib/AGENTS.md', '/repo/lib/x.ts', '/repo/.git', 'DSH_HOME'],
    ...['session:Im90aGVyIg', '@[other](session:Im90aGVyIg)', 'other', 'type', 'user/message', 'surfaceOp', 'append'],
    ...['data', 'main\t1\tzsh\t0\t%3\t1\t1\tc8f1,80x24,0,0,2\n', 'Europe/Berlin', 'refreshIntervalMs'],
  ],
  run: (text) => {
    const json = parseJson(text);
    const read = json === undefined ? undefined : readScenario(json.value);
    if (read !== undefined && E.isLeft(read)) holdTyped(read.left);
  },
  live: async (text) => {
    const read = readScenario(parseJson(text)?.value);
    if (E.isLeft(read)) return;
    const scenario = read.right;
    const { header, events } = await runScenario(scenario, LENT);
    const again = readLog(encodeLog(header, events));
    hold(E.isRight(again), 'the log of a scenario can be read back', () => JSON.stringify(again));
    hold(again.right.events.length === events.length, 'the log of a scenario keeps its events');
    // Whoever may write any event may write a false message of ours.
    if (scenario.steps.some((step) => step.do === 'log')) return;
    const isForged = /"(?:plugin|agent-instructions|workspace-instructions|session-reference)"/u.test(
      JSON.stringify(scenario.steps),
    );
    if (isForged) return;
    const violations = checkLog(header, events);
    hold(violations.length === 0, 'no message of ours is a violation', () => JSON.stringify(violations[0]));
    for (const message of userMessagesIn(events)) {
      if (message.source.kind === 'agent-instructions') for (const block of textOf(message)) holdFramed(block);
    }
  },
};

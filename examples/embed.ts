// A harness in miniature: before each step it asks what the model has to be told, and logs what it gets.
// `npx tsx examples/embed.ts [DIR] [PATH]` prints what is told in DIR, and what is told after PATH was read.
import { resolve } from 'node:path';
import type { ContextError, LogEvent, UserMessage } from 'contextfold';
import { agentInstructions, createContext, describeError } from 'contextfold';
import { nodePorts, surroundings } from 'contextfold/node';

const orThrow = <A>(result: { _tag: 'Left'; left: ContextError } | { _tag: 'Right'; right: A }): A => {
  if (result._tag === 'Left') throw new Error(describeError(result.left));
  return result.right;
};

const [directory = '.', path = 'src/main.ts'] = process.argv.slice(2);
const cwd = resolve(directory);
const instructions = agentInstructions({ maxBytes: 65_536 }, surroundings());
const context = orThrow(createContext({ sources: [instructions], ports: nodePorts() }));
const session = orThrow(context.open({ type: 'session', version: 1, id: 's1', createdAt: Date.now(), cwd }));
const log = (...events: LogEvent[]) => orThrow(session.append(events)); // and to the harness's own store

log({ type: 'session/start', data: { reason: 'startup' } }, { type: 'turn/start', data: { turn: 1 } });
let inbox: UserMessage[] = [{ id: 'm1', role: 'user', content: 'Hello.', source: { kind: 'user' } }];
for (const step of [1, 2]) {
  const { messages } = orThrow(await session.preStep({ turn: 1, step, messages: inbox })());
  log({ type: 'step/start', data: { turn: 1, step } });
  log(...messages.map((data): LogEvent => ({ type: 'user/message', data, surfaceOp: 'append' })));
  for (const { content } of messages) {
    console.log(typeof content === 'string' ? content : content.map(({ text }) => text).join('\n'));
  }
  // Here the model is called. It wants to read a file, and the tool that does so succeeds.
  const content = [{ type: 'tool-result', toolCallId: 'c1', content: '…', isError: false }];
  log(
    { type: 'tool/call', data: { turn: 1, step, callId: 'c1', name: 'read', arguments: { file_path: path } } },
    { type: 'tool/result', data: { turn: 1, step, message: { role: 'tool', content } }, surfaceOp: 'append' },
    { type: 'step/end', data: { turn: 1, step } },
  );
  inbox = [];
}

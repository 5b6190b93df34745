// Owns: a process that has a turn of its own in a session that others write too, over one store on the disk.
// Arguments: the directory of the built library, that of the store, the workspace, who it is, which files to touch.
import { writeSync } from 'node:fs';

const [library, directory, cwd, who, ...touched] = process.argv.slice(2);
const { agentInstructions, createContext } = await import(`${library}/index.mjs`);
const { openStored } = await import(`${library}/stores.mjs`);
const { jsonlStore, nodePorts } = await import(`${library}/node.mjs`);

const store = jsonlStore(directory, { lockPatienceMs: 60_000 });
const source = agentInstructions({ maxBytes: 65_536 }, { osHome: `${cwd}/home`, variables: {} });
const context = createContext({ sources: [source], ports: nodePorts() }).right;
let conflicts = 0;

/** Each turn is one append, so that of two processes exactly one can have it; the other looks at the log again. */
for (const path of touched) {
  for (;;) {
    const { session, append } = (await openStored(context, store, 's')()).right;
    const turn = session.live().state.position.lastTurn + 1;
    const prompt = { id: `${who} ${path}`, role: 'user', content: who, source: { kind: 'user' } };
    const touch = [
      { type: 'turn/start', data: { turn } },
      { type: 'step/start', data: { turn, step: 1 } },
    ];
    const first = (await session.preStep({ turn, step: 1, messages: [prompt] })()).right;
    const callId = `${who} ${path}`;
    const block = { type: 'tool-result', toolCallId: callId, content: 'Done.', isError: false };
    const at = { turn, step: 1 };
    const result = { ...at, message: { role: 'user', content: [block] } };
    const lines = [
      ...touch,
      ...first.messages.map((data) => ({ type: 'user/message', data, surfaceOp: 'append' })),
      { type: 'tool/call', data: { ...at, callId, name: 'read', arguments: { file_path: path } } },
      { type: 'tool/result', data: result, surfaceOp: 'append' },
    ];
    const appended = await append(lines)();
    if (appended._tag === 'Right') {
      const second = (await session.preStep({ turn, step: 2, messages: [] })()).right;
      const rest = [
        { type: 'step/end', data: at },
        { type: 'step/start', data: { turn, step: 2 } },
        ...second.messages.map((data) => ({ type: 'user/message', data, surfaceOp: 'append' })),
        { type: 'step/end', data: { turn, step: 2 } },
        { type: 'turn/end', data: { turn } },
      ];
      // Whoever came between has seen the touch in the log, and said what it asks for.
      const ended = await append(rest)();
      if (ended._tag === 'Left' && ended.left._tag !== 'Conflict') throw new Error(JSON.stringify(ended.left));
      if (ended._tag === 'Left') conflicts += 1;
      break;
    }
    if (appended.left._tag !== 'Conflict') throw new Error(JSON.stringify(appended.left));
    conflicts += 1;
  }
}
writeSync(1, String(conflicts));

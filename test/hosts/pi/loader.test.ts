// Owns: our extension as a person has it: a file that pi's own loader finds and loads, over the package as it is built.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '@earendil-works/pi-ai';
import { fauxAssistantMessage, fauxToolCall } from '@earendil-works/pi-ai';
import { SessionManager } from '@earendil-works/pi-coding-agent';
import { expect, test } from 'vitest';
import { built, root } from '../../package/built.js';
import { openSession, textsIn } from './player.js';
import { afterwards, fauxModel, scratch } from './stage.js';

test('pi loads the example as an extension file, and the model is told (R6)', async () => {
  built('hosts/pi.js');
  const cwd = scratch();
  for (const directory of ['.git', 'lib']) mkdirSync(join(cwd, directory));
  writeFileSync(join(cwd, 'AGENTS.md'), 'Write tests first.\n');
  writeFileSync(join(cwd, 'lib/AGENTS.md'), 'The library has no state.\n');
  writeFileSync(join(cwd, 'lib/a.ts'), 'export {};\n');
  const model = fauxModel();
  const session = await openSession({
    directory: scratch(),
    model: model.provider.getModel(),
    sessionManager: SessionManager.inMemory(cwd),
    extensions: [],
    files: [join(root, 'examples/hosts/pi.ts')],
  });
  afterwards(() => session.dispose());
  const seen: (readonly Message[])[] = [];
  const hear =
    (answer: ReturnType<typeof fauxAssistantMessage>) =>
    ({ messages }: { messages: Message[] }) => {
      seen.push(structuredClone(messages));
      return answer;
    };
  const call = fauxToolCall('read', { path: 'lib/a.ts' });
  model.provider.setResponses([
    hear(fauxAssistantMessage([call], { stopReason: 'toolUse' })),
    hear(fauxAssistantMessage('Done.')),
  ]);
  await session.prompt('Hello.');
  const told = seen.map((messages) => textsIn(messages).join('\n'));
  expect(told.map((text) => text.split('Write tests first.').length - 1)).toEqual([1, 1]);
  expect(told.map((text) => text.split('The library has no state.').length - 1)).toEqual([0, 1]);
});

// Owns: the other sources in pi: where each has its place, and what a refusal does.
import { createReadStream } from 'node:fs';
import { Agent } from '@earendil-works/pi-agent-core';
import { SessionManager } from '@earendil-works/pi-coding-agent';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { expect, test } from 'vitest';
import { memoryShell } from '../../../src/adapters/memory/index.js';
import { sourceOf } from '../../../src/domain/log-event.js';
import { RefusedStep, bindAgent } from '../../../src/hosts/pi/index.js';
import { readAnyLog } from '../../../src/readers.js';
import { DEFAULT_SCHEME, encodeSessionUri, sessionReference, timeContext, tmuxContext } from '../../../src/sources.js';
import type { Home } from '../life.js';
import { home } from '../life.js';
import { readTool } from './player.js';
import { FRAME, fauxModel, lastShown, opened, scratch } from './stage.js';

/** Ports with a shell in tmux and another session, and the sources that need them. */
const everything = (): Home => {
  const at = home();
  const surface = {
    _tag: 'surface',
    header: { type: 'session', id: 'other' },
    lastSeq: 0,
    events: [{ type: 'user/message', data: { id: '1', role: 'user', content: 'Blue.', source: { kind: 'user' } } }],
  };
  return {
    ...at,
    sources: [timeContext({}), tmuxContext({}), sessionReference({}), ...at.sources],
    ports: {
      ...at.ports,
      shell: memoryShell({ _tag: 'exited', exitCode: 0, stdout: 'main\t0\tedit\t1\t%3\t1\t1\tb25f,80x24,0,0\n' }),
      sessions: { list: () => TE.right([]), readSurface: () => TE.right(surface as never) },
    },
  };
};

const MENTION = `@[that](${encodeSessionUri(DEFAULT_SCHEME, 'other')})`;
const ALL = [
  'tmux location (turn 1):',
  'As @that.',
  '## Referenced sessions',
  FRAME,
  expect.stringMatching(/^Time sampled while preparing turn 1, step 1:/u) as string,
];
const SECOND = ['The content.', FRAME, expect.stringMatching(/turn 1, step 2:/u) as string];

test('every source has its place in the coding agent, and its source in the file (C1, S2)', async () => {
  const model = fauxModel();
  const directory = scratch();
  const manager = SessionManager.create('/repo', directory);
  const session = await opened(everything(), {
    directory,
    sessionManager: manager,
    model: model.provider.getModel(),
  });
  model.answer([{ calls: [{ read: 'lib/a.ts' }] }]);
  await session.prompt(`As ${MENTION}.`);
  expect(lastShown(model)).toEqual([...ALL, ...SECOND]);
  const read = await readAnyLog(createReadStream(manager.getSessionFile() ?? '', 'utf8'))();
  const sources = E.isRight(read) ? read.right.events.flatMap((event) => sourceOf(event) ?? []) : [];
  expect(sources.map(({ kind, plugin }) => plugin ?? kind)).toEqual([
    ...['tmux-context', 'user', 'session-reference', 'agent-instructions', 'time-context'],
    ...['agent-instructions', 'time-context'],
  ]);
});

test('every source has its place in the agent core (C1, S2)', async () => {
  const model = fauxModel();
  const agent = new Agent({
    initialState: { model: model.provider.getModel(), tools: [readTool(() => undefined)] },
    getApiKey: () => 'none',
  });
  model.answer([{ calls: [{ read: 'lib/a.ts' }] }]);
  await bindAgent(agent, everything()).prompt(`As ${MENTION}.`);
  expect(lastShown(model)).toEqual([...ALL, ...SECOND]);
});

test('a reference that cannot be read stops the prompt (S6)', async () => {
  const at = home();
  const failing = {
    ...at,
    sources: [sessionReference({}), ...at.sources],
    ports: {
      ...at.ports,
      sessions: {
        list: () => TE.right([]),
        readSurface: () => TE.left({ _tag: 'StoreFailure', code: 'no-session', detail: 'gone' } as never),
      },
    },
  };
  const model = fauxModel();
  const session = await opened(failing, { model: model.provider.getModel() });
  model.answer([]);
  await session.prompt(`As ${MENTION}.`);
  expect(model.shown).toEqual([]);
  expect(session.messages).toEqual([]);
  const agent = new Agent({ initialState: { model: model.provider.getModel() }, getApiKey: () => 'none' });
  await expect(bindAgent(agent, failing).prompt(`As ${MENTION}.`)).rejects.toThrow(RefusedStep);
  await session.prompt('Hello.');
  expect(lastShown(model)).toEqual(['Hello.', FRAME]);
});

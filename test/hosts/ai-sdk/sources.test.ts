// Owns: that every source reaches a model through the AI SDK in the order of the contract, and can be left out.
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ModelMessage } from 'ai';
import { expect, test } from 'vitest';
import { memoryShell } from '../../../src/adapters/memory/index.js';
import { contextfold } from '../../../src/hosts/ai-sdk/index.js';
import type { MountedSource } from '../../../src/index.js';
import { settled, snapshotDraft } from '../../../src/index.js';
import { DEFAULT_SCHEME, encodeSessionUri, sessionReference, timeContext, tmuxContext } from '../../../src/sources.js';
import type { SourceOrError } from '../../../src/programs/open-session.js';
import { home } from '../life.js';
import { textsIn } from './player.js';

const OTHER = [
  { type: 'user/message', data: { id: '1', role: 'user', content: 'Blue.', source: { kind: 'user' } } },
] as const;

const weather: MountedSource = {
  kind: 'weather',
  initial: () => null,
  evolve: (state: unknown) => state,
  consider: (_, { kind, step }) =>
    settled(kind === 'pre-step' && step === 1 ? { messages: [snapshotDraft('weather', [], 'It rains.')] } : {}),
};

const prepared = async (
  extra: readonly SourceOrError[],
  said: string,
): Promise<{ readonly texts: readonly string[]; readonly messages: readonly ModelMessage[] }> => {
  const at = home();
  const summary = { sessionId: 'other', label: 'Other', cwd: '/repo', createdAt: 0, header: {} };
  const context = contextfold({
    ...at,
    sources: [...extra, ...at.sources],
    ports: {
      ...at.ports,
      shell: memoryShell({ _tag: 'exited', exitCode: 0, stdout: 'main\t0\tedit\t1\t%3\t1\t1\tb25f,80x24,0,0\n' }),
      sessions: {
        list: () => TE.right([summary as never]),
        readSurface: () => TE.right({ _tag: 'surface', header: summary, lastSeq: 0, events: OTHER } as never),
      },
    },
  });
  const { messages } = await context.prepareStep({ messages: [{ role: 'user', content: said }] as ModelMessage[] });
  return { texts: textsIn(messages), messages };
};

test('four sources and one of a third party, in their order (C1, C4)', async () => {
  const said = `Paint it as in @[that](${encodeSessionUri(DEFAULT_SCHEME, 'other')}).`;
  const { texts } = await prepared([timeContext({}), weather, tmuxContext({}), sessionReference({})], said);
  expect(texts.map((text) => text.split('\n')[0])).toEqual([
    'tmux location (turn 1):',
    'Paint it as in @that.',
    '## Referenced sessions',
    '<system-reminder>',
    'It rains.',
    expect.stringMatching(/^Time sampled while preparing turn 1, step 1: 2026-01-01T12:00:00/u),
  ]);
  expect(texts[2]).toContain('Blue.');
});

test('what is not listed is not said', async () => {
  const { texts } = await prepared([], 'Hello.');
  expect(texts.map((text) => text.split('\n')[0])).toEqual(['Hello.', '<system-reminder>']);
});

test('a person’s reworded message stays reworded at the steps and turns that follow (S2, S3)', async () => {
  const at = home();
  const surface = { _tag: 'surface', header: { type: 'session', id: 'other' }, lastSeq: 0, events: OTHER };
  const context = contextfold({
    ...at,
    sources: [sessionReference({})],
    ports: { ...at.ports, sessions: { list: () => TE.right([]), readSurface: () => TE.right(surface as never) } },
  });
  const first: ModelMessage[] = [
    { role: 'user', content: `As @[that](${encodeSessionUri(DEFAULT_SCHEME, 'other')}).` },
  ];
  const { messages } = await context.prepareStep({ messages: first });
  const more: ModelMessage[] = [...first, { role: 'assistant', content: 'Yes.' }, { role: 'user', content: 'So?' }];
  expect(textsIn((await context.prepareStep({ messages: more })).messages)).toEqual([
    ...textsIn(messages),
    'Yes.',
    'So?',
  ]);
  expect(textsIn(messages)[0]).toBe('As @that.');
});

test('a browser’s zone beside a person’s message counts (T2)', async () => {
  const at = home();
  const context = contextfold({ ...at, sources: [timeContext({})] });
  const source = { kind: 'user', rpcId: 'r1', clientTimeZone: 'Europe/Berlin' };
  const message: ModelMessage = { role: 'user', content: 'When?', providerOptions: { contextfold: { source } } };
  expect(textsIn((await context.prepareStep({ messages: [message] })).messages)[1]).toContain('+01:00[Europe/Berlin]');
});

test('an interval is measured from the reading that the history holds (T1)', async () => {
  const at = home();
  const open = () => contextfold({ ...at, sources: [timeContext({ refreshIntervalMs: 60_000 })] });
  const context = open();
  const asked: ModelMessage[] = [{ role: 'user', content: 'When?' }];
  const { messages } = await context.prepareStep({ messages: asked });
  const stored = context.history([...asked, { role: 'assistant', content: 'Now.' }]);
  expect(stored).toHaveLength(messages.length + 1);
  const later = await open().prepareStep({ messages: [...stored, { role: 'user', content: 'And now?' }] });
  expect(later.messages).toHaveLength(stored.length + 1);
});

// Owns: the AI SDK as it is, majors 5 to 7, bound and living.
import type * as ai6 from 'ai';
import type { ModelMessage } from 'ai';
import type * as ai5 from 'ai5';
import type * as ai7 from 'ai7';
import { describe, expect, test } from 'vitest';
import { memoryFileSystem } from '../../../src/adapters/memory/index.js';
import type { AiSdkContext } from '../../../src/hosts/ai-sdk/index.js';
import { RefusedStep, contextfold } from '../../../src/hosts/ai-sdk/index.js';
import { agentInstructions } from '../../../src/index.js';
import { DEFAULT_SCHEME, encodeSessionUri, sessionReference } from '../../../src/sources.js';
import type { Work } from '../life.js';
import { expectSameLife, home } from '../life.js';
import { MAJORS, agent, generate, player, scriptOf, stream, textsIn, toolsOf } from './player.js';

const user = (content: string): ModelMessage => ({ role: 'user', content });

/** One run of a major over messages: what the model was shown at each call, and what it answered. */
const ask = async (
  major: (typeof MAJORS)[number],
  context: AiSdkContext,
  messages: ModelMessage[],
  work: readonly Work[] = [],
): Promise<{ readonly shown: readonly (readonly string[])[]; readonly answers: ModelMessage[] }> => {
  const prompts: unknown[] = [];
  const answers = await generate(major, context, messages, scriptOf(work, prompts), toolsOf(major.sdk));
  return { shown: prompts.map(textsIn), answers: answers as ModelMessage[] };
};

const READS_LIB: readonly Work[] = [{ calls: [{ read: 'lib/a.ts' }] }];
const has = (texts: readonly string[] | undefined, what: string): number =>
  (texts ?? []).filter((text) => text.includes(what)).length;

describe.each(MAJORS)('$name', (major) => {
  test.each([
    ['generateText', generate],
    ['streamText', stream],
    ['ToolLoopAgent', agent],
  ] as const)('%s shows the model what the simulator shows (A8–A14)', async (_, run) => {
    const at = home();
    await expectSameLife(player(major, run, at), at);
  });

  test('two conversations do not see each other’s instructions (C3)', async () => {
    const { files, ...here } = home('/repo');
    const [one, other] = [contextfold(here), contextfold(home('/other', files))];
    const shown = await Promise.all([ask(major, one, [user('Hello.')]), ask(major, other, [user('Hello.')])]);
    expect(shown.map(({ shown: [texts] }) => [has(texts, 'Write tests'), has(texts, 'Another project')])).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  test('an embedder that stores only what the SDK gives is shown nothing twice by one process (F4)', async () => {
    const context = contextfold(home());
    const first = await ask(major, context, [user('Hello.')], READS_LIB);
    const { shown } = await ask(major, context, [user('Hello.'), ...first.answers, user('More.')], READS_LIB);
    for (const texts of shown) expect([has(texts, 'Write tests'), has(texts, 'no state')]).toEqual([1, 1]);
  });

  test('what was said to a call that failed is still there when it is made again (F4)', async () => {
    const context = contextfold(home());
    const failing = { prompts: [], next: () => expect.fail('The provider is down.') };
    await expect(generate(major, context, [user('Hello.')], failing, toolsOf(major.sdk))).rejects.toThrow();
    const { shown } = await ask(major, context, [user('Hello.')], READS_LIB);
    expect(shown.map((texts) => [has(texts, 'Write tests'), has(texts, 'no state')])).toEqual([
      [1, 0],
      [1, 1],
    ]);
  });

  test('a history that was rewound is told what it needs again, and what has changed (A13)', async () => {
    const at = home();
    const context = contextfold(at);
    const first = await ask(major, context, [user('Hello.')]);
    const stored = context.history([user('Hello.'), ...first.answers]);
    await ask(major, context, [...stored, user('Read it.')], READS_LIB);
    at.files.put('/repo/AGENTS.md', 'Write tests last.');
    const { shown } = await ask(major, context, [...stored, user('No, read it thus.')], READS_LIB);
    expect(shown.map((texts) => [has(texts, 'tests last'), has(texts, 'no state')])).toEqual([
      [1, 0],
      [1, 1],
    ]);
  });

  test('pruned results and reasoning cost nobody a repetition (A12)', async () => {
    const context = contextfold(home());
    const first = await ask(major, context, [user('Hello.')], READS_LIB);
    const stored = context.history([user('Hello.'), ...first.answers]);
    const pruned = major.sdk.pruneMessages?.({ messages: stored, reasoning: 'all', toolCalls: 'all' });
    const { shown } = await ask(major, context, [...(pruned ?? stored), user('More.')]);
    expect([has(shown[0], 'Write tests'), has(shown[0], 'no state')]).toEqual([1, 1]);
  });
});

test('an aborted run appends nothing, and its reason comes out (F6)', async () => {
  const { ports, ...rest } = home();
  const hanging = memoryFileSystem({}, { delay: () => new Promise(() => undefined) });
  const context = contextfold({ ...rest, ports: { ...ports, fileSystem: hanging } });
  const stops = [new AbortController(), new AbortController()];
  const [first, waiting] = stops.map(({ signal }) => context.prepareStepUntil(signal)({ messages: [user('Hello.')] }));
  await new Promise(setImmediate);
  stops[1]?.abort(new Error('I shall not wait.'));
  await expect(waiting).rejects.toThrow('I shall not wait.');
  stops[0]?.abort(new Error('Enough.'));
  await expect(first).rejects.toThrow('Enough.');
  expect(context.log().map(({ type }) => type)).toEqual(['session/start']);
});

test('another process resumes, this one does not: with `recompose` it says one new baseline (A13)', async () => {
  const at = home();
  const config = { maxBytes: 65_536, resume: 'recompose' };
  const sources = [agentInstructions(config, { osHome: '/home/me', variables: {} })];
  const [major] = MAJORS.slice(1);
  const first = contextfold({ ...at, sources });
  const { answers } = await ask(major!, first, [user('Hello.')]);
  const stored = first.history([user('Hello.'), ...answers]);
  const same = await ask(major!, first, [...stored, user('More.')]);
  expect(has(same.shown[0], 'Write tests')).toBe(1);
  const resumed = contextfold({ ...at, sources });
  const other = await ask(major!, resumed, [...stored, user('More.')], READS_LIB);
  expect(other.shown.map((texts) => has(texts, 'Write tests'))).toEqual([2, 2]);
});

test('settings that are wrong are refused when the program begins (F7)', () => {
  const sources = [agentInstructions({ maxBytes: 'many' })];
  expect(() => contextfold({ ...home(), sources })).toThrow(/maxBytes must be/u);
});

test('a refusal is an error with a code, before the model is asked (S6)', async () => {
  const context = contextfold({ ...home(), sources: [sessionReference({})] });
  const messages = [user(`As in @[that](${encodeSessionUri(DEFAULT_SCHEME, 'elsewhere')}).`)];
  const refused: unknown = await context.prepareStep({ messages }).catch((reason: unknown) => reason);
  expect(refused).toBeInstanceOf(RefusedStep);
  expect((refused as RefusedStep).code).toBe('READ_FAILED');
});

test('the types of every major take the binding as it is', () => {
  const { prepareStep } = contextfold(home());
  const taken: {
    five: NonNullable<Parameters<typeof ai5.generateText>[0]['prepareStep']>;
    six: NonNullable<Parameters<typeof ai6.generateText>[0]['prepareStep']>;
    seven: NonNullable<Parameters<typeof ai7.generateText>[0]['prepareStep']>;
  } = { five: prepareStep, six: prepareStep, seven: prepareStep };
  expect(Object.keys(taken)).toHaveLength(3);
});

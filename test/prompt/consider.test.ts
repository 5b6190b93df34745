// Owns: examples of when the context snapshot is said and what it says.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { textOf } from '../../src/domain/message.js';
import type { LogEvent } from '../../src/domain/log-event.js';
import type { StepFacts } from '../../src/prompt/consider.js';
import { promptContext } from '../../src/prompt/consider.js';
import type { PromptRegistry } from '../../src/prompt/registry.js';
import { emptyRegistry, register } from '../../src/prompt/registry.js';
import { appended, contextsOf, header, prompt, replaced, saidAt } from './session.js';

const WITHDRAWN = 'Context snapshot: nothing applies. It supersedes every earlier one in this conversation.';

const texts = (registry: PromptRegistry<StepFacts>, log: readonly LogEvent[]): readonly string[] =>
  saidAt(registry, log).messages.map(({ content }) => textOf(content));

/** A log that ends with what the registry says to it. */
const told = (registry: PromptRegistry<StepFacts>, log: readonly LogEvent[] = []): readonly LogEvent[] => [
  ...log,
  ...saidAt(registry, log).messages.map(appended),
];

const both = contextsOf({ a: 'You are in {{cwd}}.', b: 'Be brief.' });
const other = contextsOf({ a: 'You are elsewhere.' });
const none = contextsOf({});

describe('the message', () => {
  test('P1 all contexts are one user-role snapshot that supersedes earlier ones', () => {
    expect(saidAt(both, []).messages).toEqual([
      {
        id: 's:1.1.0.pre-step:1',
        role: 'user',
        content: [
          {
            type: 'text',
            text:
              'Context snapshot. It supersedes every earlier one in this conversation.\n\n' +
              'You are in /repo.\n\nBe brief.',
          },
        ],
        source: {
          kind: 'plugin',
          plugin: 'system-prompt',
          form: 'snapshot',
          sections: [
            { name: 'a', text: 'You are in /repo.' },
            { name: 'b', text: 'Be brief.' },
          ],
        },
      },
    ]);
  });

  test('P1 a text may depend on the session, the turn and the step', () => {
    const contexts = [{ name: 'x', order: 0, text: ({ session, turn }: StepFacts) => `${session.id} ${turn}` }];
    const registry = register<StepFacts>(emptyRegistry, { contexts });
    expect(E.isRight(registry) && saidAt(registry.right, [], 7).messages[0]?.source['sections']).toEqual([
      { name: 'x', text: 's 7' },
    ]);
  });

  test('P2 a context that is only white space is none', () => {
    expect(texts(contextsOf({ a: ' \n' }), [])).toEqual([]);
  });

  test('F7 an invalid context is a diagnostic, and what was said stays', () => {
    const log = told(both);
    expect(saidAt(contextsOf({ a: '{{nope}}' }), log)).toEqual({
      messages: [],
      diagnostics: [
        {
          code: 'prompt-invalid',
          detail: 'prompt context "a" refers to "{{nope}}", but there is no such variable',
        },
      ],
    });
  });
});

describe('when', () => {
  test('P1 nothing ever said and nothing to say: silence', () => {
    expect(texts(none, [])).toEqual([]);
  });

  test('P1 the same again: silence, in another process too', () => {
    expect(texts(both, told(both))).toEqual([]);
  });

  test('P1 something else is said, and the first thing again after it', () => {
    expect(texts(other, told(both))).toHaveLength(1);
    expect(texts(both, told(other, told(both)))).toHaveLength(1);
  });

  test('P1 vanishing is a change, and is said once', () => {
    const log = told(none, told(both));
    expect(saidAt(none, told(both)).messages).toMatchObject([
      { content: [{ text: WITHDRAWN }], source: { sections: [] } },
    ]);
    expect(texts(none, log)).toEqual([]);
    expect(texts(both, log)).toHaveLength(1);
  });

  test('P1 a context under another name that says the same is nothing new to the model', () => {
    expect(texts(contextsOf({ renamed: 'Be brief.' }), told(contextsOf({ a: 'Be brief.' })))).toEqual([]);
  });

  test('P1 a snapshot that was shadowed is not the last one any more', () => {
    const log = [...told(both), replaced(0, 0)];
    expect(texts(both, log)).toHaveLength(1);
    expect(texts(none, log)).toEqual([]);
  });

  test('P1 when only the last one was shadowed, the one before it counts again', () => {
    const log = [...told(other, told(both)), replaced(1, 1)];
    expect(texts(both, log)).toEqual([]);
    expect(texts(other, log)).toHaveLength(1);
  });

  test('P1 the last one in surface order counts, wherever a replacement put it', () => {
    const [first, second] = [saidAt(both, []).messages[0], saidAt(other, []).messages[0]];
    if (first === undefined || second === undefined) throw new Error('both have something to say');
    const log = [appended(prompt), appended(first), replaced(0, 0, second)];
    expect(texts(both, log)).toEqual([]);
    expect(texts(other, log)).toHaveLength(1);
  });

  test('P1 a snapshot that never was on the surface was never said', () => {
    const unseen = told(both).map(({ type, data }) => ({ type, data }));
    expect(texts(both, unseen)).toHaveLength(1);
  });

  test('F8 a malformed message of ours is ignored and reported', () => {
    const [said] = saidAt(both, []).messages;
    if (said === undefined) throw new Error('it has something to say');
    const odd = appended({ ...said, source: { ...said.source, sections: 'both' } });
    expect(texts(both, [odd])).toHaveLength(1);
    expect(promptContext(both).examine?.(odd)).toMatchObject([{ code: 'malformed-source' }]);
    expect(promptContext(both).examine?.(appended(said))).toEqual([]);
    expect(promptContext(both).examine?.(appended(prompt))).toEqual([]);
  });

  test('A9 it has nothing to say about tools', () => {
    const { consider, initial } = promptContext(both);
    const view = { state: initial(header), memory: null, header, position: { lastTurn: 0 }, nextSeq: 0 as never };
    const occasion = { kind: 'before-tool', turn: 1, step: 1, call: { name: 'write', arguments: {} } } as const;
    expect(consider(view, occasion)).toEqual({ kind: 'settled', value: {} });
  });
});

// Owns: the boundary of prompt texts: sections, contexts and variables that somebody else's configuration brings.
import * as E from 'fp-ts/lib/Either.js';
import { isFields } from '../../src/domain/codec/decode.js';
import { parseJson } from '../../src/domain/codec/session-log.js';
import { createContext } from '../../src/programs/open-session.js';
import { checkLog } from '../../src/programs/check.js';
import {
  assemble,
  describePromptError,
  emptyRegistry,
  promptContext,
  register,
  render,
  scoped,
} from '../../src/prompt/index.js';
import type { Assembly, PromptLayer, PromptRegistry, StepFacts } from '../../src/prompt/index.js';
import { handWritten } from '../seeds.js';
import type { Target } from '../target.js';
import { hold } from '../target.js';

const DIRECT = { id: 'm', role: 'user', content: 'Hi.', source: { kind: 'user' } } as const;
const HEADER = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' } as const;

const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isFields) : [];

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
const orderIn = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** A host gives texts; what they hold is anybody's. */
const layerOf = (value: unknown): Partial<PromptLayer<StepFacts>> => {
  const { sections, contexts, variables } = isFields(value) ? value : {};
  return {
    sections: listOf(sections).map(({ name, order, text, complete }) => ({
      name: textIn(name),
      order: orderIn(order),
      text: textIn(text),
      ...(complete === true ? { complete } : {}),
    })),
    contexts: listOf(contexts).map(({ name, order, text }) => ({
      name: textIn(name),
      order: orderIn(order),
      text: textIn(text),
    })),
    variables: listOf(variables).map(({ name, value: held }) => ({
      name: textIn(name),
      value: typeof held === 'string' ? held : undefined,
    })),
  };
};

const FACTS: StepFacts = { session: HEADER, turn: 1, step: 1 };

const isPlain = (text: string): boolean => !text.includes('{{');

const registryOf = (text: string): PromptRegistry<StepFacts> | undefined => {
  const json = parseJson(text)?.value;
  const outer = register<StepFacts>(emptyRegistry, layerOf(json));
  const inner = register<StepFacts>(emptyRegistry, layerOf(isFields(json) ? json['inner'] : undefined));
  for (const one of [outer, inner]) if (E.isLeft(one)) hold(describePromptError(one.left) !== '', 'an error has words');
  return E.isRight(outer) && E.isRight(inner) ? scoped(outer.right, inner.right) : undefined;
};

const holdRendered = (registry: PromptRegistry<StepFacts>): void => {
  const assembly = assemble(registry, FACTS);
  const rendered = E.isRight(assembly) ? render(assembly.right) : assembly;
  if (E.isLeft(rendered)) return hold(describePromptError(rendered.left) !== '', 'an error has words');
  const { sections, variables } = (assembly as E.Right<Assembly>).right;
  const kept = sections.filter(({ text }) => text.trim() !== '' && isPlain(text));
  hold(
    kept.every(({ text }) => rendered.right.includes(text)),
    'a text keeps its bytes',
    () => rendered.right,
  );
  if (!variables.every(({ value }) => value === undefined || !/[{}]/u.test(value))) return;
  const isReplaced = sections.some(({ text }) => /\n|\r/u.test(text)) || !/\{\{[A-Za-z_]\w*\}\}/u.test(rendered.right);
  hold(isReplaced, 'every reference is replaced', () => rendered.right);
};

/** Prompt texts. */
export const prompts: Target = {
  name: 'prompts',
  about: 'prompt sections, contexts and variables: assembling, references, the snapshot in a log',
  grammar: 'json',
  seeds: () => handWritten('prompts'),
  tokens: [
    ...[
      'sections',
      'contexts',
      'variables',
      'name',
      'order',
      'text',
      'value',
      'complete',
      '{{',
      '}}',
      '{{a}}',
      '{{b}}',
    ],
    ...['a', 'b', '{{ a }}', '{{}}', '\n', '\r\n', '{{a', 'a}}', '{{{a}}}', ' ', '\u2028', '$&', '$1', "$'", 'inner'],
  ],
  run: (text) => {
    const registry = registryOf(text);
    if (registry !== undefined) holdRendered(registry);
  },
  live: async (text) => {
    const registry = registryOf(text);
    if (registry === undefined) return;
    const context = createContext({ sources: [promptContext(registry)] });
    const session = E.isRight(context) ? context.right.open(HEADER) : context;
    hold(E.isRight(session), 'a session can be opened');
    const decided = await session.right.preStep({ turn: 1, step: 1, messages: [DIRECT] })();
    hold(E.isRight(decided), 'a step is decided');
    const log = [
      { type: 'step/start', data: { turn: 1, step: 1 } },
      ...decided.right.added.map((data) => ({ type: 'user/message', data, surfaceOp: 'append' as const })),
    ];
    const violations = checkLog(HEADER, log);
    hold(violations.length === 0, 'no message of ours is a violation', () => JSON.stringify(violations[0]));
    hold(E.isRight(session.right.append(log)), 'a session takes its message');
    const again = await session.right.preStep({ turn: 1, step: 2, messages: [] })();
    hold(E.isRight(again) && again.right.added.length === 0, 'what was said is not said again');
  },
};

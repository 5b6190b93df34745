// Owns: a session whose only source is the context snapshot, driven step by step over a log that a test can look at.
import * as E from 'fp-ts/lib/Either.js';
import { consider } from '../../src/core/combine.js';
import { attach, foldEvents, initialState } from '../../src/core/fold.js';
import type { LogEvent, SessionHeader } from '../../src/domain/log-event.js';
import type { Diagnostic } from '../../src/domain/diagnostic.js';
import type { UserMessage } from '../../src/domain/message.js';
import { promptContext } from '../../src/prompt/consider.js';
import type { StepFacts } from '../../src/prompt/consider.js';
import type { PromptRegistry } from '../../src/prompt/registry.js';
import { emptyRegistry, register } from '../../src/prompt/registry.js';

export const header: SessionHeader = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' };

/** A registry of contexts by name, in the order of the names given. */
export const contextsOf = (texts: Readonly<Record<string, string>>): PromptRegistry<StepFacts> => {
  const contexts = Object.entries(texts).map(([name, text], order) => ({ name, order, text }));
  const registry = register<StepFacts>(emptyRegistry, { contexts, variables: [{ name: 'cwd', value: '/repo' }] });
  if (E.isLeft(registry)) throw new Error('a name stands twice');
  return registry.right;
};

export const prompt: UserMessage = { id: 'u', role: 'user', content: 'hi', source: { kind: 'user' } };

export const appended = (data: UserMessage): LogEvent => ({ type: 'user/message', data, surfaceOp: 'append' });

/** A compaction that puts a message in the place of a range. */
export const replaced = (start: number, end: number, data: UserMessage = prompt): LogEvent => ({
  type: 'user/message',
  data,
  surfaceOp: { op: 'replace', start, end },
});

/** What the source says at a pre-step, given what the log says. */
export const saidAt = (
  registry: PromptRegistry<StepFacts>,
  log: readonly LogEvent[],
  turn = 1,
): { readonly messages: readonly UserMessage[]; readonly diagnostics: readonly Diagnostic[] } => {
  const sources = [promptContext(registry)];
  const folded = foldEvents(sources, initialState(sources, header), log);
  if (E.isLeft(folded)) throw new Error('the log breaks the rules of the surface');
  const occasion = { kind: 'pre-step', turn, step: 1, messages: [prompt] } as const;
  const inquiry = consider(sources, attach(sources, folded.right), occasion);
  if (inquiry.kind === 'asking') throw new Error('a context snapshot asks for nothing');
  return { messages: inquiry.value.added, diagnostics: inquiry.value.diagnostics };
};

// Owns: what the tests of side logs begin with: a guide who says what he is told to, and hooks that are answered from a
// log in memory.
import * as E from 'fp-ts/lib/Either.js';
import { memorySessionStore } from '../../src/adapters/memory/index.js';
import { nodeHash } from '../../src/adapters/node/index.js';
import type { ContextSource, Contribution, Occasion } from '../../src/core/context-source.js';
import { settled } from '../../src/core/inquiry.js';
import type { Digest } from '../../src/domain/digest.js';
import type { LogEvent } from '../../src/domain/log-event.js';
import type { MessageDraft } from '../../src/domain/message.js';
import type { SessionStore } from '../../src/ports/session-store.js';
import type { HookOccurrence, Sight } from '../../src/programs/hook-event.js';
import { hookLedger } from '../../src/programs/hook-ledger.js';
import { createContext } from '../../src/programs/open-session.js';
import type { SideLog } from '../../src/programs/side-log-turn.js';
import { answerHook } from '../../src/programs/side-log.js';

/** What a guide’s text is recognised by. */
export const digest = (text: string): Digest => nodeHash.sha1(`context: ${text}`);

/** What can be changed from one event to the next. */
export interface World {
  says: (occasion: Occasion) => Contribution;
  sight: Sight | undefined;
  now: number;
}

/** A transcript that shows nothing. */
export const SEEING: Sight = { isThere: true, live: [], turnedAt: 0, answeredAt: 0 };

/** A guide, what hooks are answered from, and what stands in the logs. */
export const begin = (store: SessionStore = memorySessionStore(), baseline: SideLog['baseline'] = 'said') => {
  const world: World = { says: () => ({}), sight: undefined, now: 100 };
  const asked: Occasion[] = [];
  const guide: ContextSource<null> = {
    kind: 'guide',
    initial: () => null,
    evolve: (state) => state,
    touches: ({ arguments: args }) => [(args as { readonly path: string }).path],
    consider: (_, occasion) => {
      asked.push(occasion);
      return settled(world.says(occasion));
    },
  };
  const context = createContext({ sources: [hookLedger, guide] });
  if (E.isLeft(context)) throw new Error('the guide is a source');
  const plan: SideLog = {
    context: context.right,
    store,
    now: () => world.now,
    sha1: nodeHash.sha1,
    textFor: (text, as) => `${as}: ${text}`,
    sight: () => world.sight,
    baseline,
  };
  const tell = (occurrence: HookOccurrence, session = 's', signal?: AbortSignal, cwd = '/repo') =>
    answerHook(plan, { session, cwd, occurrence }, signal)();
  const told = async (occurrence: HookOccurrence, session = 's', cwd = '/repo') => {
    const answered = await tell(occurrence, session, undefined, cwd);
    if (E.isLeft(answered)) throw new Error(JSON.stringify(answered.left));
    return answered.right;
  };
  const log = async (session = 's'): Promise<readonly LogEvent[]> => {
    const events: LogEvent[] = [];
    for await (const page of store.read(session)) if (E.isRight(page)) events.push(...page.right.events);
    return events;
  };
  return { world, asked, tell, told, log, store };
};

/** A message of the guide. */
export const draft = (content: MessageDraft['content'], more: object = {}): MessageDraft => ({
  content,
  source: { kind: 'guide', ...more },
});
/** Says some messages. */
export const saying =
  (...texts: readonly string[]) =>
  (): Contribution => ({ messages: texts.map((text) => draft(text)) });

/** A person’s prompt. */
export const prompt: HookOccurrence = { kind: 'prompt', text: 'Hello.' };
/** A call that touches. */
export const call = { id: 'c1', name: 'read', arguments: { path: 'a.ts' } };
/** It is over. */
export const after = (failed = false): HookOccurrence => ({ kind: 'after-tool', call, failed });
/** It is about to be made. */
export const before: HookOccurrence = { kind: 'before-tool', call };
/** A session or a compaction begins something new. */
export const started = (why: 'startup' | 'resume' | 'fork' | 'clear' | 'compact'): HookOccurrence => ({
  kind: 'started',
  why,
});
/** What happened, in a word each. */
export const types = (events: readonly LogEvent[]): readonly string[] => events.map(({ type }) => type);
/** Whether the guide said it. */
export const isOurs = ({ data }: LogEvent): boolean =>
  (data as { readonly source?: { readonly kind: string } } | undefined)?.source?.kind === 'guide';

/** What `begin` gives. */
export type Begun = ReturnType<typeof begin>;

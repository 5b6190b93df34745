// Owns: what an extension of the pi coding agent does: before a prompt and behind the last result of an answer's calls
// it asks what has to be said. The log is derived from pi's own session each time; nothing else is kept.
import type { LogEvent } from '../../domain/log-event.js';
import { isDirect, textOf } from '../../domain/message.js';
import type { BindingOptions } from '../../programs/bind-context.js';
import { bindSession, mountBinding } from '../../programs/bind-context.js';
import type { DerivedSession, DerivedStep } from '../../programs/derived-session.js';
import { PROVENANCE } from '../../programs/provenance.js';
import type { Context } from '../../programs/open-session.js';
import { describeError } from '../../domain/error.js';
import type { CustomMessage, EntryLike, ExtensionContextLike, ExtensionLike, ToolResultEvent } from './messages.js';
import type { Said } from './translate.js';
import { asOne, lastAnswer, piEntries, promptEntry, resultEntry, visibleEntries } from './translate.js';

/**
 * How pi is bound.
 *
 * Shape:  with `display` a person is shown what the model is told.
 */
export interface PiOptions extends Omit<BindingOptions, 'cwd' | 'sessionId'> {
  readonly display?: boolean;
}

/** The extension, to be exported as a module's default or given to a resource loader. */
export interface PiExtension {
  (pi: ExtensionLike): void;
  /** The session log that was derived from pi's session before the last step. */
  readonly log: () => readonly LogEvent[];
}

/** The session that pi is in; another one is bound when pi switches. */
const currentSession = (context: Context, options: PiOptions) => {
  let bound: { readonly id: string; readonly cwd: string; readonly session: DerivedSession<EntryLike> } | undefined;
  return {
    of: ({ cwd, sessionManager }: ExtensionContextLike): DerivedSession<EntryLike> => {
      const id = sessionManager.getSessionId();
      if (bound?.id !== id || bound.cwd !== cwd) {
        bound = { id, cwd, session: bindSession(context, { ...options, cwd, sessionId: id }, piEntries) };
      }
      return bound.session;
    },
    log: (): readonly LogEvent[] => bound?.session.log() ?? [],
  };
};

const saidIn = (step: DerivedStep<EntryLike>, isWanted: (index: number) => boolean): readonly Said[] =>
  step.batch.flatMap(({ message, kind }, index) =>
    kind === 'own' && isWanted(index) ? [message as EntryLike & Said] : [],
  );

/** A later event of pi's queue has its turn before this goes on. */
const afterEvents = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** What is known of the calls of one answer while they run. */
interface Calls {
  readonly answer: string;
  readonly results: Map<string, boolean>;
  isDecided: boolean;
}

type Decide = (
  context: ExtensionContextLike,
  entries: readonly EntryLike[],
) => Promise<DerivedStep<EntryLike> | undefined>;

/**
 * Speaks behind the results of an answer's calls.
 *
 * Why:    pi asks its queue for messages once all calls are settled, and again after the last answer, so a message may
 *         only be queued while a call is still in its hook.
 */
const speakBehindTools = (
  pi: ExtensionLike,
  decide: Decide,
  toMessage: (said: Said) => CustomMessage,
  now: () => string,
) => {
  /** Calls that ended; those that pi refused have no result hook. */
  const ended = new Set<string>();
  let queued: (EntryLike & CustomMessage) | undefined;
  let current: Calls | undefined;

  const callsOf = (answer: string): Calls => {
    if (current?.answer !== answer) current = { answer, results: new Map(), isDecided: false };
    return current;
  };
  /** What waits in pi's queue is as good as said. */
  const waiting = (branch: readonly EntryLike[]): readonly EntryLike[] => {
    const own = queued === undefined ? undefined : piEntries.ownId(queued);
    return queued === undefined || branch.some((entry) => piEntries.ownId(entry) === own) ? [] : [queued];
  };
  const settled = async ({ toolCallId, isError }: ToolResultEvent, context: ExtensionContextLike): Promise<void> => {
    const branch = visibleEntries(context.sessionManager.getBranch());
    const answer = lastAnswer(branch);
    if (answer?.calls.includes(toolCallId) !== true) return;
    const calls = callsOf(answer.id);
    calls.results.set(toolCallId, isError);
    const isOver = (): boolean => answer.calls.every((id) => calls.results.has(id) || ended.has(id));
    if (!isOver()) await afterEvents();
    if (!isOver() || calls.isDecided) return;
    calls.isDecided = true;
    const missing = answer.calls.filter((id) => !answer.settled.has(id));
    const results = missing.map((id) => resultEntry(id, calls.results.get(id) ?? true, now()));
    const step = await decide(context, [...branch, ...results, ...waiting(branch)]);
    const said = step === undefined ? undefined : asOne(saidIn(step, () => true));
    if (said === undefined) return;
    const message = toMessage(said);
    queued = { type: 'custom_message', ...message };
    pi.sendMessage(message, { deliverAs: 'steer' });
  };
  // With a handler pi stores an answer before its calls are run.
  pi.on('tool_call', () => undefined);
  pi.on('tool_execution_end', ({ toolCallId }) => void ended.add(toolCallId));
  pi.on('tool_result', settled);
  return {
    begin: (): void => {
      ended.clear();
      queued = undefined;
    },
  };
};

/**
 * Binds the pi coding agent.
 *
 * Errors: throws where a source was configured wrongly.
 * Source: docs/hosts/pi.md
 */
export const contextfold = (options: PiOptions): PiExtension => {
  const { ports, report, display = false } = options;
  const context = mountBinding(options);
  const sessions = currentSession(context, options);
  const now = (): string => new Date(ports.clock?.now() ?? 0).toISOString();
  const toMessage = ({ content, details }: Said): CustomMessage => ({
    customType: PROVENANCE,
    content,
    display,
    details,
  });
  const decide: Decide = async (at, entries) => {
    const decided = await sessions.of(at).preStep(entries, at.signal)();
    if (decided._tag === 'Left') return undefined;
    report?.(decided.right.decision.diagnostics, decided.right.decision.manifest);
    return decided.right;
  };
  /** Only references to other sessions put a prompt into other words, or refuse it. */
  const mayRefer = context.sources.some(({ kind }) => kind === 'session-reference');
  /** What a person typed, by the readable words that pi was given for it. */
  let typed: { readonly text: string; readonly as: string } | undefined;
  const decidePrompt = (at: ExtensionContextLike, text: string) =>
    decide(at, [...visibleEntries(at.sessionManager.getBranch()), promptEntry(text)]);

  const extend = (pi: ExtensionLike): void => {
    const behindTools = speakBehindTools(pi, decide, toMessage, now);
    pi.on('input', async ({ text }, at) => {
      const step = mayRefer && at.isIdle() ? await decidePrompt(at, text) : undefined;
      const { refusal } = step?.decision ?? {};
      if (refusal !== undefined) {
        at.ui.notify(describeError(refusal), 'error');
        return { action: 'handled' };
      }
      const reworded = step?.decision.messages.find(isDirect);
      if (reworded === undefined) return undefined;
      typed = { text, as: textOf(reworded.content) };
      return { action: 'transform', text: typed.as };
    });
    pi.on('before_agent_start', async ({ prompt }, at) => {
      behindTools.begin();
      const step = await decidePrompt(at, prompt === typed?.as ? typed.text : prompt);
      typed = undefined;
      if (step === undefined) return undefined;
      const place = step.batch.findIndex(({ kind }) => kind !== 'own');
      // While no prompt runs, pi lets a message in at once: before the prompt.
      for (const said of saidIn(step, (index) => index < place)) pi.sendMessage(toMessage(said));
      const behind = asOne(saidIn(step, (index) => index > place));
      return behind === undefined ? undefined : { message: toMessage(behind) };
    });
  };
  return Object.assign(extend, { log: sessions.log });
};

// Owns: what every binding over a host's own history is made of: mounted sources, lent ports and a session's header.
import * as E from 'fp-ts/lib/Either.js';
import type { Diagnostic } from '../domain/diagnostic.js';
import { describeError } from '../domain/error.js';
import type { SessionHeader } from '../domain/log-event.js';
import type { Manifest } from '../domain/manifest.js';
import type { Env } from '../ports/env.js';
import type { DerivedSession, DerivedStep, HostMessages } from './derived-session.js';
import { derivedSession } from './derived-session.js';
import type { Context, SourceOrError } from './open-session.js';
import { createContext } from './open-session.js';

/**
 * What a binding is told of the host that it runs in.
 *
 * Shape:  `cwd` in the host's own spelling. `sources` are those that are mounted, a third party's among them; what is
 *         not listed is switched off. `ports` are those of `contextfold/node`, or a host's own. `report` hears what was
 *         odd about a decision, and its account.
 */
export interface BindingOptions {
  readonly cwd: string;
  readonly sources: readonly SourceOrError[];
  readonly ports: Env;
  /** How the session is called where others refer to it. */
  readonly sessionId?: string;
  readonly report?: (diagnostics: readonly Diagnostic[], manifest: Manifest) => void;
}

/**
 * Mounts the sources of a binding.
 *
 * Errors: throws where a source was configured wrongly: a program that begins should not begin then.
 */
export const mountBinding = ({ sources, ports }: Pick<BindingOptions, 'sources' | 'ports'>): Context => {
  const context = createContext({ sources, ports });
  if (E.isLeft(context)) throw new Error(describeError(context.left));
  return context.right;
};

/** Opens the session of one conversation. */
export const bindSession = <M>(
  context: Context,
  { cwd, ports, sessionId = 'session' }: BindingOptions,
  host: HostMessages<M>,
): DerivedSession<M> => {
  const { clock } = ports;
  const createdAt = clock?.now() ?? 0;
  const header: SessionHeader = { type: 'session', version: 1, id: sessionId, createdAt, cwd };
  return derivedSession({ context, header, host, ...(clock === undefined ? {} : { now: () => clock.now() }) });
};

/** A source refused the whole batch, so the model must not be asked. Source: SPEC S6 */
export class RefusedStep extends Error {
  readonly code: string;

  constructor(code: string, detail: string) {
    super(detail);
    this.name = 'RefusedStep';
    this.code = code;
  }
}

/**
 * A decided step for a host that knows no failure but a rejected promise.
 *
 * Errors: throws `RefusedStep`, or what the signal was aborted with.
 * Source: SPEC F6, S6
 */
export const stepOrThrow = <M>(
  decided: Awaited<ReturnType<ReturnType<DerivedSession<M>['preStep']>>>,
  report: BindingOptions['report'],
): DerivedStep<M> => {
  if (E.isLeft(decided)) throw decided.left.reason;
  const { refusal, diagnostics, manifest } = decided.right.decision;
  report?.(diagnostics, manifest);
  if (refusal !== undefined) throw new RefusedStep(refusal.code, describeError(refusal));
  return decided.right;
};

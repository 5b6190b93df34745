// Owns: examples of what bindings are made of: sources that are mounted wrongly, a session's header, and steps for
// hosts that know no failure but a rejected promise.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { memoryClock } from '../../src/adapters/memory/index.js';
import type { ContextSource } from '../../src/core/context-source.js';
import { settled } from '../../src/core/inquiry.js';
import type { Refused } from '../../src/domain/error.js';
import type { Env } from '../../src/ports/env.js';
import type { BindingOptions } from '../../src/programs/bind-context.js';
import { bindSession, mountBinding, RefusedStep, stepOrThrow } from '../../src/programs/bind-context.js';
import type { HostMessages } from '../../src/programs/derived-session.js';
import { userItem } from '../../src/programs/provenance.js';
import { timeContext } from '../../src/sources/time-context/index.js';

const ports: Env = {
  hash: { sha1: () => '' as never },
  decoder: { decode: () => ({ text: undefined, lossy: false }) },
};

/** A host whose messages are texts; ours begin with their id and the time at which they were written. */
const texts: HostMessages<string> = {
  itemsOf: (message) => [userItem(message, message, undefined)],
  ownId: () => undefined,
  write: ({ id, content }, time) => `${id} ${time} ${JSON.stringify(content)}`,
  reword: (_, content) => JSON.stringify(content),
};

const RUDE: Refused = { _tag: 'Refused', source: 'greeter', code: 'RUDE', detail: 'not in that tone' };

/** Greets whoever is there, by the header of the session; refuses rude words. */
const greeter: ContextSource<null> = {
  kind: 'greeter',
  initial: () => null,
  evolve: (state) => state,
  consider: ({ header }, occasion) => {
    const isRude = occasion.kind === 'pre-step' && occasion.messages.some(({ content }) => content === 'rude');
    if (isRude) return settled({ refusal: RUDE });
    return settled({ messages: [{ content: JSON.stringify(header), source: { kind: 'greeter' } }] });
  },
};

const bound = (more: Partial<BindingOptions> = {}) => {
  const options: BindingOptions = { cwd: '/repo', sources: [greeter], ports, ...more };
  return bindSession(mountBinding(options), options, texts);
};

describe('mounting (C3)', () => {
  test('sources that are mounted are those of the context', () => {
    expect(mountBinding({ sources: [greeter], ports }).sources).toEqual([greeter]);
  });

  test('a source that was configured wrongly ends the program, in the words of its error', () => {
    const wrong = { sources: [timeContext({ timeZone: 'Mars/Olympus' })], ports };
    expect(() => mountBinding(wrong)).toThrow(/timeZone.*Mars\/Olympus/u);
  });
});

describe('the session of a binding', () => {
  const header = { type: 'session', version: 1, id: 'session', createdAt: 0, cwd: '/repo' };

  test('has a header of its own, and no time where no clock is lent', async () => {
    const step = stepOrThrow(await bound().preStep(['Hi.'])(), undefined);
    expect(step.messages).toHaveLength(2);
    const ours = step.batch.find(({ kind }) => kind === 'own')?.message ?? '';
    expect(ours).toContain(' undefined ');
    expect(ours).toContain(JSON.stringify(JSON.stringify(header)));
  });

  test('is called as the host says, and begins when its clock says', async () => {
    const clock = memoryClock(7);
    const step = await bound({ ports: { ...ports, clock }, sessionId: 's2' }).preStep(['Hi.'])();
    const ours = stepOrThrow(step, undefined).batch.find(({ kind }) => kind === 'own')?.message ?? '';
    expect(ours).toContain(' 7 ');
    expect(ours).toContain(JSON.stringify(JSON.stringify({ ...header, id: 's2', createdAt: 7 })));
  });
});

describe('a step for a host that knows no failure but a rejected promise (F6, S6)', () => {
  test('what was odd and its account are reported, then the step is given', async () => {
    const decided = await bound().preStep(['Hi.'])();
    const heard: unknown[] = [];
    const step = stepOrThrow(decided, (...told) => heard.push(told));
    expect(E.right(step)).toEqual(decided);
    expect(heard).toEqual([[step.decision.diagnostics, step.decision.manifest]]);
  });

  test('a refusal is thrown with its code, and reported before', async () => {
    const decided = await bound().preStep(['rude'])();
    let reports = 0;
    const thrown = (): unknown => {
      try {
        return stepOrThrow(decided, () => (reports += 1));
      } catch (error) {
        return error;
      }
    };
    const error = thrown();
    expect(error).toBeInstanceOf(RefusedStep);
    expect(error).toMatchObject({ name: 'RefusedStep', code: 'RUDE' });
    expect((error as Error).message).toContain('not in that tone');
    expect(reports).toBe(1);
  });

  test('an abort is thrown as what the signal was aborted with', async () => {
    const reason = new Error('enough');
    const decided = await bound().preStep(['Hi.'], AbortSignal.abort(reason))();
    expect(() => stepOrThrow(decided, undefined)).toThrow(reason);
  });
});

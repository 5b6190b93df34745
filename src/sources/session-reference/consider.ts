// Owns: the decision at a pre-step: one batch of reads for all messages, then each message with its snapshot, or a
// refusal of them all.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { zip } from 'fp-ts/lib/ReadonlyArray.js';
import { invariant } from '../../core/assert.js';
import type { Contribution, Occasion, Rewrite, View } from '../../core/context-source.js';
import type { Inquiry } from '../../core/inquiry.js';
import { ask, settled } from '../../core/inquiry.js';
import type { Refused } from '../../domain/error.js';
import type { MessageDraft } from '../../domain/message.js';
import { textContent } from '../../domain/message.js';
import type { Capture, Entry } from './capture.js';
import { capture, fit } from './capture.js';
import type { Citation } from './cite.js';
import { claim } from './cite.js';
import type { Reference, SessionReferenceTag, Settings } from './model.js';
import { KIND } from './model.js';
import { render } from './render.js';

type Captures = ReadonlyMap<string, Either<Refused, Capture>>;

const captureOf = (captures: Captures, { sessionId }: Reference): Either<Refused, Capture> => {
  const captured = captures.get(sessionId);
  invariant(captured !== undefined, 'a session was referred to and not asked for');
  return captured;
};

const snapshotDraft = (entries: readonly Entry[]): MessageDraft => {
  const source: SessionReferenceTag = { kind: KIND, version: 1, references: entries.map(({ record }) => record) };
  return { content: textContent([render(entries.map(({ session }) => session))]), source };
};

/** All reads of a message are looked at before any budget is: a failed read is reported first. */
const prepare = (settings: Settings, captures: Captures, citation: Citation): Either<Refused, Rewrite> =>
  pipe(
    citation.references,
    E.traverseArray((reference) => captureOf(captures, reference)),
    E.chain((captured) =>
      E.traverseArrayWithIndex((index, reference: Reference) =>
        fit(captured[index] as Capture, reference, index, settings.maxReferenceBytes),
      )(citation.references),
    ),
    E.map((entries) => ({ index: citation.index, message: citation.message, after: [snapshotDraft(entries)] })),
  );

/**
 * Decides what a batch is told about the sessions that its direct messages refer to.
 *
 * Shape:  each citing message is logged readable, its snapshot right after it. Every session is read once, all in one
 *         batch, however many messages refer to it.
 * Errors: as a refusal of the whole batch: message by message, the first that applies.
 * Source: SPEC S2, S3, S6
 */
export const considerReferences =
  (settings: Settings) =>
  (view: View<null, null>, occasion: Occasion): Inquiry<Contribution> => {
    if (occasion.kind !== 'pre-step') return settled({});
    const { citations, refusal } = claim(settings, view.header.id, occasion.messages);
    const ids = [...new Set(citations.flatMap(({ references }) => references.map(({ sessionId }) => sessionId)))];
    const questions = ids.map((sessionId) => ({ kind: 'read-surface', sessionId }) as const);
    return ask(questions, (readings): Inquiry<Contribution> => {
      const captures = new Map(zip(ids, readings).map(([id, reading]) => [id, capture(id, reading)]));
      const rewrites = E.traverseArray((citation: Citation) => prepare(settings, captures, citation))(citations);
      if (E.isLeft(rewrites)) return settled({ refusal: rewrites.left });
      return settled(refusal === undefined ? { rewrites: rewrites.right } : { refusal });
    });
  };

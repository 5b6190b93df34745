// Owns: the boundary of session-reference: its settings, its source tag and the JSON of its messages, decoded from
// values of unknown shape.
import type { Either } from 'fp-ts/lib/Either.js';
import { decodeValue } from '../../domain/codec/decode.js';
import { decodeSettings } from '../../domain/codec/settings.js';
import {
  chosen,
  closed,
  flag,
  listOf,
  natural,
  oneOf,
  positive,
  text,
  textThat,
  that,
} from '../../domain/codec/shape.js';
import type { InvalidConfig, InvalidValue } from '../../domain/error.js';
import type { SourceTag } from '../../domain/message.js';
import type { ReferencedSession, SessionReferenceConfig, SessionReferenceTag } from './model.js';
import { KIND, MAX_REFERENCES } from './model.js';

const fewEnough = that(
  `an integer from 1 to ${MAX_REFERENCES}`,
  (value): value is number => positive.is(value) && value <= MAX_REFERENCES,
);
const schemeName = textThat('a URI scheme', (name) => /^[A-Za-z][A-Za-z0-9+.-]*$/u.test(name));
const nothing = oneOf(null);

/**
 * Decodes a configuration.
 *
 * Errors: the first setting that is wrong or unknown.
 * Source: SPEC S (config), F8
 */
export const decodeConfig = (value: unknown): Either<InvalidConfig, SessionReferenceConfig> =>
  decodeSettings<SessionReferenceConfig>(
    KIND,
    {
      maxReferences: [fewEnough, `an integer from 1 to ${MAX_REFERENCES}`],
      candidateLimit: [positive, 'a positive safe integer'],
      maxReferenceBytes: [positive, 'a positive safe integer'],
      scheme: [schemeName, 'a URI scheme without its colon'],
    },
    value,
  );

const naturalOrNull = chosen<number | null>(`${natural.name} or null`, (value) => (value === null ? nothing : natural));
const textOrNull = chosen<string | null>('a string or null', (value) => (value === null ? nothing : text));

const tag = closed(
  'a session-reference source',
  {
    kind: oneOf(KIND),
    version: oneOf(1),
    references: listOf(
      closed(
        'a reference',
        {
          sessionId: text,
          label: text,
          capturedThroughSeq: naturalOrNull,
          compacted: flag,
          originalMessages: natural,
          retainedMessages: natural,
          omittedMessages: natural,
          omittedBytes: natural,
          truncated: flag,
          inputIndex: natural,
        },
        {},
      ),
    ),
  },
  {},
);

/**
 * Decodes a source tag of our kind, to the last key.
 *
 * Errors: the first mistake, as a path that begins at the source.
 * Source: SPEC S (source), I1
 */
export const decodeTag = (source: SourceTag): Either<InvalidValue, SessionReferenceTag> =>
  decodeValue(tag, source, '$.data.source');

const sessions = listOf(
  closed(
    'a session',
    {
      sessionId: text,
      label: text,
      cwd: textOrNull,
      capturedThroughSeq: naturalOrNull,
      conversation: listOf(closed('a message', { role: oneOf('user', 'assistant'), text }, {})),
    },
    {},
  ),
);

/**
 * Decodes the JSON inside a snapshot.
 *
 * Errors: the first mistake, as a path into the JSON.
 * Source: SPEC S5, I1
 */
export const decodeSessions = (json: unknown): Either<InvalidValue, readonly ReferencedSession[]> =>
  decodeValue(sessions, json);

// Owns: what the generators of logs and of conversations promise, and what they reach.
import * as E from 'fp-ts/lib/Either.js';
import { foldEvents, initialState } from '../../src/core/fold.js';
import { oddities } from '../../src/domain/codec/event-data.js';
import { decodeEvent, decodeHeader } from '../../src/domain/codec/session-log.js';
import type { LogEvent, SessionHeader } from '../../src/domain/log-event.js';
import { readMentions } from '../../src/sources/session-reference/mention.js';
import { DEFAULT_SCHEME } from '../../src/sources/session-reference/model.js';
import { project } from '../../src/sources/session-reference/project.js';
import { anyEvent, anyForeignEvent, anyHeader, anyLog, anyMessage } from '../../src/testing/arbitraries/log.js';
import {
  anyItem,
  anyLabel,
  anyProse,
  anyReference,
  anySessionId,
  eventsSaying,
} from '../../src/testing/arbitraries/session-reference.js';
import { testReach } from './reach.js';

testReach('anyHeader (SPEC L1)', {
  make: anyHeader,
  count: 300,
  always: (header) => E.isRight(decodeHeader(header)) && header.id !== '',
  reaches: {
    'an old version': ({ version }) => version === 0,
    'this version': ({ version }) => version === 1,
    'a time of these years': ({ createdAt }) => createdAt > 1_600_000_000_000,
    'a root directory': ({ cwd }) => cwd === '/',
    'a directory below it': ({ cwd }) => cwd.split('/').length > 3,
    'a long id': ({ id }) => id.length === 8,
  },
});

type Parts = readonly { readonly type: string; readonly text?: string }[];

const messages = {
  'a text': ({ content }: { readonly content: unknown }) => typeof content === 'string' && content !== '',
  'no parts': ({ content }: { readonly content: unknown }) => Array.isArray(content) && content.length === 0,
  'text and images': ({ content }: { readonly content: unknown }) =>
    Array.isArray(content) && new Set((content as Parts).map(({ type }) => type)).size === 2,
  'several texts': ({ content }: { readonly content: unknown }) =>
    Array.isArray(content) && (content as Parts).filter(({ type, text }) => type === 'text' && text !== '').length > 1,
};

testReach('anyMessage', {
  make: anyMessage,
  count: 500,
  always: ({ content, source }) =>
    (typeof content === 'string' || content.length <= 3) && typeof source?.kind === 'string',
  reaches: {
    ...messages,
    'a person': ({ source }) => source.kind === 'user',
    'a compaction': ({ source }) => source.kind === 'plugin' && source['plugin'] === 'compact',
    'another plugin': ({ source }) => source.kind === 'plugin' && source['plugin'] === 'weather',
    'somebody unheard of': ({ source }) => !['user', 'plugin'].includes(source.kind),
  },
});

interface Data {
  readonly turn?: unknown;
  readonly step?: unknown;
  readonly reason?: unknown;
  readonly callId?: unknown;
  readonly arguments?: { readonly file_path?: unknown };
  readonly message?: { readonly content: readonly { readonly toolCallId: string; readonly isError: boolean }[] };
  readonly meta?: { readonly aborted: boolean; readonly touched: readonly unknown[] };
}

const dataOf = ({ data }: LogEvent): Data => (typeof data === 'object' && data !== null ? data : {});

const isWell = (event: LogEvent): boolean => oddities(event).length === 0;

const TYPES = ['user/message', 'assistant/message', 'tool/call', 'tool/result', 'session/start'];
const MARKERS = ['turn/start', 'turn/end', 'step/start', 'step/end'];

const events = {
  ...Object.fromEntries(
    [...TYPES, ...MARKERS].map((type) => [`a good ${type}`, (event: LogEvent) => event.type === type && isWell(event)]),
  ),
  'a start': (event: LogEvent) => dataOf(event).reason === 'startup',
  'a resume': (event: LogEvent) => dataOf(event).reason === 'resume',
  'an unknown type': ({ type }: LogEvent) => ![...TYPES, ...MARKERS].includes(type),
  'every turn': (event: LogEvent) => dataOf(event).turn === 4 && dataOf(event).step === 1,
  'every step': (event: LogEvent) => dataOf(event).turn === 1 && dataOf(event).step === 4,
  'a path that was touched': (event: LogEvent) => typeof dataOf(event).meta?.touched[0] === 'string',
  'a path that is asked for': (event: LogEvent) => typeof dataOf(event).arguments?.file_path === 'string',
  'a call that failed': (event: LogEvent) =>
    event.type === 'tool/result' && (dataOf(event).message?.content ?? []).some(({ isError }) => isError),
  'a call that went well': (event: LogEvent) =>
    event.type === 'tool/result' && (dataOf(event).message?.content ?? []).some(({ isError }) => !isError),
  'a call that was aborted': (event: LogEvent) => dataOf(event).meta?.aborted === true,
  'data that are none of their type': (event: LogEvent) => MARKERS.includes(event.type) && !isWell(event),
};

testReach('anyEvent (SPEC L2)', {
  make: () => anyEvent(),
  count: 1500,
  always: (event) => E.isRight(decodeEvent(event)) && event.surfaceOp === undefined && event.seq === undefined,
  reaches: events,
});

testReach('anyForeignEvent (SPEC L1)', {
  make: anyForeignEvent,
  count: 400,
  always: (event) => E.isRight(decodeEvent(event)),
  reaches: {
    'no data': ({ data }) => data === undefined,
    'a list for data': ({ data }) => Array.isArray(data),
    'a field that nobody knows': (event) => 'extra' in event,
    ...Object.fromEntries(
      ['request/header', 'session/title', 'step/start', 'user/message'].map((known) => [
        `a ${known}`,
        ({ type }: LogEvent) => type === known,
      ]),
    ),
    'another type': ({ type }) => !type.includes('/'),
  },
});

const HEADER: SessionHeader = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' };

const opOf = ({ surfaceOp }: LogEvent): 'none' | 'append' | 'one' | 'many' => {
  if (surfaceOp === undefined || surfaceOp === 'append') return surfaceOp ?? 'none';
  return surfaceOp.start === surfaceOp.end ? 'one' : 'many';
};

const replaced = (log: readonly LogEvent[], seq: number): boolean =>
  log.some(({ surfaceOp }) => typeof surfaceOp === 'object' && surfaceOp.start === seq);

testReach('anyLog (SPEC L1, L3)', {
  make: () => anyLog(),
  count: 400,
  always: (log) => log.length <= 30 && E.isRight(foldEvents([], initialState([], HEADER), log)),
  reaches: {
    nothing: (log) => log.length === 0,
    'many events': (log) => log.length > 8,
    'written seqs beside others': (log) => log.some(({ seq }) => seq !== undefined) && log.some(({ seq }) => !seq),
    'a message that is not visible': (log) =>
      log.some((event) => event.type === 'user/message' && opOf(event) === 'none'),
    'a replacement of one': (log) => log.some((event) => opOf(event) === 'one'),
    'a replacement of several': (log) => log.some((event) => opOf(event) === 'many'),
    'a replacement that is replaced': (log) =>
      log.some((event, seq) => ['one', 'many'].includes(opOf(event)) && replaced(log, seq)),
    'an operation that means nothing': (log) =>
      log.some((event) => event.type === 'turn/end' && opOf(event) !== 'none'),
    'a replacement and what was behind it': (log) =>
      log.some(
        ({ surfaceOp, type }, seq) =>
          type === 'user/message' && typeof surfaceOp === 'object' && seq - surfaceOp.end > 5 && !replaced(log, seq),
      ),
  },
});

const oddText = {
  'a quote': (text: string) => text.includes('"'),
  'a backslash': (text: string) => text.includes('\\'),
  'a line end': (text: string) => text.includes('\n'),
  'a NUL': (text: string) => text.includes('\0'),
  'a line end of JavaScript': (text: string) => text.includes('\u2028'),
  'a bracket': (text: string) => /[[\]()]/u.test(text),
  'a closing tag': (text: string) => text.includes('</referenced-sessions>'),
  'a character beyond the first plane': (text: string) => /\p{Emoji_Presentation}/u.test(text),
  'a lone surrogate': (text: string) => /\p{Cs}/u.test(text),
  'any unit at all': (text: string) => /[\uac00-\ud7a3]/u.test(text),
};

const anyString = (value: string): boolean => typeof value === 'string';

testReach('anySessionId (SPEC S1)', {
  make: anySessionId,
  count: 1500,
  always: anyString,
  reaches: {
    ...oddText,
    nothing: (id) => id === '',
    'a UUID': (id) => /^[\da-f]{8}-[\da-f-]{27}$/u.test(id),
    'one that comes twice': (id) => id === 's1',
    'another that does': (id) => id === 's2',
  },
});

testReach('anyLabel (SPEC S2)', {
  make: anyLabel,
  count: 1500,
  always: anyString,
  reaches: { ...oddText, nothing: (label) => label === '', words: (label) => label === 'fix the build' },
});

testReach('anyReference (SPEC S2)', {
  make: anyReference,
  count: 200,
  always: ({ sessionId, label }) => anyString(sessionId) && anyString(label),
  reaches: { 'a plain one': ({ sessionId, label }) => sessionId === 's1' && label === 'notes' },
});

const mentions = (text: string, scheme: string): number => {
  const read = readMentions(scheme, text);
  return E.isRight(read) ? read.right.references.length : -1;
};

testReach('anyProse (SPEC S2)', {
  make: () => anyProse(),
  count: 800,
  always: anyString,
  reaches: {
    nothing: (text) => text === '',
    'no mention': (text) => text.length > 20 && mentions(text, DEFAULT_SCHEME) === 0,
    'a mention': (text) => mentions(text, DEFAULT_SCHEME) === 1,
    'several mentions': (text) => mentions(text, DEFAULT_SCHEME) > 2,
    'a URI that is none': (text) => mentions(text, DEFAULT_SCHEME) === -1,
    'a URI alone': (text) => /(?:^|[ \n])dsh-session:InMxIg/u.test(text),
    'the word for them alone': (text) => /dsh-session(?!:)/u.test(text),
    'another link': (text) => text.includes('@[docs](https://x)'),
    'an escape': (text) => text.includes('\\]'),
  },
});

testReach('anyProse of another scheme (SPEC S2)', {
  make: () => anyProse('x'),
  count: 300,
  always: (text) => !text.includes(DEFAULT_SCHEME),
  reaches: { 'a mention': (text) => mentions(text, 'x') > 0 },
});

testReach('anyItem (SPEC S4)', {
  make: () => anyItem(),
  count: 500,
  always: ({ text, role, checkpoint }) => text !== '' && (!checkpoint || role === 'user'),
  reaches: {
    'a person': ({ role, checkpoint }) => role === 'user' && !checkpoint,
    'a model': ({ role }) => role === 'assistant',
    'a checkpoint': ({ checkpoint }) => checkpoint,
    'a long text': ({ text }) => text.length > 50,
  },
});

testReach('eventsSaying (SPEC S4)', {
  make: () => anyItem().map((item) => [item]),
  count: 200,
  always: (items) => JSON.stringify(project(eventsSaying(items))) === JSON.stringify(items),
  reaches: { anything: (items) => items.length === 1 },
});

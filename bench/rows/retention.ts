// Measures how a session of 50 MB becomes a reference of 64 KiB, from the events of its surface to the snapshot.
//
// Against a session of 5 MB, for it must be linear: of short messages, of long ones, and of checkpoints, which may not
// be dropped and so are all cut.
//
// One run on two shared, busy cores, Node 20.20: 11.7, 4.1 and 10.3; 12 is promised.
import * as E from 'fp-ts/lib/Either.js';
import type { LogEvent } from '../../src/domain/log-event.js';
import { nodePorts } from '../../src/node.js';
import { DEFAULT_SCHEME, formatMention, sessionReference } from '../../src/sources/session-reference/index.js';
import { headerIn, opener, prompt, right } from '../given.js';
import type { Bench, Row } from '../measure.js';
import { bestOf, expectEqual } from '../measure.js';

const LARGE = 50_000_000;
const ROUNDS = 5;

const eventsOf = (bytes: number, messageBytes: number, isCheckpoint: boolean): readonly LogEvent[] =>
  Array.from({ length: bytes / messageBytes }, (_, index): LogEvent => {
    const text = Buffer.from(`Message ${index}. `.padEnd(messageBytes, 'And so on. ')).toString('utf8');
    const content = [{ type: 'text', text }];
    if (index % 2 === 1 && !isCheckpoint) {
      const message = { role: 'assistant', content };
      return { type: 'assistant/message', data: { turn: 1, step: 1, message }, surfaceOp: 'append' };
    }
    const source = isCheckpoint ? { kind: 'plugin', plugin: 'compact' } : { kind: 'user' };
    return { type: 'user/message', data: { id: `m${index}`, role: 'user', content, source }, surfaceOp: 'append' };
  });

const rowFor = async (kind: string, messageBytes: number, isCheckpoint = false): Promise<Row> => {
  const surfaces: Record<string, readonly LogEvent[]> = {
    large: eventsOf(LARGE, messageBytes, isCheckpoint),
    small: eventsOf(LARGE / 10, messageBytes, isCheckpoint),
  };
  const sessions = {
    list: () => () => Promise.resolve(E.right([])),
    readSurface: (id: string) => () => {
      const events = surfaces[id] ?? [];
      const reading = { _tag: 'surface', header: headerIn('/repo', id), events, lastSeq: events.length - 1 } as const;
      return Promise.resolve(E.right(reading));
    },
  };
  const open = opener([right(sessionReference())], { ...nodePorts(), sessions });
  const refer = (id: string) => async (): Promise<void> => {
    const content = formatMention(DEFAULT_SCHEME, { sessionId: id, label: id });
    const { messages } = right(await open('/repo').preStep({ turn: 1, step: 1, messages: [{ ...prompt, content }] })());
    expectEqual('messages', messages.length, 2);
    const bytes = Buffer.byteLength(JSON.stringify(messages[1]?.content));
    expectEqual('about 64 KiB are used', bytes > 50_000 && bytes < 80_000, true);
  };
  const [large = NaN, small = NaN] = await bestOf([refer('large'), refer('small')], ROUNDS);
  const what = `a session of 50 MB into 64 KiB, ${kind}`;
  return { what, against: 'one of 5 MB', figure: large / small, unit: '×', limit: 12 };
};

export const bench: Bench = async () => ({
  rows: [
    await rowFor('messages of 2 kB', 2000),
    await rowFor('messages of 1 MB', 1_000_000),
    await rowFor('checkpoints of 500 kB', 500_000, true),
  ],
});

// Owns: the boundary of instruction files: their bytes, as text, in a frame, within a budget.
import * as E from 'fp-ts/lib/Either.js';
import { decoder } from '../../src/adapters/encoding/index.js';
import { allocate } from '../../src/core/allocate.js';
import { joinBlocks, neutralise, showPath } from '../../src/core/frame.js';
import { utf8Length, utf8Prefix, utf8Suffix } from '../../src/core/utf8.js';
import type { LogEvent } from '../../src/domain/log-event.js';
import type { UserMessage } from '../../src/domain/message.js';
import { checkLog } from '../../src/programs/check.js';
import { createContext } from '../../src/programs/open-session.js';
import { agentInstructions } from '../../src/sources/agent-instructions/index.js';
import { SURROUNDINGS, envWith, holdFramed } from '../laws.js';
import { textOf } from '../messages.js';
import { handWritten } from '../seeds.js';
import type { Target } from '../target.js';
import { hold } from '../target.js';

const DIRECT: UserMessage = { id: 'm', role: 'user', content: 'Hi.', source: { kind: 'user' } };
const HEADER = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' } as const;

const holdDecoded = (bytes: Uint8Array): string | undefined => {
  const { text, lossy } = decoder.decode(bytes);
  if (text === undefined) return undefined;
  hold(!text.includes('\0'), 'a text holds no NUL');
  const back = Buffer.from(text, 'utf8');
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (!isWide) {
    const body = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
    hold(lossy || back.equals(body), 'a text that lost nothing gives the bytes back');
  }
  hold(utf8Length(text) === back.length, 'the length of a text is that of its bytes');
  const limit = text.length % 41;
  const { end, bytes: head } = utf8Prefix(text, limit);
  hold(head <= limit && head === Buffer.byteLength(text.slice(0, end)), 'a prefix fits');
  const { start, bytes: tail } = utf8Suffix(text, limit);
  hold(tail <= limit && tail === Buffer.byteLength(text.slice(start)), 'a suffix fits');
  return text;
};

const holdNeutral = (text: string): void => {
  const once = neutralise(text);
  hold(neutralise(once) === once, 'to neutralise twice is to neutralise once');
  hold(once.replaceAll('<\\', '<') === text.replaceAll('<\\', '<'), 'only a backslash is put in');
  const shown = showPath(text);
  hold(!/[\p{Cc}\p{Zl}\p{Zp}]/u.test(shown), 'a path is shown on one line');
  hold(showPath(shown) === shown, 'a path that was shown is shown as it is');
};

const bytesOf = (input: string): Uint8Array => Uint8Array.from(Buffer.from(input, 'latin1'));

/** Sections of what a file says, in a budget of any size. */
const holdAllocated = (text: string): void => {
  const maxBytes = (text.length * 7) % 1_000;
  const content = neutralise(text);
  const section = { label: 'AGENTS.md', lead: 'Instructions from: AGENTS.md', content };
  const allocation = allocate([{ ...section, content: content.slice(0, 40) }, section], ['An opening.', ''], maxBytes);
  if (allocation === undefined) return;
  hold(allocation.bytes <= maxBytes, 'what is allocated keeps the budget', () => `${allocation.bytes} of ${maxBytes}`);
  hold(allocation.bytes === Buffer.byteLength(allocation.text), 'what is allocated is measured');
  holdFramed(allocation.text);
};

const message = (data: UserMessage): LogEvent => ({ type: 'user/message', data, surfaceOp: 'append' });

const touch = (name: string): readonly LogEvent[] => [
  { type: 'tool/call', data: { turn: 1, step: 1, callId: name, name: 'read', arguments: { file_path: name } } },
  {
    type: 'tool/result',
    data: {
      turn: 1,
      step: 1,
      message: { role: 'user', content: [{ type: 'tool-result', toolCallId: name, content: '' }] },
    },
    surfaceOp: 'append',
  },
];

/** A baseline, a touch and a step after it, over files that hold the bytes. */
const holdTold = async (bytes: Uint8Array, text: string | undefined): Promise<void> => {
  const maxBytes = bytes.length % 3 === 0 ? 100 + (bytes.length % 500) : 65_536;
  const half = bytes.subarray(Math.floor(bytes.length / 2));
  const name = (text ?? '').slice(0, 20).replace(/[/\\\0]/gu, '') || 'lib';
  const lib = name === '.' || name === '..' ? 'lib' : name;
  const ports = envWith({
    '/repo/.git': { directory: true },
    '/repo/AGENTS.md': bytes,
    '/repo/CLAUDE.md': half,
    [`/repo/${lib}/AGENTS.md`]: half,
  });
  const context = createContext({ sources: [agentInstructions({ maxBytes }, SURROUNDINGS)], ports });
  const session = E.isRight(context) ? context.right.open(HEADER) : context;
  hold(E.isRight(session), 'a session can be opened');
  const log: LogEvent[] = [];
  const put = (events: readonly LogEvent[]): void => {
    hold(E.isRight(session.right.append(events)), 'a session takes events');
    log.push(...events);
  };
  const step = async (number: number): Promise<void> => {
    const decided = await session.right.preStep({ turn: 1, step: number, messages: number === 1 ? [DIRECT] : [] })();
    hold(E.isRight(decided), 'a step is decided');
    put([{ type: 'step/start', data: { turn: 1, step: number } }, ...decided.right.messages.map(message)]);
    for (const added of decided.right.added) {
      for (const block of textOf(added)) {
        holdFramed(block);
        hold(Buffer.byteLength(block) <= maxBytes, 'a block keeps its budget');
        const whole = text !== undefined && maxBytes === 65_536 && utf8Length(text) < 10_000;
        if (number !== 1 || !whole) continue;
        hold(block.includes(joinBlocks([neutralise(text)])), 'what a file says is told byte for byte', () => block);
      }
    }
  };
  put([
    { type: 'session/start', data: { reason: 'startup' } },
    { type: 'turn/start', data: { turn: 1 } },
  ]);
  await step(1);
  put([...touch(`${lib}/x.ts`), { type: 'step/end', data: { turn: 1, step: 1 } }]);
  await step(2);
  const violations = checkLog(HEADER, log);
  hold(violations.length === 0, 'no message of ours is a violation', () => JSON.stringify(violations[0]));
};

/** File contents. */
export const fileContent: Target = {
  name: 'file-content',
  about: 'bytes of instruction files, and a directory called by them: decoding, frame, budget, check',
  grammar: 'bytes',
  seeds: () => handWritten('file-content').map((seed) => Buffer.from(seed, 'utf8').toString('latin1')),
  tokens: [
    ...['<system-reminder>', '</system-reminder>', '</system-', 'reminder>', '<', '</', '<\\', '\r\n', '\n\n', '\0'],
    ...['\u00ef\u00bb\u00bf', '\u00ff\u00fe', '\u00fe\u00ff', '<\0/\0', '\u00e2\u0080\u00ae', '\u00e2\u0080\u008b'],
    ...['\u00c5\u00bf', '\u00ed\u00a0\u0080', '\u00f0\u009f\u0098\u0080', '\u00c2\u00ad', '\u00e2\u0080\u00a8'],
    ...['# AGENTS.md', '## Instructions from `lib/AGENTS.md`', 'Workspace instruction budget 5 bytes: omitted x'],
    ...['- ', '```', 'SYSTEM-REMINDER', '\u00e1\u00a0\u008e', '\u00f3\u00a0\u0081\u00b3'],
  ],
  run: (input) => {
    const text = holdDecoded(bytesOf(input));
    if (text === undefined) return;
    holdNeutral(text);
    holdAllocated(text);
  },
  live: async (input) => {
    const bytes = bytesOf(input);
    await holdTold(bytes, decoder.decode(bytes).text);
  },
};

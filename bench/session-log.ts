// Owns: a generated session log of any length: stream noise, messages, tools, 1 % of it sourced, 50 compactions in
// between.
import { closeSync, openSync, writeSync } from 'node:fs';
import type { LogEvent, SessionHeader } from '../src/domain/log-event.js';

const text = (words: number): readonly { readonly type: 'text'; readonly text: string }[] => [
  { type: 'text', text: 'lorem ipsum '.repeat(words) },
];

const eventAt = (index: number): LogEvent => {
  const at = { turn: 1 + Math.floor(index / 10_000), step: 1 + Math.floor((index % 10_000) / 100) };
  switch (index % 100) {
    case 0:
      return { type: 'step/start', data: at };
    case 1: {
      const path = `d${Math.floor(index / 100) % 300}/AGENTS.md`;
      const changes = [{ action: 'set', scope: path, path, digest: 'a'.repeat(40) }];
      const source = { kind: 'agent-instructions', version: 1, root: '.', changes };
      return {
        type: 'user/message',
        data: { id: `m${index}`, role: 'user', content: text(40), source },
        surfaceOp: 'append',
      };
    }
    case 2:
      return {
        type: 'assistant/message',
        data: { ...at, message: { role: 'assistant', content: text(30) } },
        surfaceOp: 'append',
      };
    case 3:
      return {
        type: 'tool/call',
        data: { ...at, callId: `c${index}`, name: 'read', arguments: '{"file_path":"a/b.ts"}' },
      };
    case 4: {
      const content = [{ type: 'tool-result', toolCallId: `c${index - 1}`, content: text(40), isError: false }];
      return { type: 'tool/result', data: { ...at, message: { role: 'user', content } }, surfaceOp: 'append' };
    }
    case 99:
      return { type: 'step/end', data: at };
    default:
      return {
        type: 'assistant/chunk',
        data: { ...at, chunk: { type: 'text-delta', index: 0, text: 'lorem ipsum dolor' } },
      };
  }
};

/** The events of a log, a fiftieth of it between two compactions. */
export function* eventsOfLog(length: number): Generator<LogEvent, void, undefined> {
  let visible: number[] = [];
  const every = Math.max(Math.floor(length / 50), 100);
  for (let seq = 0; seq < length; seq += 1) {
    const [start, end] = [visible[0], visible.at(-1)];
    if (seq % every === every - 1 && start !== undefined && end !== undefined) {
      const source = { kind: 'plugin', plugin: 'compact' };
      const data = { id: `k${seq}`, role: 'user', content: 'checkpoint', source };
      yield { type: 'user/message', data, surfaceOp: { op: 'replace', start, end } };
      visible = [seq];
      continue;
    }
    const event = eventAt(seq);
    if (event.surfaceOp !== undefined) visible.push(seq);
    yield event;
  }
}

/** A log of `length` events, held at once. */
export const generatedLog = (length: number): readonly LogEvent[] => [...eventsOfLog(length)];

const FLUSH_CHARS = 1_000_000;

/** Writes a log into a file, as a store does. */
export const writeLog = (path: string, header: SessionHeader, length: number): void => {
  const file = openSync(path, 'w');
  try {
    let text = `${JSON.stringify(header)}\n`;
    let seq = 0;
    for (const event of eventsOfLog(length)) {
      text += `${JSON.stringify({ seq, time: seq, ...event })}\n`;
      seq += 1;
      if (text.length < FLUSH_CHARS) continue;
      writeSync(file, text);
      text = '';
    }
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
};

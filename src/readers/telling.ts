// Owns: how one message of a conversation becomes events of a log: the message itself, the turn structure before it and
// the calls behind it. Where on the surface it goes is conversation.ts's to say.
import type { LogEvent, SurfaceOp, TurnStep } from '../domain/log-event.js';
import type { Item } from './history.js';
import { turns } from './turns.js';

/** Writes messages into a log. */
export interface Telling {
  /**
   * Logs a message and gives its seq. One that was told before is told again, without turn or calls, and names itself
   * as its source; a quiet one names what it takes the place of.
   */
  readonly tell: (item: Item, gone: readonly number[]) => number;
  readonly note: (type: string, data: object, time?: number) => void;
  /** Closes a turn that is over. */
  readonly end: () => void;
}

const TYPES = { user: 'user/message', assistant: 'assistant/message', result: 'tool/result' } as const;

const dataOf = (item: Item, at: TurnStep): object => {
  const { id, content } = item;
  switch (item.kind) {
    case 'user':
      return { id, role: 'user', content, source: item.source };
    case 'assistant': {
      const source = { kind: 'model', ...(item.model === undefined ? {} : { model: item.model }) };
      return { ...at, message: { id, role: 'assistant', content, source } };
    }
    case 'result': {
      const block = { type: 'tool-result', toolCallId: item.call, content, isError: item.failed };
      return { ...at, message: { id, role: 'user', content: [block], source: { kind: 'tool', callId: item.call } } };
    }
  }
};

interface Call {
  readonly callId: string;
  readonly name: unknown;
  readonly arguments: unknown;
}

const callsOf = ({ kind, content, quiet }: Item): readonly Call[] =>
  kind !== 'assistant' || quiet === true || typeof content === 'string'
    ? []
    : content.flatMap(({ type, id, name, arguments: args }) =>
        type === 'tool-call' && typeof id === 'string' ? [{ callId: id, name, arguments: args }] : [],
      );

const opFor = (gone: readonly number[]): SurfaceOp => {
  const [start, end] = [gone[0], gone[gone.length - 1]];
  return start === undefined || end === undefined ? 'append' : { op: 'replace', start, end };
};

const timed = (time: number | undefined): { readonly time?: number } => (time === undefined ? {} : { time });

/** A log that begins. */
export const telling = (emit: (event: LogEvent) => void): Telling => {
  // Weak: a message that no history holds any longer is never told again.
  const told = new WeakMap<Item, { readonly event: LogEvent; readonly seq: number }>();
  let nextSeq = 0;
  const log = (event: LogEvent): number => {
    emit(event);
    nextSeq += 1;
    return nextSeq - 1;
  };
  const structure = turns(log);

  const enter = (item: Item): void => {
    if (item.quiet === true) structure.pass(item.time);
    else if (item.kind === 'user') structure.enter(item.source.kind === 'user', item.time);
    else if (item.kind === 'assistant') structure.answer(item.response, item.time);
    else structure.settle(item.call, item.time);
  };
  return {
    tell: (item, gone) => {
      const surfaceOp = opFor(gone);
      const before = told.get(item);
      if (before !== undefined) {
        structure.pass();
        const { type, data } = before.event;
        return log({ type, data, surfaceOp, sourceEventSeqs: [before.seq] });
      }
      enter(item);
      const sources = item.quiet === true ? { sourceEventSeqs: gone } : {};
      const data = dataOf(item, structure.at());
      const event = { type: TYPES[item.kind], ...timed(item.time), data, ...sources, surfaceOp };
      const seq = log(event);
      told.set(item, { event, seq });
      for (const call of callsOf(item)) {
        structure.call(call.callId);
        log({ type: 'tool/call', ...timed(item.time), data: { ...structure.at(), ...call } });
      }
      return seq;
    },
    note: (type, data, time) => void log({ type, ...timed(time), data }),
    end: () => structure.pass(),
  };
};

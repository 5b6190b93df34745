// Owns: reading the events of a log file from a place on, page by page: which lines are whole appends, and what of the
// end was cut by a crash.
//
// A line that begins with a TAB is followed by more of the same append. JSON does not see the TAB, other readers see
// events as ever, and an append of many lines that was cut is recognised by it and counts for nothing.
import { isAscii } from 'node:buffer';
import type { promises } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { NO_JSON, readEventLine } from '../../domain/codec/stored-lines.js';
import type { MalformedLine } from '../../domain/error.js';
import type { LogEvent } from '../../domain/log-event.js';
import { seqOf } from '../../domain/units.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import { stopIfAborted } from './failure.js';
import type { Place } from './head.js';

/** The byte that begins a line which is not the last of its append. */
export const MORE_FOLLOWS = '\t';

/** Some whole appends, and the place behind them. */
export interface Page {
  readonly events: readonly LogEvent[];
  readonly end: Place;
  /** Only on the last page: what stands behind its end, if anything does. */
  readonly torn?: Torn;
}

/** The rest of an append that was cut: the line it begins with, and how much of it there is. */
export interface Torn {
  readonly line: number;
  readonly bytes: number;
}

/** The text of more than 128 KiB is no small object to the engine, and each would cost ten times as much. */
const BLOCK_BYTES = 96 * 1024;
const LINE_FEED = 0x0a;

/** Whole lines, or what follows the last line end. The bytes are good until the next block is asked for. */
interface Block {
  readonly bytes: Buffer;
  readonly start: number;
  readonly isWhole: boolean;
}

async function* blocksOf(
  file: promises.FileHandle,
  from: number,
  signal: CancelSignal | undefined,
): AsyncGenerator<Block, void, undefined> {
  let buffer = Buffer.allocUnsafe(BLOCK_BYTES);
  let start = from;
  let filled = 0;
  for (;;) {
    stopIfAborted(signal);
    if (filled === buffer.length) buffer = Buffer.concat([buffer], 2 * buffer.length);
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, start + filled);
    if (bytesRead === 0) break;
    const end = buffer.subarray(filled, filled + bytesRead).lastIndexOf(LINE_FEED);
    const whole = end < 0 ? 0 : filled + end + 1;
    filled += bytesRead;
    if (whole === 0) continue;
    yield { bytes: buffer.subarray(0, whole), start, isWhole: true };
    buffer.copyWithin(0, whole, filled);
    start += whole;
    filled -= whole;
  }
  yield { bytes: buffer.subarray(0, filled), start, isWhole: false };
}

/** Takes lines one by one; a page holds the whole appends since the one before. */
interface AppendReader {
  /** `end`: the place of the byte behind the line, and behind its line end. */
  readonly push: (text: string, end: number, isEnded: boolean) => MalformedLine | undefined;
  readonly page: () => Page;
  readonly lastPage: (size: number) => Page;
}

/** A line that is no JSON is an error as soon as another one follows: only the last can have been cut. */
const appendReader = (from: Place): AppendReader => {
  let end = from;
  let line = from.line;
  let committed: LogEvent[] = [];
  let begun: LogEvent[] = [];
  /** The first line of an append that is not known to be whole. */
  let open: number | undefined;
  let bad: MalformedLine | undefined;

  const pushBlank = (offset: number, isEnded: boolean): undefined => {
    if (!isEnded) open ??= line;
    else if (open === undefined) end = { offset, line, seq: end.seq };
  };
  const pushEvent = (event: LogEvent, offset: number, isLast: boolean): undefined => {
    begun.push(event);
    if (!isLast) return;
    for (const one of begun) committed.push(one);
    end = { offset, line, seq: seqOf(end.seq + begun.length) };
    begun = [];
    open = undefined;
  };
  const page = (): Page => {
    const events = committed;
    committed = [];
    return { events, end };
  };
  return {
    push: (text, offset, isEnded) => {
      line += 1;
      if (text.trim() === '') return pushBlank(offset, isEnded);
      if (bad !== undefined) return bad;
      const event = readEventLine(text, line);
      open ??= line;
      if (E.isRight(event)) return pushEvent(event.right, offset, !text.startsWith(MORE_FOLLOWS));
      if (event.left.problem !== NO_JSON) return event.left;
      bad = event.left;
      return undefined;
    },
    page,
    lastPage: (size) =>
      open === undefined ? page() : { ...page(), torn: { line: open, bytes: size - end.offset } },
  };
};

/** Where every byte is a character, a block is decoded as a whole: lines one by one take several times as long. */
const pushLines = (reader: AppendReader, { bytes, start, isWhole }: Block): MalformedLine | undefined => {
  if (!isWhole) {
    const end = start + bytes.length;
    return bytes.length === 0 ? undefined : reader.push(bytes.toString('utf8'), end, false);
  }
  const ascii = isAscii(bytes) ? bytes.toString('latin1') : undefined;
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, from);
    const text = ascii === undefined ? bytes.toString('utf8', from, end) : ascii.slice(from, end);
    const stop = reader.push(text, start + end + 1, true);
    if (stop !== undefined) return stop;
    from = end + 1;
  }
  return undefined;
};

/**
 * Reads a log from a place to its end.
 *
 * Shape:  a page ends behind a whole append; the last one, which is always there, says what was cut behind it. A whole
 *         last line counts though its line end is missing. Blank lines count as lines and stand for nothing.
 * Errors: a line in the middle that is no event, after the pages before it; the file system's are thrown.
 * Cost:   linear; memory for one block, or for the longest append that is longer.
 * Source: SPEC L1, L5, L6
 */
export async function* pagesOf(
  file: promises.FileHandle,
  from: Place,
  signal?: CancelSignal,
): AsyncGenerator<Either<MalformedLine, Page>, void, undefined> {
  const reader = appendReader(from);
  let size = from.offset;
  for await (const block of blocksOf(file, from.offset, signal)) {
    const stop = pushLines(reader, block);
    const page = reader.page();
    if (page.events.length > 0) yield E.right(page);
    if (stop !== undefined) return yield E.left(stop);
    size = block.start + block.bytes.length;
  }
  yield E.right(reader.lastPage(size));
}

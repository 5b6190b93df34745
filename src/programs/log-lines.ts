// Owns: what each line of a session log of ours is: the header, an event, one that is only glanced at, or a bad line,
// and what becomes of those. Where the lines come from is read-log.ts's business.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { LineGlance } from '../domain/codec/glance.js';
import { glanceAtLine } from '../domain/codec/glance.js';
import { decodeEvent, decodeHeader, parseJson } from '../domain/codec/session-log.js';
import { NO_JSON } from '../domain/codec/stored-lines.js';
import type { MalformedLine } from '../domain/error.js';
import { describeError } from '../domain/error.js';
import type { LogEvent, SessionHeader } from '../domain/log-event.js';

/**
 * What is known of a session log that was read, besides its events.
 *
 * Shape:  `torn` is a last line that was cut by a crash; it stands for nothing. Each of `skipped` is a bad line in the
 *         middle. In its place there is an event that means nothing, so that the lines behind it keep their seqs; as
 *         many as the seq of the next event tells, which may be none.
 * Source: SPEC L1, L5
 */
export interface LogHead {
  readonly header: SessionHeader;
  readonly torn?: MalformedLine;
  readonly skipped: readonly MalformedLine[];
}

/** How strictly a log is read. */
export interface ReadingOptions {
  /** Bad lines in the middle are skipped and counted instead of being an error. */
  readonly lenient?: boolean;
  /**
   * The types of event that the reader looks into, such as `typesRead` gives them; all, unless it says so.
   *
   * Shape:  of a log of ours, an event of another type then has nothing but its type and seq, and what else stands in
   *         its line is not looked at, whatever it is.
   */
  readonly types?: ReadonlySet<string> | 'all';
}

/** The type of the event that stands in the place of a bad line. */
export const UNREADABLE = 'contextfold/unreadable';

/**
 * Bad lines may have stood for many events; more than this, in all, are no gap but another numbering.
 *
 * Why:    each of many short lines could claim a gap, and a small file would become any number of events.
 */
const MAX_GAP = 100_000;

/** A bad line, as an error says it. */
export const malformed = (line: number, problem: string): MalformedLine => ({ _tag: 'MalformedLine', line, problem });

/** What takes the events of a log of ours, each with its header. */
type Visit = (event: LogEvent, header: SessionHeader) => void;

/** A reading of a log of ours, line by line. */
export interface LogLines {
  /** Takes the next line; what it returns ends the reading. */
  readonly push: (text: string) => MalformedLine | undefined;
  readonly end: () => Either<MalformedLine, LogHead>;
}

/** Hands events on in their places, with something in the places of the lines that were skipped. */
const inPlaces = (visit: Visit) => {
  let nextSeq = 0;
  let room = MAX_GAP;
  /** Skipped lines of which it is not known yet how many events they held. */
  let unplaced: MalformedLine[] = [];
  const handOn = (event: LogEvent, of: SessionHeader): void => {
    visit(event, of);
    nextSeq += 1;
  };
  /** Puts something in the place of the skipped lines, as far as the event behind them leaves room. */
  const fillTo = (seq: number | undefined, of: SessionHeader): void => {
    if (unplaced.length === 0) return;
    const gap = seq === undefined || seq - nextSeq > room ? unplaced.length : seq - nextSeq;
    room -= Math.max(0, gap - unplaced.length);
    const last = unplaced[unplaced.length - 1];
    for (let place = 0; place < gap; place += 1) {
      handOn({ type: UNREADABLE, data: { line: (unplaced[place] ?? last)?.line } }, of);
    }
    unplaced = [];
  };
  return {
    skip: (bad: MalformedLine): void => void unplaced.push(bad),
    event: (event: LogEvent, of: SessionHeader): void => {
      fillTo(event.seq, of);
      handOn(event, of);
    },
    end: (of: SessionHeader): void => fillTo(undefined, of),
  };
};

/** Nothing but what JSON calls white space, behind a BOM at most; most lines begin with a brace. */
export const isBlank = (line: string): boolean => !line.startsWith('{') && /^\uFEFF?[ \t\r\n]*$/u.test(line);

/** A line that was not parsed. */
interface Glanced {
  readonly event: LineGlance;
  readonly text: string;
  readonly line: number;
}

/**
 * Begins to read a log.
 *
 * Shape:  blank lines count as lines but stand for nothing. A line that is no JSON waits for the next one: only where
 *         none follows was it cut, for no beginning of an object is JSON. A skipped line is as many events as the seq
 *         of the next one leaves room for, and one where no seq tells: the index of a line counts lines. One that was
 *         only glanced at waits too: should it prove to be the last, it may have been cut.
 * Source: SPEC L1, L5
 */
export const logLines = (visit: Visit, { lenient = false, types = 'all' }: ReadingOptions): LogLines => {
  const skipped: MalformedLine[] = [];
  const places = inPlaces(visit);
  let header: SessionHeader | undefined;
  let waiting: MalformedLine | undefined;
  let glanced: Glanced | undefined;
  let line = 0;

  const skip = (bad: MalformedLine): MalformedLine | undefined => {
    if (!lenient) return bad;
    skipped.push(bad);
    places.skip(bad);
    return undefined;
  };
  const pushHeader = (text: string): MalformedLine | undefined => {
    const json = parseJson(text.replace(/^\uFEFF/u, ''));
    if (json === undefined) return malformed(line, NO_JSON);
    const decoded = decodeHeader(json.value);
    if (E.isLeft(decoded)) return malformed(line, describeError(decoded.left));
    header = decoded.right;
    return undefined;
  };
  /** Another line follows, so that the one before it is whole. */
  const settle = (of: SessionHeader): MalformedLine | undefined => {
    const [bad, before] = [waiting, glanced];
    waiting = glanced = undefined;
    if (before !== undefined) places.event(before.event as LogEvent, of);
    return bad === undefined ? undefined : skip(bad);
  };
  const parse = (text: string, at: number, of: SessionHeader): MalformedLine | undefined => {
    const json = parseJson(text);
    if (json === undefined) {
      waiting = malformed(at, NO_JSON);
      return undefined;
    }
    const decoded = decodeEvent(json.value);
    if (E.isLeft(decoded)) return skip(malformed(at, describeError(decoded.left)));
    places.event(decoded.right, of);
    return undefined;
  };
  const pushEvent = (text: string, of: SessionHeader): MalformedLine | undefined => {
    const stop = settle(of);
    if (stop !== undefined) return stop;
    const event = types === 'all' ? undefined : glanceAtLine(text);
    if (event === undefined || types === 'all' || types.has(event.type)) return parse(text, line, of);
    glanced = { event, text, line };
    return undefined;
  };
  return {
    push: (text) => {
      line += 1;
      if (isBlank(text)) return undefined;
      return header === undefined ? pushHeader(text) : pushEvent(text, header);
    },
    end: () => {
      if (header === undefined) return E.left(malformed(1, 'expected a session header, found nothing'));
      const stop = glanced === undefined ? undefined : parse(glanced.text, glanced.line, header);
      if (stop !== undefined) return E.left(stop);
      places.end(header);
      return E.right({ header, skipped, ...(waiting === undefined ? {} : { torn: waiting }) });
    },
  };
};

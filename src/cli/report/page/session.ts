// Owns: what the page asks of a report's data: which step saw what. The axis of the picture is steps: a text spans
// exactly the steps whose model saw it.
import type { MessageData, ReportData } from '../data.js';
import { MARKS, TURNINGS } from '../data.js';

/** The session behind a report. Steps, lanes and bars are indices; -1 is none. */
export interface Session {
  readonly data: ReportData;
  readonly steps: number;
  readonly lanes: number;
  /** The bars of a lane: from the first until before the last. */
  readonly barsOf: (lane: number) => readonly [first: number, last: number];
  /** The first step that saw what was there after an event; the number of steps when none did. */
  readonly stepSeeing: (seq: number) => number;
  /** By bar: the first step that saw it, and the first that did not any more. */
  readonly seenFrom: Int32Array;
  readonly seenTo: Int32Array;
  /** The bar of a lane that a step saw. */
  readonly barAt: (lane: number, step: number) => number;
  /** The text of a bar: its part of the message, or the whole message. */
  readonly textOf: (bar: number) => string;
  readonly textOfMessage: (message: MessageData) => string;
  /** The messages that a step saw, in the order of the surface. */
  readonly messagesAt: (step: number) => readonly number[];
  /** The steps that saw another text of a scope than the step before; of any source where there are no scopes. */
  readonly changing: readonly number[];
  readonly stringAt: (index: number) => string;
}

const lowerBound = (column: readonly number[] | Int32Array, value: number, from = 0, to = column.length): number => {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((column[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Opens the data of a report. Cost: linear, once. */
export const openSession = (data: ReportData): Session => {
  const { steps, bars, messages, lanes, texts, strings } = data;
  const count = steps.seq.length;
  const stepSeeing = (seq: number): number => lowerBound(steps.seenAt, seq);
  const seenFrom = Int32Array.from(bars.from, stepSeeing);
  const seenTo = Int32Array.from(bars.to, (seq) => (seq < 0 ? count : stepSeeing(seq)));
  const starts = lanes.map((_, lane) => lowerBound(bars.lane, lane));
  starts.push(bars.lane.length);
  const barsOf = (lane: number): readonly [number, number] => [starts[lane] ?? 0, starts[lane + 1] ?? 0];
  const textOfMessage = ({ blocks }: MessageData): string =>
    blocks.map((parts) => parts.map(([text]) => texts[text] ?? '').join('')).join('\n');
  const changes = new Set<number>();
  const hasScopes = lanes.some(({ kind }) => kind === 'scope');
  seenFrom.forEach((from, bar) => {
    const to = seenTo[bar] ?? from;
    if (from === to || (hasScopes && lanes[bars.lane[bar] ?? -1]?.kind !== 'scope')) return;
    if (from < count) changes.add(from);
    if (to < count) changes.add(to);
  });
  return {
    data,
    steps: count,
    lanes: lanes.length,
    barsOf,
    stepSeeing,
    seenFrom,
    seenTo,
    barAt: (lane, step) => {
      const [first, last] = barsOf(lane);
      const bar = lowerBound(seenTo, step + 1, first, last);
      return bar < last && (seenFrom[bar] ?? 0) <= step ? bar : -1;
    },
    textOfMessage,
    textOf: (bar) => {
      const message = messages[bars.message[bar] ?? -1];
      if (message === undefined) return '';
      const part = message.blocks.flat()[bars.part[bar] ?? -1];
      return part === undefined ? textOfMessage(message) : (texts[part[0]] ?? '');
    },
    messagesAt: (step) => {
      const at = steps.seenAt[step] ?? -1;
      const seen: number[] = [];
      messages.forEach(({ seq, gone }, index) => {
        if (seq <= at && (gone < 0 || gone > at)) seen.push(index);
      });
      return seen.sort((one, other) => (messages[one]?.place ?? 0) - (messages[other]?.place ?? 0));
    },
    changing: [...changes].sort((a, b) => a - b),
    stringAt: (index) => strings[index] ?? '',
  };
};

/** The word for what began a bar or ended it. */
export const turningAt = (index: number): (typeof TURNINGS)[number] | undefined => TURNINGS[index];

/** The kind of a mark. */
export const markKind = (index: number): (typeof MARKS)[number] => MARKS[index] ?? 'start';

// Owns: a timeline as the data of a report.
import { showPath } from '../../core/frame.js';
import type { Bar, Timeline, TimelineChange } from '../../programs/timeline-model.js';
import type { ReportData } from './data.js';
import { MARKS, TURNINGS } from './data.js';

/** What a report says beside its timeline. */
export interface ReportHead {
  readonly log: string;
  readonly format: string;
  readonly hypothetical: ReportData['hypothetical'];
}

/** Strings by content: each is kept once, as it can be shown on one line. */
const stringStore = (): { readonly strings: string[]; readonly put: (text: string | undefined) => number } => {
  const strings: string[] = [];
  const known = new Map<string, number>();
  const put = (text: string | undefined): number => {
    if (text === undefined || text === '') return -1;
    const found = known.get(text);
    if (found !== undefined) return found;
    known.set(text, strings.length);
    return strings.push(showPath(text)) - 1;
  };
  return { strings, put };
};

const orNone = (value: number | null | undefined): number => value ?? -1;

const scopeOrSource = ({ scope, source }: TimelineChange): string => scope ?? source;

/** Why a bar began or ended, by lane and event: the first change that tells of the one and of the other. */
const reasonsOf = ({ changes, lanes }: Timeline): ((bar: Bar, which: 'from' | 'to') => string | undefined) => {
  const told = new Map<string, string>();
  for (const change of changes) {
    const key = `${change.seq} ${change.action} ${scopeOrSource(change)}`;
    if (!told.has(key)) told.set(key, change.why);
  }
  return (bar, which) => {
    const lane = lanes[bar.lane];
    const name = lane?.kind === 'scope' ? lane.scope : lane?.source;
    return told.get(which === 'from' ? `${bar.from} ${bar.began} ${name}` : `${bar.to} ${bar.ended} ${name}`);
  };
};

const encodeBars = (timeline: Timeline, put: (text: string | undefined) => number): ReportData['bars'] => {
  const { bars } = timeline;
  const reason = reasonsOf(timeline);
  return {
    lane: bars.map(({ lane }) => lane),
    from: bars.map(({ from }) => from),
    to: bars.map(({ to }) => orNone(to)),
    began: bars.map(({ began }) => TURNINGS.indexOf(began)),
    ended: bars.map(({ ended }) => (ended === null ? -1 : TURNINGS.indexOf(ended))),
    message: bars.map(({ message }) => message),
    part: bars.map(({ part }) => orNone(part)),
    path: bars.map(({ path }) => put(path)),
    digest: bars.map(({ digest }) => put(digest)),
    bytes: bars.map(({ bytes }) => bytes),
    why: bars.map((bar) => put(reason(bar, 'from'))),
    whyEnded: bars.map((bar) => put(reason(bar, 'to'))),
  };
};

const encodeMessages = ({ messages, lanes, sources }: Timeline): ReportData['messages'] => {
  const laneOf = new Map(lanes.map((lane, index) => [lane.kind === 'scope' ? lane.scope : '', index]));
  return messages.map(({ seq, gone, place, source, bytes, blocks }) => ({
    seq,
    gone: orNone(gone),
    place,
    source: sources.indexOf(source),
    bytes,
    blocks: blocks.map((parts) =>
      parts.map(
        ({ text, scope, lead }) =>
          [text, scope === undefined ? -1 : orNone(laneOf.get(scope)), lead === true ? 1 : 0] as const,
      ),
    ),
  }));
};

/** Turns a timeline into the data of a report. Cost: linear. */
export const encodeReport = (timeline: Timeline, { log, format, hypothetical }: ReportHead): ReportData => {
  const { session, steps, marks, lanes, sources, totals } = timeline;
  const { strings, put } = stringStore();
  return {
    log: showPath(log),
    session: showPath(session.id),
    cwd: showPath(session.cwd),
    format,
    createdAt: session.createdAt,
    events: timeline.events,
    hypothetical,
    lanes: lanes.map((lane) =>
      lane.kind === 'scope'
        ? { kind: 'scope', name: showPath(lane.path), scope: showPath(lane.scope) }
        : { kind: 'source', name: showPath(lane.source), scope: '' },
    ),
    sources: sources.map(showPath),
    steps: {
      turn: steps.map(({ turn }) => turn),
      step: steps.map(({ step }) => step),
      seq: steps.map(({ seq }) => seq),
      seenAt: steps.map(({ seenAt }) => seenAt),
      time: steps.map(({ time }) => orNone(time)),
      touches: steps.map(({ touches }) => touches.map(put)),
    },
    bars: encodeBars(timeline, put),
    marks: {
      kind: marks.map(({ kind }) => MARKS.indexOf(kind)),
      seq: marks.map(({ seq }) => seq),
      time: marks.map(({ time }) => orNone(time)),
    },
    messages: encodeMessages(timeline),
    totals: sources.map((_, column) => totals.map((row) => row[column] ?? 0)),
    texts: timeline.texts,
    strings,
  };
};

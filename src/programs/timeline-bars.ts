// Owns: lanes, bars and the list of changes of a timeline, as they grow. What changed is told by the other tracks.
import type { EventPlace } from '../core/context-source.js';
import type { TurnStep } from '../domain/log-event.js';
import { depthOf } from '../domain/path.js';
import type { ScopeKey } from '../domain/scope.js';
import { USER_GLOBAL, directoryOf, scopeOfKey } from '../domain/scope.js';
import type { Seq } from '../domain/units.js';
import { KIND } from '../sources/agent-instructions/codec.js';
import type { MessageTrack, Told } from './timeline-messages.js';
import type { Bar, Lane, Timeline, TimelineChange, TimelineMessage, Turning } from './timeline-model.js';
import type { ScopeTurn, Seen } from './timeline-scopes.js';

/** Where and why something changes: why a message speaks of a scope, and why others left the surface. */
export interface Occurrence {
  readonly place: EventPlace;
  readonly at: TurnStep | null;
  readonly said: (scope: ScopeKey) => string;
  readonly lost: string;
}

/** Lanes and bars while the log is still read. */
export interface BarTrack {
  readonly turn: (turns: readonly ScopeTurn[], occurrence: Occurrence) => void;
  /** After every event that changes the surface; `message` where it is one of another source than the scopes'. */
  readonly say: (message: number | undefined, occurrence: Occurrence) => void;
  readonly end: () => Pick<Timeline, 'lanes' | 'bars' | 'changes'>;
}

type Growing<A> = { -readonly [K in keyof A]: A[K] };
type OpenBar = Growing<Omit<Bar, 'lane'>>;

interface OpenLane {
  lane: Lane;
  readonly bars: OpenBar[];
}

/** The newest visible message of another source, and the visible ones before it. */
interface Speaker extends OpenLane {
  visible: number[];
}

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** From broad to specific; slots of one directory stay in the order in which they were told. Source: SPEC A10 */
const byBreadth = (one: ScopeKey, other: ScopeKey): number => {
  const rank = (key: ScopeKey): readonly [number, string] => {
    const scope = scopeOfKey(key);
    const directory = key === USER_GLOBAL || scope === undefined ? undefined : directoryOf(scope);
    return directory === undefined ? [-1, ''] : [depthOf(directory), directory];
  };
  const [depth, directory] = rank(one);
  const [otherDepth, otherDirectory] = rank(other);
  return depth - otherDepth || byCodeUnits(directory, otherDirectory);
};

const closeLast = ({ bars }: OpenLane, seq: Seq, turning: Turning): OpenBar | undefined => {
  const bar = bars.at(-1);
  if (bar === undefined || bar.to !== null) return undefined;
  bar.to = seq;
  bar.ended = turning;
  return bar;
};

const barOf = (from: Seq, began: Turning, told: Told, fields: Pick<Bar, 'path' | 'digest'>): OpenBar => ({
  from,
  to: null,
  began,
  ended: null,
  ...told,
  ...fields,
});

const fieldsOf = (seen: Seen): Pick<Bar, 'path' | 'digest'> => ({
  path: seen.path,
  ...(seen.state === 'loaded' && seen.digest !== undefined ? { digest: seen.digest } : {}),
});

const isLoss = (turning: Turning): boolean => turning === 'shadow' || turning === 'supersede';

/** Follows the scopes of agent-instructions. */
const trackScopeLanes = (track: MessageTrack, changes: TimelineChange[]) => {
  const lanes = new Map<ScopeKey, OpenLane>();
  const laneOf = (scope: ScopeKey, path: string): OpenLane => {
    const found = lanes.get(scope) ?? { lane: { kind: 'scope', scope, path }, bars: [] };
    found.lane = { kind: 'scope', scope, path };
    lanes.set(scope, found);
    return found;
  };
  const turn = ({ scope, before, after, ended, began }: ScopeTurn, { place, at, said, lost }: Occurrence): void => {
    const common = { seq: place.seq, at, source: KIND, scope };
    const closed =
      ended === undefined ? undefined : closeLast(laneOf(scope, (after ?? before)?.path ?? ''), place.seq, ended);
    if (ended !== undefined && (isLoss(ended) || ended === 'remove')) {
      const fields = ended === 'remove' ? { path: (after ?? before)?.path ?? '' } : fieldsOf(before as Seen);
      const size = closed === undefined ? {} : { bytes: closed.bytes };
      changes.push({ ...common, action: ended, ...fields, ...size, why: ended === 'shadow' ? lost : said(scope) });
    }
    if (began === undefined || after === undefined) return;
    const bar = barOf(place.seq, began, track.toldAt(after.seq, scope) ?? { message: -1, bytes: 0 }, fieldsOf(after));
    laneOf(scope, after.path).bars.push(bar);
    const why = began === 'resurface' ? lost : said(scope);
    changes.push({ ...common, action: began, ...fieldsOf(after), bytes: bar.bytes, why });
  };
  return {
    turn,
    ended: (): readonly OpenLane[] => [...lanes].sort(([a], [b]) => byBreadth(a, b)).map(([, lane]) => lane),
  };
};

/** Follows every other source: what is in force is its newest message. */
const trackSpeakers = (track: MessageTrack, changes: TimelineChange[]) => {
  const speakers = new Map<string, Speaker>();
  const told = (index: number): TimelineMessage => track.messages[index] as TimelineMessage;
  const top = ({ visible }: Speaker): number | undefined =>
    visible.reduce<number | undefined>(
      (best, index) => (best === undefined || told(index).place > told(best).place ? index : best),
      undefined,
    );
  const speakerOf = (source: string): Speaker => {
    const found = speakers.get(source) ?? { lane: { kind: 'source', source }, bars: [], visible: [] };
    speakers.set(source, found);
    return found;
  };
  const show = (
    source: string,
    speaker: Speaker,
    message: number | undefined,
    { place, at, lost }: Occurrence,
  ): void => {
    const open = speaker.bars.at(-1);
    const shown = open?.to === null ? open.message : undefined;
    // An appended message is the newest; only a replacement can stand before others.
    const newest = place.change.kind === 'appended' ? message : top(speaker);
    if (newest === shown) return;
    const common = { seq: place.seq, at, source };
    const shadowed = shown !== undefined && told(shown).gone !== null;
    if (shown !== undefined) closeLast(speaker, place.seq, shadowed ? 'shadow' : 'say');
    if (shadowed) changes.push({ ...common, action: 'shadow', bytes: told(shown).bytes, why: lost });
    if (newest === undefined) return;
    const { bytes } = told(newest);
    const began = newest === message ? 'say' : 'resurface';
    speaker.bars.push(barOf(place.seq, began, { message: newest, bytes }, {}));
    changes.push({ ...common, action: began, bytes, why: began === 'say' ? '' : lost });
  };
  const say = (message: number | undefined, occurrence: Occurrence): void => {
    const speaks = message === undefined || told(message).source === KIND ? undefined : told(message).source;
    if (speaks !== undefined && message !== undefined) speakerOf(speaks).visible.push(message);
    const replaced = occurrence.place.change.kind === 'replaced';
    for (const [name, speaker] of speakers) {
      if (!replaced && name !== speaks) continue;
      if (replaced) speaker.visible = speaker.visible.filter((index) => told(index).gone === null);
      show(name, speaker, name === speaks ? message : undefined, occurrence);
    }
  };
  return { say, ended: (): readonly OpenLane[] => [...speakers.values()] };
};

/** Begins with nothing in force. Cost: O(1) an event beside what changes; O(visible messages of ours) for a replace. */
export const trackBars = (track: MessageTrack): BarTrack => {
  const changes: TimelineChange[] = [];
  const scopes = trackScopeLanes(track, changes);
  const speakers = trackSpeakers(track, changes);
  return {
    turn: (turns, occurrence) => turns.forEach((each) => scopes.turn(each, occurrence)),
    say: speakers.say,
    end: () => {
      const open = [...scopes.ended(), ...speakers.ended()];
      return {
        lanes: open.map(({ lane }) => lane),
        bars: open.flatMap(({ bars }, lane) => bars.map((bar): Bar => ({ lane, ...bar }))),
        changes: changes.slice(),
      };
    },
  };
};

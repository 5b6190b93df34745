// Owns: the messages of a timeline: whose they are, what they are made of, how long they were visible, and how much was
// visible of each source.
import type { EventPlace } from '../core/context-source.js';
import { FRAME_CLOSE, showPath } from '../core/frame.js';
import { utf8Length } from '../core/utf8.js';
import type { LogEvent } from '../domain/log-event.js';
import { sourceOf, userMessageOf } from '../domain/log-event.js';
import { textBlocks } from '../domain/message.js';
import type { ScopeKey } from '../domain/scope.js';
import type { Transition } from '../domain/transition.js';
import type { Seq } from '../domain/units.js';
import type { LoggedChange } from '../sources/agent-instructions/codec.js';
import { KIND, claimsKind, decodeTag } from '../sources/agent-instructions/codec.js';
import { transitionSection } from '../sources/agent-instructions/render.js';
import { KIND as SESSION_REFERENCE } from '../sources/session-reference/model.js';
import type { Part, TimelineMessage, Totals } from './timeline-model.js';
import { CONVERSATION } from './timeline-model.js';
import { bytesSaid } from './visible.js';

/** The context source that an event speaks for; `undefined` for everything that is part of the conversation. */
const speakerOf = (event: LogEvent): string | undefined => {
  const source = sourceOf(event);
  if (source === undefined) return undefined;
  if (claimsKind(source)) return KIND;
  if (source.kind === SESSION_REFERENCE) return SESSION_REFERENCE;
  const { plugin, form } = source;
  return source.kind === 'plugin' && form === 'snapshot' && typeof plugin === 'string' ? plugin : undefined;
};

const HEADINGS: Readonly<Record<LoggedChange['action'], readonly string[]>> = {
  set: ['Instructions from', 'Additional instructions from'],
  replace: ['Updated instructions from', 'Instructions from'],
  remove: ['Instructions removed'],
};

/** Where the section of a change begins; -1 where no line heads it. */
const sectionAt = (text: string, { action, path }: LoggedChange, from: number): number => {
  const places = HEADINGS[action].flatMap((heading) => {
    const at = text.indexOf(`\n${heading}: ${showPath(path)}\n`, Math.max(0, from - 1));
    return at < 0 ? [] : [at + 1];
  });
  return places.length === 0 ? -1 : Math.min(...places);
};

/** The words of ours before a file's own: heading, what is said about it, and the blank line behind. */
const leadOf = (section: string, change: LoggedChange): string => {
  const said = transitionSection({ transition: change as Transition }).lead.replace(/this file before\.$/u, '');
  const end = section.indexOf('\n', section.startsWith(said) ? said.length : 0);
  if (end < 0) return section;
  return section.slice(0, section[end + 1] === '\n' ? end + 2 : end + 1);
};

/** Where the sections of changes begin; a file that imitates a heading can move a cut, but no text is ever lost. */
const cutsOf = (text: string, changes: readonly LoggedChange[]) => {
  const cuts: { readonly at: number; readonly change: LoggedChange }[] = [];
  let from = 0;
  for (const change of changes) {
    const at = sectionAt(text, change, from);
    if (at < 0) continue;
    cuts.push({ at, change });
    from = at + 1;
  }
  return cuts;
};

/** A message while the log is still read. */
interface OpenMessage extends Omit<TimelineMessage, 'gone'> {
  gone: Seq | null;
}

/** Where a text about a scope stands, and its bytes. */
export interface Told {
  readonly message: number;
  readonly part?: number;
  readonly bytes: number;
}

/** Follows the messages of a log, event by event. */
export interface MessageTrack {
  /** Takes what an event did to the surface; its message where it is one of a context source, as an index. */
  readonly push: (event: LogEvent, place: EventPlace) => number | undefined;
  readonly toldAt: (seq: Seq, scope: ScopeKey) => Told | undefined;
  readonly messages: readonly TimelineMessage[];
  readonly texts: readonly string[];
  readonly sources: readonly string[];
  readonly totals: () => Totals;
}

/** Texts by content: each is kept once. */
const textStore = (): { readonly texts: string[]; readonly put: (text: string) => number } => {
  const texts: string[] = [];
  const known = new Map<string, number>();
  const put = (text: string): number => {
    const found = known.get(text);
    if (found !== undefined) return found;
    known.set(text, texts.length);
    return texts.push(text) - 1;
  };
  return { texts, put };
};

/** A removal shows no file: it is words of ours alone. */
const sectionParts = (section: string, change: LoggedChange, put: (text: string) => number): readonly Part[] => {
  if (change.action === 'remove') return [{ text: put(section) }];
  const lead = leadOf(section, change);
  const { scope } = change;
  return [
    { text: put(lead), scope, lead: true },
    { text: put(section.slice(lead.length)), scope },
  ];
};

const partsOf = (text: string, changes: readonly LoggedChange[], put: (text: string) => number): readonly Part[] => {
  const cuts = cutsOf(text, changes);
  const end = cuts.length > 0 && text.endsWith(FRAME_CLOSE) ? text.length - FRAME_CLOSE.length : text.length;
  return [
    ...(cuts[0]?.at === 0 ? [] : [{ text: put(text.slice(0, cuts[0]?.at ?? end)) }]),
    ...cuts.flatMap(({ at, change }, index) => sectionParts(text.slice(at, cuts[index + 1]?.at ?? end), change, put)),
    ...(end === text.length ? [] : [{ text: put(text.slice(end)) }]),
  ];
};

/** Bytes by source, and where in the order of the surface a message stands, event by event. */
const weigh = () => {
  const sources: string[] = [KIND, CONVERSATION];
  const totals: number[] = [0, 0];
  /** By seq: what the event says and for whom; plain arrays, since a log can have a million events. */
  const bytes: number[] = [];
  const columns: number[] = [];
  /** A replacement stands where the first of what it shadowed stood. */
  const moved = new Map<Seq, number>();
  const add = (column: number, amount: number): void => {
    totals[column] = (totals[column] ?? 0) + amount;
  };
  const columnOf = (speaker: string): number => {
    const found = sources.indexOf(speaker);
    if (found >= 0) return found;
    totals.push(0);
    return sources.push(speaker) - 1;
  };
  return {
    sources,
    totals: (): Totals => totals.slice(),
    bytesAt: (seq: Seq): number => bytes[seq] ?? 0,
    placeOf: (seq: Seq): number => moved.get(seq) ?? seq,
    push: (event: LogEvent, { seq, change }: EventPlace): void => {
      const isVisible = change.kind !== 'none';
      bytes.push(isVisible ? bytesSaid(event) : 0);
      columns.push(isVisible ? columnOf(speakerOf(event) ?? CONVERSATION) : 0);
      add(columns[seq] ?? 0, bytes[seq] ?? 0);
      if (change.kind !== 'replaced') return;
      const first = change.shadowed[0];
      if (first !== undefined) moved.set(seq, moved.get(first) ?? first);
      for (const gone of change.shadowed) add(columns[gone] ?? 0, -(bytes[gone] ?? 0));
    },
  };
};

/** Begins with an empty surface. Cost: O(1) an event beside the texts of context sources. */
export const trackMessages = (): MessageTrack => {
  const { texts, put } = textStore();
  const weights = weigh();
  const messages: OpenMessage[] = [];
  const indexOf = new Map<Seq, number>();

  const record = (event: LogEvent, seq: Seq, source: string): number => {
    const tag = sourceOf(event);
    const changes = tag !== undefined && claimsKind(tag) ? (decodeTag(tag)?.changes ?? []) : [];
    const blocks = textBlocks(userMessageOf(event)?.content ?? []).map((text) => partsOf(text, changes, put));
    indexOf.set(seq, messages.length);
    const [bytes, place] = [weights.bytesAt(seq), weights.placeOf(seq)];
    return messages.push({ seq, gone: null, place, source, bytes, blocks }) - 1;
  };
  return {
    push: (event, place) => {
      weights.push(event, place);
      for (const seq of place.change.kind === 'replaced' ? place.change.shadowed : []) {
        const message = messages[indexOf.get(seq) ?? -1];
        if (message !== undefined) message.gone = place.seq;
      }
      const speaker = place.change.kind === 'none' ? undefined : speakerOf(event);
      return speaker === undefined ? undefined : record(event, place.seq, speaker);
    },
    toldAt: (seq, scope) => {
      const message = indexOf.get(seq);
      const told = messages[message ?? -1];
      if (message === undefined || told === undefined) return undefined;
      const parts = told.blocks.flat();
      const part = parts.map((each) => (each.lead === true ? undefined : each.scope)).lastIndexOf(scope);
      const text = texts[parts[part]?.text ?? -1];
      return text === undefined ? { message, bytes: told.bytes } : { message, part, bytes: utf8Length(text) };
    },
    messages,
    texts,
    sources: weights.sources,
    totals: weights.totals,
  };
};

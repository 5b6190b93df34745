// Owns: the words of the page: how steps, bars, marks and sizes are told, the same to an eye and to an ear.
import type { Session } from './session.js';
import { markKind, turningAt } from './session.js';

/** A number with separators. */
export const grouped = (amount: number): string => amount.toLocaleString('en-US');

/** `1 file`, `3 files`. */
export const counted = (amount: number, thing: string): string =>
  `${grouped(amount)} ${thing}${amount === 1 ? '' : 's'}`;

/** A size in full. */
export const bytesText = (bytes: number): string => counted(bytes, 'byte');

/** A size in a few characters: `812 B`, `12.4 kB`, `3.1 MB`. */
export const shortBytes = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`;
  const [size, unit] = bytes < 999_500 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${size < 9.95 ? size.toFixed(1) : Math.round(size)} ${unit}`;
};

/** `turn 3, step 2`; the end of the log for the step behind the last. */
export const stepName = ({ data, steps }: Session, step: number): string =>
  step >= steps ? 'the end' : `turn ${data.steps.turn[step]}, step ${data.steps.step[step]}`;

/** A moment in UTC to the second, or nothing where it is not known. */
export const timeText = (ms: number | undefined): string =>
  ms === undefined || ms < 0 || ms > 8.64e15 ? '' : `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

const ENDINGS: Readonly<Record<string, string>> = {
  set: 'loaded anew',
  replace: 'replaced by a newer text',
  remove: 'removed',
  repeat: 'told again, unchanged',
  say: 'followed by a newer one; it stays visible itself',
  shadow: 'left the surface',
  resurface: 'an earlier text came back',
  supersede: 'a newer baseline does without it',
};

const BEGINNINGS: Readonly<Record<string, string>> = {
  set: 'loaded',
  replace: 'changed',
  repeat: 'told again, unchanged',
  say: 'said',
  resurface: 'came back: what had spoken over it left the surface',
};

/** How a bar began: `loaded (touched src/a.ts)`. */
export const beganText = ({ data, stringAt }: Session, bar: number): string => {
  const word = BEGINNINGS[turningAt(data.bars.began[bar] ?? -1) ?? ''] ?? '';
  const why = stringAt(data.bars.why[bar] ?? -1);
  return why === '' ? word : `${word} (${why})`;
};

/** How a bar ended; nothing for one that is still in force. */
export const endedText = ({ data, stringAt }: Session, bar: number): string => {
  const turning = turningAt(data.bars.ended[bar] ?? -1);
  if (turning === undefined) return '';
  const why = turning === 'shadow' ? stringAt(data.bars.whyEnded[bar] ?? -1) : '';
  return `${ENDINGS[turning] ?? ''}${why === '' ? '' : ` (${why})`}`;
};

/** From which step to which a bar was seen. */
export const spanText = (session: Session, bar: number): string => {
  const [from, to] = [session.seenFrom[bar] ?? 0, session.seenTo[bar] ?? 0];
  if (from === to) return 'between two steps: no model saw it';
  const start = stepName(session, from);
  return to >= session.steps ? `${start} to the end` : `${start} until before ${stepName(session, to)}`;
};

/** Everything about a bar, one fact a line. */
export const barFacts = (session: Session, bar: number): readonly string[] => {
  const { data, stringAt } = session;
  const lane = data.lanes[data.bars.lane[bar] ?? 0];
  const digest = stringAt(data.bars.digest[bar] ?? -1);
  const ended = endedText(session, bar);
  return [
    stringAt(data.bars.path[bar] ?? -1) || (lane?.name ?? ''),
    `${bytesText(data.bars.bytes[bar] ?? 0)}${digest === '' ? '' : ` · SHA-1 ${digest.slice(0, 12)}`}`,
    spanText(session, bar),
    `began: ${beganText(session, bar)}`,
    ...(ended === '' ? [] : [`ended: ${ended}`]),
  ];
};

/** What a mark says. */
export const MARK_WORDS = {
  start: 'session start',
  resume: 'resume',
  compaction: 'compaction',
  rewind: 'rewind',
  attach: 'first baseline in a session under way',
} as const;

/** A mark, and where it is. */
export const markText = (session: Session, mark: number): string => {
  const { kind, seq, time } = session.data.marks;
  const at = session.stepSeeing(seq[mark] ?? 0);
  const when = timeText(time[mark]);
  const name = MARK_WORDS[markKind(kind[mark] ?? 0)];
  const place = at >= session.steps ? 'after the last step' : `before the model saw ${stepName(session, at)}`;
  return `${name}, ${place}, event ${seq[mark]}${when === '' ? '' : `, ${when}`}`;
};

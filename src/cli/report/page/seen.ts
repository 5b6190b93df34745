// Owns: what a step saw: the texts in force, lane by lane, and the very messages, in their order.
import type { PartData } from '../data.js';
import { appendSome, h } from './dom.js';
import type { Session } from './session.js';
import { exact, factLine, foldedText } from './texts.js';
import { hueOf } from './theme.js';
import { beganText, bytesText, counted, spanText } from './words.js';

const inForceText = (session: Session, lane: number, bar: number, open: boolean): HTMLElement => {
  const { data, stringAt } = session;
  const { kind, name, scope } = data.lanes[lane] ?? { kind: 'source', name: '', scope: '' };
  const isPath = kind === 'scope';
  const path = stringAt(data.bars.path[bar] ?? -1) || name;
  const digest = stringAt(data.bars.digest[bar] ?? -1);
  const bytes = data.bars.bytes[bar] ?? 0;
  const hue = isPath ? 0 : hueOf(Math.max(0, data.sources.indexOf(name)));
  return foldedText({ name: path, isPath, hue, bytes, open }, () => [
    factLine([
      bytesText(bytes),
      spanText(session, bar),
      beganText(session, bar),
      ...(isPath ? [`scope ${scope}`] : []),
      ...(digest === '' ? [] : [`SHA-1 ${digest}`]),
    ]),
    exact(session.textOf(bar)),
  ]);
};

/** So little is shown at once. Units: bytes. */
const FEW_LANES = 8;
const FEW_BYTES = 8_000;

/** The texts in force at a step, as a part of the page. */
export const inForcePart = (session: Session, step: number): HTMLElement => {
  const lanes = session.data.lanes.flatMap((_, lane) => {
    const bar = session.barAt(lane, step);
    return bar < 0 ? [] : [{ lane, bar }];
  });
  const { bars, lanes: kinds } = session.data;
  const bytes = lanes.reduce((sum, { bar }) => sum + (bars.bytes[bar] ?? 0), 0);
  const open = lanes.length <= FEW_LANES && bytes <= FEW_BYTES;
  const cards = h('div', { class: 'cards' });
  appendSome(cards, lanes, 60, ({ lane, bar }) =>
    inForceText(session, lane, bar, open && kinds[lane]?.kind === 'scope'),
  );
  return h(
    'section',
    { 'aria-labelledby': 'in-force' },
    h('h3', { id: 'in-force' }, 'In force', h('span', { class: 'count' }, String(lanes.length))),
    lanes.length === 0
      ? h('p', { class: 'none' }, 'No context source had said anything that is still visible.')
      : cards,
  );
};

/** What of a message is still in force is plain, what is not is marked. */
const messageText = (session: Session, index: number, step: number): readonly Node[] => {
  const { data } = session;
  const message = data.messages[index];
  if (message === undefined) return [];
  const inForce = new Set(
    data.lanes
      .map((_, lane) => session.barAt(lane, step))
      .filter((bar) => data.bars.message[bar] === index)
      .map((bar) => data.bars.part[bar]),
  );
  let at = -1;
  const partOf = ([text, lane, lead]: PartData): HTMLElement => {
    at += 1;
    // A lead stands right before what it leads to.
    const isOver = lane >= 0 && !inForce.has(at + lead);
    const look = isOver ? 'over' : lane < 0 || lead === 1 ? 'frame' : 'part';
    return h('span', { class: look, title: isOver ? 'no longer in force' : undefined }, data.texts[text] ?? '');
  };
  return message.blocks.map((parts) =>
    h('pre', { class: 'text', tabindex: 0, 'aria-label': 'The message' }, ...parts.map(partOf)),
  );
};

const messageCard = (session: Session, index: number, step: number, open: boolean): HTMLElement => {
  const { data } = session;
  const { seq, source, bytes, blocks } = data.messages[index] ?? { seq: 0, source: 0, bytes: 0, blocks: [] };
  const files = blocks.flat().filter(([, lane, lead]) => lane >= 0 && lead === 0).length;
  const badge = `event ${seq}${files === 0 ? '' : ` · ${counted(files, 'file')}`}`;
  const head = { name: data.sources[source] ?? '', isPath: false, hue: hueOf(source), badge, bytes, open };
  return foldedText(head, () => messageText(session, index, step));
};

/** More messages, or longer ones in all, are not opened by themselves. Units: bytes. */
const MOST_OPEN = 8;
const MOST_OPEN_BYTES = 32_000;

const MOST_MESSAGES = 40;

/** The messages that a step saw, as a part of the page. */
export const messagesPart = (session: Session, step: number): HTMLElement => {
  const { messages } = session.data;
  const seen = session.messagesAt(step);
  const instructions = seen.filter((index) => messages[index]?.source === 0);
  const size = instructions.reduce((sum, index) => sum + (messages[index]?.bytes ?? 0), 0);
  const open = instructions.length <= MOST_OPEN && size <= MOST_OPEN_BYTES;
  const bytes = seen.reduce((sum, index) => sum + (messages[index]?.bytes ?? 0), 0);
  const cards = h('div', { class: 'cards' });
  appendSome(cards, seen, MOST_MESSAGES, (index) =>
    messageCard(session, index, step, open && messages[index]?.source === 0),
  );
  return h(
    'section',
    { 'aria-labelledby': 'messages' },
    h('h3', { id: 'messages' }, 'The messages, exactly', h('span', { class: 'count' }, String(seen.length))),
    h(
      'p',
      { class: 'none' },
      `What the context sources had put before the model, in its order: ${bytesText(bytes)}. ` +
        'What is no longer in force is struck out here, not in the message.',
    ),
    cards,
  );
};

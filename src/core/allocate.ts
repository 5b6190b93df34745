// Owns: fitting framed sections into a byte budget: what stays whole, what is cut, what is left out, and the line that
// says so. It knows nothing about where sections come from. Sizes are arithmetic; the text is put together once.
import { invariant } from './assert.js';
import { FRAME_BYTES, frame, separatorAfter } from './frame.js';
import { utf8Length, utf8Prefix } from './utf8.js';

/**
 * One part of a text, from broad to specific in a list.
 *
 * Shape:  `lead` is the heading with its prose; `content` follows it as a block of its own, none when empty. All of it
 *         is neutralised already. `label` is how the budget notice calls it.
 */
export interface Section {
  readonly label: string;
  readonly lead: string;
  readonly content: string;
}

/** What became of one section. Units: bytes of the section's content. */
export type Fate =
  | { readonly kind: 'whole' }
  | { readonly kind: 'cut'; readonly kept: number; readonly of: number }
  | { readonly kind: 'omitted' };

/**
 * A text within its budget.
 *
 * Shape:  `fates` stand in the order of the sections. `prose` is the opening that was used, `undefined` when only the
 *         notice about the budget fitted.
 */
export interface Allocation {
  readonly text: string;
  readonly bytes: number;
  readonly fates: readonly Fate[];
  readonly prose: string | undefined;
}

const BLANK_LINE = 2;

/** A block with the blank line behind it; nothing for no block. */
const headBytes = (block: string): number => (block === '' ? 0 : utf8Length(block) + BLANK_LINE);

const finalBreak = (text: string): 0 | 1 => (text.endsWith('\n') ? 0 : 1);

const blocksOf = ({ lead, content }: Section): readonly string[] => (content === '' ? [lead] : [lead, content]);

/** The budget line, the body's first block. Source: SPEC A18 */
const noticeLine = (maxBytes: number, omitted: readonly string[], cut?: string): string => {
  const parts = omitted.length === 0 ? [] : [`omitted ${omitted.join(', ')}`];
  return `Workspace instruction budget ${maxBytes} bytes: ${(cut === undefined ? parts : [...parts, cut]).join('; ')}`;
};

/** Everything about the sections that does not depend on the opening prose. */
interface Measured {
  readonly sections: readonly Section[];
  readonly beyond: readonly string[];
  readonly maxBytes: number;
  /** `suffixes[n - 1]`: bytes of the `n` most specific sections; only as many as could fit at all. */
  readonly suffixes: readonly number[];
  /** `notices[n]`: bytes of the budget line when the `n` broadest sections are omitted; 0 for no line. */
  readonly notices: readonly number[];
}

const measure = (sections: readonly Section[], maxBytes: number, beyond: readonly string[]): Measured => {
  const suffixes: number[] = [];
  for (let index = sections.length - 1; index >= 0; index -= 1) {
    const section = sections[index] as Section;
    const tail = section.content === '' ? section.lead : section.content;
    const own = headBytes(section.lead) + utf8Length(section.content) - (section.content === '' ? BLANK_LINE : 0);
    const behind = suffixes.at(-1);
    const total = own + (behind === undefined ? finalBreak(tail) : separatorAfter(tail).length + behind);
    if (FRAME_BYTES + total > maxBytes) break;
    suffixes.push(total);
  }
  const empty = headBytes(noticeLine(maxBytes, ['']));
  let labels = utf8Length(beyond.join(', '));
  const notices = [labels === 0 ? 0 : empty + labels];
  for (const { label } of sections) {
    labels += utf8Length(label) + (labels === 0 ? 0 : ', '.length);
    notices.push(empty + labels);
  }
  return { sections, beyond, maxBytes, suffixes, notices };
};

const labelsOf = ({ sections, beyond }: Measured, dropped: number): readonly string[] => [
  ...beyond,
  ...sections.slice(0, dropped).map(({ label }) => label),
];

const allocated = (blocks: readonly string[], fates: readonly Fate[], prose: string | undefined): Allocation => {
  const text = frame(blocks.filter((block) => block !== ''));
  return { text, bytes: utf8Length(text), fates, prose };
};

/** As many of the most specific sections as fit whole, with the line about the others. */
const keepWhole = (measured: Measured, prose: string): Allocation | undefined => {
  const { sections, maxBytes, suffixes, notices } = measured;
  const fixed = FRAME_BYTES + headBytes(prose);
  for (let kept = suffixes.length; kept > 0; kept -= 1) {
    const dropped = sections.length - kept;
    if (fixed + (notices[dropped] ?? 0) + (suffixes[kept - 1] ?? 0) > maxBytes) continue;
    const line = notices[dropped] === 0 ? '' : noticeLine(maxBytes, labelsOf(measured, dropped));
    const fates = sections.map((_, index): Fate => ({ kind: index < dropped ? 'omitted' : 'whole' }));
    return allocated([line, prose, ...sections.slice(dropped).flatMap(blocksOf)], fates, prose);
  }
  return undefined;
};

/** The longest prefix of the most specific section, at a code point, that fits beside the line about it. */
const cutLast = (measured: Measured, prose: string): Allocation | undefined => {
  const { sections, maxBytes } = measured;
  const last = sections.at(-1);
  if (last === undefined || last.content === '') return undefined;
  const labels = labelsOf(measured, sections.length - 1);
  const of = utf8Length(last.content);
  const lineFor = (kept: number): string =>
    noticeLine(maxBytes, labels, `truncated ${last.label} from ${of} to ${kept} bytes`);
  const fixed = FRAME_BYTES + headBytes(prose) + headBytes(last.lead);
  let { end, bytes } = utf8Prefix(last.content, maxBytes - fixed - headBytes(lineFor(0)));
  while (bytes > 0) {
    const content = last.content.slice(0, end);
    const line = lineFor(bytes);
    if (fixed + headBytes(line) + bytes + finalBreak(content) <= maxBytes) {
      const fates = sections.map((_, index): Fate =>
        index === sections.length - 1 ? { kind: 'cut', kept: bytes, of } : { kind: 'omitted' },
      );
      return allocated([line, prose, last.lead, content], fates, prose);
    }
    ({ end, bytes } = utf8Prefix(content, bytes - 1));
  }
  return undefined;
};

/** The framed line alone. */
const noticeOnly = (measured: Measured): Allocation | undefined => {
  const { sections, maxBytes, notices } = measured;
  const notice = notices[sections.length] ?? 0;
  if (notice === 0 || FRAME_BYTES + notice - BLANK_LINE + 1 > maxBytes) return undefined;
  const fates = sections.map((): Fate => ({ kind: 'omitted' }));
  return allocated([noticeLine(maxBytes, labelsOf(measured, sections.length))], fates, undefined);
};

/**
 * Fits sections into a budget.
 *
 * Shape:  over budget, broader sections are dropped whole first, then the most specific one is cut. `proses` are the
 *         openings from full to short; each is tried in turn, then none, then the framed budget line alone. Without any
 *         section the opening is all there is to say. `beyond` are the labels of what is omitted in any case.
 * Units:  `maxBytes` bounds the UTF-8 bytes of the whole text.
 * Errors: `undefined` when not even the budget line fits.
 * Cost:   linear in the bytes that could fit, however much does not.
 * Source: SPEC A15, A18; property-tests/budget.laws.test.ts
 */
export const allocate = (
  sections: readonly Section[],
  proses: readonly string[],
  maxBytes: number,
  beyond: readonly string[] = [],
): Allocation | undefined => {
  const measured = measure(sections, maxBytes, beyond);
  const attempt = (prose: string): Allocation | undefined => {
    if (sections.length > 0) return keepWhole(measured, prose) ?? cutLast(measured, prose);
    const bytes = FRAME_BYTES + headBytes(prose) - BLANK_LINE + finalBreak(prose);
    return prose !== '' && beyond.length === 0 && bytes <= maxBytes ? allocated([prose], [], prose) : undefined;
  };
  for (const prose of [...proses, '']) {
    const allocation = attempt(prose);
    if (allocation === undefined) continue;
    invariant(allocation.bytes <= maxBytes, 'an allocation exceeds its budget');
    return allocation;
  }
  return noticeOnly(measured);
};

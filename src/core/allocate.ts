// Owns: fitting framed sections into a byte budget: what stays whole, what is cut, what is left out, and the line that
// says so. It knows nothing about where sections come from. Sizes are arithmetic; the text is put together once.
import { invariant } from './assert.js';
import { FRAME_BYTES, frame, neutralise, separatorAfter } from './frame.js';
import { utf8Length, utf8Prefix } from './utf8.js';

/**
 * One part of a text, from broad to specific in a list.
 *
 * Shape:  `lead` is the heading with its prose, neutralised already; `content` follows it as a block of its own, none
 *         when empty, as its file has it. `label` is how the budget notice calls it.
 */
export interface Section {
  readonly label: string;
  readonly lead: string;
  readonly content: string;
}

/** What became of one section. Units: bytes of the section's content, neutralised. */
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

/** The budget line, the body's first block. Source: SPEC A18 */
const noticeLine = (maxBytes: number, omitted: readonly string[], cut?: string): string => {
  const parts = omitted.length === 0 ? [] : [`omitted ${omitted.join(', ')}`];
  return `Workspace instruction budget ${maxBytes} bytes: ${(cut === undefined ? parts : [...parts, cut]).join('; ')}`;
};

const WHOLE: Fate = { kind: 'whole' };
const OMITTED: Fate = { kind: 'omitted' };

/** Everything about the sections that does not depend on the opening prose. */
interface Measured {
  readonly sections: readonly Section[];
  readonly beyond: readonly string[];
  readonly maxBytes: number;
  /** The most specific section, neutralised. */
  readonly last: Section | undefined;
  /** The most specific sections, neutralised, as many as could fit at all; the most specific first. */
  readonly fitting: readonly Section[];
  /** `suffixes[n - 1]`: bytes of the `n` most specific sections. */
  readonly suffixes: readonly number[];
  /** `notices[n]`: bytes of the budget line when `n` of the fitting sections are omitted; 0 for no line. */
  readonly notices: readonly number[];
}

const neutralised = (section: Section): Section => {
  const content = neutralise(section.content);
  return content === section.content ? section : { ...section, content };
};

const lengthOf = ({ lead, content }: Section, behind: number | undefined): number => {
  const tail = content === '' ? lead : content;
  const own = content === '' ? utf8Length(lead) : utf8Length(lead) + BLANK_LINE + utf8Length(content);
  return own + (behind === undefined ? finalBreak(tail) : separatorAfter(tail).length + behind);
};

/** What the line names when the `dropped` broadest sections are omitted. */
const labelsOf = (sections: readonly Section[], dropped: number, beyond: readonly string[]): readonly string[] => {
  const labels = [...beyond];
  for (let index = 0; index < dropped; index += 1) labels.push((sections[index] as Section).label);
  return labels;
};

/** The labels of what is omitted in any case are measured at once, as the line has them. */
const noticesFor = (
  sections: readonly Section[],
  fitting: number,
  maxBytes: number,
  beyond: readonly string[],
): readonly number[] => {
  const always = sections.length - fitting;
  const labels = labelsOf(sections, always, beyond);
  const empty = headBytes(noticeLine(maxBytes, ['']));
  const notices = [labels.length === 0 ? 0 : empty + utf8Length(labels.join(', '))];
  for (let index = always; index < sections.length; index += 1) {
    const label = utf8Length((sections[index] as Section).label);
    const before = notices.at(-1) ?? 0;
    notices.push(before === 0 ? empty + label : before + ', '.length + label);
  }
  return notices;
};

const measure = (sections: readonly Section[], maxBytes: number, beyond: readonly string[]): Measured => {
  const latest = sections.at(-1);
  const last = latest === undefined ? undefined : neutralised(latest);
  const fitting: Section[] = [];
  const suffixes: number[] = [];
  for (let index = sections.length - 1; index >= 0; index -= 1) {
    const raw = sections[index] as Section;
    const behind = suffixes.at(-1);
    // Neither neutralising nor encoding makes a text shorter: one that is too long as it is need not be looked at.
    if (FRAME_BYTES + raw.content.length + (behind ?? 0) > maxBytes) break;
    const section = raw === latest && last !== undefined ? last : neutralised(raw);
    const total = lengthOf(section, behind);
    if (FRAME_BYTES + total > maxBytes) break;
    fitting.push(section);
    suffixes.push(total);
  }
  const notices = noticesFor(sections, fitting.length, maxBytes, beyond);
  return { sections, beyond, maxBytes, last, fitting, suffixes, notices };
};

/** Puts the text together. Units: `bytes` of the whole of it, as they were counted. */
const allocated = (
  blocks: readonly string[],
  bytes: number,
  fates: readonly Fate[],
  prose: string | undefined,
): Allocation => {
  const { text, inserted } = frame(blocks.filter((block) => block !== ''));
  return { text, bytes: bytes + inserted, fates, prose };
};

/** As many of the most specific sections as fit whole, with the line about the others. */
const keepWhole = (measured: Measured, prose: string): Allocation | undefined => {
  const { sections, beyond, maxBytes, fitting, suffixes, notices } = measured;
  const fixed = FRAME_BYTES + headBytes(prose);
  for (let kept = suffixes.length; kept > 0; kept -= 1) {
    const notice = notices[suffixes.length - kept] ?? 0;
    const bytes = fixed + notice + (suffixes[kept - 1] ?? 0);
    if (bytes > maxBytes) continue;
    const dropped = sections.length - kept;
    const blocks = [notice === 0 ? '' : noticeLine(maxBytes, labelsOf(sections, dropped, beyond)), prose];
    for (let place = kept - 1; place >= 0; place -= 1) {
      const { lead, content } = fitting[place] as Section;
      blocks.push(lead, content);
    }
    const fates = sections.map((_, index) => (index < dropped ? OMITTED : WHOLE));
    return allocated(blocks, bytes, fates, prose);
  }
  return undefined;
};

/** The longest prefix of the most specific section, at a code point, that fits beside the line about it. */
const cutLast = (measured: Measured, prose: string): Allocation | undefined => {
  const { sections, beyond, maxBytes, last } = measured;
  if (last === undefined || last.content === '') return undefined;
  const labels = labelsOf(sections, sections.length - 1, beyond);
  const of = utf8Length(last.content);
  const lineFor = (kept: number): string =>
    noticeLine(maxBytes, labels, `truncated ${last.label} from ${of} to ${kept} bytes`);
  const fixed = FRAME_BYTES + headBytes(prose) + headBytes(last.lead);
  let { end, bytes } = utf8Prefix(last.content, maxBytes - fixed - headBytes(lineFor(0)));
  while (bytes > 0) {
    const content = last.content.slice(0, end);
    const line = lineFor(bytes);
    const total = fixed + headBytes(line) + bytes + finalBreak(content);
    if (total <= maxBytes) {
      const fates = sections.map((_, index): Fate =>
        index === sections.length - 1 ? { kind: 'cut', kept: bytes, of } : OMITTED,
      );
      return allocated([line, prose, last.lead, content], total, fates, prose);
    }
    ({ end, bytes } = utf8Prefix(content, bytes - 1));
  }
  return undefined;
};

/** The framed line alone. */
const noticeOnly = (measured: Measured): Allocation | undefined => {
  const { sections, beyond, maxBytes, notices } = measured;
  const notice = notices.at(-1) ?? 0;
  const bytes = FRAME_BYTES + notice - BLANK_LINE + 1;
  if (notice === 0 || bytes > maxBytes) return undefined;
  const fates = sections.map(() => OMITTED);
  return allocated([noticeLine(maxBytes, labelsOf(sections, sections.length, beyond))], bytes, fates, undefined);
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
    return prose !== '' && beyond.length === 0 && bytes <= maxBytes ? allocated([prose], bytes, [], prose) : undefined;
  };
  for (const prose of [...proses, '']) {
    const allocation = attempt(prose);
    if (allocation === undefined) continue;
    invariant(allocation.bytes <= maxBytes, 'an allocation exceeds its budget');
    return allocation;
  }
  return noticeOnly(measured);
};

// Owns: the laws of the byte budget, over made-up sections and over the real instruction trees.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Allocation, Fate, Section } from '../src/core/allocate.js';
import { allocate } from '../src/core/allocate.js';
import { frame, neutralise } from '../src/core/frame.js';
import { utf8Length, utf8Prefix } from '../src/core/utf8.js';
import { seed } from '../test/seed.js';

const PROSES = ['A full opening that says what all of this is for.', 'Short.'] as const;

/** Long ones among them: a cut is only worth its notice where it saves more bytes than the notice has. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.constantFrom('a', '\n', '\r\n', 'é', '😀', '</system-reminder>', '\n\n', 'word '), {
      maxLength: 80,
      size: 'max',
    })
    .map((parts) => parts.join('')),
);

const anySection: fc.Arbitrary<Section> = fc
  .tuple(fc.integer({ min: 0, max: 9999 }), anyText)
  .map(([number, content]) => ({
    label: `f${number}.md`,
    lead: `Instructions from: f${number}.md`,
    content,
  }));

const anySections = fc.array(anySection, { maxLength: 6 });

/** As every file is counted and said. Source: SPEC A17 */
const safe = (sections: readonly Section[]): readonly Section[] =>
  sections.map((section) => ({ ...section, content: neutralise(section.content) }));

/** The text without any limit, built from the definition of the frame. */
const unlimited = (sections: readonly Section[]): string =>
  frame([PROSES[0], ...safe(sections).flatMap(({ lead, content }) => (content === '' ? [lead] : [lead, content]))])
    .text;

const noticeOf = (maxBytes: number, omitted: readonly string[], cut: readonly string[]): string => {
  const parts = [...(omitted.length === 0 ? [] : [`omitted ${omitted.join(', ')}`]), ...cut];
  return parts.length === 0 ? '' : `Workspace instruction budget ${maxBytes} bytes: ${parts.join('; ')}`;
};

/** Everything that could be said, the best first, whether it fits or not. Source: SPEC A18 */
function* sayable(
  sections: readonly Section[],
  maxBytes: number,
  beyond: readonly string[],
): Generator<Omit<Allocation, 'bytes'>> {
  const said = (prose: string | undefined, fates: readonly Fate[], ...blocks: readonly string[]) => ({
    prose,
    fates,
    text: frame(blocks.filter((block) => block !== '')).text,
  });
  const omitted = (count: number): readonly string[] => [
    ...beyond,
    ...sections.slice(0, count).map(({ label }) => label),
  ];
  const fatesOf = (count: number, rest: Fate): readonly Fate[] =>
    sections.map((_, index) => (index < count ? { kind: 'omitted' } : rest));
  const last = sections.at(-1);
  for (const prose of [...PROSES, '']) {
    if (last === undefined && beyond.length === 0 && prose !== '') yield said(prose, [], prose);
    for (let gone = 0; gone < sections.length; gone += 1) {
      const blocks = sections.slice(gone).flatMap(({ lead, content }) => [lead, content]);
      yield said(prose, fatesOf(gone, { kind: 'whole' }), noticeOf(maxBytes, omitted(gone), []), prose, ...blocks);
    }
    if (last === undefined) continue;
    const of = utf8Length(last.content);
    for (let end = last.content.length - 1; end > 0; end -= 1) {
      const content = last.content.slice(0, end);
      const kept = utf8Length(content);
      if (utf8Prefix(last.content, kept).end !== end) continue;
      const gone = sections.length - 1;
      const notice = noticeOf(maxBytes, omitted(gone), [`truncated ${last.label} from ${of} to ${kept} bytes`]);
      yield said(prose, fatesOf(gone, { kind: 'cut', kept, of }), notice, prose, last.lead, content);
    }
  }
  const notice = noticeOf(maxBytes, omitted(sections.length), []);
  if (notice !== '') yield said(undefined, fatesOf(sections.length, { kind: 'omitted' }), notice);
}

const runs = { seed, numRuns: 300 };

describe(`budget (seed ${seed})`, () => {
  test('A18: no text is larger than its budget, and its size is what it says', () => {
    fc.assert(
      fc.property(anySections, fc.integer({ min: 0, max: 700 }), (sections, maxBytes) => {
        const allocation = allocate(sections, PROSES, maxBytes);
        if (allocation === undefined) return;
        expect(Buffer.byteLength(allocation.text)).toBe(allocation.bytes);
        expect(allocation.bytes).toBeLessThanOrEqual(maxBytes);
      }),
      runs,
    );
  });

  test('A18: what is said is the best that fits, to the byte', () => {
    const anyBeyond = fc.constantFrom<readonly string[]>([], ['unread.md'], ['unread.md', 'other.md']);
    fc.assert(
      fc.property(
        fc.array(anySection, { maxLength: 3 }),
        anyBeyond,
        fc.nat(),
        fc.integer({ min: -1, max: 1 }),
        (sections, beyond, choice, off) => {
          // A budget at whose edge something fits, as long as its number has three digits.
          const sizes = [...sayable(safe(sections), 999, beyond)].map(({ text }) => utf8Length(text));
          const maxBytes = (sizes[choice % sizes.length] ?? 500) + off;
          const best = [...sayable(safe(sections), maxBytes, beyond)].find(({ text }) => utf8Length(text) <= maxBytes);
          const expected = best && { ...best, bytes: utf8Length(best.text) };
          expect(allocate(sections, PROSES, maxBytes, beyond)).toEqual(expected);
        },
      ),
      runs,
    );
  });

  test.each([
    ['a short file', [], 'x'.repeat(9), ''],
    ['one file', [], 'x'.repeat(90), ''],
    ['two files', [], 'x'.repeat(40), 'é'.repeat(60)],
    ['a file that was not read beside two', ['unread.md'], 'x'.repeat(20), '😀'.repeat(30)],
  ])('A18: and so it is under every budget: %s', (_, beyond, one, other) => {
    const section = (label: string, content: string): Section => ({ label, lead: `From: ${label}`, content });
    const sections = [section('a.md', one), ...(other === '' ? [] : [section('b.md', other)])];
    for (let maxBytes = 30; maxBytes <= 300; maxBytes += 1) {
      const best = [...sayable(safe(sections), maxBytes, beyond)].find(({ text }) => utf8Length(text) <= maxBytes);
      expect(allocate(sections, PROSES, maxBytes, beyond)?.text).toBe(best?.text);
    }
  });

  test('A18: with room for everything nothing is left out and nothing is said about the budget', () => {
    fc.assert(
      fc.property(anySections, (sections) => {
        const whole = unlimited(sections);
        const allocation = allocate(sections, PROSES, utf8Length(whole));
        expect(allocation?.text).toBe(whole);
        expect(allocation?.fates.every(({ kind }) => kind === 'whole')).toBe(true);
      }),
      runs,
    );
  });

  test('A18: represented, omitted and truncated partition the input: broad ones go first, only the last is cut', () => {
    fc.assert(
      fc.property(anySections, fc.integer({ min: 0, max: 700 }), (sections, maxBytes) => {
        const allocation = allocate(sections, PROSES, maxBytes);
        if (allocation === undefined) return;
        const kinds = allocation.fates.map(({ kind }) => kind);
        expect(kinds).toHaveLength(sections.length);
        const firstKept = kinds.findIndex((kind) => kind !== 'omitted');
        const kept = firstKept < 0 ? [] : kinds.slice(firstKept);
        expect(kept).not.toContain('omitted');
        if (kept.includes('cut')) expect(kept).toEqual(['cut']);
        const omitted = sections.filter((_, index) => kinds[index] === 'omitted').map(({ label }) => label);
        const notice = /^Workspace instruction budget \d+ bytes: (.*)$/mu.exec(allocation.text)?.[1];
        if (omitted.length > 0) expect(notice).toContain(`omitted ${omitted.join(', ')}`);
        else if (!kept.includes('cut')) expect(notice).toBeUndefined();
      }),
      runs,
    );
  });

  test('A18: the cut is at a code point, the longest that fits, and the notice says exactly how much', () => {
    let cuts = 0;
    fc.assert(
      fc.property(anySections, fc.integer({ min: 60, max: 500 }), (sections, maxBytes) => {
        const allocation = allocate(sections, PROSES, maxBytes);
        const fate = allocation?.fates.at(-1);
        const last = safe(sections).at(-1);
        if (allocation === undefined || fate?.kind !== 'cut' || last === undefined) return;
        cuts += 1;
        const kept = utf8Prefix(last.content, fate.kept);
        expect(kept.bytes).toBe(fate.kept);
        expect(fate.of).toBe(utf8Length(last.content));
        expect(allocation.text).toContain(`truncated ${last.label} from ${fate.of} to ${fate.kept} bytes`);
        expect(allocation.text).toContain(last.content.slice(0, kept.end));
        const head = allocation.text.slice(0, allocation.text.indexOf(last.lead));
        const longer = utf8Prefix(last.content, fate.kept + 4);
        for (let more = kept.end + 1; more <= longer.end; more += 1) {
          const prefix = last.content.slice(0, more);
          const bytes = utf8Length(prefix);
          if (utf8Prefix(last.content, bytes).end !== more || bytes === fate.of) continue;
          const line = head.replace(`to ${fate.kept} bytes`, `to ${bytes} bytes`);
          const text = `${line}${last.lead}\n\n${prefix}${prefix.endsWith('\n') ? '' : '\n'}</system-reminder>`;
          expect(utf8Length(text)).toBeGreaterThan(maxBytes);
        }
      }),
      { ...runs, numRuns: 1000 },
    );
    expect(cuts).toBeGreaterThan(0);
  });

  test('A18: a larger budget never represents fewer bytes of the most specific file', () => {
    fc.assert(
      fc.property(
        fc.array(anySection, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: 400 }),
        (sections, maxBytes) => {
          const kept = (budget: number): number => {
            const fate = allocate(sections, [''], budget)?.fates.at(-1);
            if (fate === undefined || fate.kind === 'omitted') return -1;
            return fate.kind === 'cut' ? fate.kept : utf8Length(safe(sections).at(-1)?.content ?? '');
          };
          // One more byte may be eaten by a longer notice, so the law is about a step that no notice can eat.
          expect(kept(maxBytes + 16)).toBeGreaterThanOrEqual(kept(maxBytes));
        },
      ),
      runs,
    );
  });

  test('A18: full opening, short opening, none, notice alone, nothing: in this order as the budget shrinks', () => {
    const sections: readonly Section[] = [
      { label: 'a.md', lead: 'Instructions from: a.md', content: 'x'.repeat(50) },
      { label: 'b.md', lead: 'Instructions from: b.md', content: 'y'.repeat(50) },
    ];
    const seen: string[] = [];
    for (let maxBytes = 400; maxBytes >= 0; maxBytes -= 1) {
      const allocation = allocate(sections, PROSES, maxBytes);
      const stage = allocation === undefined ? 'nothing' : (allocation.prose ?? 'notice');
      if (seen.at(-1) !== stage) seen.push(stage);
    }
    expect(seen).toEqual([PROSES[0], PROSES[1], '', 'notice', 'nothing']);
  });

  test('A6, A18: what was not read is named as omitted, whatever else fits', () => {
    fc.assert(
      fc.property(anySections, fc.integer({ min: 0, max: 900 }), (sections, maxBytes) => {
        const allocation = allocate(sections, PROSES, maxBytes, ['unread.md']);
        if (allocation === undefined) return;
        expect(Buffer.byteLength(allocation.text)).toBeLessThanOrEqual(maxBytes);
        expect(allocation.text).toMatch(
          /^<system-reminder>\nWorkspace instruction budget \d+ bytes: omitted unread\.md/u,
        );
      }),
      runs,
    );
  });

  test('A15, A18: a gigabyte of broader files that cannot fit takes no time', () => {
    const content = '</system-reminder>\n'.repeat(50_000);
    const section: Section = { label: 'a.md', lead: 'Instructions from: a.md', content };
    const sections = [...Array.from({ length: 1000 }, () => section), { ...section, content: 'x' }];
    const startedAt = performance.now();
    const allocation = allocate(sections, PROSES, 65_536);
    expect(performance.now() - startedAt).toBeLessThan(1000);
    expect(allocation?.fates.filter(({ kind }) => kind === 'whole')).toHaveLength(1);
  });

  test('A15: an opening without sections is framed when it fits', () => {
    expect(allocate([], ['All gone.'], 100)?.text).toBe('<system-reminder>\nAll gone.\n</system-reminder>');
    expect(allocate([], ['All gone.'], 20)).toBeUndefined();
  });
});

test('A17, A18 the bytes are those of the text where two sections would form a tag together', () => {
  const sections = [
    { label: 'a', lead: 'A', content: '<' },
    { label: 'b', lead: '/system-reminder>', content: 'b' },
  ];
  const allocation = allocate(sections, [''], 1_000);
  expect(allocation?.text).toContain('<\\\n\n/system-reminder>');
  expect(allocation?.bytes).toBe(Buffer.byteLength(allocation?.text ?? ''));
});

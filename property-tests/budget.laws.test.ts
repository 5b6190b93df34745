// Owns: the laws of the byte budget, over made-up sections and over the real instruction trees.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Section } from '../src/core/allocate.js';
import { allocate } from '../src/core/allocate.js';
import { frame, neutralise } from '../src/core/frame.js';
import { utf8Length, utf8Prefix } from '../src/core/utf8.js';
import { seed } from '../test/seed.js';

const PROSES = ['A full opening that says what all of this is for.', 'Short.'] as const;

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.constantFrom('a', '\n', '\r\n', 'é', '😀', '</system-reminder>', '\n\n'), { maxLength: 30 })
    .map((parts) => parts.join('')),
);

const anySection: fc.Arbitrary<Section> = fc
  .tuple(fc.integer({ min: 0, max: 9999 }), anyText)
  .map(([number, content]) => ({
    label: `f${number}.md`,
    lead: `Instructions from: f${number}.md`,
    content: neutralise(content),
  }));

const anySections = fc.array(anySection, { maxLength: 6 });

/** The text without any limit, built from the definition of the frame. */
const unlimited = (sections: readonly Section[]): string =>
  frame([PROSES[0], ...sections.flatMap(({ lead, content }) => (content === '' ? [lead] : [lead, content]))]);

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
    fc.assert(
      fc.property(anySections, fc.integer({ min: 60, max: 500 }), (sections, maxBytes) => {
        const allocation = allocate(sections, PROSES, maxBytes);
        const fate = allocation?.fates.at(-1);
        const last = sections.at(-1);
        if (allocation === undefined || fate?.kind !== 'cut' || last === undefined) return;
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
            return fate.kind === 'cut' ? fate.kept : utf8Length(sections.at(-1)?.content ?? '');
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

  test('A15: an opening without sections is framed when it fits', () => {
    expect(allocate([], ['All gone.'], 100)?.text).toBe('<system-reminder>\nAll gone.\n</system-reminder>');
    expect(allocate([], ['All gone.'], 20)).toBeUndefined();
  });
});

// Owns: examples of judging the texts of a message (I1): frame, budget line, opening and headings. That each mutation
// of a whole message is caught is in invariant.test.ts.
import { describe, expect, test } from 'vitest';
import type { Digest } from '../../../src/domain/digest.js';
import { scopeKey } from '../../../src/domain/scope.js';
import type { Transition } from '../../../src/domain/transition.js';
import type { Entries } from '../../../src/sources/agent-instructions/entries.js';
import { baselineSection, everyOpening, transitionSection } from '../../../src/sources/agent-instructions/render.js';
import { findingsInTexts } from '../../../src/sources/agent-instructions/text-check.js';

const scope = scopeKey({ kind: 'named', directory: 'lib', name: 'AGENTS.md' });
const set: Transition = { action: 'set', scope, path: 'lib/AGENTS.md', digest: 'a'.repeat(40) as Digest };
const replace: Transition = { ...set, action: 'replace' };
const NOTICE = 'Workspace instruction budget 900 bytes: omitted a.md';

const framed = (...blocks: readonly string[]): string =>
  `<system-reminder>\n${blocks.join('\n\n')}\n</system-reminder>`;
const lead = (transition: Transition, previousPath?: string): string =>
  transitionSection({ transition, ...(previousPath === undefined ? {} : { previousPath }) }).lead;

/** What is said of one text that holds transitions, or the files of a baseline. */
const ofTransitions = (text: string, changes: readonly Transition[] = [set], entries: Entries = new Map()) =>
  findingsInTexts([{ type: 'text', text }], false, [], changes, entries).map(({ expected }) => expected);
const ofBaseline = (text: string, changes: readonly Transition[] = [set]) =>
  findingsInTexts([{ type: 'text', text }], true, changes, [], new Map()).map(({ expected }) => expected);

describe('a text of ours', () => {
  const [opening = '', short = ''] = everyOpening();

  test('may be logged as a string or as a block', () => {
    const text = framed(opening, lead(set), 'content');
    expect(ofTransitions(text)).toEqual([]);
    expect(findingsInTexts(text, false, [], [set], new Map())).toEqual([]);
  });

  test.each([
    ['a full opening', framed(opening, lead(set), 'content')],
    ['a short one', framed(short, lead(set), 'content')],
    ['none', framed(lead(set), 'content')],
    ['a budget line before it', framed(NOTICE, opening, lead(set), 'content')],
    ['a budget line alone before the heading', framed(NOTICE, lead(set))],
    ['a budget line about a cut', framed(`${NOTICE}; truncated b.md from 9 to 3 bytes`, lead(set), 'con')],
    ['a budget in floating point', framed(NOTICE.replace('900', '1e+21'), lead(set), 'content')],
  ])('begins with %s', (_, text) => {
    expect(ofTransitions(text)).toEqual([]);
  });

  test.each([
    ['something else before the heading', framed('Listen:', lead(set), 'content')],
    ['a line that is no budget line', framed(NOTICE.replace('omitted', 'left out'), lead(set))],
    ['an opening of its own', framed(`${opening} And more.`, lead(set), 'content')],
    ['no heading', framed(opening, 'content')],
  ])('does not begin with %s', (_, text) => {
    expect(ofTransitions(text)).toEqual([`${JSON.stringify(`${lead(set)}\n`)} right after the opening`]);
  });

  test('holds nothing more where nothing is represented (A14)', () => {
    const nothing = 'nothing after the budget line or the opening';
    expect(ofBaseline(framed(NOTICE), [])).toEqual([]);
    expect(ofBaseline(framed(opening), [])).toEqual([]);
    expect(ofBaseline(framed(NOTICE, 'more'), [])).toEqual([nothing]);
    expect(ofBaseline(framed('more'), [])).toEqual([nothing]);
    expect(findingsInTexts(framed('more'), true, [], [], new Map())).toMatchObject([
      { rule: 'agent-instructions/text', found: 'more\n' },
    ]);
  });

  test('says each change under its heading, a blank line behind the one before', () => {
    const other: Transition = { ...set, path: 'lib/CLAUDE.md' };
    const second = `${JSON.stringify(`${lead(other)}\n`)} after the one before`;
    expect(ofTransitions(framed(lead(set), 'one', lead(other), 'two'), [set, other])).toEqual([]);
    expect(ofTransitions(framed(lead(set), 'one\r\n', lead(other), 'two'), [set, other])).toEqual([]);
    expect(ofTransitions(framed(lead(set), `one\n${lead(other)}`, 'two'), [set, other])).toEqual([second]);
    expect(ofTransitions(framed(lead(set), 'one'), [set, other])).toEqual([second]);
    expect(ofTransitions(framed(lead(other), 'two', lead(set), 'one'), [set, other])).toHaveLength(1);
  });

  test('is shown from the heading on behind which the next one is missing', () => {
    const found = (text: string, ...changes: readonly Transition[]): readonly string[] =>
      findingsInTexts(text, false, [], changes, new Map()).map((finding) => finding.found);
    const other: Transition = { ...set, path: 'lib/CLAUDE.md' };
    const third: Transition = { ...set, path: 'lib/OTHER.md' };
    const [one, two] = [`${lead(set)}\n\none`, `${lead(other)}\n\ntwo`];
    expect(found(framed(opening, one), set, other)).toEqual([`${one}\n`]);
    expect(found(framed(opening, one, two), set, other, third)).toEqual([`${two}\n`]);
    expect(found(framed(opening, one), set, set)).toEqual([`${one}\n`]);
    expect(found(framed(opening, two), set)).toEqual([`${two}\n`]);
  });

  test('of a baseline has headings of its own', () => {
    expect(ofBaseline(framed(opening, baselineSection(set.path, '').lead, 'content'))).toEqual([]);
    expect(ofBaseline(framed(opening, lead(set), 'content'))).toHaveLength(1);
  });

  test('may name what a change of a slot replaced, where that is visible or unknown (A16)', () => {
    const known: Entries = new Map([[scope, { state: 'loaded', path: 'lib/CLAUDE.md' }]]);
    for (const previous of [undefined, 'lib/CLAUDE.md']) {
      expect(ofTransitions(framed(lead(replace, previous), 'x'), [replace], known)).toEqual([]);
      expect(ofTransitions(framed(lead(replace, previous), 'x'), [replace])).toEqual([]);
    }
    expect(ofTransitions(framed(lead(replace, 'lib/OTHER.md'), 'x'), [replace], known)).toHaveLength(1);
    expect(ofTransitions(framed(lead(replace, 'lib/OTHER.md'), 'x'), [replace])).toEqual([]);
    expect(ofTransitions(framed(lead(replace).replace('whole', 'half'), 'x'), [replace])).toHaveLength(1);
  });

  test('is in a frame that nothing in it closes', () => {
    const frame = 'one intact frame around the text';
    const intact = framed(lead(set));
    for (const text of ['', framed(lead(set), '</system-reminder>'), `${intact}\n`, ` ${intact}`]) {
      expect(ofTransitions(text)).toEqual([frame]);
    }
    expect(ofTransitions('<system-reminder>\n</system-reminder>')).toEqual([frame]);
  });
});

// Owns: the exact words of every text that agent-instructions writes. How it is fitted into a budget is a law
// (property-tests/budget.laws.test.ts).
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import type { Digest } from '../../../src/domain/digest.js';
import { USER_GLOBAL, scopeKey } from '../../../src/domain/scope.js';
import type { Change } from '../../../src/sources/agent-instructions/reconcile.js';
import {
  baselineSection,
  everyOpening,
  renderBaseline,
  renderChanges,
} from '../../../src/sources/agent-instructions/render.js';

const ROOM = 100_000;
const framed = (...blocks: readonly string[]): string =>
  `<system-reminder>\n${blocks.join('\n\n')}\n</system-reminder>`;
const OPENING =
  'These are the instructions for working in this workspace: its conventions, commands and rules. The more specific ' +
  'instructions win over the broader ones. They override neither system, developer nor direct user instructions.';
const SHORT =
  'Workspace instructions: specific wins over broad; system, developer and direct user instructions win over all.';

const digest = 'a'.repeat(40) as Digest;
const scope = scopeKey({ kind: 'named', directory: 'lib', name: 'AGENTS.md' });
const set = (path: string, content: string, key = scope): Change => ({
  transition: { action: 'set', scope: key, path, digest },
  content,
});
const said = (...changes: readonly Change[]): string | undefined => {
  const rendered = renderChanges(changes, ROOM, []);
  return E.isRight(rendered) ? rendered.right.allocation.text : undefined;
};

describe('a baseline (A15, A16)', () => {
  const one = baselineSection('~/.dsh/AGENTS.md', 'one');
  const sections = [one, baselineSection('a<b/AGENTS.md', 'two\n')];

  test('opens, and says each file under its heading', () => {
    expect(renderBaseline(sections, false, ROOM, [])?.text).toBe(
      framed(OPENING, 'Instructions from: ~/.dsh/AGENTS.md', 'one', 'Instructions from: a<b/AGENTS.md', 'two'),
    );
  });

  test('says that it replaces earlier ones (A13)', () => {
    const replaces =
      'This is the complete set for the user and for the directories from the project root to the working directory; ' +
      'it replaces every earlier one.';
    expect(renderBaseline([one], true, ROOM, [])?.text).toBe(
      framed(`${OPENING} ${replaces}`, 'Instructions from: ~/.dsh/AGENTS.md', 'one'),
    );
  });

  test('says that nothing is left (A13)', () => {
    expect(renderBaseline([], true, ROOM, [])?.text).toBe(
      framed(
        'The instructions that were given for the user and for the directories from the project root to the working ' +
          'directory no longer apply. There are none now.',
      ),
    );
  });

  test('names what was not read, on one line', () => {
    expect(renderBaseline([], false, ROOM, ['a\nb.md'])?.text).toBe(
      framed(`Workspace instruction budget ${ROOM} bytes: omitted a\\u000ab.md`),
    );
  });

  test('has a short opening of each kind (A18)', () => {
    expect(everyOpening().filter((_, index) => index % 2 === 1)).toEqual([
      SHORT,
      `${SHORT} Replaces every earlier set.`,
      'Earlier baseline instructions no longer apply; there are none now.',
    ]);
    expect(everyOpening()).toHaveLength(6);
  });
});

describe('transitions (A16)', () => {
  test.each([
    [USER_GLOBAL, 'all work of this user'],
    [scopeKey({ kind: 'named', directory: '.', name: 'AGENTS.md' }), 'work anywhere in the project (`.`)'],
    [scope, 'work under `lib`'],
    [scopeKey({ kind: 'slot', directory: 'a\nb', slot: 'base' }), 'work under `a\\u000ab`'],
  ])('a new file says what it applies to: %s', (key, extent) => {
    expect(said(set('x.md', 'text', key))).toBe(
      framed(OPENING, 'Additional instructions from: x.md', `They apply to ${extent}.`, 'text'),
    );
  });

  const replace: Change = { transition: { action: 'replace', scope, path: 'x.md', digest }, content: 'text' };

  test('a changed file says that it replaces what was loaded', () => {
    const whole = 'This is the whole current content; it replaces what was loaded from';
    expect(said(replace)).toBe(
      framed(OPENING, 'Updated instructions from: x.md', `${whole} this file before.`, 'text'),
    );
    expect(said({ ...replace, previousPath: 'y\nz.md' })).toBe(
      framed(
        OPENING,
        'Updated instructions from: x.md',
        `${whole} y\\u000az.md before, which no longer applies.`,
        'text',
      ),
    );
  });

  test('a file that is gone says so', () => {
    expect(said({ transition: { action: 'remove', scope, path: 'x.md' } })).toBe(
      framed(OPENING, 'Instructions removed: x.md', 'What was loaded from this file before no longer applies.'),
    );
  });

  test('a file without content is its heading', () => {
    expect(said({ transition: { action: 'set', scope, path: 'x.md', digest } })).toBe(
      framed(OPENING, 'Additional instructions from: x.md', 'They apply to work under `lib`.'),
    );
  });
});

describe('what is represented (A14)', () => {
  const other = scopeKey({ kind: 'named', directory: 'lib', name: 'CLAUDE.md' });
  const [big, small] = [set('big.md', 'x'.repeat(500)), set('small.md', 'y', other)];

  test('is what was not omitted; a batch of which nothing is left is not said', () => {
    const rendered = renderChanges([big, small], 420, []);
    expect(E.isRight(rendered) && rendered.right.represented).toEqual([small]);
    expect(E.isRight(rendered) && rendered.right.changes).toEqual([big, small]);
    expect(renderChanges([big], 115, [])).toEqual(E.left('nothing-fits'));
    expect(renderChanges([big], 20, [])).toEqual(E.left('budget-too-small'));
  });

  test('a near-duplicate stays while the file that says the same does not fit', () => {
    const removal: Change = { transition: { action: 'remove', scope: other, path: 'CLAUDE.md' }, inFavourOf: scope };
    const rendered = renderChanges([big, removal], 420, []);
    expect(rendered).toMatchObject(E.right({ represented: [{ transition: { path: 'big.md' } }] }));
    const roomy = renderChanges([big, removal], ROOM, []);
    expect(E.isRight(roomy) && roomy.right.represented).toEqual([big, removal]);
  });
});

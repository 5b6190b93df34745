// Owns: the words around what files say, and which transitions a text really represents. State is never read back from
// it.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { Allocation, Section } from '../../core/allocate.js';
import { allocate } from '../../core/allocate.js';
import { showPath } from '../../core/frame.js';
import { USER_GLOBAL, directoryOf, scopeOfKey } from '../../domain/scope.js';
import type { ScopeKey } from '../../domain/scope.js';
import type { Change } from './reconcile.js';

const AUTHORITY =
  'The more specific instructions win over the broader ones. They override neither system, developer nor direct user ' +
  'instructions.';
const PURPOSE = 'These are the instructions for working in this workspace: its conventions, commands and rules.';
const OPENING = `${PURPOSE} ${AUTHORITY}`;
const SHORT_OPENING =
  'Workspace instructions: specific wins over broad; system, developer and direct user instructions win over all.';
const REPLACES =
  'This is the complete set for the user and for the directories from the project root to the working directory; it ' +
  'replaces every earlier one.';
const SHORT_REPLACES = 'Replaces every earlier set.';
const EMPTY =
  'The instructions that were given for the user and for the directories from the project root to the working ' +
  'directory no longer apply. There are none now.';
const SHORT_EMPTY = 'Earlier baseline instructions no longer apply; there are none now.';

/** The openings of a text, from full to short. Source: SPEC A15, A18 */
const openings = (kind: 'plain' | 'replacing' | 'empty'): readonly [string, string] => {
  if (kind === 'empty') return [EMPTY, SHORT_EMPTY];
  return kind === 'plain' ? [OPENING, SHORT_OPENING] : [`${OPENING} ${REPLACES}`, `${SHORT_OPENING} ${SHORT_REPLACES}`];
};

/** Every opening that a text of ours can have. Source: SPEC I1 */
export const everyOpening = (): readonly string[] =>
  (['plain', 'replacing', 'empty'] as const).flatMap((kind) => openings(kind));

/** The directory that a scope's instructions apply to, in words. */
const extent = (scope: ScopeKey): string => {
  if (scope === USER_GLOBAL) return 'all work of this user';
  const parsed = scopeOfKey(scope);
  const directory = parsed === undefined ? undefined : directoryOf(parsed);
  return directory === undefined || directory === '.'
    ? 'work anywhere in the project (`.`)'
    : `work under \`${showPath(directory)}\``;
};

const section = (path: string, heading: string, prose: string, content: string): Section => {
  const label = showPath(path);
  const lead = prose === '' ? `${heading}: ${label}` : `${heading}: ${label}\n\n${prose}`;
  return { label, lead, content };
};

/** A section of a baseline. Source: SPEC A16 */
export const baselineSection = (path: string, content: string): Section =>
  section(path, 'Instructions from', '', content);

/** A section of a transition. Source: SPEC A16 */
export const transitionSection = ({ transition, content = '', previousPath }: Change): Section => {
  const { action, scope, path } = transition;
  switch (action) {
    case 'set':
      return section(path, 'Additional instructions from', `They apply to ${extent(scope)}.`, content);
    case 'replace': {
      const replaced =
        previousPath === undefined ? 'this file before.' : `${showPath(previousPath)} before, which no longer applies.`;
      const prose = `This is the whole current content; it replaces what was loaded from ${replaced}`;
      return section(path, 'Updated instructions from', prose, content);
    }
    case 'remove':
      return section(path, 'Instructions removed', 'What was loaded from this file before no longer applies.', '');
  }
};

/**
 * Renders a baseline.
 *
 * Shape:  `replaces` when something earlier is visible that this one takes the place of. `unread` are the paths of
 *         files that did not fit into `maxTotalSourceBytes`: they count as omitted.
 * Errors: `undefined` when nothing fits.
 * Source: SPEC A13, A15–A18
 */
export const renderBaseline = (
  sections: readonly Section[],
  replaces: boolean,
  maxBytes: number,
  unread: readonly string[],
): Allocation | undefined => {
  const kind = sections.length === 0 ? 'empty' : replaces ? 'replacing' : 'plain';
  return allocate(sections, openings(kind), maxBytes, unread.map(showPath));
};

/** Which changes a text represents, at least one of them, and the text. */
export interface RenderedChanges {
  readonly allocation: Allocation;
  readonly changes: readonly Change[];
  readonly represented: readonly Change[];
}

/** Whether something of a section was kept. Source: SPEC A14 */
export const isRepresented = (allocation: Allocation | undefined, index: number): boolean => {
  const fate = allocation?.fates[index];
  return fate !== undefined && fate.kind !== 'omitted';
};

/**
 * Renders a batch of transitions.
 *
 * Shape:  a near-duplicate's removal is left out when the file it stands back for is due in this batch but did not fit:
 *         the model would lose both.
 * Errors: which of the two it is that keeps the batch from being said: not even the budget line fits, or nothing but
 *         that line does.
 * Source: SPEC A14, A16, A18
 */
export const renderChanges = (
  changes: readonly Change[],
  maxBytes: number,
  unread: readonly string[],
): Either<'budget-too-small' | 'nothing-fits', RenderedChanges> => {
  const allocation = allocate(changes.map(transitionSection), openings('plain'), maxBytes, unread.map(showPath));
  if (allocation === undefined) return E.left('budget-too-small');
  const represented = changes.filter((_, index) => isRepresented(allocation, index));
  const missing = new Set(
    changes.filter((_, index) => !isRepresented(allocation, index)).map(({ transition }) => transition.scope),
  );
  const tenable = changes.filter(({ inFavourOf }) => inFavourOf === undefined || !missing.has(inFavourOf));
  if (tenable.length < changes.length) return renderChanges(tenable, maxBytes, unread);
  return represented.length === 0 ? E.left('nothing-fits') : E.right({ allocation, changes, represented });
};

// Owns: what must hold of one message of agent-instructions by itself: its source, its frame and budget, and that its
// text represents what its source records (SPEC A14–A18, A3). What should be due is not its business.
import type { Rules } from './settings.js';
import { identityOf } from './settings.js';
import type { Change, Place, Spoken } from './spoken.js';
import { GLOBAL, chainOf, directoryOf, rootTagOf, spokenBy } from './spoken.js';
import type { Group } from './due.js';
import { inOrder } from './due.js';
import { frameFault, hasHeading, holds, keptOf, noticeOf } from './frame.js';
import { sha1 } from './truth.js';

/** A message as a decision hands it out. */
export interface Said {
  readonly content: unknown;
  readonly source: unknown;
}

/** A message that was taken apart: `baselineText` and the changes it stands for, the same for the transitions. */
export interface Parts {
  readonly spoken: Spoken;
  readonly texts: readonly string[];
  readonly baselineText: string | undefined;
  readonly transitionsText: string | undefined;
  readonly baselineChanges: readonly Change[];
  readonly transitions: readonly Change[];
}

/** Whether a source belongs to agent-instructions. */
export const isOurs = ({ source }: Said): boolean =>
  (source as { readonly kind?: unknown }).kind === 'agent-instructions';

/** Takes a message apart; what is wrong with its shape is a complaint. */
export const partsOf = (said: Said, place: Place, complain: (problem: string) => void): Parts | undefined => {
  const spoken = spokenBy(said.source);
  if (spoken === undefined) {
    complain(`A: the source is malformed: ${JSON.stringify(said.source)}`);
    return undefined;
  }
  const blocks = Array.isArray(said.content)
    ? (said.content as readonly { readonly type: string; readonly text: string }[])
    : [];
  const texts = blocks.map(({ text }) => text);
  if (texts.length === 0 || texts.length > 2 || blocks.some(({ type }) => type !== 'text'))
    complain('A8: not one or two text blocks');
  if (!spoken.isBaseline && texts.length > 1) complain('A8: two blocks without a baseline');
  const chain = chainOf(place.root, place.cwd);
  const isOwn = (change: Change): boolean => directoryOf(change) === GLOBAL || chain.includes(directoryOf(change));
  return {
    spoken,
    texts,
    baselineText: spoken.isBaseline ? texts[0] : undefined,
    transitionsText: spoken.isBaseline ? texts[1] : texts[0],
    baselineChanges: spoken.isBaseline ? spoken.changes.filter(isOwn) : [],
    transitions: spoken.isBaseline ? spoken.changes.filter((change) => !isOwn(change)) : spoken.changes,
  };
};

/** The source's own fields: root, identity, keys that survive everywhere. Source: SPEC A, A3, A13 */
export const checkSource = (
  { spoken }: Parts,
  said: Said,
  rules: Rules,
  place: Place,
  identities: Map<string, string>,
  complain: (problem: string) => void,
): void => {
  const source = said.source as { readonly version?: unknown };
  if (source.version !== 1) complain('A: no version 1');
  if (spoken.root !== rootTagOf(place)) complain(`A: root is ${spoken.root}, not ${rootTagOf(place)}`);
  if (spoken.isBaseline !== (spoken.identity !== undefined)) complain('A: baseline and identity do not come together');
  for (const { scope, path } of spoken.changes) {
    if (scope.includes('\0') || scope === '') complain(`A3: scope key ${JSON.stringify(scope)}`);
    if (path === '') complain(`A: a change of ${scope} without a path`);
  }
  const paths = spoken.changes.map((change) => `${directoryOf(change)} ${change.path}`);
  if (new Set(paths).size < paths.length) complain(`A10: a path has two transitions: ${paths.join(', ')}`);
  if (spoken.identity === undefined) return;
  const own = identityOf(rules, rootTagOf(place));
  const known = identities.get(spoken.identity);
  if (known !== undefined && known !== own) complain('A13: one identity for two configurations');
  if (known === undefined && [...identities.values()].includes(own))
    complain('A13: two identities for one configuration');
  identities.set(spoken.identity, own);
};

/** Frame, budget, and a heading and content for each recorded change. Source: SPEC A14–A18 */
export const checkTexts = (
  parts: Parts,
  rules: Rules,
  contents: ReadonlyMap<string, string>,
  complain: (problem: string) => void,
): void => {
  for (const text of parts.texts) {
    const fault = frameFault(text);
    if (fault !== undefined) complain(`A17: a block ${fault}: ${JSON.stringify(text)}`);
    const bytes = Buffer.byteLength(text, 'utf8');
    if (bytes > rules.maxBytes) complain(`A18: ${bytes} bytes, more than ${rules.maxBytes}`);
    const notice = noticeOf(text);
    if (notice !== undefined && !notice.startsWith(`Workspace instruction budget ${rules.maxBytes} bytes: `))
      complain(`A18: ${notice}`);
  }
  const represent = (
    text: string | undefined,
    change: Change,
    kind: 'baseline' | 'set' | 'replace' | 'remove',
  ): void => {
    if (text === undefined) return complain(`A14: ${change.path} is recorded without a text`);
    if (!hasHeading(text, kind, change.path))
      complain(`A14, A16: no ${kind} heading for ${change.path} in ${JSON.stringify(text)}`);
    if (change.action === 'remove') return;
    const content = contents.get(change.digest ?? '');
    if (content === undefined) return complain(`A14: ${change.path} is recorded with a digest that no file has`);
    const cut = keptOf(noticeOf(text), change.path);
    if (cut?.kept === 0 && cut.of > 0) complain(`A14: ${change.path} is recorded, nothing of it was kept`);
    const isPlain = !/[<\u017f]/u.test(content);
    if (isPlain && cut !== undefined && cut.of !== Buffer.byteLength(content, 'utf8'))
      complain(`A18: ${change.path} has not ${cut.of} bytes`);
    if (!holds(text, content, isPlain ? (cut?.kept ?? Infinity) : cut === undefined ? Infinity : 0)) {
      complain(`A14: the content of ${change.path} is not in ${JSON.stringify(text)}`);
    }
  };
  for (const change of parts.baselineChanges)
    if (change.action !== 'remove') represent(parts.baselineText, change, 'baseline');
  for (const change of parts.transitions) represent(parts.transitionsText, change, change.action);
};

/** The order of what a message records. Source: SPEC A4, A10, A13 */
export const checkOrder = (
  parts: Parts,
  groups: readonly Group[],
  view: (directory: string) => boolean,
  complain: (problem: string) => void,
): void => {
  const firstSet = parts.baselineChanges.findIndex(({ action }) => action !== 'remove');
  if (firstSet >= 0 && parts.baselineChanges.slice(firstSet).some(({ action }) => action === 'remove'))
    complain('A13: a removal after a set in a baseline');
  const { changes } = parts.spoken;
  if (
    parts.spoken.isBaseline &&
    changes.slice(0, parts.baselineChanges.length).some((change) => !parts.baselineChanges.includes(change))
  ) {
    complain('A8: transitions before the baseline');
  }
  for (const list of [parts.baselineChanges.filter(({ action }) => action !== 'remove'), parts.transitions]) {
    const directories = list.map(directoryOf);
    const runs = directories.filter((directory, index) => directory !== directories[index - 1]);
    if (runs.join('\n') !== inOrder(directories, view).join('\n'))
      complain(`A10: out of order: ${directories.join(', ')}`);
    for (const group of groups) {
      const own = list.filter((change) => change.action !== 'remove' && directoryOf(change) === group.directory);
      const places = own
        .map(({ path }) => group.candidates.findIndex((candidate) => candidate.path === path))
        .filter((at) => at >= 0);
      if (places.some((at, index) => index > 0 && at < (places[index - 1] ?? 0)))
        complain(`A4: out of order in ${group.directory}: ${JSON.stringify(list)}`);
    }
  }
};

/** Digests of the texts that files hold, so that a recorded digest can be looked up. */
export const contentsOf = (groups: readonly Group[]): ReadonlyMap<string, string> =>
  new Map(
    groups.flatMap(({ candidates }) =>
      candidates.flatMap(({ look }) => {
        const text = look.kind === 'absent' ? undefined : look.text;
        return text === undefined ? [] : [[sha1(text.content), text.content] as const];
      }),
    ),
  );

// Owns: what stands in Claude Code's settings for our hook, and putting it there or taking it out of a text that
// belongs to somebody else. Files are not touched here.
import { isDeepStrictEqual } from 'node:util';
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { Fields } from '../../domain/codec/decode.js';
import { describeFound, isFields } from '../../domain/codec/decode.js';
import { TOUCH_TOOLS, WRITE_TOOLS } from '../../hosts/claude-code/translate.js';
import { isHookCommand } from './hook-command.js';
import type { Node, Span } from './json-text.js';
import { readNode, spansOf, withParts, withoutSpans } from './json-text.js';

/** Longer than a hook ever takes: it ends itself before. Units: seconds. */
const TIMEOUT_S = 10;

const TOUCHING = Object.keys(TOUCH_TOOLS).join('|');

type Row = readonly [event: string, matcher?: string];

/** The events that a hook is called for, with the tools that they are about. */
const EVENTS: readonly [Row, ...Row[]] = [
  ['SessionStart'],
  ['UserPromptSubmit'],
  ['SubagentStart'],
  ['PostToolUse', TOUCHING],
  ['PostToolUseFailure', TOUCHING],
  ['PreCompact'],
];

const HOLDING: readonly [string, string] = ['PreToolUse', WRITE_TOOLS.join('|')];

/** What is put into the settings. */
export interface Wanted {
  readonly command: string;
  readonly holdWrites: boolean;
}

const groupsFor = ({ command, holdWrites }: Wanted): readonly (readonly [string, Fields])[] =>
  [...EVENTS, ...(holdWrites ? [HOLDING] : [])].map(([event, matcher]) => {
    const full = event === HOLDING[0] ? `${command} --hold-writes` : command;
    const hooks = [{ type: 'command', command: full, timeout: TIMEOUT_S }];
    return [event, matcher === undefined ? { hooks } : { matcher, hooks }];
  });

/** Tells whether a hook is ours; `own` are commands that are, whatever they look like. */
type IsOurs = (hook: unknown) => boolean;

const oursWith =
  (own: readonly string[]): IsOurs =>
  (hook) => {
    if (!isFields(hook) || typeof hook['command'] !== 'string') return false;
    const { command } = hook;
    return [undefined, ...own].some((one) => isHookCommand(command, 'claude-code', one));
  };

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);

const hooksIn = (group: unknown): readonly unknown[] => (isFields(group) ? listOf(group['hooks']) : []);

const HOOK = ' hook claude-code';

/**
 * The commands that were installed here, however they start.
 *
 * Why:    a command that ends as ours and stands, alone in its group, at each of our events with our tools and our time
 *         limit was put there by us; nothing less is certain.
 */
const installedIn = ({ hooks = {} }: Fields): readonly string[] => {
  const groupsOf = (event: string): readonly unknown[] => (isFields(hooks) ? listOf(hooks[event]) : []);
  const commands = groupsOf(EVENTS[0][0])
    .flatMap(hooksIn)
    .map((hook) => (isFields(hook) ? hook['command'] : undefined))
    .filter((command): command is string => typeof command === 'string' && command.endsWith(HOOK));
  return [...new Set(commands)].filter((command) =>
    groupsFor({ command, holdWrites: false }).every(([event, wanted]) =>
      groupsOf(event).some((group) => isDeepStrictEqual(group, wanted)),
    ),
  );
};

const childOf = (node: Node | undefined, key: string): Node | undefined =>
  node?.kind === 'object' ? node.members.filter((member) => member.key === key).at(-1)?.value : undefined;

const partsOf = (node: Node | undefined): readonly Node[] => (node?.kind === 'list' ? node.items : []);

/** What is wrong about settings that hooks should be put into. */
const problemIn = (settings: unknown): string | undefined => {
  if (!isFields(settings)) return `$: expected an object, found ${describeFound(settings)}`;
  const { hooks = {} } = settings;
  if (!isFields(hooks)) return `$.hooks: expected an object, found ${describeFound(hooks)}`;
  const odd = Object.entries(hooks).find(([, groups]) => !Array.isArray(groups));
  return odd === undefined ? undefined : `$.hooks.${odd[0]}: expected a list, found ${describeFound(odd[1])}`;
};

/** What has to go from a list of groups: our hooks, and the groups that only held them; `all` when none is left. */
const ownIn = (text: string, groups: Node, isOurs: IsOurs): 'all' | readonly Span[] => {
  const inside: Span[] = [];
  const gone = partsOf(groups).map((group) => {
    const list = childOf(group, 'hooks');
    const own = partsOf(list).map((hook) => isOurs(JSON.parse(text.slice(hook.start, hook.end))));
    if (list === undefined || own.length === 0) return false;
    if (own.every(Boolean)) return true;
    for (const span of spansOf(list, (place) => own[place] === true)) inside.push(span);
    return false;
  });
  if (gone.length > 0 && gone.every(Boolean)) return 'all';
  return [...inside, ...spansOf(groups, (place) => gone[place] === true)];
};

/** Our hooks, and every list, group and key that only held them, out of what counts as the hooks. */
const cleanedOnce = (text: string, isOurs: IsOurs): string | undefined => {
  const root = readNode(text);
  if ('problem' in root || root.kind !== 'object') return undefined;
  const hooks = childOf(root, 'hooks');
  if (hooks?.kind !== 'object') return undefined;
  const own = hooks.members.map(({ value }) => ownIn(text, value, isOurs));
  const isAll = own.length > 0 && own.every((spans) => spans === 'all');
  const spans = isAll
    ? spansOf(root, (place) => root.members[place]?.value === hooks)
    : [
        ...own.flatMap((inside) => (inside === 'all' ? [] : inside)),
        ...spansOf(hooks, (place) => own[place] === 'all'),
      ];
  return spans.length === 0
    ? undefined
    : withoutSpans(
        text,
        [...spans].sort((one, other) => one.start - other.start),
      );
};

/** Of keys that stand twice the last one counts; without it, the one before. */
const cleaned = (text: string, isOurs: IsOurs): string => {
  for (let current = text; ;) {
    const next = cleanedOnce(current, isOurs);
    if (next === undefined) return current;
    current = next;
  }
};

const rooted = (text: string): Node => readNode(text) as Node;

/** Changes go from the end of the text to its beginning, so that what was found in it stays where it is. */
const withGroups = (text: string, groups: ReturnType<typeof groupsFor>): string => {
  const root = rooted(text);
  const hooks = childOf(root, 'hooks');
  if (hooks === undefined) {
    const value = Object.fromEntries(groups.map(([event, group]) => [event, [group]]));
    return withParts(text, root, [{ key: 'hooks', value }]);
  }
  const places = groups.map(([event, group]) => ({ event, group, list: childOf(hooks, event) }));
  const found = places.flatMap(({ group, list }) => (list === undefined ? [] : [{ group, list }]));
  const missing = places
    .filter(({ list }) => list === undefined)
    .map(({ event, group }) => ({ key: event, value: [group] }));
  const grown = missing.length === 0 ? text : withParts(text, hooks, missing);
  return found
    .sort((one, other) => other.list.start - one.list.start)
    .reduce((changed, { group, list }) => withParts(changed, list, [{ value: group }]), grown);
};

const isInstalled = (settings: Fields, wanted: Wanted, isOurs: IsOurs): boolean => {
  const hooks = (settings['hooks'] ?? {}) as Readonly<Record<string, readonly unknown[]>>;
  const groups = groupsFor(wanted);
  const ours = Object.values(hooks).flat().flatMap(hooksIn).filter(isOurs);
  return (
    ours.length === groups.length &&
    groups.every(([event, group]) => (hooks[event] ?? []).some((one) => isDeepStrictEqual(one, group)))
  );
};

/** How settings are called in a complaint about a text that is no JSON. */
const readSettings = (text: string): Either<string, Fields> => {
  const node = readNode(text);
  if ('problem' in node) return E.left(`line ${node.line}, column ${node.column}: is not JSON: ${node.problem}`);
  const settings: unknown = JSON.parse(text);
  const problem = problemIn(settings);
  return problem === undefined ? E.right(settings as Fields) : E.left(problem);
};

/**
 * Puts the hook into settings.
 *
 * Shape:  the same text where it is there already; hooks of others, other keys, order and indentation stay.
 * Errors: a sentence that says where the text is no JSON or no settings.
 */
export const withHook = (text: string, wanted: Wanted): Either<string, string> => {
  const given = text.trim() === '' ? '{}\n' : text;
  return E.map((settings: Fields) => {
    const isOurs = oursWith([wanted.command, ...installedIn(settings)]);
    if (isInstalled(settings, wanted, isOurs)) return text;
    return withGroups(cleaned(given, isOurs), groupsFor(wanted));
  })(readSettings(given));
};

/**
 * Takes the hook out again; the same text where it is not there.
 *
 * Shape:  `own` is a command that is ours though it does not look like it; one that was added as a whole is found
 *         without.
 * Errors: as `withHook`.
 */
export const withoutHook = (text: string, own?: string): Either<string, string> => {
  if (text.trim() === '') return E.right(text);
  return E.map((settings: Fields) =>
    cleaned(text, oursWith([...(own === undefined ? [] : [own]), ...installedIn(settings)])),
  )(readSettings(text));
};

/**
 * Tells whether settings are a text and our hook, and nothing else was changed since it was added.
 *
 * Shape:  `before` is the copy that was made then, `undefined` where there was no file; `own` as in `withoutHook`.
 * Why:    a list or an object that was empty before cannot be told from one that only held the hook.
 */
export const holdsOnly = (text: string, before: string | undefined, own?: string): boolean => {
  const without = (held: string): string => E.getOrElse(() => held)(withoutHook(held, own));
  const added = withHook(before ?? '', { command: 'contextfold hook claude-code', holdWrites: false });
  const isFree = before === undefined || without(before) === before;
  if (!isFree || E.isLeft(added)) return false;
  const left = without(text);
  return left !== text && left === without(added.right);
};

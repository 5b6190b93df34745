// Owns: what the log says, folded naively and from the beginning each time (SPEC L3, L4, A3, A13): the surface, what
// the model was last told about each file, and the touches that no step has settled.
import type { LogEvent } from '../../src/domain/log-event.js';
import type { ToolRun } from '../../src/scenario/model.js';
import type { Rules } from './settings.js';
import { namesOf, resolve } from './truth.js';

/** One change as a source holds it. */
export interface Change {
  readonly action: 'set' | 'replace' | 'remove';
  readonly scope: string;
  readonly path: string;
  readonly digest?: string;
}

/** The source of a visible message of agent-instructions. */
export interface Spoken {
  readonly root: string | undefined;
  readonly isBaseline: boolean;
  readonly identity: string | undefined;
  readonly changes: readonly Change[];
}

/** Where a session works, as far as a root is known. */
export interface Place {
  readonly cwd: string;
  readonly root: string;
}

/** The last of a list that passes a test. */
export const lastOf = <A>(list: readonly A[], is: (item: A) => boolean): A | undefined => {
  for (let index = list.length - 1; index >= 0; index -= 1) if (is(list[index] as A)) return list[index];
  return undefined;
};

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

/** The seqs that the model can see, in surface order. Source: SPEC L3 */
export const surfaceOf = (log: readonly LogEvent[]): readonly number[] => {
  const surface: number[] = [];
  log.forEach(({ type, surfaceOp: op }, seq) => {
    if (op === undefined || !['user/message', 'assistant/message', 'tool/result'].includes(type)) return;
    if (op === 'append') surface.push(seq);
    else surface.splice(surface.indexOf(op.start), surface.indexOf(op.end) - surface.indexOf(op.start) + 1, seq);
  });
  return surface;
};

const isText = (value: unknown): value is string => typeof value === 'string';

const changeOf = (value: unknown): Change | undefined => {
  const { action, scope, path, digest } = fieldsOf(value);
  if (!isText(scope) || !isText(path)) return undefined;
  if (action === 'remove') return { action, scope, path };
  if (action !== 'set' && action !== 'replace') return undefined;
  if (digest === undefined) return { action, scope, path };
  return isText(digest) && /^[0-9a-f]{40}$/u.test(digest) ? { action, scope, path, digest } : undefined;
};

/** Keys that leave the root are ignored. Source: SPEC A3 */
const leavesRoot = ({ scope }: Change): boolean =>
  scope.includes('\0') && scope.split('\0')[0]?.split('/').includes('..') === true;

/** What a source says; nothing when it is not of ours or malformed. Source: SPEC A, F8 */
export const spokenBy = (source: unknown): Spoken | undefined => {
  const { kind, version, root, baseline, baselineIdentity, changes } = fieldsOf(source);
  if (kind !== 'agent-instructions' && kind !== 'workspace-instructions') return undefined;
  if ((version !== undefined && version !== 1) || !Array.isArray(changes)) return undefined;
  if (root !== undefined && !(isText(root) && /^\.$|^\.\.(\/\.\.)*$/u.test(root))) return undefined;
  if ((baseline !== undefined && baseline !== true) || (baselineIdentity !== undefined && !isText(baselineIdentity)))
    return undefined;
  const read = changes.map(changeOf);
  if (read.includes(undefined)) return undefined;
  return {
    root,
    isBaseline: baseline === true,
    identity: baselineIdentity,
    changes: (read as readonly Change[]).filter((change) => !leavesRoot(change)),
  };
};

/** The visible messages of ours, in surface order. */
export const visibleSpoken = (log: readonly LogEvent[], after = -1): readonly Spoken[] =>
  surfaceOf(log).flatMap((seq) => {
    const event = log[seq];
    if (seq <= after || event?.type !== 'user/message') return [];
    return spokenBy(fieldsOf(event.data)['source']) ?? [];
  });

/** The root of a place as a source writes it. */
export const rootTagOf = ({ cwd, root }: Place): string => {
  const climbs = namesOf(cwd).length - namesOf(root).length;
  return climbs === 0 ? '.' : Array.from({ length: climbs }, () => '..').join('/');
};

/** The directories from the root to the cwd, relative to the root. */
export const chainOf = (from: string, to: string): readonly string[] => {
  const below = namesOf(to).slice(namesOf(from).length);
  return ['.', ...below.map((_, index) => below.slice(0, index + 1).join('/'))];
};

/** The user-global scope's place among directories. */
export const GLOBAL = '<global>';

/** The directory that a change speaks about. */
export const directoryOf = ({ scope, path }: Pick<Change, 'scope' | 'path'>): string =>
  scope === 'user-global' ? GLOBAL : path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';

/** What the model was last told about one file. */
export interface Statement {
  readonly scope: string;
  readonly directory: string;
  readonly path: string;
  readonly digest: string | undefined;
}

/** What the model knows: statements by directory and path; directories that were ever spoken of. */
export class View {
  readonly statements = new Map<string, Statement>();
  readonly known = new Set<string>();

  constructor(readonly place: Place) {}

  static key({ scope, path }: Pick<Change, 'scope' | 'path'>): string {
    return scope === 'user-global' ? GLOBAL : path;
  }

  isBaselineDirectory(directory: string): boolean {
    return directory === GLOBAL || chainOf(this.place.root, this.place.cwd).includes(directory);
  }

  apply({ root, isBaseline, changes }: Spoken): void {
    if (root !== undefined && root !== rootTagOf(this.place)) return;
    if (isBaseline) {
      for (const [key, { directory }] of this.statements)
        if (this.isBaselineDirectory(directory)) this.statements.delete(key);
    }
    for (const change of changes) this.change(change);
  }

  change(change: Change): void {
    const { action, scope, path, digest } = change;
    this.known.add(directoryOf(change));
    for (const [key, statement] of this.statements) if (statement.scope === scope) this.statements.delete(key);
    this.statements.delete(View.key(change));
    if (action === 'remove') return;
    this.statements.set(View.key(change), { scope, directory: directoryOf(change), path, digest });
  }

  /** The statement that a change is about: its file's, or its scope's. */
  before(change: Change): Statement | undefined {
    const own = this.statements.get(View.key(change));
    return own ?? [...this.statements.values()].find(({ scope }) => scope === change.scope);
  }

  copy(): View {
    const copy = new View(this.place);
    for (const [key, statement] of this.statements) copy.statements.set(key, statement);
    for (const directory of this.known) copy.known.add(directory);
    return copy;
  }
}

/** What the model was told about a place. */
export const viewOf = (spoken: readonly Spoken[], place: Place): View => {
  const view = new View(place);
  for (const each of spoken) view.apply(each);
  return view;
};

const argumentsOf = (given: unknown): Fields => {
  if (!isText(given)) return fieldsOf(given);
  try {
    return fieldsOf(JSON.parse(given));
  } catch {
    return {};
  }
};

/** The paths that a call names with a touching tool. Source: SPEC A9 */
export const pathsNamed = (rules: Rules, name: string, given: unknown): readonly string[] => {
  const names = Object.hasOwn(rules.touchTools, name) ? (rules.touchTools[name] ?? []) : [];
  const values = names.flatMap((argument) => argumentsOf(given)[argument]);
  return values
    .flatMap((value): readonly unknown[] => (Array.isArray(value) ? value : [value]))
    .filter((path): path is string => isText(path) && path !== '');
};

/** What an execution touched; an abort or error of its own takes only its own paths away. Source: SPEC A9 */
export const pathsTouched = (rules: Rules, run: ToolRun): readonly string[] => [
  ...(run.children ?? []).flatMap((child) => pathsTouched(rules, child)),
  ...(run.error === true || run.abort === true ? [] : pathsNamed(rules, run.name, run.arguments)),
];

/** Touches since the last `step/start`. Source: SPEC L4 */
export const openTouches = (rules: Rules, log: readonly LogEvent[]): readonly string[] => {
  let start = log.length;
  while (start > 0 && log[start - 1]?.type !== 'step/start') start -= 1;
  const touches: string[] = [];
  for (let seq = start; seq < log.length; seq += 1) {
    const event = log[seq];
    if (event?.type !== 'tool/result') continue;
    const { message, meta } = fieldsOf(event.data);
    const blocks = fieldsOf(message)['content'];
    const block = Array.isArray(blocks) ? blocks.map(fieldsOf).find(({ type }) => type === 'tool-result') : undefined;
    const { aborted, touched } = fieldsOf(meta);
    if (Array.isArray(touched)) touches.push(...touched.filter(isText));
    if (block === undefined || block['isError'] === true || aborted === true) continue;
    const call = lastOf(
      log.slice(0, seq),
      ({ type, data }) => type === 'tool/call' && fieldsOf(data)['callId'] === block['toolCallId'],
    );
    const { name, arguments: given } = fieldsOf(call?.data);
    if (isText(name)) touches.push(...pathsNamed(rules, name, given));
  }
  return touches;
};

/** The directories that touches reach, relative to the root. Source: SPEC A10 */
export const reachedBy = (rules: Rules, place: Place, touches: readonly string[]): readonly string[] => {
  const boundary = rules.reach === 'root' ? place.root : place.cwd;
  const prefix = boundary === '/' ? '/' : `${boundary}/`;
  return touches.flatMap((named) => {
    const touched = resolve(place.cwd, named);
    if (!touched.startsWith(prefix) || touched === prefix) return [];
    const chain = chainOf(place.root, `/${namesOf(touched).slice(0, -1).join('/')}`);
    return chain.slice(namesOf(boundary).length - namesOf(place.root).length);
  });
};

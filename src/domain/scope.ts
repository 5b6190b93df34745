// Owns: scopes, the authority slots that can each hold one instruction file, and their keys in the log.

/**
 * One authority slot.
 *
 * Shape:  `user-global`; or a directory (relative to the project root, `.` for the root) with a slot: a candidate name
 *         of its own (`selection: "all"`) or the `base` or `local` slot that several names compete for (`"first"`).
 * Source: SPEC A3
 */
export type Scope =
  | { readonly kind: 'user-global' }
  | { readonly kind: 'named'; readonly directory: string; readonly name: string }
  | { readonly kind: 'slot'; readonly directory: string; readonly slot: Slot };

/** The two slots of a directory under `selection: "first"`. */
export type Slot = 'base' | 'local';

/**
 * A scope as the log holds it: free of NUL and lone surrogates, so that JSON and a Postgres `jsonb` keep it unchanged.
 *
 * Source: SPEC A3
 */
export type ScopeKey = string & { readonly ScopeKey: unique symbol };

/** The key of the user-global scope; no directory key can equal it, since each of them holds a `/`. */
export const USER_GLOBAL = 'user-global' as ScopeKey;

/** Nearly every name: nothing in it needs an escape, or could be one. Cost: a fraction of the replacement's. */
const isPlain = (name: string): boolean => /^[ -$&-~]*$/.test(name);

/** `%` introduces an escape, so it is escaped itself; NUL cannot occur in a name but may in a hand-made value. */
const escapeName = (name: string): string =>
  isPlain(name)
    ? name
    : name.replace(/[%\0]|\p{Cs}/gu, (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const unescapeName = (text: string): string | undefined => {
  if (isPlain(text)) return text;
  const name = text.replace(/%([0-9a-f]{4})/gu, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return escapeName(name) === text ? name : undefined;
};

/**
 * Encodes a scope.
 *
 * Shape:  `user-global`; `<directory>/<name>`; `<directory>//<slot>`. Names hold no `/`, so decoding is exact. `%`, NUL
 *         and lone surrogates are written as `%` with four hexadecimal digits.
 * Source: SPEC A3; property-tests/scope.laws.test.ts
 */
export const scopeKey = (scope: Scope): ScopeKey => {
  switch (scope.kind) {
    case 'user-global':
      return USER_GLOBAL;
    case 'named':
      return escapeName(`${scope.directory}/${scope.name}`) as ScopeKey;
    case 'slot':
      return `${escapeName(scope.directory)}//${scope.slot}` as ScopeKey;
  }
};

/**
 * Tells whether a key is written as the path of its file is: nothing in it is escaped, since `%` itself would be.
 *
 * Shape:  of a key for a name of its own, in a directory below the root.
 */
export const isWrittenAsPath = (key: ScopeKey): boolean => !key.includes('%');

/** A directory below the root as written in a key: no climbing, no absolute path, no empty or `.` segment. */
const directoryFrom = (text: string): string | undefined => {
  if (text === '' || text === '.') return '.';
  return text.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..') ? text : undefined;
};

/** Tells whether a name is a single file name: no separator, no NUL, neither `.` nor `..`. Source: SPEC A1 */
export const isFileName = (name: string): boolean =>
  name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/u.test(name);

const named = (directory: string | undefined, name: string): Scope | undefined =>
  directory === undefined || !isFileName(name) ? undefined : { kind: 'named', directory, name };

/** `<directory>\u0000<name>`, as other tools write it; understood, never written. */
const fromForeignKey = (key: string, cut: number): Scope | undefined =>
  named(directoryFrom(key.slice(0, cut)), key.slice(cut + 1));

/**
 * Reads a key of the log, ours or another tool's.
 *
 * Errors: `undefined` for anything that is no key or that leaves the root.
 * Source: SPEC A3
 */
export const scopeOfKey = (key: string): Scope | undefined => {
  if (key === USER_GLOBAL) return { kind: 'user-global' };
  const foreign = key.indexOf('\0');
  if (foreign >= 0) return fromForeignKey(key, foreign);
  const slot = /^(.+)\/\/(base|local)$/su.exec(key);
  const cut = slot === null ? key.lastIndexOf('/') : (slot[1] ?? '').length;
  const written = cut < 1 ? undefined : unescapeName(key.slice(0, cut));
  const directory = written === undefined ? undefined : directoryFrom(written);
  if (directory === undefined) return undefined;
  if (slot !== null) return { kind: 'slot', directory, slot: slot[2] as Slot };
  const name = unescapeName(key.slice(cut + 1));
  return name === undefined ? undefined : named(directory, name);
};

/** The directory a scope speaks for, relative to the root; `undefined` for user-global. */
export const directoryOf = (scope: Scope): string | undefined =>
  scope.kind === 'user-global' ? undefined : scope.directory;

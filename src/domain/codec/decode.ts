// Owns: how a value from outside is decoded, and the error that says where it is wrong, what was expected and what was
// found. Codecs here and in the rooms above only judge: a decoded value is the very object that came in.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import type { InvalidValue } from '../error.js';

/** An object that is no list, whatever it holds. */
export type Fields = Readonly<Record<string, unknown>>;

/** Tells an object from a list, from `null` and from everything else. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const MAX_SHOWN_CHARS = 60;

/**
 * A value in a few words, for an error.
 *
 * Shape:  a scalar is shown (a long string cut short), a list or an object only named.
 * Errors: total over any JavaScript value.
 */
export const describeFound = (value: unknown): string => {
  switch (typeof value) {
    case 'undefined':
      return 'nothing';
    case 'string':
      return JSON.stringify(value.length > MAX_SHOWN_CHARS ? `${value.slice(0, MAX_SHOWN_CHARS)}…` : value);
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? 'a list' : 'an object';
    case 'function':
      return 'a function';
    default:
      return String(value);
  }
};

/** One step of a JSON path: `.name`, `[3]`, or a quoted name where it is no identifier. */
export const pathStep = (key: string, inList: boolean): string => {
  if (inList) return `[${key}]`;
  return /^[A-Za-z_$][\w$]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
};

/**
 * The path of a setting from where the settings stand and the key that `InvalidConfig` names, itself a path: `a.b[1]`.
 */
export const settingPath = (place: string, key: string): string =>
  key.startsWith('[') ? place + key : `${place}.${key}`;

/** The members of a union or intersection are steps of io-ts's own, not steps into the value. */
const isBranch = (codec: t.Decoder<unknown, unknown> | undefined): boolean =>
  codec !== undefined && '_tag' in codec && (codec._tag === 'UnionType' || codec._tag === 'IntersectionType');

const pathOf = (context: t.Context, root: string): string => {
  let path = root;
  for (let index = 1; index < context.length; index += 1) {
    const above = context[index - 1];
    const key = context[index]?.key ?? '';
    if (!isBranch(above?.type)) path += pathStep(key, Array.isArray(above?.actual));
  }
  return path;
};

/** The first mistake; where several shapes were possible at one place, all of them are what was expected. */
const firstMistake = (errors: t.Errors, root: string): InvalidValue => {
  const places = errors.map(({ context }) => pathOf(context, root));
  const path = places[0] ?? root;
  const expected = errors.flatMap(({ context, message }, index) =>
    places[index] === path ? [message ?? context[context.length - 1]?.type.name ?? ''] : [],
  );
  const found = describeFound(errors[0]?.value);
  return { _tag: 'InvalidValue', path, expected: [...new Set(expected)].join(' or '), found };
};

/**
 * Decodes a value from outside.
 *
 * Shape:  `root` is how the value itself is called in the path, `$` unless it stands inside a larger document.
 * Errors: the first mistake, with a JSON path into the value.
 * Source: SPEC F8
 */
export const decodeValue = <A>(codec: t.Decoder<unknown, A>, value: unknown, root = '$'): Either<InvalidValue, A> =>
  E.mapLeft((errors: t.Errors) => firstMistake(errors, root))(codec.decode(value));

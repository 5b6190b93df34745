// Owns: the codecs that judge a value without rebuilding it, with names that read well in an error.
import * as t from 'io-ts';
import type { Fields } from './decode.js';
import { isFields } from './decode.js';

/** What a codec of an object with given fields decodes to. */
export type ShapeOf<R extends t.Props, O extends t.Props> = { readonly [K in keyof R]: t.TypeOf<R[K]> } & {
  readonly [K in keyof O]?: t.TypeOf<O[K]>;
};

/**
 * A codec from a test.
 *
 * Shape:  `expected` completes the sentence "expected …".
 */
export const that = <A>(expected: string, is: (value: unknown) => value is A): t.Type<A> =>
  new t.Type<A>(
    expected,
    is,
    (value, context) => (is(value) ? t.success(value) : t.failure(value, context)),
    t.identity,
  );

/** Any string. */
export const text = that('a string', (value): value is string => typeof value === 'string');

/** `true` or `false`. */
export const flag = that('true or false', (value): value is boolean => typeof value === 'boolean');

/** A number that JSON can hold. */
export const finite = that('a finite number', (value): value is number => Number.isFinite(value));

/** An integer that a double holds exactly. */
export const integer = that('an integer', (value): value is number => Number.isSafeInteger(value));

/** An integer of 0 or more: an index or an amount. */
export const natural = that(
  'an integer of 0 or more',
  (value): value is number => Number.isSafeInteger(value) && (value as number) >= 0,
);

/** An integer of 1 or more. */
export const positive = that(
  'a positive integer',
  (value): value is number => Number.isSafeInteger(value) && (value as number) > 0,
);

/** A string that passes a test. */
export const textThat = (expected: string, passes: (value: string) => boolean): t.Type<string> =>
  that(expected, (value): value is string => typeof value === 'string' && passes(value));

/** Any object that is no list. */
export const fields = that('an object', isFields);

/** One of a few scalars. */
export const oneOf = <const A extends string | number | boolean | null>(...allowed: readonly A[]): t.Type<A> =>
  that(allowed.map((value) => JSON.stringify(value)).join(' or '), (value): value is A =>
    (allowed as readonly unknown[]).includes(value),
  );

const NO_FIELD = that('no such field', (value): value is undefined => value === undefined);

const unknownKeys = (value: Fields, required: t.Props, optional: t.Props): readonly string[] =>
  Object.keys(value).filter((key) => !Object.hasOwn(required, key) && !Object.hasOwn(optional, key));

const mistakesIn = (
  value: Fields,
  context: t.Context,
  required: t.Props,
  optional: t.Props,
  isClosed: boolean,
): t.Errors => {
  const errors: t.ValidationError[] = [];
  const check = (key: string, codec: t.Mixed): void => {
    const found = value[key];
    const result = codec.validate(found, t.appendContext(context, key, codec, found));
    if (result._tag === 'Left') for (const error of result.left) errors.push(error);
  };
  if (isClosed) for (const key of unknownKeys(value, required, optional)) check(key, NO_FIELD);
  for (const [key, codec] of Object.entries(required)) check(key, codec);
  for (const [key, codec] of Object.entries(optional)) if (value[key] !== undefined) check(key, codec);
  return errors;
};

const shape = <R extends t.Props, O extends t.Props>(
  expected: string,
  required: R,
  optional: O,
  isClosed: boolean,
): t.Type<ShapeOf<R, O>> => {
  const [needed, possible] = [Object.entries<t.Mixed>(required), Object.entries<t.Mixed>(optional)];
  const is = (value: unknown): value is ShapeOf<R, O> =>
    isFields(value) &&
    needed.every(([key, codec]) => codec.is(value[key])) &&
    possible.every(([key, codec]) => value[key] === undefined || codec.is(value[key])) &&
    !(isClosed && unknownKeys(value, required, optional).some((key) => value[key] !== undefined));
  return new t.Type(
    expected,
    is,
    (value, context) => {
      if (!isFields(value)) return t.failure(value, context);
      const errors = mistakesIn(value, context, required, optional, isClosed);
      return errors.length === 0 ? t.success(value as ShapeOf<R, O>) : t.failures(errors);
    },
    t.identity,
  );
};

/** An object with these fields, and any others besides. */
export const open = <R extends t.Props, O extends t.Props>(
  expected: string,
  required: R,
  optional: O,
): t.Type<ShapeOf<R, O>> => shape(expected, required, optional, false);

/**
 * An object with these fields and no others.
 *
 * Why:    a misspelt key must not pass for a missing one.
 */
export const closed = <R extends t.Props, O extends t.Props>(
  expected: string,
  required: R,
  optional: O,
): t.Type<ShapeOf<R, O>> => shape(expected, required, optional, true);

/** A list whose items all have one shape. */
export const listOf = <A>(item: t.Type<A>, expected = 'a list'): t.Type<readonly A[]> =>
  new t.Type<readonly A[]>(
    expected,
    (value): value is readonly A[] => Array.isArray(value) && value.every(item.is),
    (value, context) => {
      if (!Array.isArray(value)) return t.failure(value, context);
      const errors: t.ValidationError[] = [];
      value.forEach((each: unknown, index) => {
        const result = item.validate(each, t.appendContext(context, String(index), item, each));
        if (result._tag === 'Left') for (const error of result.left) errors.push(error);
      });
      return errors.length === 0 ? t.success(value as readonly A[]) : t.failures(errors);
    },
    t.identity,
  );

/** An object used as a map: any keys that one codec accepts, values of one shape. */
export const mapOf = <A>(key: t.Type<string>, item: t.Type<A>): t.Type<Readonly<Record<string, A>>> =>
  chosen('an object', (value) => {
    if (!isFields(value)) return undefined;
    const names = Object.keys(value);
    const codecs = names.map((name) => [name, key.is(name) ? item : misnamed(key)] as const);
    return closed('an object', Object.fromEntries(codecs), {});
  });

/** Refuses whatever stands under a key that is none. */
const misnamed = (key: t.Type<string>): t.Mixed => that(`a key that is ${key.name}`, (_): _ is undefined => false);

/**
 * A codec that looks at a value to choose which codec judges it.
 *
 * Shape:  `A` is what the chosen codecs together decode to, which TypeScript cannot see.
 * Why:    a union would report every shape that the value was never meant to have.
 */
export const chosen = <A>(expected: string, choose: (value: unknown) => t.Mixed | undefined): t.Type<A> =>
  new t.Type<A>(
    expected,
    (value): value is A => choose(value)?.is(value) === true,
    (value, context) => choose(value)?.validate(value, context) ?? t.failure(value, context),
    t.identity,
  );

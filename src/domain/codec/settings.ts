// Owns: how a source's settings are decoded, and the error that names the setting which is wrong.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import type { InvalidConfig } from '../error.js';
import { decodeValue, describeFound, isFields, pathStep } from './decode.js';
import { natural } from './shape.js';

/** A setting's codec beside the words for what it expects; it may be left out unless it says that it may not. */
export type Setting = readonly [codec: t.Mixed, expected: string, presence?: 'required'];

/** How every setting of a source is decoded. */
export type SettingsTable<C> = { readonly [K in keyof Required<C>]: Setting };

/** The setting `refreshIntervalMs`; 0 is no interval. Source: SPEC T, M */
export const refreshInterval: Setting = [natural, 'a non-negative safe integer'];

/**
 * Decodes the settings of a source.
 *
 * Shape:  the very object that came in; `undefined` counts as left out.
 * Errors: the first setting that is wrong, missing or unknown.
 * Source: SPEC F8
 */
export const decodeSettings = <C>(
  source: string,
  table: SettingsTable<C>,
  value: unknown,
): Either<InvalidConfig, C> => {
  const refuse = (key: string, expected: string, found: string): Either<InvalidConfig, never> =>
    E.left({ _tag: 'InvalidConfig', code: 'INVALID_CONFIG', source, key, expected, found });
  if (!isFields(value)) return refuse('config', 'an object', describeFound(value));
  for (const [key, [codec, expected, presence]] of Object.entries<Setting>(table)) {
    const setting = value[key];
    if (setting === undefined && presence !== 'required') continue;
    const decoded = decodeValue(codec, setting, key);
    if (E.isRight(decoded)) continue;
    const { path, expected: inside, found } = decoded.left;
    return path === key ? refuse(key, expected, describeFound(setting)) : refuse(path, inside, found);
  }
  const unknown = Object.keys(value).find((key) => !Object.hasOwn(table, key));
  // The key is the first step of a path, as all others that are refused are; it may be no identifier.
  const named = unknown === undefined ? undefined : pathStep(unknown, false).replace(/^\./u, '');
  if (named !== undefined) return refuse(named, `one of ${Object.keys(table).join(', ')}`, 'an unknown setting');
  return E.right(value as C);
};

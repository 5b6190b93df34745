// Owns: the boundary of time-context: its settings, decoded from a value of unknown shape.
import type { Either } from 'fp-ts/lib/Either.js';
import type { SettingsTable } from '../../domain/codec/settings.js';
import { decodeSettings, refreshInterval } from '../../domain/codec/settings.js';
import { textThat } from '../../domain/codec/shape.js';
import type { InvalidConfig } from '../../domain/error.js';
import type { TimeContextConfig } from './model.js';
import { TIME_CONTEXT } from './model.js';
import { isAcceptedZone } from './zone.js';

const ZONE = 'UTC or the name of a time zone, no link and no offset';

const SETTINGS: SettingsTable<TimeContextConfig> = {
  timeZone: [textThat(ZONE, isAcceptedZone), ZONE],
  refreshIntervalMs: refreshInterval,
};

/**
 * Decodes the settings.
 *
 * Errors: the first setting that is wrong or unknown.
 * Source: SPEC T, T2, F8
 */
export const decodeConfig = (value: unknown): Either<InvalidConfig, TimeContextConfig> =>
  decodeSettings(TIME_CONTEXT, SETTINGS, value);

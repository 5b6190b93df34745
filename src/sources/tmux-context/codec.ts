// Owns: the boundary of tmux-context: its settings, decoded from a value of unknown shape.
import type { Either } from 'fp-ts/lib/Either.js';
import type { SettingsTable } from '../../domain/codec/settings.js';
import { decodeSettings, refreshInterval } from '../../domain/codec/settings.js';
import type { InvalidConfig } from '../../domain/error.js';
import type { TmuxContextConfig } from './model.js';
import { TMUX_CONTEXT } from './model.js';

const SETTINGS: SettingsTable<TmuxContextConfig> = { refreshIntervalMs: refreshInterval };

/**
 * Decodes the settings.
 *
 * Errors: the first setting that is wrong or unknown.
 * Source: SPEC M, F8
 */
export const decodeConfig = (value: unknown): Either<InvalidConfig, TmuxContextConfig> =>
  decodeSettings(TMUX_CONTEXT, SETTINGS, value);

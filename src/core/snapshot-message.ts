// Owns: the durable snapshot message of a plugin: a source tag whose sections repeat the message's own text.
// time-context, tmux-context and the prompt's context snapshot are all of this shape.
import type { LogEvent } from '../domain/log-event.js';
import { sourceOf } from '../domain/log-event.js';
import type { MessageDraft, SourceTag } from '../domain/message.js';
import { textContent } from '../domain/message.js';

/** One named part of a snapshot. */
export interface SnapshotSection {
  readonly name: string;
  readonly text: string;
}

/** The source tag of a snapshot. Source: SPEC T, M, P1 */
export interface SnapshotTag extends SourceTag {
  readonly kind: 'plugin';
  readonly plugin: string;
  readonly form: 'snapshot';
  readonly sections: readonly SnapshotSection[];
}

/** A message that says `text`, tagged with the sections it is made of. */
export const snapshotDraft = (
  plugin: string,
  sections: readonly SnapshotSection[],
  text: string,
): MessageDraft & { readonly source: SnapshotTag } => ({
  content: textContent([text]),
  source: { kind: 'plugin', plugin, form: 'snapshot', sections },
});

/** Tells whether an event claims to be a message of that plugin, well formed or not. */
export const isOfPlugin = (event: LogEvent, plugin: string): boolean => {
  const source = sourceOf(event);
  return source?.kind === 'plugin' && source['plugin'] === plugin;
};

/** Tells whether a value is an object with these fields and no others. */
export const hasExactly = (value: unknown, keys: readonly string[]): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length === keys.length &&
  keys.every((key) => Object.hasOwn(value, key));

/**
 * What a plugin's snapshot says, when its tag is exactly that of one section which bears the plugin's name.
 *
 * Errors: `undefined` for anything else: a malformed tag in a log carries no meaning.
 * Source: SPEC T, M, F8
 */
export const soleSectionOf = (event: LogEvent, plugin: string): string | undefined => {
  const source: unknown = sourceOf(event);
  if (!isOfPlugin(event, plugin) || !hasExactly(source, ['kind', 'plugin', 'form', 'sections'])) return undefined;
  const sections: unknown = source['sections'];
  if (source['form'] !== 'snapshot' || !Array.isArray(sections) || sections.length !== 1) return undefined;
  const section: unknown = sections[0];
  if (!hasExactly(section, ['name', 'text']) || section['name'] !== plugin) return undefined;
  return typeof section['text'] === 'string' ? section['text'] : undefined;
};

/** Tells whether a reading is due again. Source: SPEC T1, M1 */
export const isRefreshDue = (now: number, lastAt: number | undefined, intervalMs: number | undefined): boolean =>
  intervalMs === undefined || intervalMs === 0 || lastAt === undefined || now < lastAt || now - lastAt >= intervalMs;

// Owns: which paths a tool call names, and what nested executions come to. Purely about names: nothing is resolved
// here.
import * as E from 'fp-ts/lib/Either.js';
import * as J from 'fp-ts/lib/Json.js';
import type { Execution } from '../../core/context-source.js';

type Fields = Readonly<Record<string, unknown>>;

/** Arguments come as an object or as its JSON text; anything else names nothing. */
const argumentsOf = (value: unknown): Fields | undefined => {
  const parsed: unknown = typeof value === 'string' ? E.getOrElse((): unknown => undefined)(J.parse(value)) : value;
  return typeof parsed === 'object' && parsed !== null ? (parsed as Fields) : undefined;
};

const listed = (value: unknown): readonly string[] => {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.filter((item): item is string => typeof item === 'string' && item !== '');
};

/**
 * The paths that a call names with a touching tool.
 *
 * Shape:  as named; the argument may hold one path or a list of them.
 * Source: SPEC A9, L2
 */
export const pathsNamed = (
  tools: ReadonlyMap<string, readonly string[]>,
  call: { readonly name: string; readonly arguments: unknown },
): readonly string[] => {
  const names = tools.get(call.name);
  const fields = names === undefined ? undefined : argumentsOf(call.arguments);
  if (names === undefined || fields === undefined) return [];
  return names.flatMap((name) => (Object.hasOwn(fields, name) ? listed(fields[name]) : []));
};

/**
 * The paths that an execution and those inside it touched.
 *
 * Shape:  children first, in the order in which they settled, whatever became of their parent; an execution's own paths
 *         count only when it neither failed nor was aborted.
 * Source: SPEC A9
 */
export const pathsTouched = (
  tools: ReadonlyMap<string, readonly string[]>,
  execution: Execution,
): readonly string[] => {
  const inside = (execution.children ?? []).flatMap((child) => pathsTouched(tools, child));
  const own = execution.failed === true || execution.aborted === true ? [] : pathsNamed(tools, execution);
  return [...new Set([...inside, ...own])];
};

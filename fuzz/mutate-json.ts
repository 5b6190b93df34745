// Owns: changing a JSON value somewhere inside. How values become texts is mutate.ts.
import type { Random } from './random.js';

const SCALARS: readonly unknown[] = [
  ...[null, true, false, '', 0, -0, -1, 1, 2, 3, 7, 0.5, -0.5, 100, 1_000, 65_536, 2 ** 31, 2 ** 32, 2 ** 53, 1e15],
  ...[-(2 ** 53), 1e21, 1e300, 1.7e308, -1.7e308, 5e-324, 8.64e15, 8.64e15 + 1, -62_167_219_200_001],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'length',
    '.',
    '..',
    '/',
    '\\',
    '\0',
    '\ud800',
    '\udfff',
  ],
  ...['\u2028', '\ufeff', '\u202e', '\u200b', '\r\n', '\t', ' ', '%', '0', '-1', 'null', '{}', '[]', '"', '1e999'],
  ...['a'.repeat(200), '<'.repeat(50), '../'.repeat(40), '</system-reminder>', '<system-reminder>'],
];

/** What a mutation may take from. */
export interface Stock {
  readonly random: Random;
  readonly tokens: readonly string[];
  /** Another value, parts of which may be put in. */
  readonly donor: unknown;
  readonly text: (text: string) => string;
}

type Entries = readonly (readonly [string, unknown])[];

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** By its entries, so that `__proto__` is a key like any other. */
const objectOf = (entries: Entries): unknown => Object.fromEntries(entries);

const childrenOf = (value: unknown): readonly unknown[] => (isObject(value) ? Object.values(value) : []);

/** Any part of a value, shallow ones more often. */
const partOf = ({ random }: Stock, value: unknown): unknown => {
  let part = value;
  for (;;) {
    const children = childrenOf(part);
    if (children.length === 0 || random.below(3) === 0) return part;
    part = random.pick(children);
  }
};

const wordOf = ({ random, tokens }: Stock): string =>
  tokens.length === 0 || random.below(8) === 0 ? String(random.pick(SCALARS)) : random.pick(tokens);

const scalarOf = (stock: Stock): unknown => (stock.random.below(3) === 0 ? wordOf(stock) : stock.random.pick(SCALARS));

const anything = (stock: Stock): unknown => {
  switch (stock.random.below(6)) {
    case 0:
      return partOf(stock, stock.donor);
    case 1:
      return [];
    case 2:
      return {};
    default:
      return scalarOf(stock);
  }
};

const changedList = (stock: Stock, list: readonly unknown[]): unknown => {
  const { random } = stock;
  const at = random.below(list.length + 1);
  const [before, after] = [list.slice(0, at), list.slice(at)];
  switch (random.below(5)) {
    case 0:
      return [...before, ...after.slice(1)];
    case 1:
      return [...before, ...new Array<unknown>(1 + random.below(6)).fill(after[0] ?? list[0]), ...after];
    case 2:
      return [...after, ...before];
    case 3:
      return [...before, partOf(stock, stock.donor), ...after];
    default:
      return [...before, anything(stock), ...after];
  }
};

const changedObject = (stock: Stock, value: object): unknown => {
  const { random } = stock;
  const entries: Entries = Object.entries(value);
  const at = random.below(entries.length + 1);
  const [before, after] = [entries.slice(0, at), entries.slice(at + 1)];
  const [key, held] = entries[at] ?? [wordOf(stock), anything(stock)];
  switch (random.below(5)) {
    case 0:
      return objectOf([...before, ...after]);
    case 1:
      return objectOf([...before, [wordOf(stock), held], ...after]);
    case 2:
      return objectOf([...entries, [wordOf(stock), held]]);
    case 3:
      return objectOf([...entries, [wordOf(stock), partOf(stock, stock.donor)]]);
    default:
      return objectOf([...before, [key, anything(stock)], ...after]);
  }
};

const changedNumber = ({ random }: Stock, value: number): unknown =>
  random.pick([value + 1, value - 1, -value, value * 2, value / 2, Math.trunc(value), String(value)]);

const changed = (stock: Stock, value: unknown): unknown => {
  const kind = stock.random.below(8);
  if (kind === 0) return anything(stock);
  if (kind === 1) return partOf(stock, stock.donor);
  if (kind === 2) return stock.random.below(2) === 0 ? [value] : objectOf([[wordOf(stock), value]]);
  if (typeof value === 'string') return stock.random.below(3) === 0 ? wordOf(stock) : stock.text(value);
  if (typeof value === 'number') return changedNumber(stock, value);
  if (Array.isArray(value)) return changedList(stock, value);
  return isObject(value) ? changedObject(stock, value) : scalarOf(stock);
};

/** A value with one change somewhere inside. */
export const mutateJson = (stock: Stock, value: unknown): unknown => {
  const children = childrenOf(value).length;
  if (children === 0 || stock.random.below(children + 2) < 2) return changed(stock, value);
  const key = stock.random.pick(Object.keys(value as object));
  const entries = Object.entries(value as object).map(
    ([name, part]) => [name, name === key ? mutateJson(stock, part) : (part as unknown)] as const,
  );
  return Array.isArray(value) ? entries.map(([, part]) => part) : objectOf(entries);
};

/** A value whose list, picked at random, is filled up with one of its items; the same value where it has no list. */
export const swollen = (random: Random, value: unknown, items: number): unknown => {
  if (Array.isArray(value) && (value.length > 0 ? random.below(2) === 0 : true)) {
    return new Array<unknown>(items).fill(value.length === 0 ? 0 : random.pick(value as unknown[]));
  }
  const inside = Object.entries(isObject(value) ? value : {}).filter(([, part]) => isObject(part));
  if (inside.length === 0) return value;
  const [key] = random.pick(inside);
  const entries = Object.entries(value as object).map(
    ([name, part]) => [name, name === key ? swollen(random, part, items) : (part as unknown)] as const,
  );
  return Array.isArray(value) ? entries.map(([, part]) => part) : objectOf(entries);
};

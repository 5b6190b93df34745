// Owns: from an input to another one: by its grammar most of the time, unit by unit else; and how one is made large.
import { mutateJson, swollen } from './mutate-json.js';
import type { Random } from './random.js';
import type { Grammar, Target } from './target.js';

/** Longer inputs are made for growth alone: most of what can go wrong does so in a few lines. Units: UTF-16 units. */
export const MAX_UNITS = 1_024;

const UNITS = [
  ...Array.from('\0\t\n\r "\\/<>[]{}()%:;,.-_=+*?!@#$&|~`\'^aAzZ09'),
  ...['\u007f', '\u0085', '\u00a0', '\u00ad', '\u00ff', '\u017f', '\u200b', '\u200d', '\u2028', '\u2029', '\u202e'],
  ...['\u2066', '\u212a', '\u3000', '\ufeff', '\ufffd', '\uffff', '\ud800', '\udc00', '\u{1f600}', '\u{e0001}'],
];

const BYTES = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));

type Edit = (text: string, random: Random, tokens: readonly string[], units: readonly string[]) => string;

const spliced = (text: string, at: number, gone: number, put: string): string =>
  text.slice(0, at) + put + text.slice(at + gone);

const wordIn = (random: Random, tokens: readonly string[]): string =>
  random.below(16) === 0 ? '' : random.pick(tokens);

const EDITS: readonly Edit[] = [
  (text, random, _, units) => spliced(text, random.below(text.length + 1), 0, random.pick(units)),
  (text, random, _, units) => spliced(text, random.below(text.length + 1), 1, random.pick(units)),
  (text, random, tokens) => spliced(text, random.below(text.length + 1), 0, wordIn(random, tokens)),
  (text, random, tokens) => spliced(text, random.below(text.length + 1), 1 + random.below(4), wordIn(random, tokens)),
  (text, random) => spliced(text, random.below(text.length + 1), 1 + random.below(12), ''),
  (text, random) => {
    const at = random.below(text.length + 1);
    return spliced(text, at, 0, text.slice(at, at + 1 + random.below(24)).repeat(1 + random.below(4)));
  },
  (text, random) => {
    const [from, to] = [random.below(text.length + 1), random.below(text.length + 1)];
    return spliced(text, to, 0, text.slice(from, from + 1 + random.below(32)));
  },
  (text, random) => {
    const at = random.below(text.length + 1);
    const unit = text.charCodeAt(at);
    return Number.isNaN(unit) ? text : spliced(text, at, 1, String.fromCharCode(unit ^ (1 << random.below(8))));
  },
];

/** A text with one to three changes. */
const mutateText = (text: string, random: Random, tokens: readonly string[], units: readonly string[]): string => {
  let changed = text;
  for (let left = 1 + random.below(3); left > 0; left -= 1)
    changed = random.pick(EDITS)(changed, random, tokens, units);
  return changed;
};

const parsed = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
};

const written = (value: unknown, random: Random): string =>
  JSON.stringify(value, null, random.below(32) === 0 ? 2 : 0) ?? '';

const mutateAsJson = (text: string, random: Random, { tokens }: Target, donor: string): string => {
  const json = random.below(8) === 0 ? undefined : parsed(text);
  if (json === undefined) return mutateText(text, random, tokens, UNITS);
  const stock = {
    random,
    tokens,
    donor: parsed(donor)?.value,
    text: (inside: string) => mutateText(inside, random, tokens, UNITS),
  };
  let { value } = json;
  for (let left = 1 + random.below(3); left > 0; left -= 1) value = mutateJson(stock, value);
  return written(value, random);
};

const mutateLines = (text: string, random: Random, target: Target, donor: string): string => {
  const lines = text.split('\n');
  const at = random.below(lines.length);
  const [before, line = '', after] = [lines.slice(0, at), lines[at], lines.slice(at + 1)];
  const foreign = random.pick(donor.split('\n'));
  switch (random.below(10)) {
    case 0:
      return [...before, ...after].join('\n');
    case 1:
      return [...before, line, line, ...after].join('\n');
    case 2:
      return [...before, ...after.slice(0, 1), line, ...after.slice(1)].join('\n');
    case 3:
      return [...before, foreign, line, ...after].join('\n');
    case 4:
      return [...before, line, ...donor.split('\n').slice(random.below(4))].join('\n');
    default:
      return [...before, mutateAsJson(line, random, target, foreign), ...after].join('\n');
  }
};

const once: Readonly<Record<Grammar, (text: string, random: Random, target: Target, donor: string) => string>> = {
  json: mutateAsJson,
  lines: mutateLines,
  text: (text, random, { tokens }, donor) =>
    random.below(12) === 0
      ? text.slice(0, random.below(text.length + 1)) + donor.slice(random.below(donor.length + 1))
      : mutateText(text, random, tokens, UNITS),
  bytes: (text, random, { tokens }, donor) =>
    random.below(12) === 0
      ? text.slice(0, random.below(text.length + 1)) + donor.slice(random.below(donor.length + 1))
      : mutateText(text, random, tokens, BYTES),
};

/** Another input, made from one of the corpus and parts of a second. */
export const mutate = (text: string, random: Random, target: Target, donor: string): string => {
  let changed = text;
  for (let left = random.below(3) === 0 ? 2 : 1; left > 0; left -= 1) {
    changed = once[target.grammar](changed, random, target, donor);
  }
  return changed.length > MAX_UNITS ? changed.slice(0, MAX_UNITS) : changed;
};

const fillOne = (text: string, random: Random, units: number): string => {
  const at = random.below(text.length + 1);
  const part = text.slice(at, at + 1 + random.below(40)) || ' ';
  const count = Math.max(0, Math.ceil((units - text.length) / part.length));
  return spliced(text, at, 0, part.repeat(count));
};

const fillList = (text: string, random: Random, units: number): string | undefined => {
  const json = parsed(text);
  if (json === undefined) return undefined;
  const at = random.below(1_000_000);
  const again = (items: number): string => {
    let drawn = at;
    const same: Random = {
      below: (bound) => {
        drawn = (Math.imul(drawn, 1_103_515_245) + 12_345) & 0x7fff_ffff;
        return (drawn >>> 8) % bound;
      },
      pick: (list) => list[same.below(list.length)] as never,
    };
    return JSON.stringify(swollen(same, json.value, items)) ?? '';
  };
  const each = again(64).length - again(63).length;
  return each <= 0 ? undefined : again(Math.ceil(units / each));
};

/**
 * An input of about a length, by repetition of some part of another one: a slice, a line, or an item of a list.
 *
 * Shape:  with a `random` of one seed, the same part is repeated whatever the length.
 */
export const inflate = (text: string, random: Random, { grammar }: Target, units: number): string => {
  const kind = random.below(3);
  if (grammar === 'lines') {
    const lines = text.split('\n');
    const at = random.below(lines.length);
    const line = lines[at] ?? '';
    const rest = [lines.slice(0, at), lines.slice(at + 1)] as const;
    if (kind === 0) {
      const count = Math.ceil(units / (line.length + 1));
      return [...rest[0], ...new Array<string>(count).fill(line), ...rest[1]].join('\n');
    }
    const long = (kind === 1 ? fillList(line, random, units) : undefined) ?? fillOne(line, random, units);
    return [...rest[0], long, ...rest[1]].join('\n');
  }
  return (grammar === 'json' && kind !== 0 ? fillList(text, random, units) : undefined) ?? fillOne(text, random, units);
};

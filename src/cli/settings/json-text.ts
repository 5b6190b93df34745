// Owns: JSON as a text that somebody wrote: where each value stands in it, and changes that leave everything else as it
// was, order, indentation and line ends included. What is changed and why is the caller's business.

/** Where a text is no JSON. Units: `line` and `column` are 1-based. */
export interface NoJson {
  readonly line: number;
  readonly column: number;
  readonly problem: string;
}

/** A member of an object; `start` is where its key begins. */
export interface Member {
  readonly key: string;
  readonly start: number;
  readonly value: Node;
}

/** A value with its place in the text. Units: offsets in UTF-16 units, `end` behind the last. */
export type Node = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'object'; readonly members: readonly Member[] }
  | { readonly kind: 'list'; readonly items: readonly Node[] }
  | { readonly kind: 'scalar' }
);

class Unreadable extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

const SPACE = /[ \t\r\n]*/uy;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/u;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/u;
const SCALAR = new RegExp(`${STRING.source}|${NUMBER.source}|true|false|null`, 'uy');

/** Nobody nests settings as deep as that, and the stack does not either. */
const MAX_DEPTH = 200;

/** Reads one value; every step begins where the one before ended. */
class Reader {
  constructor(
    readonly text: string,
    private at = 0,
  ) {}

  /** Steps over what is there; tells whether it is. */
  private take(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const isThere = pattern.test(this.text);
    if (isThere) this.at = pattern.lastIndex;
    return isThere;
  }

  private next(): string {
    // Mostly there is no space, and to look for some takes longer than all the rest.
    if (this.text.charCodeAt(this.at) <= 0x20) this.take(SPACE);
    return this.text.charAt(this.at);
  }

  private expect(one: string): void {
    if (this.next() !== one) throw new Unreadable(this.at, `expected ${JSON.stringify(one)}`);
    this.at += 1;
  }

  private parts<A>(close: string, read: () => A): readonly A[] {
    this.at += 1;
    const parts: A[] = [];
    while (this.next() !== close) {
      if (parts.length > 0) this.expect(',');
      parts.push(read());
    }
    this.at += 1;
    return parts;
  }

  private member(depth: number): Member {
    this.next();
    const start = this.at;
    if (this.text.charAt(start) !== '"' || !this.take(SCALAR)) {
      throw new Unreadable(start, 'expected a key in double quotes');
    }
    const key = JSON.parse(this.text.slice(start, this.at)) as string;
    this.expect(':');
    return { key, start, value: this.value(depth + 1) };
  }

  value(depth = 0): Node {
    const open = this.next();
    const start = this.at;
    if (depth > MAX_DEPTH) throw new Unreadable(start, 'it is nested too deeply');
    if (open === '{') {
      const members = this.parts('}', () => this.member(depth));
      return { kind: 'object', members, start, end: this.at };
    }
    if (open === '[') {
      const items = this.parts(']', () => this.value(depth + 1));
      return { kind: 'list', items, start, end: this.at };
    }
    if (!this.take(SCALAR)) throw new Unreadable(start, open === '' ? 'it ends too early' : 'expected a value');
    return { kind: 'scalar', start, end: this.at };
  }

  document(): Node {
    const value = this.value();
    if (this.next() !== '') throw new Unreadable(this.at, 'expected nothing more');
    return value;
  }
}

/**
 * Reads a text.
 *
 * Errors: where it stops being JSON, and what was expected there.
 */
export const readNode = (text: string): Node | NoJson => {
  try {
    return new Reader(text).document();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const before = text.slice(0, error.at).split('\n');
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, problem: error.message };
  }
};

/** How a text is laid out. */
interface Layout {
  readonly unit: string;
  readonly lineEnd: string;
}

const layoutOf = (text: string): Layout => ({
  unit: /\n([ \t]+)\S/u.exec(text)?.[1] ?? '  ',
  lineEnd: text.includes('\r\n') ? '\r\n' : '\n',
});

const indentAt = (text: string, at: number): string => {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^[ \t]*/u.exec(line)?.[0] ?? '';
};

const written = (value: unknown, indent: string, { unit, lineEnd }: Layout): string =>
  JSON.stringify(value, null, unit).replaceAll('\n', lineEnd + indent);

const partsOf = (node: Node): readonly { readonly start: number; readonly end: number }[] => {
  if (node.kind === 'list') return node.items;
  return node.kind === 'object' ? node.members.map(({ start, value }) => ({ start, end: value.end })) : [];
};

/** What is added: to an object under its key. */
export interface Part {
  readonly key?: string;
  readonly value: unknown;
}

/** Adds parts at the end of an object or a list. */
export const withParts = (text: string, node: Node, added: readonly Part[]): string => {
  const layout = layoutOf(text);
  const outer = indentAt(text, node.start);
  const last = partsOf(node).at(-1);
  const indent = last === undefined ? outer + layout.unit : indentAt(text, last.start);
  const parts = added
    .map(({ key, value }) => (key === undefined ? '' : `${JSON.stringify(key)}: `) + written(value, indent, layout))
    .join(`,${layout.lineEnd}${indent}`);
  if (last !== undefined) return `${text.slice(0, last.end)},${layout.lineEnd}${indent}${parts}${text.slice(last.end)}`;
  const [open, close] = node.kind === 'list' ? ['[', ']'] : ['{', '}'];
  const inside = `${open}${layout.lineEnd}${indent}${parts}${layout.lineEnd}${outer}${close}`;
  return text.slice(0, node.start) + inside + text.slice(node.end);
};

/** A piece of a text. Units: offsets in UTF-16 units, `end` behind the last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * What has to go so that an object or a list loses parts: they, and the commas that it needs no longer.
 *
 * Shape:  in order, none within another; nothing where no part goes.
 */
export const spansOf = (node: Node, goes: (index: number) => boolean): readonly Span[] => {
  const parts = partsOf(node);
  const spans: Span[] = [];
  for (let from = 0; from < parts.length; from += 1) {
    const start = from;
    while (from < parts.length && goes(from)) from += 1;
    if (from === start) continue;
    const [before, first, last, after] = [parts[start - 1], parts[start], parts[from - 1], parts[from]];
    if (before !== undefined && last !== undefined) spans.push({ start: before.end, end: last.end });
    else if (after !== undefined && first !== undefined) spans.push({ start: first.start, end: after.start });
    else spans.push({ start: node.start + 1, end: node.end - 1 });
  }
  return spans;
};

/** A text without pieces, which are in order. Cost: linear. */
export const withoutSpans = (text: string, spans: readonly Span[]): string => {
  const kept = spans.map(({ start }, index) => text.slice(spans[index - 1]?.end ?? 0, start));
  return kept.join('') + text.slice(spans.at(-1)?.end ?? 0);
};

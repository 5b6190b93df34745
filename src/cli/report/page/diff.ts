// Owns: two texts side by side in one: the lines that went, the lines that came, and those around them.
import { diffLines } from 'diff';
import { h } from './dom.js';

/** Unchanged lines that are shown around a change. */
const AROUND = 3;

/** A text that differs in this much is shown as another text. Units: ms; edits. */
const LIMITS = { timeout: 400, maxEditLength: 4000 };

type Kind = 'same' | 'came' | 'went';

interface Line {
  readonly kind: Kind;
  readonly text: string;
}

const linesOf = (text: string, kind: Kind): readonly Line[] =>
  text
    .split('\n')
    .map((line, index, all) => ({ kind, text: index === all.length - 1 ? line : `${line}\n` }))
    .filter(({ text: line }) => line !== '');

/** Where a text ends in white space only the frame around it may differ. */
const ended = (text: string): string => (text.trimEnd() === '' ? '' : `${text.trimEnd()}\n`);

const compared = (before: string, after: string): readonly Line[] => {
  const changes = diffLines(ended(before), ended(after), LIMITS);
  if (changes === undefined) return [...linesOf(before, 'went'), ...linesOf(after, 'came')];
  return changes.flatMap(({ value, added, removed }) => linesOf(value, added ? 'came' : removed ? 'went' : 'same'));
};

const SIGNS = { same: ' ', came: '+', went: '−' } as const;
const SPOKEN = { same: '', came: 'added: ', went: 'removed: ' } as const;

const lineElement = ({ kind, text }: Line): HTMLElement =>
  h(
    'span',
    { class: `line ${kind}` },
    h('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[kind]),
    ...(kind === 'same' ? [] : [h('span', { class: 'spoken' }, SPOKEN[kind])]),
    text.endsWith('\n') ? text : `${text}\n`,
  );

const skipped = (lines: readonly Line[]): HTMLElement => {
  const name = `⋯ ${lines.length.toLocaleString('en-US')} unchanged line${lines.length === 1 ? '' : 's'}`;
  const element = h('button', { type: 'button', class: 'fold' }, name);
  element.addEventListener('click', () => element.replaceWith(...lines.map(lineElement)));
  return element;
};

/** Long stretches without a change fold to one line that opens. */
const folded = (lines: readonly Line[]): readonly HTMLElement[] => {
  const near = new Uint8Array(lines.length);
  lines.forEach(({ kind }, index) => {
    if (kind !== 'same') near.fill(1, Math.max(0, index - AROUND), index + AROUND + 1);
  });
  const shown: HTMLElement[] = [];
  for (let index = 0; index < lines.length;) {
    let end = index;
    while (end < lines.length && near[end] === near[index]) end += 1;
    const run = lines.slice(index, end);
    shown.push(...(near[index] === 1 || run.length < 3 ? run.map(lineElement) : [skipped(run)]));
    index = end;
  }
  return shown;
};

/** What came, what went, and where. Cost: bounded; texts that have little in common are shown one after the other. */
export const diffElement = (before: string, after: string): HTMLElement =>
  h(
    'pre',
    { class: 'diff', tabindex: 0, 'aria-label': 'What changed, line by line' },
    ...folded(compared(before, after)),
  );

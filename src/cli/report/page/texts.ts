// Owns: how one text is shown: folded until it is wanted, whole then, with what is known of it above.
import { h } from './dom.js';
import { nameParts } from './lanes.js';
import { shortBytes } from './words.js';

/** What a folded text shows while it is closed. */
export interface TextHead {
  readonly name: string;
  readonly isPath: boolean;
  readonly hue: number;
  readonly badge?: string;
  readonly bytes: number;
  readonly open: boolean;
}

/** A text exactly as it was said. */
export const exact = (text: string): HTMLElement =>
  h('pre', { class: 'text', tabindex: 0, 'aria-label': 'The text' }, text);

/** A heading that opens; what is inside is made when it is first opened. */
export const foldedText = (
  { name, isPath, hue, badge, bytes, open }: TextHead,
  inside: () => readonly Node[],
): HTMLDetailsElement => {
  const [directory, file] = isPath ? nameParts(name) : ['', name];
  const element = h(
    'details',
    { class: 'folded' },
    h(
      'summary',
      {},
      h('i', { class: `dot hue-${hue}`, 'aria-hidden': 'true' }),
      h('span', { class: 'name' }, h('span', { class: 'directory' }, directory), h('span', { class: 'file' }, file)),
      ...(badge === undefined ? [] : [h('span', { class: `badge ${badge.replace(/\W.*$/u, '')}` }, badge)]),
      h('span', { class: 'bytes' }, shortBytes(bytes)),
    ),
  );
  const fill = (): void => {
    if (element.childElementCount === 1) element.append(...inside());
  };
  element.addEventListener('toggle', () => element.open && fill());
  if (open) {
    fill();
    element.open = true;
  }
  return element;
};

/** Facts as a line of small words. */
export const factLine = (facts: readonly string[]): HTMLElement =>
  h('p', { class: 'facts' }, ...facts.filter((fact) => fact !== '').map((fact) => h('span', {}, fact)));

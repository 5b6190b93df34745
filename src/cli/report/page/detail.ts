// Owns: the lower half of the page: the chosen step, how to go to others, and what it saw.
import { changesPart } from './changes.js';
import { button, h } from './dom.js';
import { inForcePart, messagesPart } from './seen.js';
import type { Session } from './session.js';
import { hueOf } from './theme.js';
import type { View } from './view.js';
import { grouped, shortBytes, stepName, timeText } from './words.js';

/** The chosen step as a part of the page; `focus` goes there. */
export interface Detail {
  readonly element: HTMLElement;
  readonly focus: () => void;
}

const MOST_TOUCHES = 8;

const touchText = ({ data, stringAt }: Session, step: number): string => {
  const touches = (data.steps.touches[step] ?? []).map(stringAt);
  if (touches.length === 0) return '';
  const more = touches.length > MOST_TOUCHES ? ` and ${touches.length - MOST_TOUCHES} more` : '';
  return `touched since the step before: ${touches.slice(0, MOST_TOUCHES).join(', ')}${more}`;
};

const bytesList = ({ data }: Session, step: number): HTMLElement =>
  h(
    'ul',
    { class: 'totals', 'aria-label': 'Visible bytes by source' },
    ...data.sources.map((source, index) =>
      h(
        'li',
        {},
        h('i', { class: `dot hue-${hueOf(index)}`, 'aria-hidden': 'true' }),
        `${source} `,
        h('b', {}, shortBytes(data.totals[index]?.[step] ?? 0)),
      ),
    ),
  );

const stepHead = (session: Session, step: number): readonly Node[] => {
  const { seq, seenAt, time } = session.data.steps;
  const facts = [
    `step ${grouped(step + 1)} of ${grouped(session.steps)}`,
    `events ${seq[step]} to ${seenAt[step]}`,
    timeText(time[step]),
    touchText(session, step),
  ];
  return [
    h('p', { class: 'facts' }, ...facts.filter((fact) => fact !== '').map((fact) => h('span', {}, fact))),
    bytesList(session, step),
  ];
};

/** The buttons from step to step and from change to change. */
const travel = (session: Session, view: View): HTMLElement => {
  const { changing, steps } = session;
  const go = (target: () => number | undefined) => (): void => {
    const step = target();
    if (step !== undefined) view.choose(step);
  };
  const entries: readonly [string, string, () => number | undefined][] = [
    ['« change', 'Previous change', () => changing.filter((step) => step < view.now().step).at(-1)],
    ['‹ step', 'Previous step', () => view.now().step - 1],
    ['step ›', 'Next step', () => view.now().step + 1],
    ['change »', 'Next change', () => changing.find((step) => step > view.now().step)],
  ];
  const buttons = entries.map(([text, label, target]) => button({ 'aria-label': label }, go(target), text));
  const update = (): void => {
    const { step } = view.now();
    const dead = [step <= (changing[0] ?? 0), step <= 0, step >= steps - 1, step >= (changing.at(-1) ?? 0)];
    buttons.forEach((each, index) => each.setAttribute('aria-disabled', String(dead[index])));
  };
  view.onChange(update);
  update();
  return h('nav', { class: 'travel', 'aria-label': 'Steps' }, ...buttons);
};

/** Shows the chosen step; a step that is passed over quickly is never made. */
export const createDetail = (session: Session, view: View): Detail => {
  const heading = h('h2', { id: 'step', tabindex: -1 });
  const facts = h('div', { class: 'step-facts' });
  const left = h('div', { class: 'column' });
  const right = h('div', { class: 'column' });
  let shown = -1;
  const show = (): void => {
    const { step } = view.now();
    if (step === shown) return;
    shown = step;
    const name = stepName(session, step);
    heading.textContent = session.steps === 0 ? 'No step was entered' : name.charAt(0).toUpperCase() + name.slice(1);
    if (session.steps === 0) return;
    facts.replaceChildren(...stepHead(session, step));
    left.replaceChildren(inForcePart(session, step));
    right.replaceChildren(changesPart(session, step), messagesPart(session, step));
  };
  let waiting = 0;
  view.onChange(() => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(show);
  });
  show();
  return {
    element: h(
      'section',
      { class: 'detail', 'aria-labelledby': 'step' },
      h('header', { class: 'step-head' }, heading, travel(session, view)),
      facts,
      h('div', { class: 'columns' }, left, right),
    ),
    focus: () => {
      show();
      heading.focus();
    },
  };
};

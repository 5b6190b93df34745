// Owns: the start of the page: the data is read, the parts are put together, and painted whenever something changed.
import type { ReportData } from '../data.js';
import { createAxis, createMarks } from './axis.js';
import { createChart } from './chart.js';
import { createDetail } from './detail.js';
import { button, h } from './dom.js';
import { createLanes } from './lanes.js';
import { openSession } from './session.js';
import type { Session } from './session.js';
import { readTheme } from './theme.js';
import { createView } from './view.js';
import type { View } from './view.js';
import { MARK_WORDS, counted, timeText } from './words.js';

const readData = (): ReportData => JSON.parse(document.getElementById('data')?.textContent ?? '') as ReportData;

const heading = ({ data, steps }: Session): HTMLElement => {
  const scopes = data.lanes.filter(({ kind }) => kind === 'scope').length;
  const facts = [
    data.cwd,
    `${data.format} log`,
    counted(scopes, 'scope'),
    counted(data.lanes.length - scopes, 'other source'),
    counted(steps, 'step'),
    counted(data.events, 'event'),
    timeText(data.createdAt),
  ];
  return h(
    'header',
    { class: 'top' },
    h('h1', {}, data.log),
    h(
      'p',
      { class: 'facts' },
      h('span', {}, `session ${data.session}`),
      ...facts.filter((fact) => fact !== '').map((fact) => h('span', {}, fact)),
    ),
  );
};

const notices = ({ data, lanes, steps }: Session): readonly HTMLElement[] => {
  if (data.hypothetical !== null) {
    const { directory, time } = data.hypothetical;
    return [
      h(
        'p',
        { class: 'notice', role: 'note' },
        h('b', {}, 'What would have been due. '),
        `This log holds no instructions. They are decided here from the files in ${directory} as they were at ` +
          `${timeText(time)}, not as they were in the session; the model never saw them. ` +
          'Event numbers count them, too.',
      ),
    ];
  }
  if (lanes > 0 && steps > 0) return [];
  return [
    h(
      'p',
      { class: 'notice', role: 'note' },
      h('b', {}, steps === 0 ? 'No step was entered. ' : 'Nothing to draw. '),
      'No context source said anything that a step saw. For a transcript of another agent, `contextfold inspect LOG ' +
        '--cwd DIR` shows what would have been due with the files of a checkout.',
    ),
  ];
};

const KEY_ENTRIES = [
  ['sample tone-0', 'in force; another shade is another text'],
  ['sample cap-removed', 'ends: removed'],
  ['sample cap-shadow', 'ends: left the surface'],
] as const;

/** What the signs of the picture mean; only marks that occur are explained. */
const key = ({ data }: Session): HTMLElement => {
  const kinds = (['start', 'resume', 'compaction', 'rewind', 'attach'] as const).filter((_, index) =>
    data.marks.kind.includes(index),
  );
  return h(
    'p',
    { class: 'key' },
    ...KEY_ENTRIES.map(([look, text]) => h('span', {}, h('i', { class: look, 'aria-hidden': 'true' }), text)),
    ...kinds.map((kind) =>
      h('span', {}, h('i', { class: `sample line-${kind}`, 'aria-hidden': 'true' }), MARK_WORDS[kind]),
    ),
  );
};

const zoomButtons = (session: Session, view: View): HTMLElement => {
  const by = (factor: number) => (): void => {
    const { step, from, to } = view.now();
    view.show(step + 0.5 - ((to - from) * factor) / 2, step + 0.5 + ((to - from) * factor) / 2);
  };
  return h(
    'div',
    { class: 'zoom', role: 'group', 'aria-label': 'Zoom' },
    button({ 'aria-label': 'Zoom out' }, by(2), '−'),
    button({ 'aria-label': 'Zoom in' }, by(0.5), '+'),
    button({}, () => view.show(0, session.steps), 'All'),
  );
};

const start = (): void => {
  const session = openSession(readData());
  const view = createView(session, session.changing.at(-1) ?? Math.max(0, session.steps - 1));
  const detail = createDetail(session, view);
  const picture = h('div', { class: 'picture' });
  let width = 0;
  const plotWidth = (): number => width;
  const chart = createChart(session, view, plotWidth);
  const marks = createMarks(session, view, plotWidth);
  const axis = createAxis(session, view, plotWidth, detail.focus);
  const lanes = createLanes(session, view, plotWidth, detail.focus);
  const beside = (label: string, part: HTMLElement): HTMLElement =>
    h('div', { class: 'band' }, h('span', { class: 'band-label', 'aria-hidden': 'true' }, label), part);
  picture.append(
    h('div', { class: 'tools' }, chart.legend, zoomButtons(session, view)),
    beside('visible bytes', chart.element),
    beside('', marks.element),
    beside('', axis.element),
    lanes.element,
    key(session),
  );
  document
    .getElementById('report')
    ?.append(
      heading(session),
      h('main', {}, ...notices(session), h('section', { 'aria-label': 'Timeline' }, picture), detail.element),
    );
  let theme = readTheme();
  let waiting = 0;
  const paint = (): void => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => {
      for (const part of [chart, marks, axis, lanes]) part.paint(theme);
    });
  };
  // Asked for once for each size: to ask again while painting would lay out the whole page again.
  const measure = (): void => {
    const [box, labels] = [picture.querySelector('.lanes'), picture.querySelector('.labels')];
    width = Math.max(0, (box?.clientWidth ?? 0) - (labels?.clientWidth ?? 0));
    paint();
  };
  view.onChange(paint);
  new ResizeObserver(measure).observe(picture);
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    theme = readTheme();
    paint();
  });
};

// Read by nobody but who measures the page.
performance.mark('begun');
start();
performance.mark('drawn');

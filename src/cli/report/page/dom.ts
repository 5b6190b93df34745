// Owns: making elements. Text only ever enters a page as text: there is no other way in here.

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;
type Child = Node | string;

/** An element with attributes and children; a false or missing attribute is left out. */
export const h = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children);
  return element;
};

/** A button that does something. */
export const button = (attributes: Attributes, act: () => void, ...children: readonly Child[]): HTMLButtonElement => {
  const element = h('button', { type: 'button', ...attributes }, ...children);
  element.addEventListener('click', act);
  return element;
};

/** Appends some of many children, and a button for more of them. */
export const appendSome = <A>(
  parent: HTMLElement,
  items: readonly A[],
  most: number,
  show: (item: A) => Node,
): void => {
  parent.append(...items.slice(0, most).map(show));
  const rest = items.slice(most);
  if (rest.length === 0) return;
  const more = button(
    { class: 'more' },
    () => {
      more.remove();
      const from = parent.childNodes.length;
      appendSome(parent, rest, most * 4, show);
      const first = parent.childNodes[from];
      if (first instanceof HTMLElement) (first.querySelector('summary') ?? first).focus();
    },
    `Show more (${rest.length.toLocaleString('en-US')} left)`,
  );
  parent.append(more);
};

/** A canvas fitted to a size in CSS pixels, ready to be painted on, sharp on every screen. */
export const fitted = (canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D => {
  const ratio = Math.min(window.devicePixelRatio || 1, 2);
  const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) {
    canvas.width = pixelWidth;
    canvas.height = pixelHeight;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
};

// Owns: a lenient reader of rendered blocks (SPEC A15–A18): whether a frame is intact, what its budget line says,
// whether a content is in it. It shares no code with the renderer.

const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** What a heading must not show as it is. */
const ODD = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** What a lenient reader makes of a text: no white space, no invisible characters, one letter case. */
const squeezed = (text: string): string =>
  text
    .replace(INVISIBLE, '')
    .replace(/\u017f/gu, 's')
    .toLowerCase();

const count = (text: string, part: string): number => text.split(part).length - 1;

/** What is wrong with the frame of a text; nothing when it is intact. Source: SPEC A15, A17 */
export const frameFault = (text: string): string | undefined => {
  if (!text.startsWith('<system-reminder>\n')) return 'does not open with its tag';
  if (!text.endsWith('\n</system-reminder>')) return 'does not end with its tag';
  const lenient = squeezed(text);
  if (count(lenient, '<system-reminder') !== 1) return 'holds another opening tag';
  if (count(lenient, '</system-reminder') !== 1) return 'holds another closing tag';
  return undefined;
};

/** The line about the budget, the body's first block; nothing where nothing was left out. Source: SPEC A18 */
export const noticeOf = (text: string): string | undefined => {
  const line = text.split('\n')[1] ?? '';
  return line.startsWith('Workspace instruction budget ') ? line : undefined;
};

/** A path as it can be recognised in a line. */
export const labelOf = (path: string): string => path.replace(/<(?=\/?system-reminder)/giu, '<\\');

/** Whether a label stands for a path: what must not be shown as it is stands there in some visible spelling. */
const isLabelOf = (label: string, path: string): boolean => {
  const parts = labelOf(path).split(ODD);
  if (parts.length === 1) return label === parts[0];
  const pattern = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&')).join('\\S{1,10}');
  return new RegExp(`^${pattern}$`, 'u').test(label) && !ODD.test(label);
};

/** Whether the notice names a path as omitted. */
export const isOmitted = (notice: string | undefined, path: string): boolean => {
  const omitted = /: omitted (.*?)(?:; truncated .*)?$/u.exec(notice ?? '')?.[1];
  return omitted?.split(', ').some((label) => isLabelOf(label, path)) === true;
};

/** How many bytes of a path's content were kept, when it was cut. */
export const keptOf = (
  notice: string | undefined,
  path: string,
): { readonly of: number; readonly kept: number } | undefined => {
  const [, label = '', of, kept] = /truncated (.*) from (\d+) to (\d+) bytes$/u.exec(notice ?? '') ?? [];
  return isLabelOf(label, path) ? { of: Number(of), kept: Number(kept) } : undefined;
};

const readable = (text: string): string => text.replace(/<\\/gu, '<');

/** Whether a text holds a content, neutralised or not; all of it or its first bytes. */
export const holds = (text: string, content: string, keptBytes: number): boolean => {
  const prefix = Buffer.from(content, 'utf8')
    .subarray(0, keptBytes)
    .toString('utf8')
    .replace(/\ufffd+$/u, '');
  return text.includes(prefix) || readable(text).includes(readable(prefix));
};

const HEADINGS = {
  baseline: 'Instructions from',
  set: 'Additional instructions from',
  replace: 'Updated instructions from',
  remove: 'Instructions removed',
} as const;

/**
 * Whether a text has the heading of a change, on one line and with nothing invisible in it.
 *
 * Source: SPEC A16, A17
 */
export const hasHeading = (text: string, kind: keyof typeof HEADINGS, path: string): boolean => {
  const start = `${HEADINGS[kind]}: `;
  return text.split('\n').some((line) => line.startsWith(start) && isLabelOf(line.slice(start.length), path));
};

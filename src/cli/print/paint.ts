// Owns: colour: the few tones a text can have. What is said never depends on it, and whether a terminal gets it is
// decided where the process is known.

/** What a piece of text is to its reader. */
export type Tone = 'strong' | 'good' | 'notice' | 'bad' | 'quiet' | 'plain';

/** Gives a text its tone. */
export type Paint = (tone: Tone, text: string) => string;

const CODES: Readonly<Record<Exclude<Tone, 'plain'>, readonly [on: number, off: number]>> = {
  strong: [1, 22],
  good: [32, 39],
  notice: [33, 39],
  bad: [31, 39],
  quiet: [2, 22],
};

/** Paints with the sixteen colours that every terminal has and its user has chosen. */
const ansi: Paint = (tone, text) => {
  if (tone === 'plain' || text === '') return text;
  const [on, off] = CODES[tone];
  return `\u001b[${on}m${text}\u001b[${off}m`;
};

const plain: Paint = (_, text) => text;

/** The paint for a terminal that takes colours, or for everything else. */
export const paintFor = (colours: boolean): Paint => (colours ? ansi : plain);

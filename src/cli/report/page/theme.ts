// Owns: the colours of the pictures. They stand in the style sheet, once for light and once for dark.

/** What canvases are painted with. */
export interface Theme {
  readonly ink: string;
  readonly quiet: string;
  readonly line: string;
  readonly stripe: string;
  readonly chosen: string;
  readonly chosenLine: string;
  readonly removed: string;
  readonly shadowed: string;
  readonly onBar: string;
  readonly tones: readonly string[];
  readonly onTones: readonly string[];
  readonly sources: readonly string[];
  readonly marks: Readonly<Record<string, string>>;
  readonly font: string;
}

const SOURCES = 8;

/** Reads the colours as they are now. */
export const readTheme = (): Theme => {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    ink: read('ink'),
    quiet: read('quiet'),
    line: read('line'),
    stripe: read('stripe'),
    chosen: read('chosen'),
    chosenLine: read('accent'),
    removed: read('removed'),
    shadowed: read('shadowed'),
    onBar: read('on-bar'),
    tones: [0, 1, 2].map((tone) => read(`tone-${tone}`)),
    onTones: [0, 1, 2].map((tone) => read(`on-tone-${tone}`)),
    sources: Array.from({ length: SOURCES }, (_, index) => read(`source-${index}`)),
    marks: Object.fromEntries(
      ['start', 'resume', 'compaction', 'rewind', 'attach'].map((kind) => [kind, read(`mark-${kind}`)]),
    ),
    font: `11px ${read('sans')}`,
  };
};

/** The number of a source's colour; what is no context source is always the last, grey one. */
export const hueOf = (source: number): number =>
  source === 1 ? SOURCES - 1 : source === 0 ? 0 : 1 + ((source - 2) % (SOURCES - 2));

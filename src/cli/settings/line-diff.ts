// Owns: the difference of two short texts, line by line, as people read it.

/** `=` stands in both, `-` only in the old text, `+` only in the new one. */
type Row = readonly ['=' | '-' | '+', string];

/** The length of the longest common rest of two lists of lines, for every pair of places. */
const commonRests = (old: readonly string[], next: readonly string[]): readonly (readonly number[])[] => {
  const rests = Array.from({ length: old.length + 1 }, () => new Array<number>(next.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = next.length - 1; j >= 0; j -= 1) {
      const [here, below] = [rests[i] as number[], rests[i + 1] as number[]];
      here[j] = old[i] === next[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, here[j + 1] ?? 0);
    }
  }
  return rests;
};

const rowsOf = (old: readonly string[], next: readonly string[]): readonly Row[] => {
  const rests = commonRests(old, next);
  const rows: Row[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < next.length) {
    if (i < old.length && j < next.length && old[i] === next[j]) {
      rows.push(['=', old[i] as string]);
      [i, j] = [i + 1, j + 1];
    } else if (j >= next.length || (i < old.length && (rests[i + 1]?.[j] ?? 0) >= (rests[i]?.[j + 1] ?? 0))) {
      rows.push(['-', old[i] as string]);
      i += 1;
    } else {
      rows.push(['+', next[j] as string]);
      j += 1;
    }
  }
  return rows;
};

const CONTEXT_LINES = 3;

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\r?\n$/u, '').split(/\r?\n/u));

/**
 * The difference of two texts.
 *
 * Shape:  lines that begin with a blank, `-` or `+`; `…` stands for lines far from any change.
 * Cost:   O(lines of both), multiplied: for settings, not for logs.
 */
export const lineDiff = (old: string, next: string): string => {
  const rows = rowsOf(linesOf(old), linesOf(next));
  const isNear = rows.map((_, index) =>
    rows.slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1).some(([sign]) => sign !== '='),
  );
  return rows
    .flatMap(([sign, line], index) => {
      if (isNear[index] === true) return [`${sign === '=' ? ' ' : sign}${line}\n`];
      return index === 0 || isNear[index - 1] === true ? ['…\n'] : [];
    })
    .join('');
};

// Owns: what became of mutants as numbers and as a table, and when that is not good enough.

const CAUGHT = new Set(['Killed', 'Timeout']);
const MISSED = new Set(['Survived', 'NoCoverage']);

/** A share of a few mutants says nothing. */
const ENOUGH = 20;

/** Mutants that do not even compile or that a comment leaves out count as none. */
export const tally = (mutants) => {
  const caught = mutants.filter(({ status }) => CAUGHT.has(status)).length;
  const missed = mutants.filter(({ status }) => MISSED.has(status)).length;
  return { caught, tested: caught + missed };
};

/** In percent; what has no mutants misses none. */
export const scoreOf = ({ caught, tested }) => (tested === 0 ? 100 : (100 * caught) / tested);

/** `results`: for each part its room and its mutants. */
export const isGoodEnough = ({ room, mutants }) => {
  const numbers = tally(mutants);
  return numbers.tested < ENOUGH || scoreOf(numbers) >= room.atLeast;
};

const shown = (score) => (Math.floor(score * 10) / 10).toFixed(1);

/** One line a part, with a mark where too much was missed. */
export const tableOf = (results) => {
  const rows = results.map((result) => {
    const numbers = tally(result.mutants);
    const mark = isGoodEnough(result) ? '' : 'too few';
    return [result.room.folder, numbers.tested, numbers.caught, shown(scoreOf(numbers)), result.room.atLeast, mark];
  });
  const table = [['part', 'mutants', 'caught', '%', 'at least', ''], ...rows].map((row) => row.map(String));
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  return table
    .map(([part, ...numbers]) =>
      [part.padEnd(widths[0]), ...numbers.map((cell, index) => cell.padStart(widths[index + 1]))].join('  ').trimEnd(),
    )
    .join('\n');
};

const asOneLine = (text) => text.replaceAll(/\s+/gu, ' ').trim().slice(0, 80);

/** One line for each mutant that was missed: where it is, and what stood there instead. */
export const missedOf = (mutants) =>
  mutants
    .filter(({ status }) => MISSED.has(status))
    .map(({ fileName, location: { start }, mutatorName, replacement, status }) => ({
      at: `${fileName}:${start.line}:${start.column}`,
      order: [fileName, start.line, start.column],
      what: `${mutatorName} → ${asOneLine(replacement ?? '')}${status === 'NoCoverage' ? ' (never reached)' : ''}`,
    }))
    .sort(({ order: [a, b, c] }, { order: [x, y, z] }) => (a < x ? -1 : a > x ? 1 : b - y || c - z))
    .map(({ at, what }) => `${at} ${what}`);

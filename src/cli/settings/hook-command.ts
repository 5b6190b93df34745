// Owns: telling from a command line in somebody's settings whether it starts our hook. Nothing is run for that.
import { hookCommand } from '../hook/arguments.js';

/** A quoted part, an escaped character, or any other that means nothing to a shell. */
const PIECE = /'([^']*)'|"((?:[^"\\`$]|\\.|\$(?!\())*)"|\\([\s"'\\])|([^\s"'`;&|<>()])/uy;

/** Words as a shell makes them; `undefined` where a command is more than its words: operators, an open quote. */
const wordsOf = (line: string): readonly string[] | undefined => {
  const words: string[] = [];
  let isInWord = false;
  for (let at = 0; at < line.length;) {
    if (/[ \t]/u.test(line.charAt(at))) {
      isInWord = false;
      at += 1;
      continue;
    }
    PIECE.lastIndex = at;
    const piece = PIECE.exec(line);
    if (piece === null) return undefined;
    const [all, single, double, escaped, plain] = piece;
    const text = single ?? double ?? escaped ?? plain ?? '';
    words.push(isInWord ? `${words.pop() ?? ''}${text}` : text);
    isInWord = true;
    at += all.length;
  }
  return words;
};

const isNamed = (program: string | undefined, name: string): boolean =>
  program !== undefined && (program.split(/[\\/]/u).at(-1) ?? '').replace(/\.(?:cmd|exe|ps1)$/u, '') === name;

/** The words behind the program, where that is ours: by name, by path, or through npx. */
const argumentsIn = ([program, ...rest]: readonly string[]): readonly string[] | undefined => {
  if (isNamed(program, 'contextfold')) return rest;
  if (!isNamed(program, 'npx')) return undefined;
  const [wanted, ...behind] = rest.slice(rest.findIndex((word) => !word.startsWith('-')));
  return wanted !== undefined && /^contextfold(?:@[^\s/]+)?$/u.test(wanted) ? behind : undefined;
};

const isFor = (host: string, args: readonly string[]): boolean => {
  const command = hookCommand(args);
  return typeof command !== 'string' && command.host === host;
};

/**
 * Tells whether a command line starts our hook for an agent, with any options of ours.
 *
 * Shape:  `own` is a whole command that counts as ours, too, whatever it is.
 * Errors: total. What cannot be told is somebody else's.
 */
export const isHookCommand = (line: string, host: string, own?: string): boolean => {
  if (own !== undefined && (line === own || line.startsWith(`${own} `))) {
    const options = wordsOf(line.slice(own.length));
    return options !== undefined && isFor(host, [host, ...options]);
  }
  const [name, ...args] = argumentsIn(wordsOf(line.trim()) ?? []) ?? [];
  return name === 'hook' && isFor(host, args);
};

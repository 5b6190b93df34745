// Owns: what may stand behind `contextfold hook`, read without a library.

/** How the hook is called. */
export interface HookCommand {
  readonly host: string;
  readonly timeoutMs: number;
  /** A configuration that is used instead of those that are looked for. */
  readonly config?: string;
  readonly holdWrites: boolean;
}

/** The agents that there is a hook for. */
export const HOSTS: readonly string[] = ['claude-code', 'codex', 'gemini'];

const DEFAULT_TIMEOUT_MS = 2_000;

/**
 * Reads the arguments.
 *
 * Errors: a sentence.
 */
export const hookCommand = (args: readonly string[]): HookCommand | string => {
  let host: string | undefined;
  let config: string | undefined;
  let timeoutMs = DEFAULT_TIMEOUT_MS;
  let holdWrites = false;
  const rest = args.flatMap((word) => {
    const cut = word.startsWith('--') ? word.indexOf('=') : -1;
    return cut < 0 ? [word] : [word.slice(0, cut), word.slice(cut + 1)];
  });
  for (let index = 0; index < rest.length; index += 1) {
    const word = rest[index] ?? '';
    if (word === '--timeout-ms') timeoutMs = Number(rest[(index += 1)]);
    else if (word === '--hold-writes') holdWrites = true;
    else if (word === '--config') config = rest[(index += 1)];
    else if (!word.startsWith('-') && host === undefined) host = word;
    else return `hook: ${JSON.stringify(word)} is not understood`;
  }
  if (host === undefined || !HOSTS.includes(host)) {
    return `hook: expected one of ${HOSTS.join(', ')}, found ${host ?? 'nothing'}`;
  }
  if (!Number.isSafeInteger(timeoutMs) || timeoutMs <= 0) return 'hook: --timeout-ms must be a positive integer';
  return { host, timeoutMs, holdWrites, ...(config === undefined ? {} : { config }) };
};

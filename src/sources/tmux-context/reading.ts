// Owns: the one question that tmux is asked, as a shell command, and how its answer is read.
// Whether and when to ask is consider.ts's business.
import type { TmuxReading } from './model.js';

/** The fields of an answer, in their order. */
const FIELDS = [
  'session_name',
  'window_index',
  'window_name',
  'pane_index',
  'pane_id',
  'window_active',
  'pane_active',
  'window_layout',
];

/** Tabs come from a variable: a shell that edits its input line would take a literal one for a wish to complete. */
const FORMAT = ['pane_tty', ...FIELDS].map((field) => `#{${field}}`).join('$t');

/**
 * Asks tmux where this process runs; read-only, for a POSIX shell.
 *
 * Shape:  succeeds with one line of eight fields between tabs; fails in silence where `$TMUX_PANE` is missing, looks
 *         wrong or is not ours. One query, so that all fields are of one moment.
 * Why:    `$TMUX_PANE` may be inherited by a terminal that was started from a pane, so the pane's terminal must be the
 *         one that controls us. The shell inherits that from us; where it has none, being in a session of its
 *         own so that it can be killed with its children, its parent's decides.
 *         `-u`: where a host kept `$TMUX` from us and the locale is no UTF-8 one, tmux prints `_` for tabs and letters.
 * Source: SPEC M2; test/sources/tmux-context/real-tmux.test.ts
 */
export const LOCATE = [
  '(pane=${TMUX_PANE#%}',
  'case $pane in "$TMUX_PANE"|""|*[!0-9]*) exit 1;; esac',
  't=$(printf "\\t")',
  `at=$(tmux -u display-message -p -t "$TMUX_PANE" "${FORMAT}") || exit 1`,
  'own=$(ps -o tty= -p "$$" | tr -d " ")',
  'case $own in [?-]*|"") own=$(ps -o tty= -p "$PPID" | tr -d " ");; esac',
  '[ "${at%%"$t"*}" = "/dev/$own" ] && printf "%s\\n" "${at#*"$t"}") 2>/dev/null',
].join('; ');

const DIGITS = /^\d+$/u;
const PANE_ID = /^%\d+$/u;
const FLAG = /^[01]$/u;

/**
 * Reads an answer.
 *
 * Shape:  one line of eight fields between tabs, with or without its line feed.
 * Errors: `undefined` for anything else, a second line too.
 * Source: SPEC M0
 */
export const parseReading = (stdout: string): TmuxReading | undefined => {
  const line = stdout.endsWith('\n') ? stdout.slice(0, -1) : stdout;
  const fields = line.split('\t');
  if (line.includes('\n') || fields.length !== FIELDS.length) return undefined;
  const [session = '', windowIndex = '', windowName = '', paneIndex = ''] = fields;
  const [paneId = '', windowActive = '', paneActive = '', layout = ''] = fields.slice(4);
  const isWellFormed =
    session !== '' &&
    DIGITS.test(windowIndex) &&
    DIGITS.test(paneIndex) &&
    PANE_ID.test(paneId) &&
    FLAG.test(windowActive) &&
    FLAG.test(paneActive) &&
    /^[^\p{Cc}]+$/u.test(layout);
  return isWellFormed
    ? { session, windowIndex, windowName, paneIndex, paneId, windowActive, paneActive, layout }
    : undefined;
};

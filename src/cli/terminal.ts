// Owns: what a command sees of the process it runs in, and what a command is. Nothing else in the command line touches
// `process`, so that every command can be run in a test.
import type { Command } from 'commander';

/** 0 fine, 1 a finding or a failure, 2 wrong usage. Source: SPEC R */
export type ExitCode = 0 | 1 | 2;

/**
 * Where a command runs.
 *
 * Shape:  data goes `out`, diagnostics and complaints to `err`; `width` is missing where the output is no terminal.
 * Source: SPEC R
 */
export interface Terminal {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Everything on standard input. */
  readonly readInput: () => Promise<string>;
  /** The same in pieces, for what may be long. */
  readonly streamInput: () => AsyncIterable<string>;
  /** Whether `out` may carry colours: it is a terminal and `NO_COLOR` is not set. */
  readonly colours: boolean;
  readonly width?: number;
  /** What `err` can show of work that goes on; missing where it is no terminal, or one that cannot redraw a line. */
  readonly screen?: Screen;
}

/** A terminal on which one line can be drawn over and over. */
export interface Screen {
  readonly width: number;
  readonly colours: boolean;
}

/** What a command is made with. Its action calls `exit` once, with how it ended; the process is not ended by that. */
export interface CommandSetting {
  readonly terminal: Terminal;
  readonly exit: (code: ExitCode) => void;
}

/** One command of the command line; program.ts lists them. */
export type MakeCommand = (setting: CommandSetting) => Command;

/** Complains in one line, to `err`. */
export const complain = ({ err }: Terminal, what: string): void =>
  err(`contextfold: ${what.replace(/\s*[\r\n]+\s*/gu, ' ')}\n`);

// Owns: given, when, then over session logs: a law of a host's own, in one line. It says nothing about how a test is
// run.
import * as E from 'fp-ts/lib/Either.js';
import { decoder } from '../adapters/encoding/index.js';
import type { MemoryFile } from '../adapters/memory/index.js';
import { memoryFileSystem } from '../adapters/memory/index.js';
import { nodeHash } from '../adapters/node/index.js';
import { describeError } from '../domain/error.js';
import type { LogEvent, SessionHeader } from '../domain/log-event.js';
import type { Transition } from '../domain/transition.js';
import { createContext } from '../programs/open-session.js';
import type { AgentInstructionsConfig } from '../sources/agent-instructions/index.js';
import { agentInstructions } from '../sources/agent-instructions/index.js';

/** Where a given log was written; every part has a default. */
export interface GivenOptions {
  readonly cwd?: string;
  readonly home?: string;
  readonly config?: AgentInstructionsConfig;
}

/** A transition as a test expects it: what it leaves out may be anything. */
export type ExpectedTransition = Pick<Transition, 'action' | 'path'> & Partial<Transition>;

/** What follows from a log, a touch and the files. */
export interface Outcome {
  /** The transitions that would be recorded. */
  readonly transitions: () => Promise<readonly Transition[]>;
  /** Rejects, with the difference, unless exactly these transitions would be recorded, in this order. */
  readonly then: (expected: readonly ExpectedTransition[]) => Promise<void>;
}

/** A log that something is about to happen to. */
export interface Given {
  /**
   * The next pre-step, after a file tool touched a path (none for `undefined`), with these files on disk.
   *
   * Shape:  files by absolute path; the project root holds a `.git` among them.
   */
  readonly when: (touch: string | undefined, files: Readonly<Record<string, MemoryFile>>) => Outcome;
}

const touchOf = (path: string): readonly LogEvent[] => [
  { type: 'tool/call', data: { turn: 1, step: 1, callId: 'given', name: 'read', arguments: { file_path: path } } },
  {
    type: 'tool/result',
    data: { turn: 1, step: 1, message: { content: [{ type: 'tool-result', toolCallId: 'given', content: '' }] } },
    surfaceOp: 'append',
  },
];

const expectRight = <A>(what: string, either: E.Either<Parameters<typeof describeError>[0], A>): A => {
  if (E.isLeft(either)) throw new Error(`${what}: ${describeError(either.left)}`);
  return either.right;
};

const isAsExpected = (found: Transition, expected: ExpectedTransition | undefined): boolean =>
  expected !== undefined &&
  Object.entries(expected).every(([field, value]) => found[field as keyof Transition] === value);

const listed = (transitions: readonly ExpectedTransition[]): string =>
  transitions.length === 0 ? 'nothing' : transitions.map((each) => JSON.stringify(each)).join(',\n         ');

/**
 * Begins with what a session log holds.
 *
 * Shape:  `given(events).when('lib/x.ts', files).then([{ action: 'set', path: 'lib/AGENTS.md' }])`.
 * Errors: rejects where the log breaks its own rules or the configuration is wrong.
 * Source: DESIGN 6.7
 *
 * @example
 * ```ts
 * import { given } from 'contextfold/testing';
 *
 * const files = { '/repo/.git': '', '/repo/AGENTS.md': 'Write tests first.', '/repo/lib/AGENTS.md': 'In French.' };
 * const outcome = given([]).when('lib/x.ts', files);
 * (await outcome.transitions()).map(({ path }) => path); // => ['AGENTS.md', 'lib/AGENTS.md']
 * await outcome.then([{ action: 'set', path: 'AGENTS.md' }, { action: 'set', path: 'lib/AGENTS.md' }]);
 * ```
 */
export const given = (events: readonly LogEvent[], options: GivenOptions = {}): Given => ({
  when: (touch, files) => {
    const transitions = async (): Promise<readonly Transition[]> => {
      const { cwd = '/repo', home = '/home/me', config = { maxBytes: 65536 } } = options;
      const context = createContext({
        sources: [agentInstructions(config, { osHome: home, variables: {} })],
        ports: { hash: nodeHash, decoder, fileSystem: memoryFileSystem(files) },
      });
      const header: SessionHeader = { type: 'session', version: 1, id: 'given', createdAt: 0, cwd };
      const log = touch === undefined ? events : [...events, ...touchOf(touch)];
      const session = expectRight('the given log', expectRight('the configuration', context).open(header, log));
      const { lastTurn } = session.live().state.position;
      const step = { turn: Math.max(lastTurn, 1), step: 2, messages: [] };
      const decision = expectRight('the decision', await session.preStep(step)());
      return decision.added.flatMap(({ source }) => source['changes'] as readonly Transition[]);
    };
    return {
      transitions,
      then: async (expected) => {
        const found = await transitions();
        if (found.length === expected.length && found.every((each, index) => isAsExpected(each, expected[index])))
          return;
        throw new Error(`expected ${listed(expected)}\nfound    ${listed(found)}`);
      },
    };
  },
});

// Owns: the boundary of tmux: what a shell prints.
import * as E from 'fp-ts/lib/Either.js';
import { memoryClock, memoryShell } from '../../src/adapters/memory/index.js';
import { checkLog } from '../../src/programs/check.js';
import { createContext } from '../../src/programs/open-session.js';
import { tmuxContext } from '../../src/sources/tmux-context/index.js';
import { parseReading } from '../../src/sources/tmux-context/reading.js';
import { isSecondLine, isThirdLine, locationOf, renderReading } from '../../src/sources/tmux-context/render.js';
import { envWith, holdSame } from '../laws.js';
import { textOf } from '../messages.js';
import { handWritten } from '../seeds.js';
import type { Target } from '../target.js';
import { hold } from '../target.js';

const DIRECT = { id: 'm', role: 'user', content: 'Hi.', source: { kind: 'user' } } as const;
const HEADER = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' } as const;

const shell = memoryShell();
const context = createContext({
  sources: [tmuxContext({})],
  ports: { ...envWith({}), shell, clock: memoryClock(1_767_225_600_000, 'UTC') },
});

const holdRendered = (stdout: string): void => {
  const reading = parseReading(stdout);
  if (reading === undefined) return;
  holdSame(parseReading(Object.values(reading).join('\t')), reading, 'a reading is what was printed');
  const text = renderReading(1, reading);
  const [, second = '', third = '', ...rest] = text.split('\n');
  const detail = (): string => JSON.stringify(text);
  hold(rest.length === 0 && isSecondLine(second) && isThirdLine(third), 'a reading has three lines of ours', detail);
  hold(locationOf(text) !== undefined, 'a reading names its place', detail);
  hold(locationOf(text) === locationOf(renderReading(9, reading)), 'a place does not depend on the turn', detail);
};

/** What tmux says. */
export const tmux: Target = {
  name: 'tmux',
  about: 'what tmux prints: parsing, the words, and whether a message is one of ours in a log',
  grammar: 'text',
  seeds: () => handWritten('tmux'),
  tokens: [
    ...['\t', '\n', '\r', 'main', '%3', '0', '1', '01', 'c8f1,80x24,0,0,2', '{40x24,0,0,1,39x24,41,0,2}', '"', '\\'],
    ...[', window 1 "', ', pane 0 %1', 'window active=1, pane active=1, layout ', '\u0085', '\u2028', '\ud800'],
    ...['\u007f', '#{session_name}', '\u001b[31m', '80x24,0,0'],
  ],
  run: holdRendered,
  live: async (stdout) => {
    hold(E.isRight(context), 'tmux-context can be mounted');
    const session = context.right.open(HEADER);
    hold(E.isRight(session), 'a session can be opened');
    shell.set({ _tag: 'exited', exitCode: 0, stdout });
    const decided = await session.right.preStep({ turn: 1, step: 1, messages: [DIRECT] })();
    hold(E.isRight(decided), 'a step is decided');
    const said = decided.right.added;
    hold(said.length === (parseReading(stdout) === undefined ? 0 : 1), 'what is no reading is not told');
    const log = [
      { type: 'turn/start', data: { turn: 1 } },
      { type: 'step/start', data: { turn: 1, step: 1 } },
      ...said.map((data) => ({ type: 'user/message', data, surfaceOp: 'append' as const })),
    ];
    const violations = checkLog(HEADER, log);
    hold(violations.length === 0, 'no message of ours is a violation', () =>
      JSON.stringify([violations, said.flatMap(textOf)]),
    );
  },
};

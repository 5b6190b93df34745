// Owns: poisoned logs (docs/TRUST.md): each is read, folded, checked, replayed, kept as a snapshot and gone on with, or
// refused by a typed error that names its line. Nothing throws, and what it names does not leak into prototypes.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { decoder } from '../../src/adapters/encoding/index.js';
import { memoryFileSystem } from '../../src/adapters/memory/index.js';
import { nodeHash } from '../../src/adapters/node/index.js';
import { agentInstructions, createContext, restoreSnapshot, snapshotOf } from '../../src/index.js';
import { sessionReference, timeContext, tmuxContext } from '../../src/sources.js';
import type { Context } from '../../src/index.js';
import { checkLog } from '../../src/programs/check.js';
import { linesOf, readLog, readLogLines } from '../../src/programs/read-log.js';
import type { LogEvent } from '../../src/domain/log-event.js';
import { replay } from '../../src/programs/replay.js';

const HEADER = '{"type":"session","version":1,"id":"s","createdAt":0,"cwd":"/repo"}';
const surroundings = { osHome: '/home/me', variables: {} };

const message = (source: string, content = '"x"'): string =>
  `{"type":"user/message","data":{"id":"m","role":"user","content":${content},"source":${source}},` +
  '"surfaceOp":"append"}';
const ours = (changes: string, rest = ''): string =>
  message(`{"kind":"agent-instructions","version":1,"root":"."${rest},"changes":${changes}}`);
const call = (given: string, id = '"c"'): string =>
  `{"type":"tool/call","data":{"turn":1,"step":1,"callId":${id},"name":"read","arguments":${given}}}`;
const result = (id = '"c"', meta = '{}'): string =>
  '{"type":"tool/result","data":{"turn":1,"step":1,"message":{"role":"user","content":' +
  `[{"type":"tool-result","toolCallId":${id},"content":"x","isError":false}]},"meta":${meta}},"surfaceOp":"append"}`;
const nested = (open: string, close: string, inside = '1', depth = 100_000): string =>
  open.repeat(depth) + inside + close.repeat(depth);

/** A log as a stream gives it. */
async function* chunked(parts: Iterable<string>): AsyncGenerator<string> {
  for (const part of parts) yield await Promise.resolve(part);
}

function* pieces(text: string, length: number): Generator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

/** Every source, over a workspace with one file. */
const mounted = (): Context => {
  const context = createContext({
    sources: [
      agentInstructions({ maxBytes: 65_536, delivery: 'tool-result' }, surroundings),
      sessionReference({}),
      timeContext({}),
      tmuxContext({}),
    ],
    ports: {
      hash: nodeHash,
      decoder,
      fileSystem: memoryFileSystem({
        '/repo/.git': { directory: true },
        '/repo/AGENTS.md': 'x\n',
        '/repo/a/AGENTS.md': 'y\n',
      }),
    },
  });
  if (E.isLeft(context)) throw new Error(JSON.stringify(context.left));
  return context.right;
};

/** What came of a log. */
type Fate = 'used' | `line ${number}` | 'unfoldable';

const live = async (text: string): Promise<Fate> => {
  const reading = readLog(text);
  expect((await readLogLines(linesOf(chunked(pieces(text, 65_536))))())._tag).toBe(reading._tag);
  if (E.isLeft(reading)) return `line ${reading.left.line}`;
  const { header, events } = reading.right;
  const context = mounted();
  checkLog(header, events);
  const replayed = replay(header, events, { surroundings });
  const opened = context.open(header, events);
  expect(E.isLeft(replayed)).toBe(E.isLeft(opened));
  if (E.isLeft(opened)) return 'unfoldable';
  const session = opened.right;
  const { state } = session.live();
  const snapshot = JSON.stringify(snapshotOf(context.sources, state));
  expect(restoreSnapshot(context.sources, JSON.parse(snapshot) as never)).toBeDefined();
  const prompt = { id: 'p', role: 'user', content: 'hi', source: { kind: 'user' } } as const;
  const decided = await session.preStep({ turn: 9, step: 1, messages: [prompt] })();
  if (E.isLeft(decided)) throw new Error('nobody aborted');
  expect(decided.right.diagnostics.filter(({ code }) => code === 'source-failed')).toEqual([]);
  expect(decided.right.messages.some(({ id }) => id === 'p')).toBe(true);
  return 'used';
};

const CASES: readonly (readonly [string, readonly string[], Fate])[] = [
  [
    '__proto__ as a field of everything',
    ['{"type":"x","__proto__":{"polluted":1},"data":{"__proto__":{"polluted":1}}}'],
    'used',
  ],
  [
    '__proto__ in a source and in changes',
    [
      ours(
        '[{"action":"set","scope":"__proto__/AGENTS.md","path":"__proto__/AGENTS.md","digest":"0",' +
          '"__proto__":{"polluted":1}}]',
        ',"__proto__":{"polluted":1}',
      ),
    ],
    'used',
  ],
  [
    'scopes and paths called __proto__ and constructor',
    [
      ours(
        '[{"action":"set","scope":"__proto__","path":"__proto__","digest":"0"},' +
          '{"action":"remove","scope":"constructor/prototype","path":"constructor"}]',
        ',"baseline":true',
      ),
    ],
    'used',
  ],
  [
    'calls whose id is __proto__, arguments with __proto__',
    [call('{"__proto__":{"file_path":"a/f"}}', '"__proto__"'), result('"__proto__"'), result('"constructor"')],
    'used',
  ],
  [
    'a tool called constructor',
    [
      '{"type":"tool/call","data":{"turn":1,"step":1,"callId":"c","name":"constructor","arguments":{"file_path":"a"}}}',
      result(),
    ],
    'used',
  ],
  [
    'duplicate keys: the last one counts',
    ['{"type":"user/message","type":"turn/start","data":{"turn":1},"data":{"turn":2}}'],
    'used',
  ],
  ['lists 100 000 levels deep', [`{"type":"x","data":${nested('[', ']')}}`], 'used'],
  ['a message 100 000 levels deep', [message('{"kind":"user"}', nested('[{"type":"x","content":', '}]'))], 'used'],
  ['a source 100 000 levels deep', [message(nested('{"kind":', '}'))], 'used'],
  [
    'our source with changes 100 000 levels deep',
    [
      ours(nested('[', ']')),
      ours(`[{"action":${nested('[', ']')}}]`),
      message(`{"kind":"agent-instructions","version":${nested('{"a":', '}')}}`),
    ],
    'used',
  ],
  [
    'snapshots of others 100 000 levels deep',
    ['session-reference', 'time-context', 'tmux-context'].flatMap((kind) => [
      message(`{"kind":"${kind}","references":${nested('[', ']')}}`),
      message(`{"kind":"plugin","plugin":"${kind}","snapshot":${nested('[', ']')}}`),
    ]),
    'used',
  ],
  [
    'arguments 100 000 levels deep, as JSON text too',
    [
      call(nested('[', ']')),
      result(),
      call(JSON.stringify(nested('[', ']'))),
      result(),
      call(`{"file_path":${nested('[', ']', '"a/f"')}}`),
      result(),
    ],
    'used',
  ],
  ['meta 100 000 levels deep', [result('"c"', nested('{"touched":', '}'))], 'used'],
  [
    'huge numbers for turn and step',
    [
      '{"type":"turn/start","data":{"turn":1e308}}',
      '{"type":"step/start","data":{"turn":1e308,"step":-1e308}}',
      '{"type":"step/end","data":{"turn":9007199254740993,"step":1e999}}',
    ],
    'used',
  ],
  ['a time without end', ['{"type":"x","time":1e999}', '{"type":"y"}'], 'line 2'],
  ['a seq of another place', ['{"type":"x","seq":9007199254740991}'], 'unfoldable'],
  ['a seq that no log has', ['{"type":"x","seq":1e300}', '{"type":"y"}'], 'line 2'],
  ['a seq that is none', ['{"type":"x","seq":0.5}', '{"type":"y"}'], 'line 2'],
  [
    'a replace of everything there could be',
    ['{"type":"user/message","data":{},"surfaceOp":{"op":"replace","start":0,"end":9007199254740991}}'],
    'unfoldable',
  ],
  [
    'a replace from before the beginning',
    ['{"type":"user/message","data":{},"surfaceOp":{"op":"replace","start":-1,"end":1e999}}', '{"type":"y"}'],
    'line 2',
  ],
  [
    'lone surrogates and NUL',
    [
      ours('[{"action":"set","scope":"\\ud800/AGENTS.md","path":"\\udfff\\u0000","digest":"\\ud800"}]'),
      call('{"file_path":"\\ud800/\\u0000/f"}'),
      result(),
      result('"c"', '{"touched":["\\ud800/f","a\\u0000/f"]}'),
    ],
    'used',
  ],
  [
    'a touched path of a million levels',
    [
      call(`{"file_path":"${'a/'.repeat(1_000_000)}f"}`),
      result(),
      result('"c"', `{"touched":["${'../'.repeat(300_000)}f"]}`),
    ],
    'used',
  ],
  [
    '100 000 touched paths',
    [result('"c"', `{"touched":[${Array.from({ length: 100_000 }, () => '"a/f"').join(',')}]}`)],
    'used',
  ],
  [
    'data of every wrong kind',
    [
      'user/message',
      'assistant/message',
      'tool/call',
      'tool/result',
      'step/start',
      'turn/end',
      'session/start',
    ].flatMap((type) =>
      ['null', '7', '"x"', '[]', '[null]', '{"message":null,"content":[null,7,{}],"source":null,"meta":null}'].map(
        (data) => `{"type":"${type}","data":${data},"surfaceOp":"append"}`,
      ),
    ),
    'used',
  ],
  ['a line that is cut in the middle of the log', ['{"type":"x","data":{', '{"type":"y"}'], 'line 2'],
  ['a value that is no event', ['[]', '{"type":"y"}'], 'line 2'],
  ['a line of 64 MiB', [`{"type":"x","data":"${'a'.repeat(64 * 2 ** 20 - 100)}"}`], 'used'],
];

describe('SPEC F7, F8, L1–L5: what comes of a poisoned log', () => {
  test.each(CASES)('%s', async (_, lines, fate) => {
    const open = ['{"type":"turn/start","data":{"turn":1}}', '{"type":"step/start","data":{"turn":1,"step":1}}'];
    const startedMs = performance.now();
    // The seqs of these two come first where a case counts from 0, so it stands alone if it names one.
    const log = fate === 'used' ? [HEADER, ...open, ...lines] : [HEADER, ...lines];
    expect(await live(log.join('\n'))).toBe(fate);
    expect(performance.now() - startedMs).toBeLessThan(20_000);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('a source 100 000 levels deep while a message of ours is on its way into the log', async () => {
    const opened = mounted().open({ type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' });
    if (E.isLeft(opened)) throw new Error('an empty log can be folded');
    const session = opened.right;
    const at = { turn: 1, step: 1 };
    const call = { name: 'read', arguments: { file_path: 'a/f' } };
    const decided = await session.settleTool({ ...at, call })();
    if (E.isLeft(decided)) throw new Error('nobody aborted');
    expect(decided.right.added).toHaveLength(1);
    session.keep(at, decided.right);
    const deep = JSON.parse(message(`{"kind":"agent-instructions","x":${nested('[', ']')}}`)) as LogEvent;
    expect(E.isRight(session.append([deep]))).toBe(true);
  });

  test('a line of more than 64 Mi characters is none: what follows it is still read', async () => {
    const chunk = 'a'.repeat(2 ** 20);
    const parts = [`${HEADER}\n{"type":"x","data":"`, ...Array<string>(65).fill(chunk), '"}\n{"type":"y"}\n'];
    const strict = await readLogLines(linesOf(chunked(parts)))();
    expect(strict).toMatchObject({ _tag: 'Left', left: { line: 2 } });
    const lenient = await readLogLines(linesOf(chunked(parts)), { lenient: true })();
    expect(E.isRight(lenient) && lenient.right.events.map(({ type }) => type)).toEqual(['contextfold/unreadable', 'y']);
  });
});

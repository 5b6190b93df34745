// Owns: session logs for the tests of reports, generated from a seed: one like those that people have, one that is far
// larger, and one that attacks. The first is lived on the in-memory host, the others are written line by line.
import { encodeLog } from '../../../src/domain/codec/session-log.js';
import type { LogEvent, SessionHeader } from '../../../src/domain/log-event.js';
import { scopeKey } from '../../../src/domain/scope.js';
import { nodeHash } from '../../../src/adapters/node/index.js';
import { simulated } from '../../scenario/simulated.js';

/** Numbers that follow from a seed: mulberry32. */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const RULES = [
  'Run `npm test` before you say that something works.',
  'Errors are values; throw only for broken invariants.',
  'A file is at most 300 lines, a function at most 70.',
  'Write the reason beside the trick.',
  'No network in tests.',
  'Names are the standard terms of the field.',
  'Migrations can run twice.',
  'Never edit generated files by hand.',
  'Ask before you add a dependency.',
];

/** Some rules as an instruction file. */
const rules = (title: string, random: () => number, count = 4): string => {
  const chosen = Array.from({ length: count }, () => RULES[Math.floor(random() * RULES.length)]);
  return `# ${title}\n\n${[...new Set(chosen)].map((rule) => `- ${rule}`).join('\n')}\n`;
};

/** The life of a session with five scopes: edits, a removal, a compaction, a rewind, a resume. */
export const smallLog = async (seed: number): Promise<string> => {
  const random = randomFrom(seed);
  const read = (path: string): unknown => ({ do: 'tool', name: 'read', arguments: { file_path: path } });
  const step = { do: 'step' };
  const wait = { do: 'advance', ms: 41_000 };
  const { header, events } = await simulated({
    session: { id: 'demo-session', cwd: '/repo', createdAt: 1_767_225_600_000 },
    env: { now: 1_767_225_600_000, home: '/home/me', timeZone: 'UTC' },
    sources: { agentInstructions: { maxBytes: 65_536 }, timeContext: {}, tmuxContext: {} },
    shell: { stdout: 'main\t1\tedit\t0\t%3\t1\t1\tb25d,180x50,0,0,3\n' },
    files: {
      '/repo/.git': { directory: true },
      '/home/me/.dsh/AGENTS.md': rules('Mine', random, 3),
      '/repo/AGENTS.md': rules('Repository', random, 6),
      '/repo/packages/api/AGENTS.md': rules('API', random),
      '/repo/packages/web/AGENTS.md': rules('Web', random),
      '/repo/packages/web/AGENTS.local.md': 'Prefer the dark theme in screenshots.\n',
    },
    steps: [
      { do: 'turn', prompt: 'Add a health check to the API' },
      read('packages/api/server.ts'),
      step,
      wait,
      step,
      { do: 'put', path: '/repo/packages/api/AGENTS.md', file: rules('API', random, 5) },
      read('packages/api/health.ts'),
      step,
      step,
      { do: 'end' },
      wait,
      { do: 'turn', prompt: 'And show it in the web app' },
      read('packages/web/app.tsx'),
      step,
      wait,
      step,
      { do: 'put', path: '/repo/AGENTS.md', file: rules('Repository', random, 7) },
      read('packages/web/status.tsx'),
      step,
      step,
      { do: 'end' },
      { do: 'compact', keep: 2 },
      wait,
      { do: 'turn', prompt: 'Now the tests' },
      read('packages/web/status.test.tsx'),
      step,
      step,
      { do: 'delete', path: '/repo/packages/web/AGENTS.local.md' },
      read('packages/web/app.test.tsx'),
      step,
      wait,
      step,
      { do: 'end' },
      { do: 'put', path: '/home/me/.dsh/AGENTS.md', file: rules('Mine', random, 5) },
      { do: 'resume' },
      wait,
      { do: 'turn', prompt: 'Write the changelog' },
      step,
      read('packages/api/CHANGELOG.md'),
      step,
      step,
      { do: 'end' },
    ],
  });
  return encodeLog(header, events);
};

const message = (id: number, text: string, source: object): LogEvent => ({
  type: 'user/message',
  time: 1_767_225_600_000 + id * 1000,
  data: { id: `m${id}`, role: 'user', content: [{ type: 'text', text }], source },
  surfaceOp: 'append',
});

const framed = (sections: readonly string[]): string =>
  `<system-reminder>\n${sections.map((section) => `${section}\n`).join('\n')}</system-reminder>`;

/** How large a generated log is. */
interface Size {
  readonly scopes: number;
  readonly steps: number;
}

const DIRECTORIES = ['packages', 'services', 'libs', 'apps', 'tools'];
const NAMES = ['auth', 'billing', 'search', 'users', 'mail', 'queue', 'cache', 'admin', 'docs', 'cli', 'jobs', 'media'];

/** Files in a tree: the same for each seed. */
const treeOf = (scopes: number): readonly string[] =>
  Array.from({ length: scopes }, (_, index) => {
    if (index === 0) return 'AGENTS.md';
    const top = DIRECTORIES[index % DIRECTORIES.length];
    const name = NAMES[Math.floor(index / DIRECTORIES.length) % NAMES.length];
    const deep = index < DIRECTORIES.length * NAMES.length ? '' : `/src/module-${index}`;
    return `${top}/${name}${deep}/AGENTS.md`;
  });

/** A log of many scopes and steps, with texts that come, change, go, and are compacted away now and then. */
export const largeLog = (seed: number, { scopes, steps }: Size): string => {
  const random = randomFrom(seed);
  const paths = treeOf(scopes);
  const loaded = new Map<string, string>();
  const header: SessionHeader = {
    type: 'session',
    version: 1,
    id: 'large-session',
    createdAt: 1_767_225_600_000,
    cwd: '/repo',
  };
  const events: LogEvent[] = [{ type: 'session/start', data: { reason: 'startup' } }];
  let first = 0;
  const add = (event: LogEvent): number => events.push({ time: 1_767_225_600_000 + events.length * 900, ...event }) - 1;
  const scopeOf = (path: string): string =>
    scopeKey({
      kind: 'named',
      directory: path === 'AGENTS.md' ? '.' : path.slice(0, path.lastIndexOf('/')),
      name: 'AGENTS.md',
    });
  const say = (path: string, isBaseline: boolean): void => {
    const before = loaded.get(path);
    const isRemoval = before !== undefined && random() < 0.15 && !isBaseline;
    const text = rules(path, random, 3 + Math.floor(random() * 4));
    const action = isRemoval ? 'remove' : before === undefined ? 'set' : 'replace';
    const heading = {
      remove: 'Instructions removed',
      set: isBaseline ? 'Instructions from' : 'Additional instructions from',
      replace: 'Updated instructions from',
    }[action];
    const change = { action, scope: scopeOf(path), path, ...(isRemoval ? {} : { digest: nodeHash.sha1(text) }) };
    const source = {
      kind: 'agent-instructions',
      version: 1,
      root: '.',
      changes: [change],
      ...(isBaseline ? { baseline: true, baselineIdentity: 'generated' } : {}),
    };
    add(
      message(events.length, framed([`${heading}: ${path}\n\n${isRemoval ? 'It no longer applies.' : text}`]), source),
    );
    if (isRemoval) loaded.delete(path);
    else loaded.set(path, text);
  };
  for (let step = 0, turn = 0, inTurn = 0; step < steps; step += 1, inTurn -= 1) {
    if (inTurn <= 0) {
      if (turn > 0) add({ type: 'turn/end', data: { turn } });
      turn += 1;
      inTurn = 4 + Math.floor(random() * 30);
      add({ type: 'turn/start', data: { turn } });
    }
    const at = { turn, step: step + 1 };
    add({ type: 'step/start', data: at });
    if (!loaded.has('AGENTS.md')) say('AGENTS.md', true);
    const talk = Math.floor(random() ** 2 * 4);
    for (let index = 0; index < talk; index += 1)
      say(paths[Math.floor(random() ** 1.5 * scopes)] ?? 'AGENTS.md', false);
    if (step % 3 === 0) {
      const text = `Time sampled while preparing turn ${turn}, step ${step + 1}`;
      add(
        message(events.length, text, {
          kind: 'plugin',
          plugin: 'time-context',
          form: 'snapshot',
          sections: [{ name: 'time-context', text }],
        }),
      );
    }
    const answered = add({
      type: 'assistant/message',
      surfaceOp: 'append',
      data: { ...at, message: { role: 'assistant', content: 'x'.repeat(Math.floor(random() * 400)) } },
    });
    if (step % 700 === 699) {
      const checkpoint = message(events.length, 'What happened so far.', { kind: 'plugin', plugin: 'compact' });
      add({ ...checkpoint, surfaceOp: { op: 'replace', start: first, end: answered } });
      first = events.length - 1;
      loaded.clear();
    } else if (first === 0) first = events.findIndex(({ surfaceOp }) => surfaceOp !== undefined);
    if (step % 1100 === 1099) add({ type: 'session/start', data: { reason: 'resume' } });
  }
  return encodeLog(header, events);
};

/** What must never run, nor stand in the page as anything but text. */
export const ATTACK = '</script><img src=x onerror="window.attacked=1"><!--<script>window.attacked=1</script>';

/** A log whose ids, paths, scopes, texts and plugin names attack the page that shows them. */
export const attackLog = (): string => {
  const path = `${ATTACK}/AGENTS.md`;
  const scope = scopeKey({ kind: 'named', directory: ATTACK, name: 'AGENTS.md' });
  const digest = nodeHash.sha1(ATTACK);
  const instructions = framed([`Instructions from: ${path}\n\n${ATTACK}`]);
  const plugin = `${ATTACK}\u202e`;
  return encodeLog({ type: 'session', version: 1, id: ATTACK, createdAt: 0, cwd: `/${ATTACK}` }, [
    { type: 'turn/start', data: { turn: 1 } },
    { type: 'tool/result', data: { meta: { touched: [ATTACK] }, message: { content: [] } } },
    { type: 'step/start', data: { turn: 1, step: 1 } },
    message(1, instructions, {
      kind: 'agent-instructions',
      version: 1,
      root: '.',
      baseline: true,
      baselineIdentity: ATTACK,
      changes: [{ action: 'set', scope, path, digest }],
    }),
    message(2, ATTACK, { kind: 'plugin', plugin, form: 'snapshot', sections: [{ name: plugin, text: ATTACK }] }),
    {
      type: 'assistant/message',
      data: { turn: 1, step: 1, message: { role: 'assistant', content: ATTACK } },
      surfaceOp: 'append',
    },
  ]);
};

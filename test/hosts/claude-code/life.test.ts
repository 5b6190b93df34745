// Owns: the shared life lived through the hook of Claude Code, and what its transcript can do besides.
import { describe, expect, test } from 'vitest';
import type { SourceTag } from '../../../src/domain/message.js';
import { sourceOf, toolResultOf } from '../../../src/domain/log-event.js';
import { agentInstructions } from '../../../src/index.js';
import type { Home, Player, Work } from '../life.js';
import { applyAll, expectSameLife, home } from '../life.js';
import type { Agent } from './agent.js';
import { agentIn } from './agent.js';
import { answerTo, emptyStore, eventsOf } from './side-log.js';

const TOUCHING = { touchTools: { Read: 'file_path', Write: 'file_path' }, writeTools: ['Write'] };
const SURROUNDINGS = { osHome: '/home/me', variables: {} };

interface Begun {
  readonly agent: Agent;
  readonly tags: () => Promise<readonly SourceTag[]>;
  readonly touched: () => Promise<readonly unknown[]>;
  readonly another: (session: string, cwd?: string) => Agent;
}

const begin = (at: Home, more: object = {}, baseline: 'said' | 'host' = 'said'): Begun => {
  const files = new Map<string, readonly string[]>();
  const store = emptyStore();
  const sources = [agentInstructions({ maxBytes: 65_536, ...TOUCHING, ...more }, SURROUNDINGS)];
  const hook = answerTo({ ports: at.ports, sources, store, baseline, lines: (path) => files.get(path) });
  const another = (session: string, cwd = at.cwd): Agent => {
    const transcript = `/transcripts/${session}.jsonl`;
    const write = (lines: readonly string[]): void =>
      void files.set(transcript, [...(files.get(transcript) ?? []), ...lines]);
    return agentIn({ session, cwd, transcript, now: () => at.ports.clock?.now() ?? 0, hook, write });
  };
  const tags = async (): Promise<readonly SourceTag[]> =>
    (await eventsOf(store, 'session')).flatMap((event) => {
      const source = event.sourceEventSeqs === undefined ? sourceOf(event) : undefined;
      return source?.kind === 'agent-instructions' ? [source] : [];
    });
  const touched = async (): Promise<readonly unknown[]> =>
    (await eventsOf(store, 'session')).flatMap((event) => toolResultOf(event)?.touched ?? []);
  return { agent: another('session'), tags, touched, another };
};

const read = (path: string, fails = false) => ({ name: 'Read', input: { file_path: path }, fails });
const HEADING = /^(?:(Additional|Updated) i|I)nstructions(?: (removed))?[^:\n]*: (\S+)$/gmu;
const headings = (texts: readonly string[] | undefined): string =>
  [...(texts ?? []).join('\n').matchAll(HEADING)]
    .map(([, what, removed, path]) => `${(what ?? removed ?? 'baseline').toLowerCase()} ${path}`)
    .join(', ');
const shownTo = ({ shown }: Agent): readonly string[] => shown().map(headings);

test('the model is shown what the simulator shows, with the same transitions (A8–A14)', async () => {
  const at = home();
  const { agent, tags } = begin(at);
  let known: readonly SourceTag[] = [];
  const player: Player = {
    turn: async (prompt, work: readonly Work[]) => {
      await agent.prompt(prompt);
      for (const one of work) {
        const calls = one.calls.map((call) => read(call.read, call.fails === true));
        await agent.answer(calls, () => applyAll(at.files, one));
      }
      await agent.answer();
      known = await tags();
    },
    compact: (what) => agent.compact(what === 'all' ? 'nothing' : 'the last turn', 'manual'),
    resume: () => agent.start('resume'),
    shown: agent.shown,
    tags: () => known,
  };
  await agent.start('startup');
  await expectSameLife(player, at);
});

describe('what the transcript shows decides (A9, A12)', () => {
  test('a compaction in the middle of a turn is answered at once, for the model goes on without a prompt', async () => {
    const { agent } = begin(home());
    await agent.prompt('Hello.');
    await agent.answer([read('lib/a.ts')]);
    await agent.compact('nothing', 'auto');
    await agent.answer([read('lib/b.ts')]);
    await agent.answer();
    const again = 'baseline AGENTS.md';
    expect(shownTo(agent)).toEqual([again, again, `${again}, additional lib/AGENTS.md`]);
  });

  test('a person who goes back takes back what was said behind that place, and nothing else', async () => {
    const { agent } = begin(home());
    await agent.prompt('Hello.');
    await agent.answer([read('lib/a.ts')]);
    await agent.answer();
    await agent.prompt('More.');
    await agent.answer([read('web/a.ts')]);
    await agent.answer();
    agent.rewind(1);
    await agent.prompt('Not so.');
    await agent.answer([read('web/b.ts'), read('lib/a.ts')]);
    await agent.answer();
    const first = 'baseline AGENTS.md, additional lib/AGENTS.md';
    const both = `${first}, additional web/AGENTS.md`;
    expect(shownTo(agent).slice(3)).toEqual([both, first, both]);
  });

  test('what the agent did not take up is said again once the model has gone on without it', async () => {
    const { agent } = begin(home());
    await agent.prompt('Hello.');
    agent.deafen(true);
    await agent.answer([read('lib/a.ts')]);
    agent.deafen(false);
    await agent.answer([read('lib/a.ts')]);
    await agent.answer();
    const first = 'baseline AGENTS.md';
    expect(shownTo(agent)).toEqual([first, first, `${first}, additional lib/AGENTS.md`]);
  });

  test('a text that an agent never shows as it was is not said for ever', async () => {
    const { agent, tags } = begin(home());
    agent.deafen(true);
    for (let turn = 0; turn < 8; turn += 1) {
      await agent.prompt('Hello.');
      await agent.answer();
    }
    expect(await tags()).toHaveLength(3);
  });

  test('of two calls at once one is told, though the transcript shows nothing yet', async () => {
    const { agent } = begin(home());
    await agent.prompt('Hello.');
    await agent.answer([read('lib/a.ts'), read('lib/b.ts'), read('lib/c.ts')]);
    await agent.answer();
    expect(shownTo(agent)[1]).toBe('baseline AGENTS.md, additional lib/AGENTS.md');
  });

  test('who reads the log need not know the tools of the agent: a result names what was touched (L4)', async () => {
    const { agent, touched } = begin(home());
    await agent.prompt('Hello.');
    await agent.answer([read('lib/a.ts', true), read('lib/b.ts')]);
    await agent.answer();
    expect(await touched()).toEqual(['lib/b.ts']);
  });

  test('a call that touches nothing new writes nothing', async () => {
    const { agent, tags } = begin(home());
    await agent.prompt('Hello.');
    await agent.answer([read('lib/a.ts')]);
    const before = await tags();
    await agent.answer([read('lib/a.ts', true), read('lib/b.ts')]);
    expect(await tags()).toEqual(before);
  });
});

test('with holdWrites a first write waits, with the instructions as the reason, and never twice (A9)', async () => {
  const { agent } = begin(home(), { holdWrites: true });
  const write = { name: 'Write', input: { file_path: 'lib/new.ts' } };
  await agent.prompt('Hello.');
  await agent.answer([write]);
  await agent.answer([write]);
  await agent.answer();
  const told = 'baseline AGENTS.md, additional lib/AGENTS.md';
  expect(shownTo(agent)).toEqual(['baseline AGENTS.md', told, told]);
  expect(agent.lines().filter((line) => line.includes('hook error'))).toHaveLength(1);
});

test('a fork knows what its history knows, though it is silent until that is written (R6)', async () => {
  const { agent, another } = begin(home());
  await agent.prompt('Hello.');
  await agent.answer([read('lib/a.ts')]);
  await agent.answer();
  const fork = another('fork');
  fork.inherit(agent.lines(), agent.shown().at(-1) ?? []);
  await fork.start('fork');
  await fork.prompt('Another way.');
  await fork.answer([read('lib/b.ts'), read('web/a.ts')]);
  await fork.answer();
  const told = 'baseline AGENTS.md, additional lib/AGENTS.md';
  expect(shownTo(fork)).toEqual([told, `${told}, additional web/AGENTS.md`]);
});

test('files that an agent loads itself count as said: what becomes of them is told (R6)', async () => {
  const at = home();
  const { agent } = begin(at, {}, 'host');
  await agent.prompt('Hello.');
  await agent.answer([read('lib/a.ts')]);
  at.files.put('/repo/AGENTS.md', 'Write tests last.\n');
  await agent.answer([read('lib/a.ts')]);
  await agent.compact('nothing', 'auto');
  await agent.answer([read('lib/a.ts')]);
  await agent.answer();
  const told = 'additional lib/AGENTS.md';
  expect(shownTo(agent)).toEqual(['', told, '', 'updated AGENTS.md, additional lib/AGENTS.md']);
});

test('a sub-agent is told for itself, another session hears nothing of this one (C3)', async () => {
  const { agent, another } = begin(home());
  await agent.prompt('Hello.');
  await agent.answer();
  const other = another('other', '/other');
  await other.prompt('Hello.');
  await other.answer();
  expect(other.shown().flat().join()).toContain('Another project.');
  const third = another('session.agent');
  await third.prompt('A task.');
  await third.answer();
  expect(shownTo(third)).toEqual(['baseline AGENTS.md']);
});

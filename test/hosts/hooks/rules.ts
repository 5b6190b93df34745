// Owns: what every agent with hooks has to get right, whatever its events are called and its transcript looks like.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeHash } from '../../../src/adapters/node/index.js';
import type { SourceTag } from '../../../src/domain/message.js';
import type { Home, Player, Work } from '../life.js';
import { applyAll, expectSameLife, home } from '../life.js';
import { seed } from '../../seed.js';
import type { Agent, Dialect } from './agent.js';
import { begin } from './desk.js';

const HEADING = /^(?:(Additional|Updated) i|I)nstructions(?: (removed))?[^:\n]*: (\S+)$/gmu;
const headings = (texts: readonly string[] | undefined): string =>
  [...(texts ?? []).join('\n').matchAll(HEADING)]
    .map(([, what, removed, path]) => `${(what ?? removed ?? 'baseline').toLowerCase()} ${path}`)
    .join(', ');

/** The headings that the model was shown, for each of its calls. */
export const shownTo = ({ shown }: Agent): readonly string[] => shown().map(headings);

const ROOT = 'baseline AGENTS.md';
const LIB = `${ROOT}, additional lib/AGENTS.md`;

const playerOf = (dialect: Dialect, at: Home): { readonly agent: Agent; readonly player: Player } => {
  const { agent, tags } = begin(dialect, at);
  let known: readonly SourceTag[] = [];
  const player: Player = {
    turn: async (prompt, work: readonly Work[]) => {
      await agent.prompt(prompt);
      for (const one of work) {
        const calls = one.calls.map(({ read, fails }) => ({ ...dialect.read(read), fails: fails === true }));
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
  return { agent, player };
};

const describeLife = (dialect: Dialect): void => {
  test('the model is shown what the simulator shows, with the same transitions (A8–A14)', async () => {
    const at = home();
    const { agent, player } = playerOf(dialect, at);
    await agent.start('startup');
    await expectSameLife(player, at);
  });
};

const describeTranscript = (dialect: Dialect): void => {
  const { read } = dialect;
  test('after a compaction in the middle of a turn the model has the baseline before its turn is over', async () => {
    const { agent } = begin(dialect, home());
    await agent.prompt('Hello.');
    await agent.answer([read('lib/a.ts')]);
    await agent.compact('nothing', 'auto');
    await agent.answer([read('lib/b.ts')]);
    await agent.answer();
    expect(shownTo(agent).at(-1)).toBe(LIB);
  });

  test('after a compaction in the middle of a turn what it kept is not said again, where that is known', async () => {
    const { agent, tags } = begin(dialect, home());
    await agent.prompt('Hello.');
    await agent.answer([read('lib/a.ts')]);
    await agent.compact('the last turn', 'auto');
    await agent.answer([read('lib/b.ts')]);
    await agent.answer();
    expect(shownTo(agent).at(-1)).toContain(LIB);
    expect(await tags()).toHaveLength(dialect.compactsBlind === true ? 3 : 2);
  });

  test('a person who goes back takes back what was said behind that place, and nothing else', async () => {
    const { agent } = begin(dialect, home());
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
    const both = `${LIB}, additional web/AGENTS.md`;
    expect(shownTo(agent).slice(3)).toEqual([both, LIB, both]);
  });

  test('what the agent did not take up is said again once the model has gone on without it', async () => {
    const { agent } = begin(dialect, home());
    await agent.prompt('Hello.');
    agent.deafen(true);
    await agent.answer([read('lib/a.ts')]);
    agent.deafen(false);
    await agent.answer([read('lib/a.ts')]);
    await agent.answer();
    expect(shownTo(agent)).toEqual([ROOT, ROOT, LIB]);
  });

  test('a text that an agent never shows as it was is not said for ever', async () => {
    const { agent, tags } = begin(dialect, home());
    agent.deafen(true);
    for (let turn = 0; turn < 8; turn += 1) {
      await agent.prompt('Hello.');
      await agent.answer();
    }
    expect(await tags()).toHaveLength(3);
  });

  test('without a transcript nothing is said twice', async () => {
    const { agent, outputs } = begin(dialect, home(), { hides: true });
    for (const text of ['Hello.', 'Once more.']) {
      await agent.prompt(text);
      await agent.answer([read('lib/a.ts')]);
      await agent.answer();
    }
    expect(outputs.filter((output) => output !== '')).toHaveLength(2);
  });

  test(`a transcript that is being written is read up to its last whole line (seed ${seed})`, async () => {
    const { agent } = begin(dialect, home());
    await agent.prompt('Hello.');
    await agent.answer([read('lib/a.ts')]);
    await agent.answer();
    const { sha1 } = nodeHash;
    const lines = agent.lines();
    fc.assert(
      fc.property(fc.nat(lines.length - 1), fc.double({ min: 0, max: 1, noNaN: true }), (whole, part) => {
        const torn = (lines[whole] ?? '').slice(0, Math.floor((lines[whole]?.length ?? 0) * part * 0.99));
        const before = lines.slice(0, whole);
        expect(dialect.host.follow([...before, torn], { sha1 }).sight).toEqual(
          dialect.host.follow(before, { sha1 }).sight,
        );
      }),
    );
  });
};

const describeCalls = (dialect: Dialect): void => {
  const { read } = dialect;
  test('of two calls at once one is told, though the transcript shows nothing yet', async () => {
    const { agent } = begin(dialect, home());
    await agent.prompt('Hello.');
    await agent.answer([read('lib/a.ts'), read('lib/b.ts'), read('lib/c.ts')]);
    await agent.answer();
    expect(shownTo(agent)[1]).toBe(LIB);
  });

  test('who reads the log need not know the tools of the agent: a result names what was touched (L4)', async () => {
    const { agent, touched } = begin(dialect, home());
    await agent.prompt('Hello.');
    await agent.answer([{ ...read('lib/a.ts'), fails: true }, read('lib/b.ts')]);
    await agent.answer();
    expect(await touched()).toEqual(['lib/b.ts']);
  });

  test('a call that touches nothing new, or fails, or is of an unknown tool, writes nothing', async () => {
    const { agent, events } = begin(dialect, home());
    await agent.prompt('Hello.');
    await agent.answer([read('lib/a.ts')]);
    const before = await events();
    const { input } = read('web/a.ts');
    await agent.answer([
      { ...read('web/a.ts'), fails: true },
      read('lib/b.ts'),
      { name: 'moonbeam', input },
      { name: '__proto__', input },
    ]);
    expect(await events()).toEqual(before);
  });

  test('with holdWrites a first write waits, with the instructions as the reason, and never twice (A9)', async () => {
    const { agent } = begin(dialect, home(), { settings: { holdWrites: true } });
    const write = dialect.write('lib/new.ts');
    await agent.prompt('Hello.');
    await agent.answer([write]);
    await agent.answer([write]);
    await agent.answer();
    expect(shownTo(agent)).toEqual([ROOT, LIB, LIB]);
  });
};

const describeSessions = (dialect: Dialect): void => {
  const { read } = dialect;
  test('files that an agent loads itself count as said: what becomes of them is told (R6)', async () => {
    const at = home();
    const { agent } = begin(dialect, at, { baseline: 'host' });
    await agent.prompt('Hello.');
    await agent.answer([read('lib/a.ts')]);
    at.files.put('/repo/AGENTS.md', 'Write tests last.\n');
    await agent.answer([read('lib/a.ts')]);
    await agent.compact('nothing', 'auto');
    await agent.answer([read('lib/a.ts')]);
    await agent.answer();
    expect(shownTo(agent)).toEqual(['', 'additional lib/AGENTS.md', '', 'updated AGENTS.md, additional lib/AGENTS.md']);
  });

  test('another session hears nothing of this one (C3)', async () => {
    const { agent, another } = begin(dialect, home());
    const other = another('other', '/other');
    await agent.prompt('Hello.');
    await other.prompt('Hello.');
    await Promise.all([agent.answer([read('lib/a.ts')]), other.answer([read('a.ts')])]);
    await Promise.all([agent.answer(), other.answer()]);
    expect(shownTo(agent)).toEqual([ROOT, LIB]);
    expect(other.shown().flat().join()).toContain('Another project.');
    expect(other.shown().flat().join()).not.toContain('Write tests first.');
    expect(agent.shown().flat().join()).not.toContain('Another project.');
  });

  test('nothing but the texts goes to standard output', async () => {
    const { agent, outputs } = begin(dialect, home(), { settings: { holdWrites: true } });
    await agent.start('startup');
    await agent.prompt('Hello.');
    await agent.answer([dialect.write('lib/a.ts')]);
    await agent.answer([dialect.write('lib/a.ts')]);
    await agent.answer([read('web/a.ts')]);
    await agent.answer();
    const said = outputs.filter((output) => output !== '');
    expect(said.length).toBeGreaterThan(2);
    for (const output of said) {
      expect(output).not.toMatch(/contextfold|agent-instructions|baselineIdentity|"changes"|digest|\\u0000/u);
      const { context, denied } = dialect.said(output);
      expect((context ?? denied ?? '').length).toBeGreaterThan(0);
    }
  });

  test(`whatever comes as an event is decoded or refused, never thrown at (F8, seed ${seed})`, () => {
    const names = [...Object.values(dialect.events), 'SessionStart', 'Brandnew'];
    const event = fc.record(
      {
        session_id: fc.oneof(fc.string(), fc.constant(undefined), fc.integer()),
        hook_event_name: fc.oneof(fc.constantFrom(...names), fc.anything()),
        cwd: fc.oneof(fc.constant('/repo'), fc.anything()),
        transcript_path: fc.anything(),
        agent_id: fc.anything(),
        source: fc.anything(),
        trigger: fc.anything(),
        prompt: fc.anything(),
        tool_name: fc.oneof(fc.constantFrom(dialect.read('a').name), fc.anything()),
        tool_use_id: fc.anything(),
        tool_input: fc.anything(),
        tool_response: fc.anything(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(event, fc.anything()), (value) => {
        const decoded = dialect.host.decode(value);
        if (decoded._tag === 'Left') expect(decoded.left.path).toMatch(/^\$/u);
        else expect(typeof decoded.right.event.session).toBe('string');
      }),
    );
  });
};

/** Describes an agent with hooks. */
export const describeHooks = (dialect: Dialect): void => {
  describe(`${dialect.host.name}: the shared life`, () => describeLife(dialect));
  describe(`${dialect.host.name}: what the transcript shows decides (A9, A12)`, () => describeTranscript(dialect));
  describe(`${dialect.host.name}: calls (R6)`, () => describeCalls(dialect));
  describe(`${dialect.host.name}: sessions and what comes in (R6)`, () => describeSessions(dialect));
};

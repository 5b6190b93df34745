// Owns: how a scenario mounts sources and what its environment is to them.
import { describe, expect, test } from 'vitest';
import { checkSources } from '../../src/scenario/sources.js';
import { linesOf, simulated } from './simulated.js';

const steps = [{ do: 'turn', prompt: 'hi' }];
const files = { '/home/me/.dsh/AGENTS.md': 'default home', '/elsewhere/AGENTS.md': 'other home' };

describe('sources of a scenario (R, C1)', () => {
  test('the order of keys decides nothing', async () => {
    const shell = { stdout: 's\t0\tw\t0\t%1\t1\t1\tabcd,80x24,0,0,1\n' };
    const agentInstructions = { maxBytes: 4096 };
    const configs = Object.entries({ timeContext: {}, agentInstructions, sessionReference: {}, tmuxContext: {} });
    const one = await simulated({ files, shell, steps, sources: Object.fromEntries(configs) });
    const other = await simulated({ files, shell, steps, sources: Object.fromEntries([...configs].reverse()) });
    expect(linesOf(one).slice(3)).toEqual(['tmux-context', 'user: hi', 'agent-instructions', 'time-context']);
    expect(other.events).toEqual(one.events);
  });

  test.each([
    [{ projectRootMarkers: ['a', 5] }, '$.sources.agentInstructions.projectRootMarkers[1]'],
    [{ touchTools: { a: 5 } }, '$.sources.agentInstructions.touchTools.a'],
    [{ touchTools: { 'a b': 5 } }, '$.sources.agentInstructions.touchTools["a b"]'],
    [{ 'touchTools.a': 5 }, '$.sources.agentInstructions["touchTools.a"]'],
    [{ zap: 5 }, '$.sources.agentInstructions.zap'],
  ])('a mistake inside %j has its path (F8)', (config, path) => {
    const agentInstructions = { maxBytes: 4096, ...config } as never;
    const checked = checkSources({ steps: [], sources: { agentInstructions } } as never);
    expect(checked).toMatchObject({ left: { _tag: 'InvalidValue', path } });
  });

  test('false and missing sources say nothing', async () => {
    const log = await simulated({ files, steps, sources: { agentInstructions: false } });
    expect(linesOf(log).slice(3)).toEqual(['user: hi']);
  });

  test('a source resolves its configuration against env.home and env.variables', async () => {
    const said = async (env: object): Promise<string> => {
      const { events } = await simulated({ files, steps, env, sources: { agentInstructions: { maxBytes: 4096 } } });
      return JSON.stringify(events.at(-1)?.data);
    };
    expect(await said({})).toContain('default home');
    expect(await said({ variables: { DSH_HOME: '/elsewhere' } })).toContain('other home');
    expect(await said({ home: '/home/you' })).not.toContain('home');
  });

  test('env.timeZone is the zone of the process', async () => {
    const env = { now: 0, timeZone: 'Asia/Tokyo' };
    const { events } = await simulated({ steps, env, sources: { timeContext: {} } });
    expect(JSON.stringify(events.at(-1)?.data)).toContain('1970-01-01T09:00:00+09:00[Asia/Tokyo]');
  });
});

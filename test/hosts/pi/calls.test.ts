// Owns: what becomes of touches when pi's calls do not all end well: refused, one after the other, aborted.
import { Agent } from '@earendil-works/pi-agent-core';
import type { AgentTool } from '@earendil-works/pi-agent-core';
import type { Message } from '@earendil-works/pi-ai';
import { fauxAssistantMessage, fauxToolCall } from '@earendil-works/pi-ai';
import { SessionManager } from '@earendil-works/pi-coding-agent';
import { describe, expect, test } from 'vitest';
import { bindAgent } from '../../../src/hosts/pi/index.js';
import { home } from '../life.js';
import { readTool, textsIn } from './player.js';
import { FRAME, fauxModel, lastShown, opened, scratch } from './stage.js';

test('calls that pi refuses do not hold up what the others touched (A9)', async () => {
  const model = fauxModel();
  const session = await opened(home(), { model: model.provider.getModel() });
  const seen: (readonly Message[])[] = [];
  model.provider.setResponses([
    () =>
      fauxAssistantMessage(
        [fauxToolCall('none', {}), fauxToolCall('read', { file_path: 'lib/a.ts' }), fauxToolCall('none', {})],
        { stopReason: 'toolUse' },
      ),
    ({ messages }) => {
      seen.push(structuredClone(messages));
      return fauxAssistantMessage('Done.');
    },
  ]);
  await session.prompt('Hello.');
  expect(textsIn(seen[0] ?? []).at(-1)).toContain('The library has no state.');
  expect(seen).toHaveLength(1);
});

test('tools that run one after the other are spoken of once, behind the last (A9)', async () => {
  const model = fauxModel();
  const session = await opened(home(), {
    model: model.provider.getModel(),
    tools: [{ ...readTool(() => undefined), executionMode: 'sequential' }],
  });
  model.answer([{ calls: [{ read: 'lib/a.ts' }, { read: 'web/a.ts' }] }]);
  await session.prompt('Hello.');
  expect(lastShown(model)).toEqual(['Hello.', FRAME, 'The content.', 'The content.', FRAME]);
});

const LIB = 'The library has no state.';

/** A tool that reads, and is given up while it does: by then it has heard nothing. */
const endless = (begun: () => void): AgentTool =>
  ({
    ...readTool(() => undefined),
    execute: (_: string, __: object, signal: AbortSignal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('Given up.')));
        begun();
      }),
  }) as unknown as AgentTool;

const timesTold = (messages: readonly Message[] | undefined, text: string): number =>
  textsIn(messages ?? [])
    .join('\n')
    .split(text).length - 1;

describe('a run that is given up', () => {
  test('in the middle of a call: the coding agent tells nothing of it, and later what is due, once (A9)', async () => {
    const model = fauxModel();
    const file = SessionManager.create('/repo', scratch());
    let abort: () => void = () => undefined;
    const session = await opened(home(), {
      model: model.provider.getModel(),
      sessionManager: file,
      tools: [endless(() => abort())],
    });
    abort = () => void session.abort();
    model.answer([{ calls: [{ read: 'lib/a.ts' }] }]);
    await session.prompt('Hello.');
    expect(JSON.stringify(file.getEntries())).not.toContain(LIB);
    session.dispose();

    const again = await opened(home(), { model: model.provider.getModel(), sessionManager: file });
    model.answer([{ calls: [{ read: 'lib/a.ts' }] }]);
    await again.prompt('Once more.');
    const last = model.shown.at(-1);
    expect([timesTold(last, 'Write tests first.'), timesTold(last, LIB)]).toEqual([1, 1]);
  });

  test('after a call that was over: what it touched is told with the next prompt, once (A9, L4)', async () => {
    const model = fauxModel();
    const session = await opened(home(), { model: model.provider.getModel() });
    model.provider.setResponses([
      () => fauxAssistantMessage([fauxToolCall('read', { file_path: 'lib/a.ts' })], { stopReason: 'toolUse' }),
      () => {
        void session.abort();
        return fauxAssistantMessage('Never heard.');
      },
    ]);
    await session.prompt('Hello.');
    model.answer([{ calls: [{ read: 'lib/b.ts' }] }]);
    await session.prompt('Once more.');
    const counts = model.shown.slice(-2).map((shown) => timesTold(shown, LIB));
    expect(counts).toEqual([1, 1]);
    expect(timesTold(model.shown.at(-1), 'Write tests first.')).toBe(1);
  });

  test('in the agent core: nothing is steered in, and the next prompt has what is due (A9)', async () => {
    const model = fauxModel();
    let abort: () => void = () => undefined;
    const agent = new Agent({
      initialState: { model: model.provider.getModel(), tools: [endless(() => abort())] },
      getApiKey: () => 'none',
    });
    abort = () => agent.abort();
    const context = bindAgent(agent, home());
    model.answer([{ calls: [{ read: 'lib/a.ts' }] }]);
    await context.prompt('Hello.');
    expect(JSON.stringify(agent.state.messages)).not.toContain(LIB);
    agent.state.tools = [readTool(() => undefined)];
    model.answer([{ calls: [{ read: 'lib/a.ts' }] }]);
    await context.prompt('Once more.');
    const last = model.shown.at(-1);
    expect([timesTold(last, 'Write tests first.'), timesTold(last, LIB)]).toEqual([1, 1]);
  });
});

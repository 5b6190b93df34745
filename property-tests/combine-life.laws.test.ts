// Owns: the family "combine" over whole lives with real sources: together they say what each of them says apart, and
// stand in one order. The laws of combining any sources are in combine.laws.test.ts.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { UserMessage } from '../src/domain/message.js';
import type { Scenario, SourceKey, SourceMap, Step } from '../src/scenario/model.js';
import { anyScenario } from '../src/testing/arbitraries/scenario.js';
import { seed } from '../test/seed.js';
import { begin } from './world/life.js';

const OTHERS: SourceMap = { timeContext: {}, tmuxContext: {}, sessionReference: {} };

const pane = (window: number): string => `main\t${window}\tvim\t0\t%1\t1\t1\tb25d,80x24,0,0,1\n`;

/** Only what means the same however long the log is: no counted messages, seqs or cut logs. */
const isComparable = (step: Step): boolean => {
  if (step.do === 'rewind' || (step.do === 'compact' && (step.keep ?? 0) > 0)) return false;
  return step.do !== 'log' || typeof step.event.surfaceOp !== 'object';
};

/** The life with other sources mounted, a moving clock and a window that changes. */
const dressed = (scenario: Scenario, dress: (own: SourceMap) => SourceMap): Scenario => ({
  ...scenario,
  sources: dress(scenario.sources ?? {}),
  shell: { stdout: pane(0) },
  steps: scenario.steps.filter(isComparable).flatMap((step, index): readonly Step[] => [
    'sources' in step && step.sources !== undefined ? { ...step, sources: dress(step.sources) } : step,
    ...(index % 7 === 3 ? [{ do: 'shell', stdout: pane(index) } as const] : []),
    ...(index % 5 === 0 ? [{ do: 'advance', ms: 61_000 } as const] : []),
  ]),
});

const only = (kept: SourceKey) => (own: SourceMap): SourceMap => {
  const all: SourceMap = { ...OTHERS, ...own };
  return all[kept] === undefined ? {} : { [kept]: all[kept] };
};

/** Which source wrote a message that no scenario proposed. */
const writerOf = ({ source, id }: UserMessage): SourceKey | undefined => {
  if (!id.startsWith('message-')) return undefined;
  if (source.kind === 'agent-instructions') return 'agentInstructions';
  const plugin = source.kind === 'plugin' ? source['plugin'] : undefined;
  return plugin === 'time-context' ? 'timeContext' : plugin === 'tmux-context' ? 'tmuxContext' : undefined;
};

/** The messages of a life, oldest first; what the oracle has against it is a failure. */
const messagesOf = async (scenario: Scenario): Promise<readonly UserMessage[]> => {
  const life = begin(scenario);
  for (const step of scenario.steps) await life.run(step);
  expect(life.oracle.complaints).toEqual([]);
  return life.host.log().flatMap(({ type, data }) => (type === 'user/message' ? [data as UserMessage] : []));
};

const written = (messages: readonly UserMessage[], key: SourceKey): readonly unknown[] =>
  messages.filter((message) => writerOf(message) === key).map(({ content, source }) => ({ content, source }));

describe(`combine, whole lives, seed ${seed}`, () => {
  test.each(['agentInstructions', 'timeContext', 'tmuxContext'] as const)(
    'C2: %s says together with the others what it says apart',
    async (key) => {
      let compared = 0;
      await fc.assert(
        fc.asyncProperty(anyScenario({ minSteps: 25, maxSteps: 40 }), async (scenario) => {
          const together = await messagesOf(dressed(scenario, (own) => ({ ...OTHERS, ...own })));
          const apart = await messagesOf(dressed(scenario, only(key)));
          expect(written(together, key)).toEqual(written(apart, key));
          compared += written(apart, key).length;
        }),
        { numRuns: 40 },
      );
      expect(compared).toBeGreaterThan(20);
    },
  );
});

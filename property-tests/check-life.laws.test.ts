// Owns: the law that no message which this library ever wrote is a violation where it stands: whole lives with every
// source mounted, whatever else is in their logs.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LogEvent } from '../src/domain/log-event.js';
import type { UserMessage } from '../src/domain/message.js';
import { isDirect } from '../src/domain/message.js';
import { checkLog } from '../src/programs/check.js';
import type { Scenario, SourceMap, Step } from '../src/scenario/model.js';
import { anyScenario } from '../src/testing/arbitraries/scenario.js';
import { seed } from '../test/seed.js';
import { begin } from './world/life.js';

const LIVES = 150;

const OTHERS: SourceMap = { timeContext: { timeZone: 'Europe/Berlin' }, tmuxContext: {}, sessionReference: {} };

const pane = (window: number): string => `main\t${window}\t"vim" ü:\t0\t%1\t1\t1\tb25d,80x24,0,0,1\n`;

const dressed = (scenario: Scenario): Scenario => ({
  ...scenario,
  sources: { ...OTHERS, ...scenario.sources },
  shell: { stdout: pane(0) },
  steps: scenario.steps.flatMap((step, index): readonly Step[] => [
    'sources' in step && step.sources !== undefined ? { ...step, sources: { ...OTHERS, ...step.sources } } : step,
    ...(index % 7 === 3 ? [{ do: 'shell', stdout: pane(index) } as const] : []),
  ]),
});

/** A message that no step of a scenario proposes: those have other ids. */
const isOurs = ({ data, type }: LogEvent): boolean =>
  type === 'user/message' && (data as UserMessage).id.startsWith('message-') && !isDirect(data as UserMessage);

test(`I1, I2: every message of ${LIVES} lives passes the check (seed ${seed})`, async () => {
  let checked = 0;
  for (const scenario of fc.sample(anyScenario(), { seed, numRuns: LIVES })) {
    const life = begin(dressed(scenario));
    for (const step of dressed(scenario).steps) await life.run(step);
    const log = life.host.log();
    const ours = new Set(log.flatMap((event, seq) => (isOurs(event) ? [seq] : [])));
    const wrong = checkLog(life.host.header, log).filter(({ seq, severity }) => severity === 'error' && ours.has(seq));
    expect(wrong).toEqual([]);
    checked += ours.size;
  }
  expect(checked).toBeGreaterThan(10 * LIVES);
}, 60_000);

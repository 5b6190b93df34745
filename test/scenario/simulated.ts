// Owns: running a piece of a scenario in a test, and a log in a few words a line, so that its order can be compared.
import * as E from 'fp-ts/lib/Either.js';
import { decoder } from '../../src/adapters/encoding/index.js';
import { nodeHash } from '../../src/adapters/node/index.js';
import { describeError } from '../../src/domain/error.js';
import type { LogEvent, SessionHeader } from '../../src/domain/log-event.js';
import { sourceOf, toolCallOf, toolResultOf, turnOf, turnStepOf, userMessageOf } from '../../src/domain/log-event.js';
import { textOf } from '../../src/domain/message.js';
import type { Report } from '../../src/scenario/host.js';
import { readScenario, runScenario } from '../../src/scenario/run.js';

/** What a run left behind. */
export interface Simulated {
  readonly header: SessionHeader;
  readonly events: readonly LogEvent[];
  readonly reports: readonly Report[];
}

/** A whole scenario around the keys that a test is about. */
export const scenarioOf = (keys: Readonly<Record<string, unknown>>): unknown => ({
  contextfold: 1,
  session: { id: 's1', cwd: '/repo/app', createdAt: 1000 },
  env: { now: 5000 },
  steps: [],
  ...keys,
});

/** Decodes and runs; a test that expects a refusal reads the scenario itself. */
export const simulated = async (keys: Readonly<Record<string, unknown>>): Promise<Simulated> => {
  const scenario = readScenario(scenarioOf(keys));
  if (E.isLeft(scenario)) throw new Error(describeError(scenario.left));
  const reports: Report[] = [];
  const options = { hash: nodeHash, decoder, report: (report: Report) => void reports.push(report) };
  return { ...(await runScenario(scenario.right, options)), reports };
};

const messageLine = (event: LogEvent): string => {
  const message = userMessageOf(event);
  const source = sourceOf(event);
  const who = source?.kind === 'plugin' ? String(source['plugin']) : String(source?.kind);
  return who === 'user' || who === 'note' ? `${who}: ${textOf(message?.content ?? '')}` : who;
};

/** An event in a few words. */
export const lineOf = (event: LogEvent): string => {
  const at = turnStepOf(event);
  const place = at === undefined ? String(turnOf(event)) : `${at.turn}.${at.step}`;
  const result = toolResultOf(event);
  switch (event.type) {
    case 'session/start':
      return `session/start ${(event.data as { reason: string }).reason}`;
    case 'user/message':
      return messageLine(event);
    case 'assistant/message':
      return `assistant ${place}`;
    case 'tool/call':
      return `tool/call ${place} ${toolCallOf(event)?.name}`;
    case 'tool/result':
      return `tool/result ${place}${result?.aborted ? ' aborted' : result?.failed ? ' error' : ''}`;
    default:
      return place === 'undefined' ? event.type : `${event.type} ${place}`;
  }
};

/** A log in a few words a line. */
export const linesOf = ({ events }: Pick<Simulated, 'events'>): readonly string[] => events.map(lineOf);

/** The codes that a run reported, with the step that was running. */
export const codesOf = ({ reports }: Simulated): readonly string[] =>
  reports.flatMap((report) => ('code' in report ? [`${report.step} ${report.code}`] : []));

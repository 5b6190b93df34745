// Owns: running a scenario from its first event to its last, and the log that comes of it.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { InvalidValue } from '../domain/error.js';
import type { LogEvent, SessionHeader } from '../domain/log-event.js';
import { decodeScenario } from './codec.js';
import type { Report } from './host.js';
import { startHost } from './host.js';
import type { Scenario } from './model.js';
import { checkSources } from './sources.js';
import { runOne, startUp } from './steps.js';
import type { Lent } from './world.js';

/** A scenario whose shape and whose source configurations were checked; only such a one can be run. */
export type CheckedScenario = Scenario & { readonly CheckedScenario: unique symbol };

/** The log that a scenario leaves behind. */
export interface ScenarioLog {
  readonly header: SessionHeader;
  readonly events: readonly LogEvent[];
}

/** What a run needs beside the scenario. */
export interface RunOptions extends Lent {
  /** Hears every report as it is made. */
  readonly report?: (report: Report) => void;
}

/**
 * Reads a scenario from a parsed file.
 *
 * Errors: the first mistake with its JSON path; a source configuration that its source refuses is one.
 * Source: SPEC F8, R (scenario files)
 */
export const readScenario = (value: unknown): Either<InvalidValue, CheckedScenario> =>
  pipe(decodeScenario(value), E.chain(checkSources), E.map((scenario) => scenario as CheckedScenario));

/**
 * Runs a scenario on an in-memory host.
 *
 * Errors: none are expected; what goes wrong inside is reported.
 * Source: SPEC R2, F2
 */
export const runScenario = async (scenario: CheckedScenario, options: RunOptions): Promise<ScenarioLog> => {
  const host = startHost(scenario, options, options.report ?? (() => undefined));
  startUp(host);
  for (const [index, step] of scenario.steps.entries()) {
    host.begin(index);
    await runOne(host, step);
  }
  return { header: host.header, events: host.log() };
};

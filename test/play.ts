// Owns: playing a few scenario steps in a test and asking what the model was told.
import * as E from 'fp-ts/lib/Either.js';
import { decoder } from '../src/adapters/encoding/index.js';
import { nodeHash } from '../src/adapters/node/index.js';
import { textBlocks, type Content, type SourceTag } from '../src/domain/message.js';
import type { LogEvent } from '../src/domain/log-event.js';
import type { Manifest } from '../src/domain/manifest.js';
import { describeError } from '../src/domain/error.js';
import type { Violation } from '../src/domain/violation.js';
import { checkLog } from '../src/programs/check.js';
import type { Report } from '../src/scenario/host.js';
import type { Scenario, Step } from '../src/scenario/model.js';
import { readScenario, runScenario } from '../src/scenario/run.js';

/** One message of agent-instructions in a log. */
export interface Told {
  readonly seq: number;
  readonly texts: readonly string[];
  readonly changes: readonly string[];
  readonly baseline: boolean;
  readonly source: SourceTag;
}

/** What a scenario left behind. */
export interface Played {
  readonly events: readonly LogEvent[];
  readonly reports: readonly Report[];
  readonly told: readonly Told[];
  readonly codes: readonly string[];
  readonly manifests: readonly Manifest[];
  /** What `contextfold check` would say. */
  readonly violations: readonly Violation[];
}

const toldIn = (events: readonly LogEvent[]): readonly Told[] =>
  events.flatMap((event, seq): readonly Told[] => {
    const data = event.data as { source?: SourceTag; content?: Content } | undefined;
    if (event.type !== 'user/message' || data?.source?.kind !== 'agent-instructions') return [];
    const changes = (data.source['changes'] as readonly { action: string; path: string }[]) ?? [];
    return [
      {
        seq,
        texts: textBlocks(data.content ?? ''),
        changes: changes.map(({ action, path }) => `${action} ${path}`),
        baseline: data.source['baseline'] === true,
        source: data.source,
      },
    ];
  });

/** Plays a scenario in `/repo/app` of a project in `/repo`; what a test leaves out has a sensible default. */
export const play = async (
  parts: Partial<Omit<Scenario, 'sources'>> & { readonly config?: Readonly<Record<string, unknown>> },
): Promise<Played> => {
  const { config, ...rest } = parts;
  const scenario = readScenario({
    contextfold: 1,
    session: { id: 's1', cwd: '/repo/app', createdAt: 0 },
    env: { home: '/home/me', variables: {}, timeZone: 'UTC', now: 0 },
    sources: { agentInstructions: { maxBytes: 65536, ...config } },
    steps: [],
    ...rest,
    files: { '/repo/.git': { directory: true }, ...rest.files },
  });
  if (E.isLeft(scenario)) throw new Error(describeError(scenario.left));
  const reports: Report[] = [];
  const lent = { hash: nodeHash, decoder };
  const { header, events } = await runScenario(scenario.right, { ...lent, report: (report) => reports.push(report) });
  const violations = checkLog(header, events);
  return {
    events,
    reports,
    violations,
    told: toldIn(events),
    codes: reports.flatMap((report) => ('code' in report ? [report.code] : [])),
    manifests: reports.flatMap((report) => ('manifest' in report ? [report.manifest] : [])),
  };
};

/** A scenario step that reads a path with a touching tool. */
export const read = (path: string): Extract<Step, { readonly do: 'tool' }> => ({
  do: 'tool',
  name: 'read',
  arguments: { file_path: path },
});

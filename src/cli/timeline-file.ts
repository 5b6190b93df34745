// Owns: the timeline of a log file, whoever wrote it, for the commands that show one.
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { surroundings } from '../adapters/node/index.js';
import { showPath } from '../core/frame.js';
import type { FoldError } from '../core/fold.js';
import { isFields } from '../domain/codec/decode.js';
import { describeError } from '../domain/error.js';
import type { LogEvent } from '../domain/log-event.js';
import type { AnyHead, Format } from '../programs/read-any-log.js';
import { touchToolsOf } from '../programs/read-any-log.js';
import type { Timeline } from '../programs/timeline-model.js';
import type { TimelineBuilder } from '../programs/timeline.js';
import { startTimeline } from '../programs/timeline.js';
import type { AgentInstructionsConfig } from '../sources/agent-instructions/index.js';
import { agentInstructions } from '../sources/agent-instructions/index.js';
import type { FoundConfig } from './config.js';
import { misplaced, readConfig } from './config.js';
import { visitLogFile } from './log-file.js';
import { skippedText } from './print/log.js';
import type { Terminal } from './terminal.js';
import { complain } from './terminal.js';

/** How a log is read for a timeline; `watch` sees the events too, for who wants to keep them. */
export interface TimelineReading {
  readonly config?: string | undefined;
  readonly lenient: boolean;
  readonly watch?: (event: LogEvent) => void;
}

/** A log as a timeline, and the settings that it was read with. */
export interface TimelineFile {
  readonly head: AnyHead;
  readonly timeline: Timeline;
  readonly config: AgentInstructionsConfig;
}

const DEFAULT_CONFIG: FoundConfig = { value: { maxBytes: 65_536 }, place: 'the default configuration: $' };

/** The settings with the touching tools of whoever wrote the log, unless they name some themselves. */
const configFor = (config: unknown, format: Format): unknown => {
  const touchTools = touchToolsOf(format);
  return touchTools === undefined || !isFields(config) ? config : { touchTools, ...config };
};

/**
 * Reads a log as a timeline.
 *
 * Errors: a sentence: a wrong configuration, a log that cannot be read or that breaks its own rules.
 */
export const readTimeline =
  (path: string, terminal: Terminal, { config, lenient, watch }: TimelineReading): TaskEither<string, TimelineFile> =>
  async () => {
    const found = config === undefined ? E.right(DEFAULT_CONFIG) : await readConfig(config, terminal)();
    if (E.isLeft(found)) return found;
    const here = { ...surroundings(), variables: terminal.env };
    const checked = agentInstructions(found.right.value, here);
    if (E.isLeft(checked)) return E.left(misplaced(found.right, checked.left));
    let builder: TimelineBuilder | undefined;
    let wrong: FoldError | undefined;
    const begin = ({ format, header }: Pick<AnyHead, 'format' | 'header'>): TimelineBuilder | undefined => {
      const begun = startTimeline(header, { config: configFor(found.right.value, format), surroundings: here });
      return E.isRight(begun) ? begun.right : undefined;
    };
    const visit = (event: LogEvent, origin: Pick<AnyHead, 'format' | 'header'>): void => {
      builder ??= begin(origin);
      wrong ??= builder?.push(event, origin.header);
      watch?.(event);
    };
    const head = await visitLogFile(path, terminal, visit, { lenient })();
    if (E.isLeft(head)) return E.left(`${path}: ${head.left}`);
    if (wrong !== undefined) return E.left(`${path}: ${describeError(wrong)}`);
    builder ??= begin(head.right);
    const settings = configFor(found.right.value, head.right.format) as AgentInstructionsConfig;
    return builder === undefined
      ? E.left(`${path}: nothing to show`)
      : E.right({ head: head.right, timeline: builder.end(), config: settings });
  };

/** Says what was tolerated while a log was read. Source: SPEC F7, L5 */
export const tellReading = (path: string, head: AnyHead, terminal: Terminal): void => {
  for (const { code, detail } of head.diagnostics) terminal.err(`contextfold: ${code}: ${showPath(detail)}\n`);
  const skipped = skippedText(head);
  if (skipped !== undefined) complain(terminal, `${path}: ${skipped}`);
};

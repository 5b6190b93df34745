// Owns: the source as a whole: configuration in, one record of the contract every source fulfils out.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { ContextSource } from '../../core/context-source.js';
import { settled } from '../../core/inquiry.js';
import type { Diagnostic } from '../../domain/diagnostic.js';
import { describeJson } from '../../domain/error.js';
import type { InvalidConfig } from '../../domain/error.js';
import type { LogEvent } from '../../domain/log-event.js';
import { sourceOf } from '../../domain/log-event.js';
import type { Surroundings } from '../../domain/surroundings.js';
import { KIND, claimsKind, decodeConfig, decodeTag } from './codec.js';
import { considerInstructions } from './consider.js';
import type { InstructionsMemory } from './memory.js';
import { instructionsMemory } from './memory.js';
import { isOff, settingsFrom } from './model.js';
import type { AgentInstructionsState } from './state.js';
import { evolveInstructions, initialInstructions, snapshotCodec } from './state.js';
import { pathsTouched } from './touches.js';

export type { AgentInstructionsConfig } from './model.js';
export type { AgentInstructionsState } from './state.js';

const examine = (event: LogEvent): readonly Diagnostic[] => {
  const source = sourceOf(event);
  if (source === undefined || !claimsKind(source) || decodeTag(source) !== undefined) return [];
  const version = source['version'];
  const foreign = version !== undefined && version !== 1;
  return [
    foreign
      ? {
          code: 'unknown-version',
          detail: `a source of kind ${source.kind} has version ${describeJson(version)}; it is ignored`,
        }
      : { code: 'malformed-source', detail: `a source of kind ${source.kind} is malformed; it is ignored` },
  ];
};

/**
 * The source of a workspace's instruction files.
 *
 * Shape:  `config` is checked here, whoever wrote it. A budget that switches the source off makes one that is silent
 *         but still folds the log.
 * Errors: the first setting that is wrong, by name.
 * Source: SPEC A
 *
 * @example
 * ```ts
 * import * as E from 'fp-ts/lib/Either.js';
 * import { agentInstructions } from 'contextfold';
 *
 * E.isRight(agentInstructions({ maxBytes: 65_536, selection: 'first' })); // => true
 *
 * const wrong = agentInstructions({ maxBytes: 'many' });
 * E.isLeft(wrong) && wrong.left.key; // => 'maxBytes'
 * ```
 */
export const agentInstructions = (
  config: unknown,
  surroundings: Surroundings = { variables: {} },
): Either<InvalidConfig, ContextSource<AgentInstructionsState, InstructionsMemory>> =>
  E.map((decoded: Parameters<typeof settingsFrom>[0]) => {
    const settings = settingsFrom(decoded, surroundings);
    const source: ContextSource<AgentInstructionsState, InstructionsMemory> = {
      kind: KIND,
      placement: 'after-direct',
      initial: initialInstructions,
      evolve: evolveInstructions(settings.touchTools),
      consider: isOff(decoded.maxBytes) ? () => settled({}) : considerInstructions(settings),
      memory: instructionsMemory,
      snapshot: snapshotCodec(settings.touchTools),
      examine,
      reads: ['tool/call'],
      touches: (execution) => pathsTouched(settings.touchTools, execution),
    };
    return source;
  })(decodeConfig(config));

// Owns: the boundary of agent-instructions: its configuration and its source tag, decoded from values of unknown shape.
import type { Either } from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { SettingsTable } from '../../domain/codec/settings.js';
import { decodeSettings } from '../../domain/codec/settings.js';
import { isDigest } from '../../domain/digest.js';
import type { InvalidConfig } from '../../domain/error.js';
import type { SourceTag } from '../../domain/message.js';
import type { ScopeKey } from '../../domain/scope.js';
import { scopeKey, scopeOfKey } from '../../domain/scope.js';
import type { AgentInstructionsConfig } from './model.js';

/** The kinds of tag that are read; only the first is written. Source: SPEC A (source value) */
export const KIND = 'agent-instructions';
const OLDER_KIND = 'workspace-instructions';

const strings = t.readonlyArray(t.string);

const SETTINGS: SettingsTable<AgentInstructionsConfig> = {
  maxBytes: [t.union([t.number, t.literal(false)]), 'a number of bytes, or false to switch the source off', 'required'],
  maxSourceBytes: [t.refinement(t.number, (n) => Number.isSafeInteger(n) && n > 0), 'a positive integer'],
  maxTotalSourceBytes: [t.refinement(t.number, (n) => Number.isSafeInteger(n) && n > 0), 'a positive integer'],
  home: [t.refinement(t.string, (home) => home !== ''), 'a directory'],
  projectRootMarkers: [strings, 'a list of names'],
  instructionFileCandidates: [strings, 'a list of file names'],
  localInstructionFileCandidates: [strings, 'a list of file names'],
  selection: [t.keyof({ all: null, first: null }), '"all" or "first"'],
  resume: [t.keyof({ reconcile: null, recompose: null }), '"reconcile" or "recompose"'],
  delivery: [t.keyof({ 'pre-step': null, 'tool-result': null }), '"pre-step" or "tool-result"'],
  holdWrites: [t.boolean, 'true or false'],
  reach: [t.keyof({ root: null, cwd: null }), '"root" or "cwd"'],
  touchTools: [t.record(t.string, t.union([t.string, strings])), 'tool names with the argument names that hold paths'],
  writeTools: [strings, 'a list of tool names'],
};

/**
 * Decodes a configuration.
 *
 * Errors: the first setting that is wrong, missing or unknown, with what was expected and found.
 * Source: SPEC A1, F8
 */
export const decodeConfig = (value: unknown): Either<InvalidConfig, AgentInstructionsConfig> =>
  decodeSettings(KIND, SETTINGS, value);

/** A transition as a tag holds it: older writers may leave the digest out. */
export type LoggedChange =
  | { readonly action: 'set' | 'replace'; readonly scope: ScopeKey; readonly path: string; readonly digest?: string }
  | { readonly action: 'remove'; readonly scope: ScopeKey; readonly path: string };

/**
 * What a tag says.
 *
 * Shape:  `root` and `identity` are missing in tags of older writers. Scope keys are in our own spelling; changes of
 *         scopes that leave the root are gone.
 */
export interface InstructionsTag {
  readonly root?: string;
  readonly baseline: boolean;
  readonly identity?: string;
  readonly changes: readonly LoggedChange[];
}

const ROOT = t.refinement(t.string, (root) => /^(?:\.|\.\.(?:\/\.\.)*)$/u.test(root));
const DIGEST = t.refinement(t.string, isDigest);

const TAG = t.intersection([
  t.type({
    changes: t.readonlyArray(
      t.union([
        t.intersection([
          t.type({ action: t.union([t.literal('set'), t.literal('replace')]), scope: t.string, path: t.string }),
          t.partial({ digest: DIGEST }),
        ]),
        t.type({ action: t.literal('remove'), scope: t.string, path: t.string }),
      ]),
    ),
  }),
  t.partial({ version: t.literal(1), root: ROOT, baseline: t.literal(true), baselineIdentity: t.string }),
]);

/** Tells whether a tag claims to be ours, well formed or not. */
export const claimsKind = (source: SourceTag): boolean => source.kind === KIND || source.kind === OLDER_KIND;

/**
 * Reads a source tag of our kind.
 *
 * Errors: `undefined` for a malformed tag or an unknown version: it is ignored, with a diagnostic.
 * Source: SPEC F8, A3
 */
export const decodeTag = (source: SourceTag): InstructionsTag | undefined => {
  if (!TAG.is(source)) return undefined;
  const changes = source.changes.flatMap((change): readonly LoggedChange[] => {
    const scope = scopeOfKey(change.scope);
    return scope === undefined ? [] : [{ ...change, scope: scopeKey(scope) }];
  });
  return {
    baseline: source.baseline === true,
    changes,
    ...(source.root === undefined ? {} : { root: source.root }),
    ...(source.baselineIdentity === undefined ? {} : { identity: source.baselineIdentity }),
  };
};

// Owns: the boundary of agent-instructions: its configuration and its source tag, decoded from values of unknown shape.
import type { Either } from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { isFields } from '../../domain/codec/decode.js';
import type { SettingsTable } from '../../domain/codec/settings.js';
import { decodeSettings } from '../../domain/codec/settings.js';
import {
  chosen,
  flag,
  listOf,
  mapOf,
  natural,
  oneOf,
  open,
  positive,
  text,
  textThat,
  that,
} from '../../domain/codec/shape.js';
import { isDigest } from '../../domain/digest.js';
import type { InvalidConfig } from '../../domain/error.js';
import type { SourceTag } from '../../domain/message.js';
import type { ScopeKey } from '../../domain/scope.js';
import { scopeKey, scopeOfKey } from '../../domain/scope.js';
import type { AgentInstructionsConfig } from './model.js';

/** The kinds of tag that are read; only the first is written. Source: SPEC A (source value) */
export const KIND = 'agent-instructions';
const OLDER_KIND = 'workspace-instructions';

const strings = listOf(text);
const budget = that(
  'a number of bytes, or false to switch the source off',
  (value): value is number | false => typeof value === 'number' || value === false,
);
const argumentNames = chosen<string | readonly string[]>('a name or a list of names', (value) =>
  typeof value === 'string' ? text : Array.isArray(value) ? strings : undefined,
);

const SETTINGS: SettingsTable<AgentInstructionsConfig> = {
  maxBytes: [budget, budget.name, 'required'],
  maxSourceBytes: [positive, 'a positive integer'],
  maxTotalSourceBytes: [positive, 'a positive integer'],
  home: [textThat('a directory', (home) => home !== ''), 'a directory'],
  projectRootMarkers: [strings, 'a list of names'],
  instructionFileCandidates: [strings, 'a list of file names'],
  localInstructionFileCandidates: [strings, 'a list of file names'],
  selection: [oneOf('all', 'first'), '"all" or "first"'],
  resume: [oneOf('reconcile', 'recompose'), '"reconcile" or "recompose"'],
  delivery: [oneOf('pre-step', 'tool-result'), '"pre-step" or "tool-result"'],
  holdWrites: [flag, 'true or false'],
  reach: [oneOf('root', 'cwd'), '"root" or "cwd"'],
  touchTools: [mapOf(text, argumentNames), 'tool names with the argument names that hold paths'],
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

const root = textThat('the root from the working directory: `.`, `..`, `../..`', (value) =>
  /^(?:\.|\.\.(?:\/\.\.)*)$/u.test(value),
);
const digest = textThat('a digest', isDigest);

const spoken = open('a change', { action: oneOf('set', 'replace'), scope: text, path: text }, { digest });
const removed = open('a removal', { action: oneOf('remove'), scope: text, path: text }, {});
const change = chosen<t.TypeOf<typeof spoken> | t.TypeOf<typeof removed>>('a change', (value) =>
  isFields(value) && value['action'] === 'remove' ? removed : spoken,
);

const MARK = open('a mark', { seq: natural, baseline: flag, changes: listOf(change) }, { root, identity: text });
const OPEN_CALL = open('a call', { callId: text, paths: listOf(text) }, {});

/** The state as this version writes it. Source: SPEC F3, F8 */
export const writtenState = open(
  'a state of agent-instructions',
  { tools: text, marks: listOf(MARK), touches: listOf(text), calls: listOf(OPEN_CALL) },
  { resumedAt: natural },
);

const TAG = open(
  'a source of this kind',
  { changes: listOf(change) },
  { version: oneOf(1), root, baseline: oneOf(true), baselineIdentity: text },
);

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
    if (scope === undefined) return [];
    const key = scopeKey(scope);
    // Most are in our own spelling, and are kept for as long as the session.
    return [key === change.scope ? (change as LoggedChange) : { ...change, scope: key }];
  });
  return {
    baseline: source.baseline === true,
    changes,
    ...(source.root === undefined ? {} : { root: source.root }),
    ...(source.baselineIdentity === undefined ? {} : { identity: source.baselineIdentity }),
  };
};

// Owns: the decoding of scenario files. It judges shapes only; whether a source accepts its configuration is asked of
// the source (sources.ts), before anything runs.
import * as t from 'io-ts';
import type { Either } from 'fp-ts/lib/Either.js';
import type { Fields } from '../domain/codec/decode.js';
import { decodeValue, isFields } from '../domain/codec/decode.js';
import { eventCodec } from '../domain/codec/session-log.js';
import {
  chosen,
  closed,
  fields,
  flag,
  integer,
  listOf,
  mapOf,
  natural,
  oneOf,
  open,
  text,
  that,
} from '../domain/codec/shape.js';
import type { InvalidValue } from '../domain/error.js';
import { absolutePath } from '../domain/path.js';
import type { Prompt, Scenario, ScenarioFile, SourceMap, Step, ToolRun } from './model.js';

const absolute = that(
  'an absolute path',
  (value): value is string => typeof value === 'string' && absolutePath(value) !== undefined,
);

/** However often a clock is put forward, what it shows stays a number that a log can hold. */
const milliseconds = that(
  'a number of milliseconds',
  (value): value is number => Number.isFinite(value) && Math.abs(value as number) <= Number.MAX_SAFE_INTEGER,
);

const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}(?:==)?|[A-Za-z\d+/]{3}=?)?$/u;
const base64 = that('base64', (value): value is string => typeof value === 'string' && BASE64.test(value));

const fileShapes: Readonly<Record<string, t.Mixed>> = {
  base64: closed('a file', { base64 }, {}),
  link: closed('a file', { link: text }, {}),
  directory: closed('a file', { directory: oneOf(true) }, {}),
  other: closed('a file', { other: oneOf(true) }, {}),
};

const file = chosen<ScenarioFile>('a text, { base64 }, { link }, { directory: true } or { other: true }', (value) => {
  if (typeof value === 'string') return text;
  const shape = isFields(value) ? Object.keys(fileShapes).find((key) => Object.hasOwn(value, key)) : undefined;
  return shape === undefined ? undefined : fileShapes[shape];
});

const source = open('a source with a kind', { kind: text }, {});

const promptItem = chosen('a string or { text, source }', (value) =>
  typeof value === 'string' ? text : isFields(value) ? closed('a prompt', { text }, { source }) : undefined,
);

const prompt = chosen<Prompt>('a string, null or a list of prompts', (value) => {
  if (typeof value === 'string') return text;
  if (value === null) return t.null;
  return Array.isArray(value) ? listOf(promptItem) : undefined;
});

/** What a source makes of its configuration is its own business. */
const config = that('a configuration or false', (value): value is Fields | false => value === false || isFields(value));
const sources = closed(
  'an object of sources',
  {},
  { agentInstructions: config, sessionReference: config, timeContext: config, tmuxContext: config },
) as t.Type<SourceMap>;

const toolArguments = that(
  'an object or its JSON text',
  (value): value is Fields | string => typeof value === 'string' || isFields(value),
);

const children = chosen<readonly ToolRun[]>('a list', () => listOf(child));
const outcome = { arguments: toolArguments, error: flag, abort: flag, children };
const child: t.Mixed = closed('a tool call', { name: text }, { ...outcome, do: oneOf('tool') });

const proposal = { source, reject: flag, abort: flag };
const shell = { stdout: text, exitCode: integer, fault: oneOf('unavailable', null) };

/** A step, with a `note` for people. */
const step = <R extends t.Props, O extends t.Props>(required: R, optional: O): t.Mixed =>
  closed('a step', { do: text, ...required }, { note: text, ...optional });

const steps: Readonly<Record<Step['do'], t.Mixed>> = {
  turn: step({ prompt }, proposal),
  step: step({}, { prompt, ...proposal }),
  tool: step({ name: text }, { ...outcome, drop: oneOf<boolean | 'late'>(true, false, 'late') }),
  log: step({ event: eventCodec }, {}),
  end: step({}, {}),
  put: step({ path: absolute, file }, {}),
  delete: step({ path: absolute }, {}),
  fault: step({ path: absolute, fault: oneOf('unavailable', 'unreadable', null) }, {}),
  compact: step({}, { keep: natural }),
  resume: step({}, { sources }),
  remount: step({}, { sources }),
  rewind: step({ events: natural }, {}),
  crash: step({}, {}),
  advance: step({ ms: milliseconds }, {}),
  shell: step({}, shell),
};

const isStepName = (name: unknown): name is Step['do'] => typeof name === 'string' && Object.hasOwn(steps, name);
const unknownStep = open('a step', { do: oneOf(...(Object.keys(steps) as Step['do'][])) }, {});

const anyStep = chosen<Step>('a step', (value) => {
  const name = isFields(value) ? value['do'] : undefined;
  return isStepName(name) ? steps[name] : unknownStep;
});

const session = open('a session', { id: text, cwd: absolute }, { createdAt: milliseconds });

const scenario = open(
  'a scenario',
  { contextfold: oneOf(1), session, steps: listOf(anyStep) },
  {
    env: closed('an environment', {}, { home: text, variables: mapOf(text, text), timeZone: text, now: milliseconds }),
    sources,
    files: mapOf(absolute, file),
    host: closed('a host', {}, { versions: flag }),
    shell: closed('a shell', {}, shell),
    sessions: fields,
  },
);

/**
 * Decodes a scenario.
 *
 * Shape:  unknown keys at the top (a `note`, say) and in `session` are allowed, anywhere else they are mistakes.
 * Errors: the first mistake with its JSON path, `$.steps[3].prompt`.
 * Source: SPEC F8, R (scenario files)
 */
export const decodeScenario = (value: unknown): Either<InvalidValue, Scenario> =>
  decodeValue(scenario as unknown as t.Type<Scenario>, value);

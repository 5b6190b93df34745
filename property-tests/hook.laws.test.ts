// Laws of the hook: whatever comes in is answered or refused as a value, and what is written into settings that belong
// to somebody else changes nothing but what it adds.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { afterAll, describe, expect, test } from 'vitest';
import { placesIn } from '../src/cli/hook/places.js';
import { runHook } from '../src/cli/hook/run.js';
import { withHook, withoutHook } from '../src/cli/settings/claude-code.js';
import { readNode } from '../src/cli/settings/json-text.js';
import { lineDiff } from '../src/cli/settings/line-diff.js';
import { seed } from '../test/seed.js';

const directory = mkdtempSync(join(tmpdir(), 'contextfold-laws-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const variables = { CONTEXTFOLD_HOME: join(directory, 'home'), HOME: directory };

const run = (host: string, text: string): Promise<E.Either<string, string>> =>
  runHook(
    {
      command: { host, timeoutMs: 2_000, holdWrites: true },
      places: placesIn(variables),
      variables,
      signal: new AbortController().signal,
      report: () => undefined,
    },
    text,
  );

const word = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('Read', 'apply_patch', 'AGENTS.md', '../..', '/', directory),
);
const event = fc.record(
  {
    session_id: fc.oneof(word, fc.json()),
    cwd: fc.oneof(fc.constant(directory), word),
    hook_event_name: fc.constantFrom(
      ...[
        'SessionStart',
        'UserPromptSubmit',
        'PreToolUse',
        'PostToolUse',
        'PostToolUseFailure',
        'PreCompact',
        'AfterTool',
      ],
      ...['BeforeAgent', 'PreCompress', 'SubagentStart', 'Unknown'],
    ),
    transcript_path: fc.oneof(word, fc.constant(null)),
    source: fc.oneof(word, fc.constantFrom('startup', 'resume', 'fork', 'clear', 'compact')),
    agent_id: word,
    prompt: word,
    tool_name: fc.constantFrom('Read', 'Write', 'apply_patch', 'read_file', 'Bash'),
    tool_use_id: word,
    tool_input: fc.oneof(fc.record({ file_path: fc.oneof(word, fc.json()), command: word }), fc.jsonValue()),
    tool_response: fc.jsonValue(),
  },
  { requiredKeys: [] },
);
const host = fc.constantFrom('claude-code', 'codex', 'gemini');

describe('the hook is total (R6)', () => {
  test(`any text on standard input is answered or refused (seed ${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(host, fc.oneof(fc.string(), fc.json(), fc.string({ unit: 'binary' })), async (name, text) => {
        const answered = await run(name, text);
        expect(E.isLeft(answered) ? typeof answered.left : answered.right).toBeTypeOf('string');
      }),
      { numRuns: 60 },
    );
  });

  test(`any event is answered by one JSON object or by nothing (seed ${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(host, event, async (name, fields) => {
        const answered = await run(name, JSON.stringify(fields));
        if (E.isLeft(answered) || answered.right === '') return;
        expect(JSON.parse(answered.right)).toBeTypeOf('object');
        expect(answered.right).not.toContain('\n');
      }),
      { numRuns: 60 },
    );
  });
});

const hooks = fc.dictionary(
  fc.constantFrom('PostToolUse', 'SessionStart', 'Stop'),
  fc.array(
    fc.record({
      matcher: fc.constantFrom('Bash', '*'),
      hooks: fc.array(fc.record({ type: fc.constant('command'), command: fc.constantFrom('lint', 'echo "}"') }), {
        minLength: 1,
      }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
);
const settings = fc.oneof(
  fc.dictionary(
    fc.string({ maxLength: 8 }).filter((key) => key !== 'hooks' && key !== '__proto__'),
    fc.jsonValue(),
  ),
  fc.record({ model: fc.string(), hooks: hooks.filter((each) => Object.keys(each).length > 0), z: fc.jsonValue() }),
);
const layout = fc.constantFrom<string | number | undefined>(2, 4, '\t', undefined);
const wanted = fc.record({
  command: fc.constantFrom('contextfold hook claude-code', 'npx --yes contextfold@0.1.0 hook claude-code'),
  holdWrites: fc.boolean(),
});

const right = <A>(result: E.Either<string, A>): A => {
  if (E.isLeft(result)) throw new Error(result.left);
  return result.right;
};

describe('settings of somebody else', () => {
  test(`the hook is put in once, and taken out without a trace (seed ${seed})`, () => {
    fc.assert(
      fc.property(settings, layout, wanted, (value, indent, what) => {
        const text = `${JSON.stringify(value, null, indent)}\n`;
        const once = right(withHook(text, what));
        expect(right(withHook(once, what))).toBe(once);
        expect(JSON.parse(right(withoutHook(once)))).toEqual(JSON.parse(text));
        if (indent !== undefined) expect(right(withoutHook(once))).toBe(text);
      }),
    );
  });

  test(`whatever else is there stays as it is (seed ${seed})`, () => {
    fc.assert(
      fc.property(settings, layout, wanted, (value, indent, what) => {
        const text = JSON.stringify(value, null, indent);
        const { hooks: now, ...rest } = JSON.parse(right(withHook(text, what))) as Record<string, unknown>;
        const { hooks: before, ...others } = JSON.parse(text) as Record<string, unknown>;
        expect(rest).toEqual(others);
        for (const [name, groups] of Object.entries((before ?? {}) as Record<string, readonly unknown[]>)) {
          expect((now as Record<string, readonly unknown[]>)[name]).toEqual(expect.arrayContaining([...groups]));
        }
      }),
    );
  });

  test(`a text is read as JSON exactly when it is JSON (seed ${seed})`, () => {
    const text = fc.oneof(
      fc.json(),
      fc.string(),
      fc.json().chain((json) => fc.nat(json.length).map((end) => json.slice(0, end))),
    );
    fc.assert(
      fc.property(text, (given) => {
        const isJson = E.isRight(
          E.tryCatch(
            () => JSON.parse(given) as unknown,
            () => undefined,
          ),
        );
        expect('problem' in readNode(given)).toBe(!isJson);
      }),
      { numRuns: 300 },
    );
  });

  test(`a difference tells both texts (seed ${seed})`, () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 5 });
    fc.assert(
      fc.property(lines, lines, (old, next) => {
        const rows = lineDiff(old.map((line) => `${line}\n`).join(''), next.map((line) => `${line}\n`).join('')).split(
          '\n',
        );
        const told = (signs: string): readonly string[] =>
          rows.filter((row) => row !== '' && signs.includes(row.charAt(0))).map((row) => row.slice(1));
        if (rows.some((row) => row === '…') || old.join() === next.join()) return;
        expect(told(' -')).toEqual(old);
        expect(told(' +')).toEqual(next);
      }),
    );
  });
});

// Owns: the real Codex with the hook beside its configuration, offline before a scripted model. It is too large to be a
// dependency: `CONTEXTFOLD_REAL_HOSTS=1 CODEX_BINARY=<path>` runs it; docs/hosts/codex.md tells of one run.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Exchange, Stage } from '../hooks/real.js';
import { eventStream, expectNoMetadata, hookCommand, stage, timesIn, wanted } from '../hooks/real.js';

const binary = wanted('CODEX_BINARY');

/** A patch, or words where there is none. */
type Patches = readonly string[];

interface Wish {
  readonly patches: Patches;
  /** So many tokens that Codex compacts before it goes on. */
  readonly fills?: true;
}

const done: Wish = { patches: [] };
const edit = (path: string, from: string, to: string): string => `*** Update File: ${path}\n@@\n-${from}\n+${to}`;
const patched = (...patches: Patches): Wish => ({ patches });

let count = 0;

const itemsOf = ({ patches }: Wish): readonly object[] => {
  if (patches.length === 0) {
    const content = [{ type: 'output_text', text: 'Done.', annotations: [] }];
    return [{ type: 'message', id: `msg_${count}`, role: 'assistant', status: 'completed', content }];
  }
  return patches.map((patch, index) => ({
    type: 'custom_tool_call',
    id: `ctc_${count}_${index}`,
    call_id: `call_${count}_${index}`,
    name: 'apply_patch',
    input: `*** Begin Patch\n${patch}\n*** End Patch`,
    status: 'completed',
  }));
};

const answer = ({ response }: Exchange, wish: Wish): void => {
  count += 1;
  const tokens = wish.fills === true ? 300_000 : 1_000;
  const usage = {
    input_tokens: tokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: tokens + 1,
  };
  const output = itemsOf(wish);
  const completed = { id: `resp_${count}`, status: 'completed', output, usage };
  eventStream(response, [
    { type: 'response.created', response: { id: `resp_${count}` } },
    ...output.map((item, index) => ({ type: 'response.output_item.done', output_index: index, item })),
    { type: 'response.completed', response: completed },
  ]);
};

const configuration = (url: string, project: string): string => `
model = "gpt-5.5"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
model_auto_compact_token_limit = 200000
[analytics]
enabled = false
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
[projects."${project}"]
trust_level = "trusted"
`;

describe.skipIf(binary === undefined)('the real Codex (R6)', () => {
  let at: Stage;
  let script: Wish[] = [];
  const shown: unknown[] = [];
  const inputs: unknown[] = [];

  beforeAll(async () => {
    at = stage();
    const url = await at.listen((exchange) => {
      const { input } = exchange.body;
      if (!exchange.url.endsWith('/responses')) return void exchange.response.end('{"data":[]}');
      inputs.push(input);
      if (!JSON.stringify(input).includes('CONTEXT CHECKPOINT COMPACTION')) shown.push(input);
      answer(exchange, script.shift() ?? done);
    });
    const home = join(at.directory, 'codex');
    mkdirSync(home);
    writeFileSync(join(home, 'config.toml'), configuration(url, at.project));
    const command = `${hookCommand('codex')} --hold-writes`;
    const events = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PreCompact', 'PostCompact'];
    const groups = events.map((event) => [event, [{ hooks: [{ type: 'command', command }] }]] as const);
    writeFileSync(join(home, 'hooks.json'), JSON.stringify({ hooks: Object.fromEntries(groups) }));
  });
  afterAll(() => at.close());

  const codex = async (wishes: readonly Wish[], ...args: readonly string[]): Promise<readonly unknown[]> => {
    script = [...wishes, done];
    const before = shown.length;
    const words = ['exec', ...args.slice(0, -1), '--json', '--dangerously-bypass-hook-trust', ...args.slice(-1)];
    await at.run(binary ?? '', words, { CODEX_HOME: join(at.directory, 'codex') });
    return shown.slice(before);
  };

  test('a session with failed, parallel and held patches', async () => {
    const [one, two] = [edit('lib/a.ts', 'one', 'two'), edit('lib/b.ts', 'one', 'two')];
    const added = patched('*** Add File: web/new.ts\n+x');
    const seen = await codex(
      [patched(one, two), patched(one, two), patched(edit('lib/no.ts', 'a', 'b')), added, added],
      'Hello.',
    );
    // Codex loads the root's file by itself, once.
    expect(timesIn(seen, 'ROOT RULE')).toEqual([1, 1, 1, 1, 1, 1]);
    expect(timesIn(seen, 'LIB RULE')).toEqual([0, 1, 1, 1, 1, 1]);
    expect(timesIn(seen, 'WEB RULE')).toEqual([0, 0, 0, 0, 1, 1]);
    expect(timesIn(seen, 'Success. Updated')).toEqual([0, 1, 2, 2, 2, 3]);
  }, 120_000);

  test('what changed behind its back: ours is told by us, what Codex loads itself by Codex', async () => {
    at.put('lib/AGENTS.md', 'LIB RULE TWO\n');
    at.put('AGENTS.md', 'ROOT RULE TWO\n');
    const seen = await codex([patched(edit('lib/a.ts', 'two', 'three'))], 'resume', '--last', 'I am back.');
    expect(timesIn(seen, 'LIB RULE TWO')).toEqual([1, 1]);
    expect(timesIn(seen, 'ROOT RULE TWO')).toEqual([1, 1]);
  }, 60_000);

  test('a compaction in the middle of a turn, and a patch after it', async () => {
    const wishes = [{ ...patched(edit('lib/a.ts', 'three', 'four')), fills: true as const }, done];
    const seen = await codex([...wishes, patched(edit('lib/a.ts', 'four', 'five'))], 'resume', '--last', 'Go on.');
    const after = seen.slice(1);
    expect(timesIn(after, 'ROOT RULE TWO')).toEqual(after.map(() => 1));
    expect(timesIn(after, 'LIB RULE TWO')).toEqual([0, 1]);
    const later = await codex([patched(edit('lib/b.ts', 'two', 'three'))], 'resume', '--last', 'And now?');
    expect(timesIn(later, 'LIB RULE TWO')).toEqual([1, 1]);
  }, 60_000);

  test('a removal is told, and nothing but texts went to the provider', async () => {
    at.remove('lib/AGENTS.md');
    const seen = await codex([patched(edit('lib/b.ts', 'three', 'four'))], 'resume', '--last', 'Once more.');
    expect(timesIn(seen, 'Instructions removed: lib/AGENTS.md')).toEqual([1, 1]);
    expectNoMetadata(inputs);
    expect(readdirSync(join(at.directory, 'home'))).not.toContain('hook.log');
  }, 60_000);
});

// Owns: the real Claude Code with the hook in its settings, offline before a scripted model. It is too large to be a
// dependency: `CONTEXTFOLD_REAL_HOSTS=1 CLAUDE_CODE_BINARY=<path>` runs it; docs/hosts/claude-code.md tells of one run.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../cli/run.js';
import { built } from '../../package/built.js';
import type { Exchange, Stage } from '../hooks/real.js';
import { eventStream, expectNoMetadata, stage, timesIn, wanted } from '../hooks/real.js';

const binary = wanted('CLAUDE_CODE_BINARY');

interface Block {
  readonly type: string;
  readonly name?: string;
  readonly input?: object;
  readonly text?: string;
}

let count = 0;

/** The answer of the model as the events of a stream. */
const answer = ({ response }: Exchange, blocks: readonly Block[]): void => {
  const usage = { input_tokens: 100, output_tokens: 10 };
  const head = { id: `msg_${(count += 1)}`, type: 'message', role: 'assistant', model: 'm', content: [], usage };
  const isCall = blocks.some(({ type }) => type === 'tool_use');
  const events: object[] = [{ type: 'message_start', message: head }];
  blocks.forEach(({ type, text = '', name, input }, index) => {
    const isText = type === 'text';
    const block = isText ? { type, text: '' } : { type, id: `toolu_${count}_${index}`, name, input: {} };
    const delta = isText
      ? { type: 'text_delta', text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(input) };
    events.push({ type: 'content_block_start', index, content_block: block });
    events.push({ type: 'content_block_delta', index, delta }, { type: 'content_block_stop', index });
  });
  events.push({ type: 'message_delta', delta: { stop_reason: isCall ? 'tool_use' : 'end_turn' }, usage });
  eventStream(response, [...events, { type: 'message_stop' }]);
};

const done: Block = { type: 'text', text: 'Done.' };
const SUMMARY: Block = { type: 'text', text: '<summary>So far.</summary>' };

describe.skipIf(binary === undefined)('the real Claude Code (R6)', () => {
  const session = '5f0c1c3e-0000-4000-8000-000000000001';
  let at: Stage;
  let url = '';
  let script: (readonly Block[])[] = [];
  const shown: unknown[] = [];

  beforeAll(async () => {
    at = stage();
    url = await at.listen((exchange) => {
      const { stream, tools, messages } = exchange.body as {
        readonly stream?: boolean;
        readonly tools?: readonly object[];
        readonly messages?: readonly unknown[];
      };
      const isModel = exchange.url.includes('/v1/messages') && !exchange.url.includes('count_tokens');
      if (!isModel || stream !== true) return void exchange.response.end('{"input_tokens":1}');
      const isOurs =
        (tools?.length ?? 0) > 0 && !/summary of the conversation/u.test(JSON.stringify(messages?.at(-1)));
      if (isOurs) shown.push(messages);
      answer(exchange, (isOurs ? script.shift() : undefined) ?? [isOurs ? done : SUMMARY]);
    });
    // Where there is no CLAUDE.md, Claude Code loads AGENTS.md itself.
    at.put('CLAUDE.md', 'Nothing of ours.\n');
    await run(['init', 'claude-code', '--hold-writes', '--command', `${process.execPath} ${built('bin.cjs')}`], {
      cwd: at.project,
    });
  });
  afterAll(() => at.close());

  const read = (path: string): Block => ({
    type: 'tool_use',
    name: 'Read',
    input: { file_path: join(at.project, path) },
  });
  const write = (path: string): Block => ({
    type: 'tool_use',
    name: 'Write',
    input: { file_path: join(at.project, path), content: 'x' },
  });
  const claude = async (blocks: readonly (readonly Block[])[], ...args: readonly string[]) => {
    script = [...blocks];
    const before = shown.length;
    await at.run(binary ?? '', ['-p', ...args], {
      CLAUDE_CONFIG_DIR: join(at.directory, 'claude'),
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    });
    return shown.slice(before);
  };

  test('a session, a resume, a compaction, a fork', async () => {
    const blocks = [[read('lib/a.ts'), read('lib/b.ts')], [read('lib/nope.ts')], [write('web/new.ts')]];
    const first = await claude(
      [...blocks, [write('web/new.ts')]],
      ...['Hello.', '--session-id', session, '--permission-mode', 'acceptEdits'],
    );
    expect(timesIn(first, 'ROOT RULE')).toEqual([1, 1, 1, 1, 1]);
    expect(timesIn(first, 'LIB RULE')).toEqual([0, 1, 1, 1, 1]);
    expect(timesIn(first, 'WEB RULE')).toEqual([0, 0, 0, 1, 1]);
    expect(timesIn(first, 'File created successfully')).toEqual([0, 0, 0, 0, 1]);

    at.put('lib/AGENTS.md', 'LIB RULE TWO\n');
    const back = await claude([], 'I am back.', '-r', session);
    expect([timesIn(back, 'LIB RULE TWO'), timesIn(back, 'ROOT RULE')]).toEqual([[1], [1]]);

    await claude([], '/compact', '-r', session);
    const compacted = await claude([[read('lib/a.ts')]], 'And now?', '-r', session);
    expect(timesIn(compacted, 'ROOT RULE')).toEqual([1, 1]);
    expect(timesIn(compacted, 'LIB RULE TWO').at(-1)).toBe(1);

    const forked = await claude([[read('lib/b.ts')]], 'Another way.', '-r', session, '--fork-session');
    expect(timesIn(forked, 'ROOT RULE')).toEqual([1, 1]);
    expect(timesIn(forked, 'LIB RULE TWO').at(-1)).toBe(1);
    expectNoMetadata(shown);
  }, 300_000);
});

// Owns: the real Claude Code with the hook in its settings, offline before a scripted model. It is too large to be a
// dependency: `CONTEXTFOLD_REAL_HOSTS=1 CLAUDE_CODE_BINARY=<path>` runs it; docs/hosts/claude-code.md tells of one run.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { built } from '../../package/built.js';
import { run } from '../../cli/run.js';

const binary = process.env['CLAUDE_CODE_BINARY'] ?? '';
const isWanted = process.env['CONTEXTFOLD_REAL_HOSTS'] === '1' && binary !== '';

interface Block {
  readonly type: string;
  readonly name?: string;
  readonly input?: object;
  readonly text?: string;
}
interface Request {
  readonly stream?: boolean;
  readonly tools?: readonly object[];
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

const directory = mkdtempSync(join(tmpdir(), 'contextfold-real-'));
const project = join(directory, 'project');
const requests: Request[] = [];
let script: (readonly Block[])[] = [];
let calls = 0;

const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
};

/** The answer of the model as the events of a stream. */
const streamed = (blocks: readonly Block[]): string => {
  const usage = { input_tokens: 100, output_tokens: 10 };
  const head = { id: `msg_${(calls += 1)}`, type: 'message', role: 'assistant', model: 'm', content: [], usage };
  const isCall = blocks.some(({ type }) => type === 'tool_use');
  const events: object[] = [{ type: 'message_start', message: head }];
  blocks.forEach(({ type, text = '', name, input }, index) => {
    const isText = type === 'text';
    const block = isText ? { type, text: '' } : { type, id: `toolu_${calls}_${index}`, name, input: {} };
    const delta = isText
      ? { type: 'text_delta', text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(input) };
    events.push({ type: 'content_block_start', index, content_block: block });
    events.push({ type: 'content_block_delta', index, delta }, { type: 'content_block_stop', index });
  });
  events.push({ type: 'message_delta', delta: { stop_reason: isCall ? 'tool_use' : 'end_turn' }, usage });
  events.push({ type: 'message_stop' });
  return events.map((event) => `event: ${(event as Block).type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
};

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    const asked = (body === '' ? {} : JSON.parse(body)) as Request;
    const isModel = request.url?.includes('/v1/messages') === true && !request.url.includes('count_tokens');
    if (!isModel || asked.stream !== true) return void response.end('{"input_tokens":1}');
    const isOurs =
      (asked.tools?.length ?? 0) > 0 && !/summary of the conversation/u.test(JSON.stringify(asked.messages.at(-1)));
    if (isOurs) requests.push(asked);
    const blocks = (isOurs ? script.shift() : undefined) ?? [{ type: 'text', text: '<summary>So far.</summary>' }];
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(streamed(blocks));
  });
});

const claude = (...args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const child = spawn(binary, ['-p', ...args], {
      cwd: project,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env['PATH'],
        HOME: directory,
        CONTEXTFOLD_HOME: join(directory, 'home'),
        CLAUDE_CONFIG_DIR: join(directory, 'claude'),
        ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
        ANTHROPIC_API_KEY: 'none',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
      },
    });
    let out = '';
    child.stdout.on('data', (chunk) => (out += String(chunk)));
    child.on('error', reject).on('close', () => resolve(out));
  });

const read = (path: string): Block => ({ type: 'tool_use', name: 'Read', input: { file_path: join(project, path) } });
const write = (path: string): Block => ({
  type: 'tool_use',
  name: 'Write',
  input: { file_path: join(project, path), content: 'x' },
});
const done: Block = { type: 'text', text: 'Done.' };
const times = (request: Request | undefined, what: string): number =>
  JSON.stringify(request?.messages ?? []).split(what).length - 1;

describe.skipIf(!isWanted)('the real Claude Code (R6)', () => {
  const session = '5f0c1c3e-0000-4000-8000-000000000001';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    put('.git/HEAD', 'ref: refs/heads/main\n');
    // Where there is no CLAUDE.md, Claude Code loads AGENTS.md itself.
    put('CLAUDE.md', 'Nothing of ours.\n');
    put('AGENTS.md', 'ROOT RULE\n');
    put('lib/AGENTS.md', 'LIB RULE\n');
    put('web/AGENTS.md', 'WEB RULE\n');
    for (const path of ['lib/a.ts', 'lib/b.ts']) put(path, 'x\n');
    await run(['init', 'claude-code', '--hold-writes', '--command', `${process.execPath} ${built('bin.cjs')}`], {
      cwd: project,
    });
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(directory, { recursive: true, force: true });
  });

  test('a session, a resume, a compaction, a fork', async () => {
    script = [
      [read('lib/a.ts'), read('lib/b.ts')],
      [read('lib/nope.ts')],
      [write('web/new.ts')],
      [write('web/new.ts')],
      [done],
    ];
    await claude('Hello.', '--session-id', session, '--permission-mode', 'acceptEdits');
    expect(requests.map((request) => times(request, 'ROOT RULE'))).toEqual([1, 1, 1, 1, 1]);
    expect(requests.map((request) => times(request, 'LIB RULE'))).toEqual([0, 1, 1, 1, 1]);
    expect(requests.map((request) => times(request, 'WEB RULE'))).toEqual([0, 0, 0, 1, 1]);
    expect(times(requests.at(-1), 'File created successfully')).toBe(1);

    put('lib/AGENTS.md', 'LIB RULE TWO\n');
    script = [[done]];
    await claude('I am back.', '-r', session);
    expect(times(requests.at(-1), 'LIB RULE TWO')).toBe(1);
    expect(times(requests.at(-1), 'ROOT RULE')).toBe(1);

    await claude('/compact', '-r', session);
    script = [[read('lib/a.ts')], [done]];
    await claude('And now?', '-r', session);
    expect(requests.slice(-2).map((request) => times(request, 'ROOT RULE'))).toEqual([1, 1]);
    expect(times(requests.at(-1), 'LIB RULE TWO')).toBe(1);

    script = [[read('lib/b.ts')], [done]];
    await claude('Another way.', '-r', session, '--fork-session');
    expect(requests.slice(-2).map((request) => times(request, 'ROOT RULE'))).toEqual([1, 1]);
    expect(times(requests.at(-1), 'LIB RULE TWO')).toBe(1);
  }, 180_000);
});

// Owns: the real Gemini CLI with the hook in its settings, offline before a scripted model. It is too large to be a
// dependency: `CONTEXTFOLD_REAL_HOSTS=1 GEMINI_CLI=<path of its gemini.js>` runs it; docs/hosts/gemini.md tells of one
// run.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Exchange, Stage } from '../hooks/real.js';
import { eventStream, expectNoMetadata, hookCommand, stage, timesIn, wanted } from '../hooks/real.js';

const program = wanted('GEMINI_CLI');

interface Wish {
  readonly calls: readonly { readonly name: string; readonly args: object }[];
  /** So many tokens that Gemini CLI compresses before it goes on. */
  readonly fills?: true;
}

const done: Wish = { calls: [] };
const read = (path: string) => ({ name: 'read_file', args: { file_path: path } });
const write = (path: string) => ({ name: 'write_file', args: { file_path: path, content: 'x' } });
const calling = (...calls: Wish['calls']): Wish => ({ calls });

const replyOf = (parts: readonly object[], tokens: number): object => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: tokens, candidatesTokenCount: 1, totalTokenCount: tokens + 1 },
});

const answer = ({ response }: Exchange, { calls, fills }: Wish): void => {
  const parts = calls.length === 0 ? [{ text: 'Done.' }] : calls.map((functionCall) => ({ functionCall }));
  eventStream(response, [replyOf(parts, fills === true ? 100_000 : 100)]);
};

/** Whatever else it asks is a summary. */
const summarise = ({ response }: Exchange): void => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(replyOf([{ text: '<state_snapshot>So far.</state_snapshot>' }], 10)));
};

describe.skipIf(program === undefined)('the real Gemini CLI (R6)', () => {
  let at: Stage;
  let url = '';
  let script: Wish[] = [];
  const shown: unknown[] = [];

  beforeAll(async () => {
    at = stage();
    url = await at.listen((exchange) => {
      const { tools, contents } = exchange.body as { readonly tools?: readonly object[]; readonly contents?: unknown };
      if (!exchange.url.includes('streamGenerateContent') || (tools?.length ?? 0) === 0) return summarise(exchange);
      shown.push(contents);
      answer(exchange, script.shift() ?? done);
    });
    const command = `${hookCommand('gemini')} --hold-writes`;
    const events = ['SessionStart', 'BeforeAgent', 'BeforeTool', 'AfterTool', 'PreCompress'];
    const groups = events.map(
      (event) => [event, [{ hooks: [{ type: 'command', command, timeout: 10_000 }] }]] as const,
    );
    mkdirSync(join(at.directory, '.gemini'));
    const settings = {
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      model: { compressionThreshold: 0.05 },
      hooks: Object.fromEntries(groups),
    };
    writeFileSync(join(at.directory, '.gemini', 'settings.json'), JSON.stringify(settings));
  });
  afterAll(() => at.close());

  const gemini = async (wishes: readonly Wish[], prompt: string, ...more: readonly string[]) => {
    script = [...wishes, done];
    const before = shown.length;
    const args = [program ?? '', '-p', prompt, ...more, '--approval-mode', 'yolo', '-m', 'gemini-2.5-pro'];
    await at.run(process.execPath, args, {
      GEMINI_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    });
    return shown.slice(before);
  };
  const resume = ['--resume', 'latest'];

  test('a session with parallel and failing reads and a held write', async () => {
    const wishes = [
      calling(read('lib/no.ts')),
      calling(read('lib/a.ts'), read('lib/b.ts')),
      calling(write('web/new.ts')),
    ];
    const seen = await gemini([...wishes, calling(write('web/new.ts'))], 'Hello.');
    expect(timesIn(seen, 'ROOT RULE')).toEqual([1, 1, 1, 1, 1]);
    expect(timesIn(seen, 'LIB RULE')).toEqual([0, 0, 1, 1, 1]);
    expect(timesIn(seen, 'WEB RULE')).toEqual([0, 0, 0, 1, 1]);
    expect(timesIn(seen, 'Successfully created')).toEqual([0, 0, 0, 0, 1]);
  }, 120_000);

  test('a resume tells what changed, once', async () => {
    at.put('lib/AGENTS.md', 'LIB RULE TWO\n');
    at.put('AGENTS.md', 'ROOT RULE TWO\n');
    const seen = await gemini([calling(read('lib/a.ts'))], 'I am back.', ...resume);
    expect(timesIn(seen, 'ROOT RULE TWO')).toEqual([1, 1]);
    expect(timesIn(seen, 'LIB RULE TWO')).toEqual([1, 1]);
  }, 120_000);

  test('after a compression what is gone is said again, once', async () => {
    const wishes = [{ ...calling(read('lib/b.ts')), fills: true as const }, calling(read('lib/a.ts'))];
    const seen = await gemini([...wishes, calling(read('web/new.ts'))], 'Go on.', ...resume);
    expect(timesIn(seen, 'So far.')).toEqual([0, 1, 1, 1]);
    // It comes after the hook of the call before it, and keeps the prompt with the two changes.
    expect(timesIn(seen, 'Instructions from: AGENTS.md')).toEqual([1, 0, 1, 1]);
    expect(timesIn(seen, 'Updated instructions from: AGENTS.md')).toEqual([1, 1, 1, 1]);
    expect(timesIn(seen, 'LIB RULE TWO')).toEqual([1, 1, 1, 1]);
    expect(timesIn(seen.slice(1), 'WEB RULE')).toEqual([0, 0, 1]);
  }, 120_000);

  test('a removal is told, and nothing but texts went to the provider', async () => {
    at.remove('lib/AGENTS.md');
    const seen = await gemini([calling(read('lib/a.ts'))], 'Once more.', ...resume);
    expect(timesIn(seen, 'Instructions removed: lib/AGENTS.md')).toEqual([1, 1]);
    expectNoMetadata(shown);
    expect(readdirSync(join(at.directory, 'home'))).not.toContain('hook.log');
  }, 120_000);
});

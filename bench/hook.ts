// Measures the whole process of `contextfold hook` on an unchanged touch, as an agent starts it.
//
// Against `node -e 0` with the same standard input, alternating, medians of 30: 1.17 on a busy machine with two cores,
// Node 20.20; 1.35 is promised. A bare `node file.cjs` is 1.02 of it. The long way, which loads the library, is 1.6
// to 2.2. It does not grow with the side log or the transcript: both are looked at from where the last process stopped.
//
//   npm run build && npx tsx bench/hook.ts [rounds]
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Row } from './ratio.js';
import { table } from './ratio.js';

const folder = mkdtempSync(join(tmpdir(), 'contextfold-bench-'));
const project = join(folder, 'project');
const transcript = join(folder, 'transcript.jsonl');
const bin = resolve(import.meta.dirname, '../dist/bin.cjs');
const env = { ...process.env, CONTEXTFOLD_HOME: join(folder, 'home'), HOME: folder };

const event = (fields: object): string =>
  JSON.stringify({ session_id: 'bench', transcript_path: transcript, cwd: project, ...fields });
const run = (args: readonly string[], input: string): string =>
  spawnSync(process.execPath, args, { input, env, encoding: 'utf8' }).stdout;

/** Answers an event, and writes what was said into the transcript as the agent would. */
const hook = (input: string): void => {
  const said = run([bin, 'hook', 'claude-code'], input);
  if (said === '') return;
  const { hookSpecificOutput } = JSON.parse(said) as { readonly hookSpecificOutput: Record<string, string> };
  const attachment = { type: 'hook_additional_context', content: [hookSpecificOutput['additionalContext']] };
  appendFileSync(
    transcript,
    `${JSON.stringify({ type: 'attachment', uuid: String(performance.now()), attachment })}\n`,
  );
};

const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[times.length >> 1] ?? NaN;

try {
  mkdirSync(join(project, 'lib'), { recursive: true });
  writeFileSync(join(project, '.git'), '');
  writeFileSync(join(project, 'AGENTS.md'), 'A rule.\n');
  writeFileSync(join(project, 'lib', 'AGENTS.md'), 'Another rule.\n');
  writeFileSync(transcript, '');
  const touch = event({
    hook_event_name: 'PostToolUse',
    tool_name: 'Read',
    tool_input: { file_path: join(project, 'lib', 'a.ts') },
    tool_use_id: 'call',
  });
  hook(event({ hook_event_name: 'UserPromptSubmit', prompt: 'Hello.' }));
  hook(touch);
  await new Promise((done) => setTimeout(done, 100));
  hook(touch);

  const times: { bare: number[]; hook: number[] } = { bare: [], hook: [] };
  for (let round = Number(process.argv[2] ?? 30); round > 0; round -= 1) {
    for (const [name, args] of [
      ['bare', ['-e', '0']],
      ['hook', [bin, 'hook', 'claude-code']],
    ] as const) {
      const start = performance.now();
      if (run(args, touch) !== '') throw new Error('an unchanged touch was answered');
      times[name].push(performance.now() - start);
    }
  }
  const ratio = median(times.hook) / median(times.bare);
  const row: Row = { what: 'contextfold hook, an unchanged touch', against: 'node -e 0', ratio, limit: 1.35 };
  process.stdout.write(`${table([row])}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

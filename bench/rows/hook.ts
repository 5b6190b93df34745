// Measures the whole process of `contextfold hook` on an unchanged touch, as an agent starts it and as built last.
//
// Against `node -e 0` with the same standard input. A bare `node file.cjs` is 1.02 of it. It does not grow with the
// side log or the transcript: both are looked at from where the last process stopped.
//
// One run on two shared, busy cores, Node 20.20: 1.29; 1.35 is promised.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from '../given.js';
import type { Bench } from '../measure.js';
import { expectEqual, middleOf } from '../measure.js';

const ROUNDS = 30;
const bin = join(process.env['CONTEXTFOLD_BENCH_ROOT'] ?? '.', 'dist', 'bin.cjs');

interface HookOutput {
  readonly hookSpecificOutput: { readonly additionalContext: string };
}

export const bench: Bench = () =>
  inFolder(async (folder) => {
    const project = join(folder, 'project');
    const transcript = join(folder, 'transcript.jsonl');
    const env = { ...process.env, CONTEXTFOLD_HOME: join(folder, 'home'), HOME: folder };
    const event = (fields: object): string =>
      JSON.stringify({ session_id: 'bench', transcript_path: transcript, cwd: project, ...fields });
    const run = (args: readonly string[], input: string): string =>
      spawnSync(process.execPath, args, { input, env, encoding: 'utf8' }).stdout;
    /** Answers an event, and writes what was said into the transcript as the agent would. */
    const told = (input: string): boolean => {
      const said = run([bin, 'hook', 'claude-code'], input);
      if (said === '') return false;
      const { hookSpecificOutput } = JSON.parse(said) as HookOutput;
      const attachment = { type: 'hook_additional_context', content: [hookSpecificOutput.additionalContext] };
      const line = { type: 'attachment', uuid: String(performance.now()), attachment };
      appendFileSync(transcript, `${JSON.stringify(line)}\n`);
      return true;
    };

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
    const baseline = told(event({ hook_event_name: 'UserPromptSubmit', prompt: 'Hello.' }));
    expectEqual('the hook tells of the baseline', baseline, true);
    expectEqual('the hook tells of the touched directory', told(touch), true);
    await new Promise((done) => setTimeout(done, 100));
    told(touch);

    const answer = (): void => expectEqual('an answer', run([bin, 'hook', 'claude-code'], touch), '');
    const [hook = NaN, bare = NaN] = await middleOf([answer, () => run(['-e', '0'], touch)], ROUNDS);
    const what = 'contextfold hook, an unchanged touch, whole process';
    return { rows: [{ what, against: 'node -e 0', figure: hook / bare, unit: '×', limit: 1.35 }] };
  });

// Owns: how Codex treats hooks and writes its rollout. What a real one does was recorded once, see docs/hosts/codex.md.
import { codexHook } from '../../../src/hosts/codex/index.js';
import type { Call, Dialect, Paper, Transcript } from '../hooks/agent.js';
import { saidInHookOutput } from '../hooks/agent.js';

const message = (role: string, text: string): object => {
  const type = role === 'assistant' ? 'output_text' : 'input_text';
  return { type: 'message', role, content: [{ type, text }] };
};

const transcript = ({ session, cwd, time, write }: Paper): Transcript => {
  let turn: object[] = [];
  const add = (type: string, payload: object, timestamp = time()): void =>
    write([JSON.stringify({ timestamp, type, payload })]);
  const addItem = (item: object): void => {
    turn.push(item);
    add('response_item', item);
  };
  add('session_meta', { id: session, cwd, cli_version: '0.171.0' });
  add('world_state', { full: true, state: { agents_md: { directory: cwd, text: '' } } });
  const context = (text: string): void => addItem(message('developer', text));
  return {
    prompt: (text, _, heard) => {
      turn = [];
      addItem(message('user', text));
      if (heard !== undefined) context(heard);
    },
    calls: (_, calls) => {
      for (const { id, call } of calls) {
        const { command: input } = call.input as { readonly command?: string };
        addItem({ type: 'custom_tool_call', call_id: id, name: call.name, input });
      }
    },
    results: (outcomes) => {
      for (const { context: heard } of outcomes) if (heard !== undefined) context(heard);
      for (const { id, call, denied } of outcomes) {
        const done = call.fails === true ? `${call.name} verification failed: …` : 'Exit code: 0';
        const output = denied === undefined ? done : `Command blocked by PreToolUse hook: ${denied}. Command: …`;
        addItem({ type: 'custom_tool_call_output', call_id: id, output });
      }
    },
    words: () => addItem(message('assistant', 'Done.')),
    context,
    compact: (keep) => {
      const kept = keep === 'nothing' ? [] : turn;
      add('compacted', { message: 'A summary.', replacement_history: [...kept, message('user', 'A summary.')] });
    },
    rewind: (prompt, prompts) => add('event_msg', { type: 'thread_rolled_back', num_turns: prompts - prompt }),
  };
};

const patching = (path: string): Call => ({
  name: 'apply_patch',
  input: { command: `*** Begin Patch\n*** Update File: ${path}\n@@\n-a\n+b\n*** End Patch` },
});

/** Codex: it touches by patches alone, tells nothing of those that fail, and writes a compaction down in its middle. */
export const codex: Dialect = {
  host: codexHook,
  events: { prompt: 'UserPromptSubmit', before: 'PreToolUse', after: 'PostToolUse' },
  read: patching,
  write: patching,
  response: () => 'Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.',
  textFor: codexHook.textFor,
  asSeen: (text) => text,
  said: saidInHookOutput,
  compact: async (ask, write, trigger) => {
    await ask('PreCompact', { trigger });
    write();
    await ask('PostCompact', { trigger });
    return ask('SessionStart', { source: 'compact' });
  },
  transcript,
};

// Owns: how Claude Code treats hooks and writes its transcript. What a real one does was recorded once, see
// docs/hosts/claude-code.md.
import { claudeCodeHook } from '../../../src/hosts/claude-code/index.js';
import type { Dialect, Paper, Transcript } from '../hooks/agent.js';
import { saidInHookOutput } from '../hooks/agent.js';

const transcript = ({ session, cwd, time, write }: Paper): Transcript => {
  const prompts: (string | null)[] = [];
  let tip: string | null = null;
  let turn: string[] = [];
  let count = 0;
  let inherited: readonly string[] = [];

  const add = (fields: Readonly<Record<string, unknown>>): void => {
    const uuid = `${session}-${(count += 1)}`;
    const link = { parentUuid: tip, isSidechain: false, uuid, timestamp: time(), sessionId: session, cwd };
    write([...inherited, JSON.stringify({ ...link, ...fields })]);
    inherited = [];
    turn.push(uuid);
    tip = uuid;
  };
  const context = (text: string): void =>
    add({ type: 'attachment', attachment: { type: 'hook_additional_context', content: [text] } });
  const answer = (id: string, content: object): void =>
    add({ type: 'assistant', message: { id, role: 'assistant', content: [content] } });
  return {
    inherit: (lines) => {
      inherited = lines;
      tip = (JSON.parse(lines.at(-1) ?? '{"uuid":null}') as { readonly uuid: string | null }).uuid;
    },
    prompt: (text, timestamp, heard) => {
      prompts.push(tip);
      turn = [];
      add({ type: 'user', timestamp, message: { role: 'user', content: text } });
      if (heard !== undefined) context(heard);
    },
    calls: (id, calls) => {
      for (const {
        id: call,
        call: { name, input },
      } of calls)
        answer(id, { type: 'tool_use', id: call, name, input });
    },
    results: (outcomes) => {
      for (const { id, call, denied, context: heard } of outcomes) {
        const content = denied === undefined ? '…' : `PreToolUse:${call.name} hook error: ${denied}`;
        const isError = denied !== undefined || call.fails === true;
        const block = { type: 'tool_result', tool_use_id: id, content, is_error: isError };
        add({ type: 'user', message: { role: 'user', content: [block] } });
        if (heard !== undefined) context(heard);
      }
    },
    words: (id) => answer(id, { type: 'text', text: 'Done.' }),
    context,
    compact: (keep, trigger) => {
      const uuids = keep === 'nothing' ? [] : turn;
      tip = null;
      const compactMetadata = { trigger, preservedMessages: { anchorUuid: '', uuids } };
      add({ type: 'system', subtype: 'compact_boundary', compactMetadata });
      add({ type: 'user', isCompactSummary: true, message: { role: 'user', content: 'A summary.' } });
    },
    rewind: (prompt) => {
      tip = prompts[prompt] ?? null;
      prompts.length = prompt;
    },
  };
};

/** Claude Code: a compaction is written down when everything is over. */
export const claudeCode: Dialect = {
  host: claudeCodeHook,
  events: { prompt: 'UserPromptSubmit', before: 'PreToolUse', after: 'PostToolUse', failed: 'PostToolUseFailure' },
  read: (path) => ({ name: 'Read', input: { file_path: path } }),
  write: (path) => ({ name: 'Write', input: { file_path: path } }),
  response: () => ({}),
  textFor: (text) => text,
  asSeen: (text) => text,
  said: saidInHookOutput,
  compact: async (ask, write, trigger) => {
    await ask('PreCompact', { trigger });
    const said = await ask('SessionStart', { source: 'compact' });
    await ask('PostCompact', { trigger });
    write();
    return said;
  },
  compactsBlind: true,
  transcript,
};

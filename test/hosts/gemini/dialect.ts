// Owns: how Gemini CLI treats hooks and writes its chat. What a real one does was recorded once, see
// docs/hosts/gemini.md.
import { geminiHook } from '../../../src/hosts/gemini/index.js';
import type { Dialect, Outcome, Paper, Said, Transcript } from '../hooks/agent.js';

/** What the model reads as `<` where a hook wrote it: Gemini CLI escapes it, and so does our host before. */
const escaped = (text: string): string => text.replace(/</gu, '&lt;').replace(/>/gu, '&gt;');
const unescaped = (text: string): string => text.replace(/&lt;/gu, '<').replace(/&gt;/gu, '>');

interface Message {
  readonly id: string;
  readonly timestamp: string;
  readonly type: 'user' | 'gemini';
  readonly content: unknown;
}

const hookContext = (text: string): string => `<hook_context>${text}</hook_context>`;

const resultOf = ({ id, call, denied, context }: Outcome): object => {
  const error = denied === undefined ? 'File not found.' : `Tool execution blocked: ${denied}`;
  const failed = denied !== undefined || call.fails === true;
  const output = context === undefined ? 'One line.' : `One line.\n\n${hookContext(context)}`;
  return { functionResponse: { id, name: call.name, response: failed ? { error } : { output } } };
};

const transcript = ({ session, time, write }: Paper): Transcript => {
  let messages: Message[] = [];
  let turnAt = 0;
  let count = 0;
  const prompts: string[] = [];
  const record = (value: object): void => write([JSON.stringify(value)]);
  const replace = (next: Message[]): void => {
    messages = next;
    record({ $set: { messages, lastUpdated: time() } });
  };
  const made = (type: Message['type'], content: unknown, id = `${session}-${(count += 1)}`): Message => ({
    id,
    timestamp: time(),
    type,
    content,
  });
  const add = (message: Message): void => {
    messages.push(message);
    record(message);
    record({ $set: { lastUpdated: time() } });
  };
  const opening = made('user', [{ text: '<session_context>\n…</session_context>' }]);
  record({ sessionId: session, startTime: time(), lastUpdated: time(), kind: 'main' });
  replace([opening]);
  return {
    prompt: (text, _, heard) => {
      turnAt = messages.length;
      const parts = [{ text }, ...(heard === undefined ? [] : [{ text: hookContext(heard) }])];
      const message = made('user', parts);
      prompts.push(message.id);
      add(message);
    },
    calls: (answer) => add(made('gemini', '', answer)),
    results: (outcomes) => {
      // The answer is written again, with its calls, before what the model is shown of them.
      const last = messages.at(-1) as Message;
      record({ ...last, toolCalls: outcomes.map((outcome) => ({ id: outcome.id, result: [resultOf(outcome)] })) });
      add(made('user', outcomes.map(resultOf)));
    },
    words: (answer) => add(made('gemini', 'Done.', answer)),
    context: () => undefined,
    compact: (keep) => {
      const kept = keep === 'nothing' ? [] : messages.slice(turnAt);
      const summary = [made('user', [{ text: '<state_snapshot>…' }]), made('gemini', [{ text: 'Got it.' }])];
      replace([opening, ...summary, ...kept]);
      turnAt = messages.length;
    },
    rewind: (prompt) => {
      const id = prompts[prompt];
      messages = messages.slice(
        0,
        messages.findIndex((message) => message.id === id),
      );
      record({ $rewindTo: id });
      prompts.length = prompt;
    },
    resume: () => {
      const all = messages;
      replace([opening]);
      replace(all);
    },
  };
};

const said = (output: string): Said => {
  if (output === '') return {};
  const { reason, hookSpecificOutput } = JSON.parse(output) as {
    readonly reason?: string;
    readonly hookSpecificOutput?: { readonly additionalContext: string };
  };
  if (reason !== undefined) return { denied: reason };
  const context = hookSpecificOutput?.additionalContext;
  return context === undefined ? {} : { context: escaped(context) };
};

/** Gemini CLI: a failed call is told of as any other, and `PreCompress` comes whether anything is compressed or not. */
export const gemini: Dialect = {
  host: geminiHook,
  events: {
    prompt: 'BeforeAgent',
    before: 'BeforeTool',
    after: 'AfterTool',
    failed: 'AfterTool',
    model: 'PreCompress',
  },
  read: (path) => ({ name: 'read_file', input: { file_path: path } }),
  write: (path) => ({ name: 'write_file', input: { file_path: path } }),
  response: (fails) => ({ llmContent: '…', ...(fails ? { error: { message: 'File not found.' } } : {}) }),
  textFor: (text, as) => (as === 'hold' ? text : escaped(text)),
  asSeen: unescaped,
  said,
  compact: async (ask, write, trigger) => {
    const said = await ask('PreCompress', { trigger });
    write();
    return said;
  },
  transcript,
};

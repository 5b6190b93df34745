// Owns: an agent that treats hooks and writes its transcript as Claude Code does, without a model. What a real one does
// was recorded once, see docs/hosts/claude-code.md.

/** A line of a transcript. */
type Line = Readonly<Record<string, unknown>> & { readonly uuid: string };

/** What the model sees: messages by the line that they stand in; `text` where a hook said it. */
interface Seen {
  readonly uuid: string;
  readonly text?: string;
}

/** What the agent needs of its world. */
export interface World {
  readonly session: string;
  readonly cwd: string;
  readonly transcript: string;
  readonly now: () => number;
  readonly hook: (event: object) => Promise<string>;
  /** Is told about the lines whenever some are written; the whole file is given where it begins anew. */
  readonly write: (lines: readonly string[]) => void;
}

/** One call of a tool and what comes of it. */
export interface Call {
  readonly name: string;
  readonly input: object;
  readonly fails?: boolean;
}

/** An agent. `shown` are the texts of hooks that the model saw, for each of its calls. */
export interface Agent {
  readonly start: (source: string) => Promise<void>;
  /** Begins with the history of another; its transcript is written with the first line of its own. */
  readonly inherit: (lines: readonly string[], shown: readonly string[]) => void;
  readonly prompt: (text: string) => Promise<void>;
  /** The model answers with calls, and something happens while they run; with none its turn is over. */
  readonly answer: (calls?: readonly Call[], meanwhile?: () => void) => Promise<void>;
  /** A person goes back to before a prompt, counted from 0. */
  readonly rewind: (prompt: number) => void;
  readonly compact: (keep: 'nothing' | 'the last turn', trigger: 'manual' | 'auto') => Promise<void>;
  /** What a hook says from now on is not taken up. */
  readonly deafen: (isDeaf: boolean) => void;
  readonly shown: () => readonly (readonly string[])[];
  readonly lines: () => readonly string[];
}

const said = (output: string): { readonly context?: string; readonly denied?: string } => {
  if (output === '') return {};
  const { hookSpecificOutput: told } = JSON.parse(output) as { readonly hookSpecificOutput: Record<string, string> };
  const { additionalContext: context, permissionDecisionReason: denied } = told;
  return { ...(context === undefined ? {} : { context }), ...(denied === undefined ? {} : { denied }) };
};

/** Begins one. */
export const agentIn = ({ session, cwd, transcript, now, hook, write }: World): Agent => {
  const written: string[] = [];
  const shown: string[][] = [];
  const prompts: (string | null)[] = [];
  let visible: Seen[] = [];
  let tip: string | null = null;
  let turnAt = 0;
  let isDeaf = false;
  let count = 0;
  let inherited: readonly string[] = [];

  const add = (fields: Readonly<Record<string, unknown>>, text?: string): string => {
    const uuid = `${session}-${(count += 1)}`;
    const timestamp = new Date(now()).toISOString();
    const line: Line = { parentUuid: tip, isSidechain: false, uuid, timestamp, sessionId: session, cwd, ...fields };
    const json = JSON.stringify(line);
    written.push(json);
    write([...inherited, json]);
    inherited = [];
    visible.push({ uuid, ...(text === undefined ? {} : { text }) });
    tip = uuid;
    return uuid;
  };
  const addContext = (event: string, context: string | undefined): void => {
    if (context === undefined || isDeaf) return;
    const attachment = { type: 'hook_additional_context', content: [context], hookEvent: event };
    add({ type: 'attachment', attachment }, context);
  };
  const ask = async (event: string, fields: object): Promise<ReturnType<typeof said>> =>
    said(await hook({ session_id: session, transcript_path: transcript, cwd, hook_event_name: event, ...fields }));

  const addResult = (id: string, content: string, isError: boolean, text?: string): void => {
    const block = { type: 'tool_result', tool_use_id: id, content, is_error: isError };
    add({ type: 'user', message: { role: 'user', content: [block] } }, text);
  };
  /** Runs a call; what is returned writes its result down, which happens when all of an answer are over. */
  const settle = async (call: Call, id: string, meanwhile: () => void): Promise<() => void> => {
    const fields = { tool_name: call.name, tool_input: call.input, tool_use_id: id };
    const { denied } = await ask('PreToolUse', fields);
    if (denied !== undefined) return () => addResult(id, `PreToolUse:${call.name} hook error: ${denied}`, true, denied);
    meanwhile();
    const event = call.fails === true ? 'PostToolUseFailure' : 'PostToolUse';
    const { context } = await ask(event, { ...fields, tool_response: {} });
    return () => {
      addResult(id, '…', call.fails === true);
      addContext(event, context);
    };
  };

  return {
    inherit: (lines, texts) => {
      inherited = lines;
      tip = (JSON.parse(lines.at(-1) ?? '{"uuid":null}') as { readonly uuid: string | null }).uuid;
      visible = texts.map((text, index) => ({ uuid: `inherited-${index}`, text }));
    },
    start: async (source) => {
      const { context } = await ask('SessionStart', { source });
      addContext('SessionStart', context);
    },
    prompt: async (text) => {
      const timestamp = new Date(now()).toISOString();
      const { context } = await ask('UserPromptSubmit', { prompt: text });
      turnAt = visible.length;
      prompts.push(tip);
      add({ type: 'user', timestamp, message: { role: 'user', content: text } });
      addContext('UserPromptSubmit', context);
    },
    answer: async (calls = [], meanwhile = () => undefined) => {
      shown.push(visible.flatMap(({ text }) => text ?? []));
      const id = `msg-${session}-${shown.length}`;
      const block = (content: object): string =>
        add({ type: 'assistant', message: { id, role: 'assistant', content: [content] } });
      if (calls.length === 0) return void block({ type: 'text', text: 'Done.' });
      const ids = calls.map(({ name, input }, index) => {
        const callId = `toolu-${id}-${index}`;
        block({ type: 'tool_use', id: callId, name, input });
        return callId;
      });
      const settled = await Promise.all(calls.map((call, index) => settle(call, ids[index] as string, meanwhile)));
      for (const finish of settled) finish();
    },
    rewind: (prompt) => {
      const parent = prompts[prompt] ?? null;
      prompts.length = prompt;
      const at = visible.findIndex(({ uuid }) => uuid === parent);
      visible = visible.slice(0, at + 1);
      tip = parent;
    },
    compact: async (keep, trigger) => {
      await ask('PreCompact', { trigger });
      const { context } = await ask('SessionStart', { source: 'compact' });
      await ask('PostCompact', { trigger });
      const kept = keep === 'nothing' ? [] : visible.slice(turnAt);
      tip = null;
      visible = [];
      const preservedMessages = { anchorUuid: '', uuids: kept.map(({ uuid }) => uuid) };
      add({ type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger, preservedMessages } });
      add({ type: 'user', isCompactSummary: true, message: { role: 'user', content: 'A summary.' } });
      visible.push(...kept);
      turnAt = visible.length;
      addContext('SessionStart', context);
    },
    deafen: (next) => {
      isDeaf = next;
    },
    shown: () => shown,
    lines: () => written,
  };
};

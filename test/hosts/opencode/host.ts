// Owns: a small opencode that keeps its contract: what a plugin's hooks are given and when, how parts are ordered, what
// is stored and what a compaction leaves. The types are those of the real package; recorded.test.ts runs its binary.
import type { Hooks, Plugin, PluginInput } from '@opencode-ai/plugin';
import type { Part } from '@opencode-ai/sdk';
import type { SourceTag } from '../../../src/domain/message.js';
import { contextfold } from '../../../src/hosts/opencode/index.js';
import type { Home, Player, Work } from '../life.js';
import { applyAll } from '../life.js';

interface StoredPart {
  id: string;
  type: string;
  text?: string;
  callID?: string;
  metadata?: Record<string, unknown>;
  state?: { status: string; output?: string; metadata?: Record<string, unknown> };
  [field: string]: unknown;
}

interface Stored {
  readonly info: { readonly id: string; readonly role: string; readonly [field: string]: unknown };
  readonly parts: StoredPart[];
}

/** A host that can say more than a life needs. */
export interface Opencode extends Player {
  readonly prompts: () => readonly (readonly string[])[];
}

let count = 0;
const fresh = (prefix: string): string => {
  count += 1;
  return `${prefix}_${String(count).padStart(6, '0')}0001`;
};

const OURS = '<system-reminder>';

/** A tool's output with what was put behind it as texts of their own. */
const outputTexts = (output: string): readonly string[] => {
  const [own = '', ...others] = output.split(`\n\n${OURS}`);
  return [own, ...others.map((text) => OURS + text)];
};

const textsOf = ({ parts }: Stored): readonly string[] =>
  [...parts]
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .flatMap(({ text, state }) => [
      ...(text === undefined ? [] : [text]),
      ...(state?.output === undefined ? [] : outputTexts(state.output)),
    ]);

const tagsOf = ({ parts }: Stored): readonly (readonly [string, SourceTag])[] =>
  parts
    .flatMap(({ metadata, state }) => [metadata?.['contextfold'] ?? [], state?.metadata?.['contextfold'] ?? []].flat())
    .map((kept) => {
      const { id, source } = kept as { id: string; source: SourceTag };
      return [id, source];
    });

/** A session of a host that stores JSON. */
export const opencode = (at: Home, sessionID = 'ses_1'): Opencode => {
  let stored: Stored[] = [];
  let visible: Stored[] = [];
  const shown: (readonly string[])[] = [];
  const client = {
    session: { messages: () => Promise.resolve({ data: JSON.parse(JSON.stringify(stored)) as Stored[] }) },
  };
  const start = (): Promise<Hooks> => {
    const plugin: Plugin = contextfold(at);
    return plugin({ client, directory: at.cwd, worktree: at.cwd } as unknown as PluginInput);
  };
  let hooks = start();
  const store = (message: Stored): void => {
    stored.push(message);
    visible.push(message);
  };
  const answer = (parts: StoredPart[]): Stored => {
    const message = { info: { id: fresh('msg'), role: 'assistant', time: { created: 1 } }, parts };
    shown.push(visible.flatMap(textsOf));
    store(message);
    return message;
  };
  const run = async (work: Work, parts: readonly StoredPart[]): Promise<void> => {
    const after = (await hooks)['tool.execute.after'];
    const running = work.calls.map(({ fails, read }, index) => ({ part: parts[index]!, fails, read }));
    applyAll(at.files, work);
    const settle = async ({ part, fails, read }: (typeof running)[number]): Promise<void> => {
      if (fails === true) return void (part.state = { ...part.state, status: 'error' });
      const output = { title: 'Read', output: 'The content.', metadata: { preview: '' } };
      const { callID = '' } = part;
      await after?.({ tool: 'read', sessionID, callID, args: { file_path: read } }, output);
      part.state = { ...part.state, status: 'completed', output: output.output, metadata: output.metadata };
    };
    await Promise.all(running.map(settle));
  };
  return {
    turn: async (prompt, work) => {
      const id = fresh('msg');
      const parts: StoredPart[] = [{ id: fresh('prt'), sessionID, messageID: id, type: 'text', text: prompt }];
      const message = { id, role: 'user', time: { created: 1 } };
      await (await hooks)['chat.message']?.({ sessionID }, { message: message as never, parts: parts as Part[] });
      store({ info: message, parts });
      for (const one of work) {
        const calls = one.calls.map(({ read }): StoredPart => {
          const state = { status: 'running', input: { file_path: read } };
          return { id: fresh('prt'), type: 'tool', tool: 'read', callID: fresh('call'), state };
        });
        answer([{ id: fresh('prt'), type: 'step-start' }, ...calls]);
        await run(one, calls);
      }
      answer([{ id: fresh('prt'), type: 'text', text: 'Done.' }]);
    },
    compact: (what) => {
      const tail = visible.map(({ info, parts }) => info.role === 'user' && parts.length > 0).lastIndexOf(true);
      const kept = what === 'all' ? [] : visible.slice(tail);
      const [first] = kept;
      const id = fresh('msg');
      const compaction = { id: fresh('prt'), type: 'compaction', auto: false };
      const part = first === undefined ? compaction : { ...compaction, tail_start_id: first.info.id };
      const info = { id: fresh('msg'), role: 'assistant', summary: true, finish: 'stop', parentID: id };
      const text = { id: fresh('prt'), type: 'text', text: 'What was said before, in short.' };
      const request = { info: { id, role: 'user' }, parts: [part] };
      const summary = { info, parts: [text] };
      stored = [...stored, request, summary];
      visible = [request, summary, ...kept];
    },
    resume: () => {
      stored = JSON.parse(JSON.stringify(stored)) as Stored[];
      const byId = new Map(stored.map((message) => [message.info.id, message]));
      visible = visible.map(({ info }) => byId.get(info.id)!);
      hooks = start();
    },
    shown: () => shown,
    tags: () => [...new Map(stored.flatMap(tagsOf)).values()],
    prompts: () => stored.filter(({ info }) => info.role === 'user').map(textsOf),
  };
};

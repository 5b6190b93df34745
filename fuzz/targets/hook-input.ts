// Owns: the boundary of hook events: what an agent puts on standard input, in a row within one session.
import * as E from 'fp-ts/lib/Either.js';
import { memorySessionStore } from '../../src/adapters/memory/index.js';
import { nodeHash } from '../../src/adapters/node/index.js';
import { hookCommand } from '../../src/cli/hook/arguments.js';
import { directoriesTouched } from '../../src/cli/hook/memo.js';
import { FRAME_OPEN, neutralise } from '../../src/core/frame.js';
import { parseJson } from '../../src/domain/codec/session-log.js';
import { claudeCodeHook } from '../../src/hosts/claude-code/index.js';
import { codexHook } from '../../src/hosts/codex/index.js';
import { geminiHook } from '../../src/hosts/gemini/index.js';
import type { HookHost } from '../../src/hosts/hook-host.js';
import type { HookAnswer } from '../../src/programs/hook-event.js';
import { hookLedger } from '../../src/programs/hook-ledger.js';
import { createContext } from '../../src/programs/open-session.js';
import { answerHook } from '../../src/programs/side-log.js';
import { agentInstructions } from '../../src/sources/agent-instructions/index.js';
import { SURROUNDINGS, WORKSPACE, envWith, holdFramed, holdTyped } from '../laws.js';
import { handWritten } from '../seeds.js';
import type { Target } from '../target.js';
import { hold } from '../target.js';

const HOSTS: readonly HookHost[] = [claudeCodeHook, codexHook, geminiHook];

const toolsOf = (host: HookHost): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(
      host.defaults({}, '/home/me').agentInstructions['touchTools'] as Record<string, string | string[]>,
    ).map(([tool, names]) => [tool, typeof names === 'string' ? [names] : names]),
  );

const TOOLS = HOSTS.map(toolsOf);

const ports = envWith(WORKSPACE);

const contextOf = (host: HookHost) => {
  const config = { ...host.defaults({}, '/home/me').agentInstructions, holdWrites: true };
  const context = createContext({ sources: [hookLedger, agentInstructions(config, SURROUNDINGS)], ports });
  if (E.isLeft(context)) throw new Error('the defaults of a host are no configuration');
  return context.right;
};

const CONTEXTS = HOSTS.map(contextOf);

const holdAnswered = (host: HookHost, name: string, answer: HookAnswer): void => {
  const output = host.answer(name, answer);
  if (answer.kind === 'silent') return hold(output === '', 'silence is nothing on standard output');
  const read = parseJson(output);
  hold(read !== undefined && !output.includes('\n'), 'an answer is one JSON text on one line', () => output);
  hold(Buffer.byteLength(answer.text) <= 65_536, 'an answer keeps the budget of its host');
  if (answer.text.includes(FRAME_OPEN)) holdFramed(answer.text);
  else hold(neutralise(answer.text) === answer.text, 'an answer holds no tag of a frame', () => answer.text);
};

const hostOf = (text: string): number => text.indexOf('\n') % HOSTS.length;

const planOf = (which: number) => {
  const host = HOSTS[which] as HookHost;
  let now = 1_767_225_600_000;
  return {
    context: CONTEXTS[which] as (typeof CONTEXTS)[number],
    store: memorySessionStore(),
    now: () => (now += 1_000),
    sha1: nodeHash.sha1,
    textFor: host.textFor,
    sight: () => undefined,
    baseline: 'said' as const,
  };
};

const holdDecoded = (text: string): void => {
  for (const line of text.split('\n')) {
    const json = parseJson(line);
    if (json === undefined) continue;
    for (const [which, host] of HOSTS.entries()) {
      const decoded = host.decode(json.value);
      if (E.isLeft(decoded)) {
        holdTyped(decoded.left);
        continue;
      }
      const { session, cwd, transcript = 'x', occurrence } = decoded.right.event;
      const texts = [decoded.right.name, session, cwd, transcript];
      hold(
        texts.every((one) => typeof one === 'string'),
        'what an event names are texts',
      );
      if (!('call' in occurrence)) continue;
      const { name, arguments: given } = occurrence.call;
      const touched = directoriesTouched(TOOLS[which] ?? {}, cwd, name, given) ?? [];
      hold(
        touched.every((one) => one.startsWith('/')),
        'directories that are touched are absolute',
      );
    }
  }
};

const holdLife = async (text: string): Promise<void> => {
  const which = Math.max(0, hostOf(text));
  const [host, plan] = [HOSTS[which] as HookHost, planOf(which)];
  for (const line of text.split('\n').slice(0, 8)) {
    const decoded = host.decode(parseJson(line)?.value);
    if (E.isLeft(decoded)) continue;
    const { event, name } = decoded.right;
    // As the command does: an event that means nothing is not answered, and a cwd is absolute.
    if (event.occurrence.kind === 'other' || !event.cwd.startsWith('/')) continue;
    const answered = await answerHook(plan, event)();
    if (E.isLeft(answered)) holdTyped(answered.left);
    else holdAnswered(host, name, answered.right.answer);
  }
};

/** Hook events. */
export const hookInput: Target = {
  name: 'hook-input',
  about: 'events of Claude Code, Codex and Gemini CLI on standard input: decoding, answering a row of them, the words',
  grammar: 'lines',
  seeds: () => handWritten('hook-input'),
  tokens: [
    ...['session_id', 'hook_event_name', 'cwd', 'transcript_path', 'agent_id', 'agent_transcript_path', 'source'],
    ...['trigger', 'prompt', 'tool_name', 'tool_use_id', 'tool_input', 'tool_response', 'SessionStart', 'startup'],
    ...['UserPromptSubmit', 'SubagentStart', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PreCompact'],
    ...['PostCompact', 'BeforeAgent', 'BeforeTool', 'AfterTool', 'PreCompress', 'resume', 'fork', 'clear', 'compact'],
    ...['manual', 'auto', 'Read', 'Write', 'Edit', 'NotebookEdit', 'apply_patch', 'read_file', 'write_file', 'replace'],
    ...['file_path', 'notebook_path', 'absolute_path', 'paths', 'input', '/repo', '/repo/lib', '/repo/lib/x.ts'],
    ...['lib/deep/y.ts', '*** Update File: lib/x.ts', '*** Add File: ', '*** Move to: ../x', 'error', 'success'],
    ...['is_error', '--timeout-ms', '--config=x', '--hold-writes', 'claude-code', 'codex', 'gemini', 'constructor'],
  ],
  run: (text) => {
    holdDecoded(text);
    hookCommand(text.slice(0, 1_000).split(/\s/u));
  },
  live: holdLife,
};

// Owns: the boundary of an agent's settings, which belong to somebody else: putting our hook in and taking it out.
import * as E from 'fp-ts/lib/Either.js';
import { holdsOnly, withHook, withoutHook } from '../../src/cli/settings/claude-code.js';
import { isHookCommand } from '../../src/cli/settings/hook-command.js';
import { readNode } from '../../src/cli/settings/json-text.js';
import { lineDiff } from '../../src/cli/settings/line-diff.js';
import { parseJson } from '../../src/domain/codec/session-log.js';
import { holdSame } from '../laws.js';
import { handWritten } from '../seeds.js';
import type { Target } from '../target.js';
import { hold } from '../target.js';

const WANTED = { command: 'contextfold hook claude-code', holdWrites: true };

/** What is not about hooks. */
const others = (text: string): unknown => {
  const settings = Object.entries(parseJson(text)?.value as object);
  return settings.filter(([key]) => key !== 'hooks');
};

const holdPut = (text: string): void => {
  const put = withHook(text, WANTED);
  if (E.isLeft(put)) return hold(put.left !== '', 'a complaint has words');
  const json = parseJson(put.right);
  hold(json !== undefined, 'settings with the hook are JSON', () => put.right);
  holdSame(others(put.right), others(text.trim() === '' ? '{}' : text), 'what is not about hooks stays');
  const twice = withHook(put.right, WANTED);
  hold(E.isRight(twice) && twice.right === put.right, 'to put the hook in twice changes nothing', () => put.right);
  const out = withoutHook(put.right);
  const before = withoutHook(text);
  hold(E.isRight(out) && E.isRight(before), 'the hook can be taken out again');
  const again = withoutHook(out.right);
  hold(E.isRight(again) && again.right === out.right, 'to take the hook out twice changes nothing');
  holdSame(others(out.right), others(text.trim() === '' ? '{}' : text), 'what is not about hooks stays');
  hold(!out.right.includes(WANTED.command) || text.includes('contextfold'), 'nothing of the hook is left');
};

/** Settings of Claude Code. */
export const agentSettings: Target = {
  name: 'agent-settings',
  about: "Claude Code's settings, edited in their own layout; command lines that may start the hook",
  grammar: 'json',
  seeds: () => handWritten('agent-settings'),
  tokens: [
    ...['hooks', 'SessionStart', 'PostToolUse', 'PreToolUse', 'UserPromptSubmit', 'matcher', 'command', 'type'],
    ...['timeout', 'contextfold hook claude-code', 'npx contextfold hook claude-code --timeout-ms 9', '"', "'", '\\'],
    ...['contextfold.cmd', '/usr/bin/contextfold', 'npx', '-y', 'contextfold@1', 'hook', 'claude-code', '--config=x'],
    ...[' ', '\t', ';', '&&', '$(x)', '`', '{', '}', '[', ']', ',', ':', '\n', '\r\n', '// x', '\ufeff', 'permissions'],
  ],
  run: (text) => {
    const node = readNode(text);
    const json = parseJson(text);
    if ('problem' in node) hold(node.line > 0 && node.column > 0, 'a place is told');
    else hold(json !== undefined && node.end <= text.length, 'what is read as JSON is JSON', () => text);
    isHookCommand(text, 'claude-code');
    isHookCommand(text, 'claude-code', text.slice(0, text.length >> 1));
  },
  live: (text) => {
    holdPut(text);
    holdsOnly(text, text);
    const lines = text.slice(0, 400);
    const diff = lineDiff(lines, lines.slice(lines.length >> 1));
    hold(!diff.includes('\n\n'), 'a difference is lines');
  },
};

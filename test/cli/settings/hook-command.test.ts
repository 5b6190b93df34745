// Owns: which commands in somebody's settings count as our hook, and which are somebody else's.
import { expect, test } from 'vitest';
import { isHookCommand } from '../../../src/cli/settings/hook-command.js';

test.each([
  'contextfold hook claude-code',
  ' contextfold  hook claude-code ',
  '/usr/local/bin/contextfold hook claude-code',
  '"/Users/a b/bin/contextfold" hook claude-code',
  "'/a b/contextfold' hook claude-code",
  '/a\\ b/contextfold hook claude-code',
  '"$HOME/bin/contextfold" hook claude-code',
  'C:\\tools\\contextfold.cmd hook claude-code',
  'npx contextfold hook claude-code',
  'npx --yes contextfold@0.1.0 hook claude-code --hold-writes',
  'npx -y contextfold@latest hook claude-code',
  'contextfold hook claude-code --timeout-ms 500',
  'contextfold hook claude-code --timeout-ms=500 --config "a b.json"',
])('%s is ours (R6)', (line) => {
  expect(isHookCommand(line, 'claude-code')).toBe(true);
});

test.each([
  '/usr/local/bin/acme-agent-tool hook claude-code',
  'mytool hook claude-code',
  'contextfold-other hook claude-code',
  'npx contextfold-other hook claude-code',
  'npx other contextfold hook claude-code',
  'npx --yes',
  'log.sh; contextfold hook claude-code',
  'contextfold hook claude-code && log.sh',
  'contextfold hook claude-code | tee log',
  'contextfold hook claude-code > log',
  'contextfold hook claude-code\nlog.sh',
  'contextfold hook claude-code --config "$(pwd)/x"',
  'contextfold hook claude-code --config `pwd`',
  'echo run contextfold hook claude-code',
  'echo "contextfold hook claude-code"',
  '"contextfold hook claude-code"',
  'contextfold hook "claude-code',
  'contextfold hook codex',
  'contextfold hook claude-code --theirs',
  'contextfold check claude-code',
  '',
])('%j is somebody else’s', (line) => {
  expect(isHookCommand(line, 'claude-code')).toBe(false);
});

test('a command that is said to be ours is, with options of ours and nothing else', () => {
  const own = 'cd /x && node bin.cjs hook claude-code';
  const asked = [own, `${own} --hold-writes`, `${own}; log.sh`, `${own}x`, `echo ${own}`];
  expect(asked.map((line) => isHookCommand(line, 'claude-code', own))).toEqual([true, true, false, false, false]);
});

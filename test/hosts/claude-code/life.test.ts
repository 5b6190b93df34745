// Owns: what the transcript of Claude Code can do besides what every agent's can: forks and sub-agents.
import { expect, test } from 'vitest';
import { begin } from '../hooks/desk.js';
import { shownTo } from '../hooks/rules.js';
import { home } from '../life.js';
import { claudeCode } from './dialect.js';

const { read } = claudeCode;
const LIB = 'baseline AGENTS.md, additional lib/AGENTS.md';

test('a fork knows what its history knows, though it is silent until that is written (R6)', async () => {
  const { agent, another } = begin(claudeCode, home());
  await agent.prompt('Hello.');
  await agent.answer([read('lib/a.ts')]);
  await agent.answer();
  const fork = another('fork');
  fork.inherit(agent.lines(), agent.shown().at(-1) ?? []);
  await fork.start('fork');
  await fork.prompt('Another way.');
  await fork.answer([read('lib/b.ts'), read('web/a.ts')]);
  await fork.answer();
  expect(shownTo(fork)).toEqual([LIB, `${LIB}, additional web/AGENTS.md`]);
});

test('a sub-agent is told for itself (C3)', async () => {
  const { agent, another } = begin(claudeCode, home());
  await agent.prompt('Hello.');
  await agent.answer();
  const aside = another('session.agent');
  await aside.prompt('A task.');
  await aside.answer();
  expect(shownTo(aside)).toEqual(['baseline AGENTS.md']);
});

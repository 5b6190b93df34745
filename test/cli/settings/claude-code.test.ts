// Owns: taking our hooks out of settings that hold many of them.
import * as E from 'fp-ts/lib/Either.js';
import { expect, test } from 'vitest';
import { withoutHook } from '../../../src/cli/settings/claude-code.js';

const OURS = '{ "type": "command", "command": "contextfold hook claude-code" }';
const THEIRS = '{ "type": "command", "command": "echo" }';
const groupOf = (...hooks: readonly string[]): string => `{ "hooks": [${hooks.join(', ')}] }`;
const settingsOf = (...groups: readonly string[]): string => `{ "hooks": { "Stop": [${groups.join(', ')}] }, "a": 1 }`;

test.each([
  ['between others', [groupOf(THEIRS, OURS, THEIRS)], [groupOf(THEIRS, THEIRS)]],
  ['first and last', [groupOf(OURS, THEIRS, OURS)], [groupOf(THEIRS)]],
  ['in groups of their own', [groupOf(OURS, OURS), groupOf(THEIRS), groupOf(OURS)], [groupOf(THEIRS)]],
  ['in groups of both kinds', [groupOf(OURS), groupOf(OURS, THEIRS), groupOf()], [groupOf(THEIRS), groupOf()]],
])('our hooks are taken out %s, and nothing else changes', (_, before, after) => {
  expect(withoutHook(settingsOf(...before))).toEqual(E.right(settingsOf(...after)));
});

test('where all are ours nothing about hooks is left', () => {
  expect(withoutHook(settingsOf(groupOf(OURS, OURS), groupOf(OURS)))).toEqual(E.right('{ "a": 1 }'));
});

test('of keys that stand twice the one before is cleaned, too', () => {
  const text = `{ "hooks": { "Stop": [${groupOf(OURS)}] }, "hooks": { "Stop": [${groupOf(OURS)}] } }`;
  expect(withoutHook(text)).toEqual(E.right('{}'));
});

test('the time it takes does not grow with their square', () => {
  const start = performance.now();
  withoutHook(settingsOf(...new Array<string>(2_000).fill(groupOf(OURS)), groupOf(THEIRS)));
  expect(performance.now() - start).toBeLessThan(2_000);
});

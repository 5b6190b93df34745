// Owns: examples of what the check of context snapshots finds, one for each of its rules.
import { describe, expect, test } from 'vitest';
import { validate } from '../../src/core/invariant.js';
import type { LogEvent } from '../../src/domain/log-event.js';
import { promptInvariant } from '../../src/prompt/invariant.js';
import { snapshotText } from '../../src/prompt/snapshot.js';
import { appended, header, prompt, replaced } from './session.js';

type Sections = readonly { readonly name: string; readonly text: string }[];

const snapshot = (sections: Sections, text = snapshotText(sections)): LogEvent =>
  appended({
    id: 'm',
    role: 'user',
    content: [{ type: 'text', text }],
    source: { kind: 'plugin', plugin: 'system-prompt', form: 'snapshot', sections },
  });

const inStep: readonly LogEvent[] = [
  { type: 'turn/start', data: { turn: 1 } },
  { type: 'step/start', data: { turn: 1, step: 1 } },
];

const rulesBroken = (event: LogEvent, history: readonly LogEvent[] = inStep): readonly string[] =>
  validate(promptInvariant, header)(history, event).map(({ rule }) => rule);

const a = [{ name: 'a', text: 'A' }];
const b = [{ name: 'b', text: 'B' }];

const changed = (event: LogEvent, fields: object): LogEvent => ({
  ...event,
  data: { ...(event.data as object), ...fields },
});

describe('what could have been written', () => {
  test('I1 a first snapshot, another one, and the end of all', () => {
    expect(rulesBroken(snapshot(a))).toEqual([]);
    expect(rulesBroken(snapshot([...a, ...b]), [...inStep, snapshot(a)])).toEqual([]);
    expect(rulesBroken(snapshot([]), [...inStep, snapshot(a)])).toEqual([]);
    expect(rulesBroken(snapshot(a), [...inStep, snapshot(a), snapshot([])])).toEqual([]);
  });

  test('I1 the same again, after a compaction took it away', () => {
    expect(rulesBroken(snapshot(a), [...inStep, snapshot(a), replaced(2, 2)])).toEqual([]);
  });

  test('I1 a text logged as a string', () => {
    expect(rulesBroken(changed(snapshot(a), { content: snapshotText(a) }))).toEqual([]);
  });

  test('I1 foreign messages are not ours to judge', () => {
    expect(rulesBroken(appended(prompt), [])).toEqual([]);
    expect(rulesBroken(changed(snapshot(a), { source: { kind: 'plugin', plugin: 'weather' } }), [])).toEqual([]);
  });
});

describe('what could not', () => {
  const { source } = snapshot(a).data as { readonly source: object };

  test.each<[string, LogEvent, readonly LogEvent[]]>([
    ['source', changed(snapshot(a), { source: { ...source, form: 'delta' } }), inStep],
    ['source', changed(snapshot(a), { source: { ...source, version: 1 } }), inStep],
    ['source', changed(snapshot(a), { source: { ...source, sections: [{ name: 'a' }] } }), inStep],
    ['source', changed(snapshot(a), { source: { kind: 'plugin', plugin: 'system-prompt' } }), inStep],
    ['source', changed(snapshot(a), { role: 'assistant' }), inStep],
    ['names', snapshot([...a, { name: 'a', text: 'B' }]), inStep],
    ['blank', snapshot([{ name: 'a', text: ' \n' }]), inStep],
    ['text', snapshot(a, 'A'), inStep],
    ['text', changed(snapshot(a), { content: [] }), inStep],
    ['text', changed(snapshot(a), { content: [{ type: 'text', text: snapshotText(a) }, { type: 'image' }] }), inStep],
    ['surface', { ...snapshot(a), surfaceOp: { op: 'replace', start: 2, end: 2 } }, [...inStep, appended(prompt)]],
    ['position', snapshot(a), []],
    ['position', snapshot(a), [...inStep, { type: 'step/end', data: { turn: 1, step: 1 } }]],
    ['repeated', snapshot(a), [...inStep, snapshot(a)]],
    ['repeated', snapshot([]), inStep],
    ['repeated', snapshot([]), [...inStep, snapshot(a), snapshot([])]],
  ])('I1 system-prompt/%s (%#)', (rule, event, history) => {
    expect(rulesBroken(event, history)).toEqual([`system-prompt/${rule}`]);
  });
});

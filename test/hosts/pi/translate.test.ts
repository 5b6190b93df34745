// Owns: how pi's entries and messages read and how ours are written, however odd they are.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Said } from '../../../src/hosts/pi/translate.js';
import { agentMessages, asOne, lastAnswer, piEntries, visibleEntries } from '../../../src/hosts/pi/translate.js';
import { seed } from '../../seed.js';

const source = { kind: 'agent-instructions', changes: [] };
const stored = (value: unknown): never => JSON.parse(JSON.stringify(value)) as never;

test(`what is written reads back as it was (seed ${seed})`, () => {
  const texts = fc.array(fc.string(), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), texts, (id, said) => {
      const content = said.map((text) => ({ type: 'text', text }));
      const message = { id, role: 'user' as const, content, source };
      const item = { kind: 'user', id, source, content };
      expect(piEntries.itemsOf(stored(piEntries.write(message, 5)))).toEqual([item]);
      expect(agentMessages.itemsOf(stored(agentMessages.write(message, 5)))).toEqual([{ ...item, time: 5 }]);
      expect(piEntries.ownId(stored(piEntries.write(message, 5)))).toBe(id);
      expect(agentMessages.ownId(stored(agentMessages.write(message, 5)))).toBe(id);
    }),
  );
});

test('several of ours that came as one read as what they were', () => {
  const message = (id: string, ...said: readonly string[]) => ({
    id,
    role: 'user' as const,
    content: said.map((text) => ({ type: 'text', text })),
    source: { kind: id },
  });
  const several = [message('a', 'one', 'two'), message('b', 'three')];
  const written = several.map((one) => piEntries.write(one, undefined) as unknown as Said);
  const entry = { type: 'custom_message', customType: 'contextfold', ...asOne(written) };
  expect(piEntries.itemsOf(stored(entry))).toMatchObject(several.map(({ id, content }) => ({ id, content })));
  expect(asOne([asOne(written)!])).toEqual(asOne(written));
  expect(asOne([])).toBeUndefined();
});

test('a result is recognised before pi has stored it', () => {
  const message = { role: 'toolResult', toolCallId: 'c', content: [], isError: false, timestamp: 3 };
  const [item] = piEntries.itemsOf({ type: 'message', id: 'x', message } as never);
  expect(agentMessages.itemsOf(message)).toMatchObject([{ id: item?.id, call: 'c', failed: false, time: 3 }]);
});

test('a compaction that keeps what is nowhere keeps nothing', () => {
  const branch = [
    { type: 'message', id: 'a' },
    { type: 'compaction', id: 'b' },
    { type: 'message', id: 'c' },
  ];
  expect(visibleEntries(branch).map(({ id }) => id)).toEqual(['b', 'c']);
  const keeping = [branch[0]!, { ...branch[1]!, firstKeptEntryId: 'a' }, branch[2]!];
  expect(visibleEntries(keeping).map(({ id }) => id)).toEqual(['b', 'a', 'c']);
});

const odd = fc.record(
  {
    role: fc.oneof(fc.constantFrom('user', 'assistant', 'toolResult', 'custom', 'compactionSummary'), fc.string()),
    content: fc.oneof(fc.string(), fc.anything(), fc.array(fc.record({ type: fc.string(), text: fc.anything() }))),
    timestamp: fc.oneof(fc.double(), fc.anything()),
    details: fc.oneof(fc.record({ contextfold: fc.oneof(fc.anything(), fc.array(fc.anything())) }), fc.anything()),
    summary: fc.anything(),
    toolCallId: fc.anything(),
    isError: fc.anything(),
  },
  { requiredKeys: ['role'] },
);

test(`every message and entry reads, however odd (F8; seed ${seed})`, () => {
  const json = (value: unknown): unknown => stored(value ?? null);
  fc.assert(
    fc.property(odd, fc.jsonValue(), fc.string(), (message, details, type) => {
      const read = json(message) as typeof message;
      expect(agentMessages.itemsOf(read)).toEqual(agentMessages.itemsOf(read));
      agentMessages.ownId(read);
      const entries = [
        { type: 'message', message: read },
        { type, details },
        { type: 'custom_message', ...read },
      ];
      lastAnswer(entries);
      expect(visibleEntries(entries)).toHaveLength(type === 'compaction' ? 2 : 3);
    }),
  );
});

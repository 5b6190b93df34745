// Owns: how messages of opencode read, however odd they are.
import fc from 'fast-check';
import { test } from 'vitest';
import { opencodeMessages, storedCalls, visibleMessages, withSettled } from '../../../src/hosts/opencode/translate.js';
import { seed } from '../../seed.js';

const part = fc.record(
  {
    id: fc.string(),
    type: fc.constantFrom('text', 'tool', 'compaction', 'step-start'),
    text: fc.anything(),
    callID: fc.oneof(fc.string(), fc.anything()),
    tool: fc.oneof(fc.string(), fc.anything()),
    metadata: fc.oneof(fc.record({ contextfold: fc.anything() }), fc.anything()),
    state: fc.oneof(
      fc.record({
        status: fc.constantFrom('running', 'completed', 'error'),
        input: fc.anything(),
        metadata: fc.oneof(fc.record({ contextfold: fc.array(fc.anything()) }), fc.anything()),
      }),
      fc.anything(),
    ),
    tail_start_id: fc.anything(),
  },
  { requiredKeys: ['id', 'type'] },
);

const message = fc.record({
  info: fc.record(
    {
      id: fc.constantFrom('a', 'b', 'c'),
      role: fc.constantFrom('user', 'assistant'),
      summary: fc.oneof(fc.boolean(), fc.anything()),
      finish: fc.oneof(fc.string(), fc.anything()),
      parentID: fc.oneof(fc.constantFrom('a', 'b'), fc.anything()),
      time: fc.anything(),
    },
    { requiredKeys: ['id', 'role'] },
  ),
  parts: fc.array(part, { maxLength: 4 }),
});

test(`every message reads, however odd (F8; seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 5 }), (messages) => {
      const seen = visibleMessages(withSettled(messages, new Map([['c', []]])));
      seen.flatMap(opencodeMessages.itemsOf);
      seen.forEach(opencodeMessages.ownId);
      storedCalls(messages);
    }),
  );
});

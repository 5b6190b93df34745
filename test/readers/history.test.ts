// Owns: how the parts of a conversation are written, whatever another tool put into them.
import { expect, test } from 'vitest';
import { callBlock } from '../../src/readers/history.js';

test('L2 arguments stay an object or a text; anything else becomes its JSON text', () => {
  expect(callBlock('c', 'read', { path: 'a' })).toMatchObject({ arguments: { path: 'a' } });
  expect(callBlock('c', 'read', '{"path":"a"}')).toMatchObject({ arguments: '{"path":"a"}' });
  expect(callBlock('c', 'read', ['a', 1])).toMatchObject({ arguments: '["a",1]' });
  expect(callBlock('c', 'read', undefined)).toMatchObject({ arguments: undefined });
});

test('F8 arguments that are nested too deep for a writer of JSON are named, not thrown at', () => {
  const text = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const shown = callBlock('c', 'read', JSON.parse(text))['arguments'];
  // Newer engines write any depth.
  expect(shown === 'a value that is nested too deep to be shown' || shown === text).toBe(true);
});

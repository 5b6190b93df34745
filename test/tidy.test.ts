// Owns: the run of the tidy rules over `src/`. That each rule can be broken is shown in test/house/tidy-rules.test.ts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './house/scratch.js';
import { inspect } from './house/tidy-rules.js';

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .sort()
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

test('src/ is tidy', () => {
  expect(sources).not.toEqual([]);
  const findings = inspect(sources).map(({ rule, path, line, message }) => `${path}:${line} ${rule}: ${message}`);
  expect(findings).toEqual([]);
});

// Owns: that a newest Node which cannot be had is a failed test and not a missing one. The run itself is
// `npm run test:newest-node`, for it needs a registry.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testNewestNode } from '../../scripts/newest-node.mjs';

let directory: string;
let said: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'contextfold-npm-'));
  said = '';
  vi.stubEnv('PATH', `${directory}${delimiter}${process.env['PATH']}`);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true });
});

const npmIs = (script: string): void => {
  writeFileSync(join(directory, 'npm'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(directory, 'npm'), 0o755);
};

const viewOnly = '[ "$1" = view ] && echo 99.0.0 && exit; echo "no package" >&2; exit 1';

test.each([
  ['the registry cannot be asked', 'echo "no network" >&2; exit 1', 'no network'],
  ['the binary cannot be installed', viewOnly, 'no package'],
  ['the package holds no binary', 'echo 99.0.0', 'holds no bin/node'],
])('a failed test, and the reason, where %s', (_, script, reason) => {
  npmIs(script);
  expect(testNewestNode()).toEqual({ passed: 0, failed: 1 });
  expect(said).toContain('the newest Node was not tested: ');
  expect(said).toContain(reason);
});

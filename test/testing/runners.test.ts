// Owns: that the port laws run under a test runner which is not ours: `node --test`, with the package as it is built.
// That they run under Vitest is shown by test/contracts.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { built, root } from '../package/built.js';

const directory = mkdtempSync(join(tmpdir(), 'contextfold-runner-'));

beforeAll(() => {
  built('testing.js');
  mkdirSync(join(directory, 'node_modules'));
  symlinkSync(root, join(directory, 'node_modules/contextfold'));
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Every port's laws as one test file; `spoil` changes the adapters. */
const fileOf = (spoil: string): string => `
  import { describe, test } from 'node:test';
  import { decoder, nodeClock, nodeHash } from 'contextfold/node';
  import { clockLaws, decoderLaws, fileSystemLaws, hashLaws, shellLaws, storeLaws } from 'contextfold/testing';
  import { memoryFileSystem, memorySessionStore, memoryShell } from 'contextfold/testing';

  const adapters = { clock: nodeClock, hash: nodeHash, decoder };
  ${spoil}
  const files = () => {
    const fileSystem = memoryFileSystem({ '/root': { directory: true } });
    return { fileSystem, root: '/root', put: fileSystem.put, remove: fileSystem.delete };
  };
  const store = () => {
    const store = memorySessionStore();
    return { store, another: store };
  };
  const shell = () => {
    const shell = memoryShell();
    return {
      shell,
      printing: (stdout, exitCode) => (shell.set({ _tag: 'exited', exitCode, stdout }), 'printing'),
      failing: () => (shell.set({ _tag: 'unavailable', reason: 'told to fail' }), 'failing'),
    };
  };
  const ports = {
    clock: clockLaws(() => adapters.clock),
    decoder: decoderLaws(() => adapters.decoder),
    fileSystem: fileSystemLaws(files),
    hash: hashLaws(() => adapters.hash),
    shell: shellLaws(shell),
    store: storeLaws(store),
  };
  for (const [port, laws] of Object.entries(ports)) {
    describe(port, () => {
      for (const { name, run } of laws) test(name, run);
    });
  }
`;

/** The exit code, what was printed, and what node counted. */
const underNode = (name: string, text: string) => {
  writeFileSync(join(directory, name), text);
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: undefined };
  const args = ['--test', '--test-reporter=tap', name];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8', env });
  const counted = (what: string): number => Number(new RegExp(`^# ${what} (\\d+)$`, 'mu').exec(stdout)?.[1]);
  return { status, stdout, passed: counted('pass'), failed: counted('fail') };
};

test('the laws of all six ports pass under node --test', () => {
  const { status, passed, failed } = underNode('right.test.mjs', fileOf(''));
  expect({ status, failed }).toEqual({ status: 0, failed: 0 });
  expect(passed).toBeGreaterThan(70);
});

test('a wrong adapter fails its own law there, and says what was expected and what was found', () => {
  const spoil = 'adapters.hash = { sha1: (text) => nodeHash.sha1(text).toUpperCase() };';
  const { status, stdout, failed } = underNode('wrong.test.mjs', fileOf(spoil));
  expect({ status, failed }).toEqual({ status: 1, failed: 4 });
  expect(stdout).toContain('not ok 1 - the empty text has its known SHA-1 in lowercase hexadecimal digits');
  expect(stdout).toMatch(/the empty text: expected \S*da39a3ee\S+, found \S*DA39A3EE/u);
});

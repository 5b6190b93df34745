// Owns: every port law, run on every adapter of ours.
import { describe, test } from 'vitest';
import { decoder } from '../../src/adapters/encoding/index.js';
import { memoryClock } from '../../src/adapters/memory/index.js';
import { nodeClock, nodeHash } from '../../src/adapters/node/index.js';
import type { Law } from '../../src/testing/contracts/index.js';
import { clockLaws, decoderLaws, fileSystemLaws, hashLaws, shellLaws } from '../../src/testing/contracts/index.js';
import {
  batchedFixture,
  confinedFixture,
  locatedFixture,
  memoryFixture,
  memoryShellFixture,
  nodeFixture,
  nodeShellFixture,
} from './fixtures.js';

const adapters: readonly (readonly [adapter: string, laws: readonly Law[]])[] = [
  ['memory file system', fileSystemLaws(() => memoryFixture())],
  ['memory file system without versions', fileSystemLaws(() => memoryFixture(false))],
  ['node file system', fileSystemLaws(nodeFixture)],
  ['node file system, batches that wait', fileSystemLaws(() => batchedFixture('never'))],
  ['node file system, batches that wait once', fileSystemLaws(() => batchedFixture('quick'))],
  ['node file system, batches that do not wait', fileSystemLaws(() => batchedFixture('always'))],
  ['confined memory file system', fileSystemLaws(() => confinedFixture(memoryFixture()))],
  ['confined node file system', fileSystemLaws(() => confinedFixture(nodeFixture()))],
  ['confined node file system that locates', fileSystemLaws(() => confinedFixture(locatedFixture()))],
  ['memory clock', clockLaws(() => memoryClock(1_767_225_600_000, 'Europe/Berlin'), 'set')],
  ['node clock', clockLaws(() => nodeClock)],
  ['memory shell', shellLaws(memoryShellFixture)],
  ['node shell', shellLaws(nodeShellFixture)],
  ['node hash', hashLaws(() => nodeHash)],
  ['decoder', decoderLaws(() => decoder)],
];

describe.each(adapters)('%s (DESIGN 5)', (_, laws) => {
  for (const { name, run } of laws) test(name, run);
});

// Owns: the laws of session stores, run on every store of ours.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { jsonlStore } from '../../src/adapters/jsonl/index.js';
import { memorySessionStore } from '../../src/adapters/memory/session-store.js';
import { migrate, postgresStore } from '../../src/adapters/postgres/index.js';
import type { Law } from '../../src/testing/contracts/index.js';
import { storeLaws } from '../../src/testing/contracts/session-store.js';
import type { SessionStoreFixture } from '../../src/testing/contracts/session-store.js';
import type { Cluster } from '../adapters/postgres/cluster.js';
import { missingServer, startCluster } from '../adapters/postgres/cluster.js';

const memoryFixture = (): SessionStoreFixture => {
  const store = memorySessionStore();
  return { store, another: store };
};

const jsonlFixture = (): SessionStoreFixture => {
  const directory = mkdtempSync(join(tmpdir(), 'contextfold-store-'));
  return {
    store: jsonlStore(join(directory, 'logs')),
    another: jsonlStore(join(directory, 'logs')),
    dispose: () => rmSync(directory, { recursive: true }),
  };
};

const run = (laws: readonly Law[]): void => {
  for (const { name, run: holds } of laws) test(name, holds);
};

describe('the memory store (L6)', () => run(storeLaws(memoryFixture)));

describe('the JSON Lines store (L6)', () => run(storeLaws(jsonlFixture)));

describe.skipIf(missingServer !== undefined)(`the PostgreSQL store (L6) ${missingServer ?? ''}`, () => {
  let cluster: Cluster;
  let pool: Pool;
  let fixtures = 0;

  beforeAll(() => {
    cluster = startCluster();
    pool = new Pool({ ...cluster.connection, max: 4 });
  });
  afterAll(async () => {
    await pool.end();
    cluster.stop();
  });

  run(
    storeLaws(async () => {
      const schema = `fixture ${(fixtures += 1)}`;
      await migrate(pool, { schema });
      return { store: postgresStore(pool, { schema }), another: postgresStore(pool, { schema }) };
    }),
  );
});

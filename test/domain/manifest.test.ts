// Owns: that a manifest whose rows are made late is plain data to whoever looks, and that it holds on to nothing.
import { expect, test } from 'vitest';
import type { ManifestRows } from '../../src/domain/manifest.js';
import { deferredManifest } from '../../src/domain/manifest.js';

const ROOT = { path: '/repo', marker: '/repo/.git', how: 'marker' } as const;
const ROWS: ManifestRows = {
  candidates: [],
  nearMisses: [{ path: 'agents.md', expected: 'AGENTS.md', detail: 'letter case' }],
  blocks: [{ kind: 'baseline', bytes: 1, maxBytes: 2 }],
};

test('rows are made once, when the first of them is looked at', () => {
  let made = 0;
  const manifest = deferredManifest(ROOT, () => {
    made += 1;
    return ROWS;
  });
  expect([manifest.root, made]).toEqual([ROOT, 0]);
  expect([manifest.candidates, manifest.nearMisses, manifest.blocks]).toEqual([
    ROWS.candidates,
    ROWS.nearMisses,
    ROWS.blocks,
  ]);
  expect(made).toBe(1);
});

test.each([
  ['with a root', ROOT, { root: ROOT, ...ROWS }],
  ['without one', undefined, ROWS],
] as const)('it is plain data %s (A19)', (_, root, plain) => {
  const manifest = deferredManifest(root, () => ROWS);
  expect(manifest).toEqual(plain);
  expect({ ...manifest }).toStrictEqual(plain);
  expect(JSON.stringify(manifest)).toBe(JSON.stringify(plain));
  expect(structuredClone(manifest)).toStrictEqual(plain);
});

test('all manifests share the functions that read them: V8 keeps what functions of their own would hold', () => {
  const readers = (rows: ManifestRows): readonly unknown[] =>
    Object.values(Object.getOwnPropertyDescriptors(deferredManifest(undefined, () => rows))).map(
      (descriptor): unknown => Reflect.get(descriptor, 'get'),
    );
  expect(readers(ROWS)).toEqual(readers({ ...ROWS, blocks: [] }));
});

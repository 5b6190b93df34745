// Owns: the names of log files: safe on every file system, readable where ids are, and never shared.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fileNameOf } from '../../../src/adapters/jsonl/file-name.js';
import { seed } from '../../seed.js';

/** Reads a name back, as somebody would who finds only the file. */
const idOf = (name: string): string => {
  const stem = name.replace(/\.jsonl$/u, '');
  const unit = (_: string, hex: string): string => String.fromCharCode(Number.parseInt(hex.replace('u', ''), 16));
  return stem === '%' ? '' : stem.replace(/%(u[0-9a-f]{4}|[0-9a-f]{2})/gu, unit);
};

const anyUnits = fc.array(fc.oneof(fc.nat(0xffff), fc.nat(0x7f)), { maxLength: 26 });
const anyId = fc.oneof(
  anyUnits.map((units) => String.fromCharCode(...units)),
  fc.constantFrom('con', 'CON', 'nul.x', 'com1', 'COM1.log', '.', '..', '.hidden', '', '%', '%61', '~'),
);

describe(`L6 the name of a log file (seed ${seed})`, () => {
  test('is the id itself where that is plain', () => {
    for (const id of ['s1', '0190b4a2-7c3e-7d41-8f00-1b2c3d4e5f60', 'a.b_c-d', 'console', 'a.con']) {
      expect(fileNameOf(id)).toBe(`${id}.jsonl`);
    }
  });

  test('escapes everything else', () => {
    expect(fileNameOf('A/b')).toBe('%41%2fb.jsonl');
    expect(fileNameOf('漢\ud800')).toBe('%u6f22%ud800.jsonl');
    expect(fileNameOf('..')).toBe('%2e..jsonl');
    expect(fileNameOf('nul')).toBe('%6eul.jsonl');
    expect(fileNameOf('')).toBe('%.jsonl');
  });

  test('is a legal, visible name everywhere, and tells the id', () => {
    fc.assert(
      fc.property(anyId, (id) => {
        const name = fileNameOf(id);
        expect(name).toMatch(/^[a-z0-9%_-][a-z0-9%._-]*\.jsonl$/u);
        expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)\./u);
        expect(idOf(name)).toBe(id);
      }),
    );
  });

  test('of a long id is short and its own, and no plain id can have it', () => {
    const long = fc.string({ unit: 'binary', minLength: 161, maxLength: 400 });
    fc.assert(
      fc.property(long, long, (one, other) => {
        expect(fileNameOf(one)).toMatch(/^%~[0-9a-f]{64}\.jsonl$/u);
        expect(fileNameOf(one) === fileNameOf(other)).toBe(one === other);
      }),
    );
    expect(fileNameOf(`%~${'0'.repeat(64)}`)).toBe(`%25%7e${'0'.repeat(64)}.jsonl`);
  });
});

// Owns: examples of session URIs.
import { expect, test } from 'vitest';
import { decodeSessionUri, encodeSessionUri } from '../../../src/sources/session-reference/index.js';

test.each([
  ['s2', 'dsh-session:InMyIg'],
  ['', 'dsh-session:IiI'],
  ['\ud800', 'dsh-session:Ilx1ZDgwMCI'],
  ['漢😀', 'dsh-session:IuaeouKfmIAi'],
])('S1 the URI of %j is read back', (id) => {
  const uri = encodeSessionUri('dsh-session', id);
  expect(uri).toBe(`dsh-session:${Buffer.from(JSON.stringify(id)).toString('base64url')}`);
  expect(decodeSessionUri('dsh-session', uri)).toBe(id);
});

test.each([
  ['nothing behind the scheme', 'dsh-session:'],
  ['another scheme', 'dsh-sessions:InMyIg'],
  ['the scheme in another case', 'DSH-SESSION:InMyIg'],
  ['padding', 'dsh-session:InMyIg=='],
  ['the other base64 alphabet', `dsh-session:${Buffer.from('"??>"').toString('base64')}`],
  ['bits left over', 'dsh-session:InMyIh'],
  ['a single character', 'dsh-session:I'],
  ['white space', 'dsh-session:InMy Ig'],
  ['JSON of another type', `dsh-session:${Buffer.from('{"id":"s2"}').toString('base64url')}`],
  ['JSON with white space', `dsh-session:${Buffer.from(' "s2"').toString('base64url')}`],
  ['an escape that is not needed', `dsh-session:${Buffer.from('"\\u0073"').toString('base64url')}`],
  ['an escape in capitals', `dsh-session:${Buffer.from('"\\uD800"').toString('base64url')}`],
  ['no JSON', `dsh-session:${Buffer.from('s2').toString('base64url')}`],
  ['bytes that are no UTF-8', `dsh-session:${Buffer.from([0x22, 0xff, 0x22]).toString('base64url')}`],
  ['an overlong encoding', `dsh-session:${Buffer.from([0x22, 0xc1, 0xb3, 0x22]).toString('base64url')}`],
])('S1 only the canonical encoding decodes: not %s', (_, uri) => {
  expect(decodeSessionUri('dsh-session', uri)).toBeUndefined();
});

test('S1 the scheme is configurable', () => {
  expect(decodeSessionUri('my.app+x', encodeSessionUri('my.app+x', 's2'))).toBe('s2');
});

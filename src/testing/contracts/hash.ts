// Owns: the laws of the hash port, as known answers.
import type { Hash } from '../../ports/hash.js';
import type { Law } from './law.js';
import { checkEqual } from './law.js';

const ANSWERS: readonly (readonly [what: string, text: string, digest: string])[] = [
  ['the empty text', '', 'da39a3ee5e6b4b0d3255bfef95601890afd80709'],
  ['a short text', 'abc', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
  ['a long text', 'a'.repeat(1_000_000), '34aa973cd4c4daa4f61eeb2bdbad27316534016f'],
  ['a text beyond ASCII', 'ü漢😀', '96bc39a93b1aa05e0ee24fed80800b352d85ef85'],
];

/** Longer than what anybody would look at first. */
const LONG = 4_194_304;

/**
 * The laws of a hash.
 *
 * Source: SPEC, word table (`digest`)
 *
 * @example
 * ```ts
 * import { nodeHash } from 'contextfold/node';
 * import { hashLaws } from 'contextfold/testing';
 *
 * const broken: string[] = [];
 * for (const { name, run } of hashLaws(() => nodeHash)) {
 *   await run().catch(() => broken.push(name));
 * }
 * broken; // => []
 * ```
 */
export const hashLaws = (make: () => PromiseLike<Hash> | Hash): readonly Law[] => [
  ...ANSWERS.map(([what, text, digest]) => ({
    name: `${what} has its known SHA-1 in lowercase hexadecimal digits`,
    run: async () => checkEqual(what, (await make()).sha1(text), digest),
  })),
  {
    name: 'a lone surrogate counts as U+FFFD',
    run: async () => {
      const hash = await make();
      checkEqual('a lone surrogate', hash.sha1('a\ud800b'), hash.sha1('a\ufffdb'));
    },
  },
  {
    name: 'line ends, white space and every other character count',
    run: async () => {
      const hash = await make();
      const texts = ['a\n', 'a\r\n', 'a', ' a', 'a ', 'a\0', '\ufeffa', '\u00e9', 'e\u0301'];
      texts.push(...['a', 'b'].map((last) => 'a'.repeat(LONG) + last));
      checkEqual('the number of digests', new Set(texts.map((text) => hash.sha1(text))).size, texts.length);
    },
  },
];

// Owns: examples of the grammar of mentions.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { encodeSessionUri, formatMention, readMentions } from '../../../src/sources/session-reference/index.js';

const uri = encodeSessionUri('dsh-session', 's2');

const textOf = (text: string): string => E.getOrElse(({ uri }: { uri: string }) => `malformed ${uri}`)(
  E.map(({ text }: { text: string }) => text)(readMentions('dsh-session', text)),
);

test('S2 a mention escapes `\\` and `]` of its label, nothing else', () => {
  expect(formatMention('dsh-session', { sessionId: 's2', label: 'a\\b]c[d(e)' })).toBe(`@[a\\\\b\\]c[d(e)](${uri})`);
});

describe('S2 what becomes readable', () => {
  test.each([
    ['a mention', `see @[notes](${uri}).`, 'see @notes.'],
    ['two mentions side by side', `@[a](${uri})@[b](${uri})`, '@a@b'],
    ['an empty label', `@[](${uri})`, '@'],
    ['a label over lines', `@[a\nb](${uri})`, '@a\nb'],
    ['escapes in a label', `@[a\\\\b\\]c](${uri})`, '@a\\b]c'],
    ['a backslash that escapes nothing', `@[a\\b](${uri})`, '@a\\b'],
    ['a label that holds an opening', `@[a @[b](${uri})`, '@a @[b'],
    ['a label that holds a URI', `@[about ${uri}](${uri})`, `@about ${uri}`],
    ['a mention behind a word', `x@[notes](${uri})`, 'x@notes'],
    ['a bare URI', `see ${uri}, please`, 'see @s2, please'],
    ['a bare URI in brackets', `(${uri})`, '(@s2)'],
    ['a link without the @', `[notes](${uri})`, '[notes](@s2)'],
    ['a mention that is not closed', `@[notes](${uri}`, '@[notes](@s2'],
    ['a mention with a gap', `@[notes] (${uri})`, '@[notes] (@s2)'],
    ['a bracket that is escaped', `@[notes\\](${uri})`, '@[notes\\](@s2)'],
    ['a URI inside a mention of something else', `@[see ${uri}](https://x)`, '@[see @s2](https://x)'],
    ['padding behind a bare URI', `${uri}==`, '@s2=='],
  ])('%s', (_, text, readable) => {
    expect(textOf(text)).toBe(readable);
  });
});

describe('S2 what stays ordinary text', () => {
  test.each([
    ['another target', '@[docs](https://x)'],
    ['a target that only resembles the scheme', '@[docs](dsh-sessions:!)'],
    ['a target that does not begin with the scheme', '@[docs]( dsh-session:!)'],
    ['the scheme alone', 'the dsh-session: scheme'],
    ['the scheme before what is not base64url', 'dsh-session:!'],
    ...[...'xZ7_+.-é漢\u0301٣'].map((before) => [`a URI behind ${before}`, before + uri]),
  ])('%s', (_, text) => {
    expect(readMentions('dsh-session', text)).toEqual(E.right({ text, references: [] }));
  });
});

describe('S2 what must be canonical and is not', () => {
  test.each([
    ['a mention without a payload', '@[x](dsh-session:)', 'dsh-session:'],
    ['a mention with padding', `@[x](${uri}==)`, `${uri}==`],
    ['a mention with a title', `@[x](${uri} "title")`, `${uri} "title"`],
    ['a bare URI', 'see dsh-session:AAAA', 'dsh-session:AAAA'],
    ['a bare URI that runs on', `${uri}-and-more`, `${uri}-and-more`],
    ['a bare URI inside a mention of something else', '@[dsh-session:AAAA](https://x)', 'dsh-session:AAAA'],
    ['the first of two', '@[x](dsh-session:1) dsh-session:2', 'dsh-session:1'],
  ])('%s', (_, text, malformed) => {
    expect(readMentions('dsh-session', text)).toEqual(E.left({ _tag: 'MalformedUri', uri: malformed }));
  });
});

test('S2 the scheme is taken as it is written, also where it holds what expressions know', () => {
  const scheme = 'a.b+c';
  expect(readMentions(scheme, `aXb+c:IiI ${encodeSessionUri(scheme, 's2')}`)).toEqual(
    E.right({ text: 'aXb+c:IiI @s2', references: [{ sessionId: 's2', label: 's2' }] }),
  );
});

test('S2 a text of openings and backslashes is read in linear time', () => {
  const hostile = [
    '@['.repeat(200_000),
    '@[a]('.repeat(100_000),
    '@[a](dsh-session:'.repeat(50_000),
    `@[${'\\'.repeat(400_000)}`,
  ];
  const started = performance.now();
  for (const text of hostile) expect(textOf(`dsh-session:\n${text}`)).not.toBe('');
  expect(performance.now() - started).toBeLessThan(5_000);
});

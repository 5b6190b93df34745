// Owns: the boundary of session URIs: alone, and in the prose of a prompt.
import * as E from 'fp-ts/lib/Either.js';
import { decodeSessionUri, encodeSessionUri } from '../../src/sources/session-reference/uri.js';
import { distinctReferences, formatMention, readMentions } from '../../src/sources/session-reference/mention.js';
import { escapedLength, tagSafeJson } from '../../src/sources/session-reference/json.js';
import { utf8Length } from '../../src/core/utf8.js';
import { holdSame } from '../laws.js';
import { handWritten } from '../seeds.js';
import type { Target } from '../target.js';
import { hold } from '../target.js';

const SCHEMES = ['session', 'a.b-c+d', 'deepseek-session'];

const holdUri = (scheme: string, uri: string): void => {
  const id = decodeSessionUri(scheme, uri);
  if (id !== undefined)
    hold(encodeSessionUri(scheme, id) === uri, 'a URI that names a session is printed back the same');
};

const holdId = (scheme: string, id: string, label: string): void => {
  const uri = encodeSessionUri(scheme, id);
  hold(/^[A-Za-z][A-Za-z0-9+.-]*:[A-Za-z0-9_-]+$/u.test(uri), 'a URI is plain', () => uri);
  hold(decodeSessionUri(scheme, uri) === id, 'a URI leads back to its session', () => JSON.stringify(id));
  const read = readMentions(scheme, formatMention(scheme, { sessionId: id, label }));
  const wanted = { text: `@${label}`, references: [{ sessionId: id, label }] };
  hold(E.isRight(read), 'a mention that was made is read');
  holdSame(read.right, wanted, 'a mention that was made is read as it was meant');
};

const holdProse = (scheme: string, text: string): void => {
  const read = readMentions(scheme, text);
  if (E.isLeft(read)) return hold(text.includes(read.left.uri), 'a malformed URI stands in the text');
  const { references, text: readable } = read.right;
  if (references.length === 0) hold(readable === text, 'a text without mentions is left alone');
  hold(distinctReferences(references).length <= references.length, 'references are distinct');
  for (const { sessionId, label } of references.slice(0, 8)) {
    hold(text.includes(encodeSessionUri(scheme, sessionId)), 'what is referred to stands in the text');
    hold(readable.includes(`@${label}`), 'what is referred to is named');
  }
};

/** URIs. */
export const uris: Target = {
  name: 'uris',
  about: 'session URIs alone and in prose, for several schemes, and JSON inside of tags',
  grammar: 'text',
  seeds: () => [
    ...handWritten('uris'),
    ...SCHEMES.flatMap((scheme) => ['x', '', 'é', '\ud800', '{"a":1}'].map((id) => encodeSessionUri(scheme, id))),
    ...SCHEMES.map((scheme) => `See ${formatMention(scheme, { sessionId: 'x', label: 'a ] b \\' })}, please.`),
  ],
  tokens: [
    ...[
      'session:',
      'a.b-c+d:',
      'deepseek-session:',
      '@[',
      '](',
      ')',
      ']',
      '\\]',
      '\\\\',
      '\\',
      'IngiIg',
      'Ingi',
      '=',
      '-',
    ],
    ...['_', '@[x](session:IngiIg)', 'session:Iu2ggCI', '@[](', '\ud800', 'é', '<', '"', '%', '\u2028', '.', 'a'],
  ],
  run: (text) => {
    const [first = '', ...rest] = text.split('\n');
    const others = rest.join('\n');
    const scheme = SCHEMES[others.length % SCHEMES.length] ?? '';
    holdUri(scheme, first);
    holdProse(scheme, text);
    holdId(scheme, first.slice(0, 4_096), others);
    const json = tagSafeJson(text);
    hold(!json.includes('<') && JSON.parse(json) === text, 'JSON inside of a tag cannot close it');
    hold(escapedLength(text) === utf8Length(json) - 2, 'the length of JSON is known before');
  },
};

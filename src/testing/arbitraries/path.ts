// Owns: generators of names, directories and paths, odd ones on purpose. What a path means is domain/path.
import * as fc from 'fast-check';
import type { AbsolutePath } from '../../domain/path.js';

/** Pieces that trip up path code: separators of the other platform, escapes, invisible and broken characters. */
const ODD_PIECES = [
  ...['.', '..', ' ', '%', '%0000', '\\', '<', '>', ':', '~', '"', '\n', '\t', '\u2028', '\u200b', '\u202e', '\uffff'],
  ...['\u00e9', 'e\u0301', '\u{1f600}', '\ud83d', '\ude00'],
];

const PLAIN_NAMES = ['a', 'b', 'app', 'src', 'repo', 'repo2', '.git', 'AGENTS.md', 'CLAUDE.md', 'AGENTS.local.md'];

/** Names that look like something else: climbing, a scope's own words, a drive. */
const ODD_NAMES = ['..foo', '...', 'base', 'local', 'user-global', 'C:', 'c:', ' ', '%', '\u202egnp.sj'];

const anyOddText = (): fc.Arbitrary<string> =>
  fc.string({ unit: fc.oneof(fc.constantFrom(...ODD_PIECES), fc.string({ unit: 'binary', maxLength: 1 })) });

const isLegalName = (name: string): boolean => name !== '' && name !== '.' && name !== '..' && !/[/\0]/u.test(name);

/**
 * A name that a POSIX file system allows: anything but `.`, `..`, the empty name, `/` and NUL.
 *
 * Shape:  mostly plain; some hold white space, `%`, `\`, bidirectional characters or lone surrogates.
 */
export const anyName = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...PLAIN_NAMES) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_NAMES) },
    { weight: 2, arbitrary: anyOddText().filter(isLegalName) },
  );

/** A name that an instruction file can be configured with: without `\` too. Source: SPEC A1 */
export const anyFileName = (): fc.Arbitrary<string> => anyName().filter((name) => !name.includes('\\'));

/** A directory relative to a root: `.` for the root itself, else names joined by `/`. */
export const anyDirectory = (): fc.Arbitrary<string> =>
  fc.array(anyName(), { maxLength: 4 }).map((names) => (names.length === 0 ? '.' : names.join('/')));

const anyWindowsPrefix = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom('A:/', 'C:/', 'Z:/'),
    fc.constantFrom('//server/share/', '//10.0.0.1/c$/'),
  );

/** An absolute path as decisions hold it, of a POSIX host. */
export const anyPosixPath = (): fc.Arbitrary<AbsolutePath> =>
  fc.array(anyName(), { maxLength: 5 }).map((names) => `/${names.join('/')}` as AbsolutePath);

/** An absolute path as decisions hold it, of a Windows host: below a drive or a share. */
export const anyWindowsPath = (): fc.Arbitrary<AbsolutePath> =>
  fc
    .tuple(anyWindowsPrefix(), fc.array(anyFileName(), { maxLength: 5 }))
    .map(([prefix, names]) => (prefix + names.join('/')) as AbsolutePath);

/** An absolute path as decisions hold it. Source: SPEC F2 */
export const anyAbsolutePath = (): fc.Arbitrary<AbsolutePath> => fc.oneof(anyPosixPath(), anyWindowsPath());

/** A relative path as somebody may name it: with `.`, `..`, empty segments and a trailing separator. */
export const anyNamedPath = (): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof({ weight: 3, arbitrary: anyName() }, { weight: 2, arbitrary: fc.constantFrom('.', '..', '') }), {
      minLength: 1,
      maxLength: 6,
    })
    .map((segments) => segments.join('/'))
    .filter((path) => !path.startsWith('/'));

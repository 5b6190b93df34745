// Owns: the proof that every port law can fail: for each a wrong adapter, made of a right one, that breaks it.
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { decoder } from '../../src/adapters/encoding/index.js';
import { nodeClock, nodeHash } from '../../src/adapters/node/index.js';
import type { AbsolutePath } from '../../src/domain/path.js';
import type { Decoded, Decoder } from '../../src/ports/decoder.js';
import type { FileSystem, RawRead } from '../../src/ports/file-system.js';
import type { Shell } from '../../src/ports/shell.js';
import type { FileSystemFixture, Law, ShellFixture } from '../../src/testing/contracts/index.js';
import { clockLaws, decoderLaws, fileSystemLaws, hashLaws, shellLaws } from '../../src/testing/contracts/index.js';
import { memoryFixture, memoryShellFixture } from './fixtures.js';

type Sabotage<A> = Readonly<Record<string, (right: A) => A>>;

/** One test for each law, and one that none is left out. */
const eachFails = <A>(laws: (make: () => A) => readonly Law[], make: () => A, sabotage: Sabotage<A>): void => {
  test('every law has a wrong adapter', () => {
    expect(Object.keys(sabotage).sort()).toEqual(
      laws(make)
        .map(({ name }) => name)
        .sort(),
    );
  });
  for (const [name, spoil] of Object.entries(sabotage)) {
    test(name, async () => {
      const law = laws(() => spoil(make())).find((one) => one.name === name);
      await expect(law?.run()).rejects.toThrow(/^\w.*: expected .+, found ./su);
    });
  }
};

type Probe = Awaited<ReturnType<ReturnType<FileSystem['probe']>>>;

/** Changes what probes say. */
const probing = (change: (probe: Probe, path: AbsolutePath) => Probe) => (fixture: FileSystemFixture) => ({
  ...fixture,
  fileSystem: {
    ...fixture.fileSystem,
    probe: (path: AbsolutePath) => async () => change(await fixture.fileSystem.probe(path)(), path),
  },
});

/** Changes what reads say. */
const reading =
  (change: (read: RawRead, maxBytes: number, fixture: FileSystemFixture) => RawRead | Promise<RawRead>) =>
  (fixture: FileSystemFixture) => ({
    ...fixture,
    fileSystem: {
      ...fixture.fileSystem,
      read: (path: AbsolutePath, maxBytes: number) => async () =>
        change(await fixture.fileSystem.read(path, Number.MAX_SAFE_INTEGER)(), maxBytes, fixture),
    },
  });

const textOf = (read: Extract<RawRead, { readonly _tag: 'bytes' }>): string => new TextDecoder().decode(read.bytes);

const ABSENT: Probe = { _tag: 'absent' };
const PRESENT: Probe = { _tag: 'present' };
const NEVER = new Promise<never>(() => undefined);

describe('a wrong file system breaks the law (DESIGN 5)', () => {
  const wrongRealPath =
    (realPath: (path: AbsolutePath, fixture: FileSystemFixture) => Promise<AbsolutePath | undefined>) =>
    (fixture: FileSystemFixture) => ({
      ...fixture,
      fileSystem: { ...fixture.fileSystem, realPath: (path: AbsolutePath) => () => realPath(path, fixture) },
    });

  eachFails(fileSystemLaws, () => memoryFixture(), {
    'a regular file is present, an empty one too': probing((probe) =>
      probe._tag === 'present' && probe.size === 0 ? ABSENT : probe,
    ),
    'a missing path and a path under a file are absent': probing((probe) =>
      probe._tag === 'absent' ? { _tag: 'unavailable', reason: 'not there' } : probe,
    ),
    'a directory is absent and says that it is a directory': probing((probe) =>
      probe._tag === 'absent' ? ABSENT : probe,
    ),
    'what is neither file nor directory is absent, and the probe does not wait for it': probing((probe) =>
      probe._tag === 'absent' ? PRESENT : probe,
    ),
    'a link is what it leads to, at any depth and through linked directories': probing((probe, path) =>
      path.includes('linked/') ? ABSENT : probe,
    ),
    'a dangling link is absent': probing((probe) => (probe._tag === 'absent' ? PRESENT : probe)),
    'a loop of links is unavailable, not absent': probing((probe) => (probe._tag === 'unavailable' ? ABSENT : probe)),
    'a read gives every byte as it is': reading((read) =>
      read._tag === 'bytes' ? { _tag: 'decoded', text: textOf(read).replace(/\r\n/gu, '\n') } : read,
    ),
    'a read stops at its bound: exactly at it is read, over it is too large': reading((read, maxBytes) =>
      read._tag === 'bytes' && read.bytes.length >= maxBytes ? { _tag: 'too-large' } : read,
    ),
    'a read of anything but a regular file is unavailable': reading((read) =>
      read._tag === 'unavailable' ? { _tag: 'decoded', text: '' } : read,
    ),
    'a read of what is neither file nor directory is unavailable, and does not wait for it': reading((read) =>
      read._tag === 'unavailable' ? { _tag: 'bytes', bytes: new Uint8Array() } : read,
    ),
    'a version stays while the file stays and changes with its content': probing((probe) =>
      probe._tag === 'present' ? { ...probe, version: `of size ${probe.size}` } : probe,
    ),
    'a link that is led to another file has another version': probing((probe, path) =>
      probe._tag === 'present' ? { ...probe, version: `of ${path}` } : probe,
    ),
    'the version of a read is the one that a probe of the same content gives': reading((read) =>
      read._tag === 'bytes' ? { ...read, version: 'of the moment' } : read,
    ),
    'a listing, where there is one, gives the names in a directory and fails for anything else': (fixture) => ({
      ...fixture,
      fileSystem: {
        ...fixture.fileSystem,
        list: () => () => Promise.resolve({ _tag: 'names', names: [], partial: false }),
      },
    }),
    'a real path, where there is one, is free of links and there only for what exists': wrongRealPath((path) =>
      Promise.resolve(path),
    ),
    'a real path that cannot be told is a failure, not nothing': wrongRealPath((path, { fileSystem }) =>
      (fileSystem.realPath?.(path)() ?? NEVER).catch(() => undefined),
    ),
    'real paths of many, where they are told at once, are those of each in their order': (fixture) => ({
      ...fixture,
      fileSystem: {
        ...fixture.fileSystem,
        realPaths: (paths: readonly AbsolutePath[]) => () =>
          Promise.resolve(paths.map((real) => ({ _tag: 'known', real }) as const)),
      },
    }),
    'a call looks when it is run, not when it is made, and each run looks again': (fixture) => ({
      ...fixture,
      fileSystem: {
        ...fixture.fileSystem,
        read: (path: AbsolutePath, maxBytes: number) => {
          const answer = fixture.fileSystem.read(path, maxBytes)();
          return () => answer;
        },
      },
    }),
    'many calls at once answer as one after the other would': (fixture) => {
      let asked: AbsolutePath = fixture.root;
      return {
        ...fixture,
        fileSystem: {
          ...fixture.fileSystem,
          read: (path: AbsolutePath, maxBytes: number) => async () => {
            asked = path;
            await Promise.resolve();
            return fixture.fileSystem.read(asked, maxBytes)();
          },
        },
      };
    },
    'a batch, where there are batches, is answered in the order of its questions, each as its own call would be': ({
      fileSystem,
      ...fixture
    }) => ({
      ...fixture,
      fileSystem: {
        ...fileSystem,
        many: (questions) => () =>
          Promise.all(
            [...questions]
              .reverse()
              .map(async (question) =>
                question.kind === 'read'
                  ? fileSystem.read(question.path, question.maxBytes)()
                  : fileSystem.probe(question.path)(),
              ),
          ),
      },
    }),
    'an aborted call is over soon, and says what it would have said or that it is unavailable': probing(() => ABSENT),
  });

  test('a law gives up on a port that never answers (SPEC F6)', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const hanging = fileSystemLaws(() => reading(() => NEVER)(memoryFixture()));
    const law = hanging.find(({ name }) => name.startsWith('a read of anything but'));
    const failed = expect(law?.run()).rejects.toThrow('the read of missing.md: no answer after');
    await vi.advanceTimersByTimeAsync(60_000);
    await failed;
  });

  test('laws about what a file system lacks are left out', () => {
    const names = fileSystemLaws(() => memoryFixture(), ['links', 'others']).map(({ name }) => name);
    expect(names.filter((name) => /link|loop|neither|real path/u.test(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(5);
  });
});

describe('a wrong clock breaks the law (DESIGN 5)', () => {
  eachFails(clockLaws, () => nodeClock, {
    'now is a whole number': (clock) => ({ ...clock, now: () => clock.now() + 0.5 }),
    'the zone is one that Intl knows, or left open': (clock) => ({ ...clock, zone: () => 'Mars/Base' }),
    'now counts milliseconds since the epoch': (clock) => ({ ...clock, now: () => Math.floor(clock.now() / 1000) }),
    'now moves on': (clock) => {
      const start = clock.now();
      return { ...clock, now: () => start };
    },
  });
});

describe('a wrong hash breaks the law (DESIGN 5)', () => {
  const upper = (text: string): never => nodeHash.sha1(text).toUpperCase() as never;
  eachFails(hashLaws, () => nodeHash, {
    'the empty text has its known SHA-1 in lowercase hexadecimal digits': () => ({ sha1: upper }),
    'a short text has its known SHA-1 in lowercase hexadecimal digits': () => ({ sha1: upper }),
    'a long text has its known SHA-1 in lowercase hexadecimal digits': (hash) => ({
      sha1: (text) => hash.sha1(text.slice(0, 65_536)),
    }),
    'a text beyond ASCII has its known SHA-1 in lowercase hexadecimal digits': (hash) => ({
      sha1: (text) => hash.sha1(text.normalize('NFD')),
    }),
    'a lone surrogate counts as U+FFFD': (hash) => ({
      sha1: (text) => hash.sha1(text.replace(/\p{Cs}/gu, '')),
    }),
    'line ends, white space and every other character count': (hash) => ({ sha1: (text) => hash.sha1(text.trim()) }),
  });
});

describe('a wrong decoder breaks the law (DESIGN 5)', () => {
  const decoding =
    (decode: (bytes: Uint8Array, right: Decoded) => Decoded) =>
    (right: Decoder): Decoder => ({ decode: (bytes) => decode(bytes, right.decode(bytes)) });
  const as = (encoding: string, options?: ConstructorParameters<typeof TextDecoder>[1]) =>
    decoding((bytes) => ({ text: new TextDecoder(encoding, options).decode(bytes), lossy: false }));
  const silent = decoding((_, { text }) => ({ text, lossy: false }));
  const sequential = (): Decoder => {
    const streaming = new TextDecoder('utf-8');
    return { decode: (bytes) => ({ text: streaming.decode(bytes, { stream: true }), lossy: false }) };
  };

  eachFails(decoderLaws, () => decoder, {
    'no bytes are the empty text': decoding(() => ({ text: undefined, lossy: false })),
    'UTF-8 is text, line ends kept': decoding((_, { text, lossy }) => ({ text: text?.replace(/\r\n/gu, '\n'), lossy })),
    'no character becomes another that looks the same': decoding((_, { text, lossy }) => ({
      text: text?.normalize('NFC'),
      lossy,
    })),
    'a UTF-8 BOM is dropped': as('utf-8', { ignoreBOM: true }),
    'a BOM alone is the empty text': as('utf-8', { ignoreBOM: true }),
    'only one leading BOM is dropped': decoding((_, { text, lossy }) => ({ text: text?.trim(), lossy })),
    'a BOM inside stays': decoding((_, { text, lossy }) => ({ text: text?.replace(/\ufeff/gu, ''), lossy })),
    'UTF-16LE by its BOM is text': as('utf-8'),
    'UTF-16BE by its BOM is text': as('utf-16le'),
    'only one UTF-16LE BOM is dropped': decoding((_, { text, lossy }) => ({ text: text?.trim(), lossy })),
    'only one UTF-16BE BOM is dropped': decoding((_, { text, lossy }) => ({ text: text?.trim(), lossy })),
    'an invalid byte becomes U+FFFD and is told': silent,
    'a sequence that is cut off becomes U+FFFD': silent,
    'an invalid byte after a BOM is told too': silent,
    'a U+FFFD that stands in the file is no loss': decoding((_, { text }) => ({
      text,
      lossy: text?.includes('\ufffd') ?? false,
    })),
    'an odd last byte of UTF-16LE becomes U+FFFD': as('utf-16le'),
    'an odd last byte of UTF-16BE becomes U+FFFD': as('utf-16be'),
    'a lone surrogate in UTF-16LE becomes U+FFFD': as('utf-16le'),
    'a lone surrogate in UTF-16BE becomes U+FFFD': as('utf-16be'),
    'a NUL byte without a UTF-16 BOM is no text': as('utf-8'),
    'a NUL byte after a UTF-8 BOM is no text': as('utf-8'),
    'UTF-16 without a BOM is no text': as('utf-16le'),
    'UTF-32 is no text': as('utf-16le'),
    'only the given part of a larger buffer is decoded': (right) => ({
      decode: (bytes) => right.decode(new Uint8Array(bytes.buffer)),
    }),
    'nothing is left over from one file to the next': sequential,
    'the bytes stay as they were': (right) => ({ decode: (bytes) => right.decode(bytes.reverse()) }),
  });
});

describe('a wrong shell breaks the law (DESIGN 5)', () => {
  type Answer = Awaited<ReturnType<ReturnType<Shell['run']>>>;
  const answering = (change: (answer: Answer) => Answer) => (fixture: ShellFixture) => ({
    ...fixture,
    shell: { run: (command: string) => async () => change(await fixture.shell.run(command)()) },
  });

  eachFails(shellLaws, memoryShellFixture, {
    'what a command prints comes back as it is': answering((answer) =>
      answer._tag === 'exited' ? { ...answer, stdout: answer.stdout.trimEnd() } : answer,
    ),
    'another exit code than 0 is an answer, not a failure': answering((answer) =>
      answer._tag === 'exited' && answer.exitCode !== 0 ? { _tag: 'unavailable', reason: 'it failed' } : answer,
    ),
    'a command that fails is unavailable, with a reason, in time': answering((answer) =>
      answer._tag === 'unavailable' ? { _tag: 'exited', exitCode: 1, stdout: '' } : answer,
    ),
    'an aborted call is over soon, and runs nothing that it says it did not run': answering(() => ({
      _tag: 'unavailable',
      reason: 'aborted, but run before',
    })),
    'a call runs the command when it is run, not when it is made, and each time again': (fixture) => ({
      ...fixture,
      shell: {
        run: (command: string) => {
          const answer = fixture.shell.run(command)();
          return () => answer;
        },
      },
    }),
  });
});

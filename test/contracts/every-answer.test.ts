// Owns: that a law listens: whichever of the answers that it asks for is wrong, it fails. Here one answer after the
// other is spoiled; where a law may accept what was made of one, it is named.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { decoder } from '../../src/adapters/encoding/index.js';
import { memorySessionStore } from '../../src/adapters/memory/index.js';
import { nodeHash } from '../../src/adapters/node/index.js';
import type { LogPage, SessionStore } from '../../src/ports/session-store.js';
import type { FileAnswer, FileSystem, RawRead, RealPath } from '../../src/ports/file-system.js';
import type { Decoder } from '../../src/ports/decoder.js';
import type { Hash } from '../../src/ports/hash.js';
import type { ShellFixture } from '../../src/testing/contracts/index.js';
import type { FileSystemFixture, Law } from '../../src/testing/contracts/index.js';
import { decoderLaws, fileSystemLaws, hashLaws, shellLaws, storeLaws } from '../../src/testing/contracts/index.js';
import { memoryFixture, memoryShellFixture } from './fixtures.js';

/** Spoils the answer whose turn it is. */
type Spoiler = <A>(answer: A, spoil: (answer: A) => A) => A;

/**
 * The answers of a law that may be spoiled without its noticing, as their places among all that it asks for.
 */
const unheard = async (name: string, laws: (spoiler: Spoiler) => readonly Law[]): Promise<readonly number[]> => {
  const places: number[] = [];
  for (let place = 0; ; place += 1) {
    let asked = 0;
    const law = laws((answer, spoil) => {
      asked += 1;
      return asked - 1 === place ? spoil(answer) : answer;
    }).find((one) => one.name === name);
    const isNoticed = await (law?.run() ?? Promise.reject(new Error('no such law'))).then(
      () => false,
      ({ message }: Error) => /^\w.*: expected .+, found ./su.test(message),
    );
    if (asked <= place) return places;
    if (!isNoticed) places.push(place);
  }
};

/** `inPassing`: the answers that a law asks for without having a use for what they say, or for all of it. */
const describeListening = (
  port: string,
  laws: (spoiler: Spoiler) => readonly Law[],
  inPassing: Readonly<Record<string, readonly number[]>> = {},
): void => {
  describe(`the laws of a ${port} hear every answer (DESIGN 5)`, () => {
    test.each(laws((answer) => answer).map(({ name }) => name))('%s', async (name) => {
      expect(await unheard(name, laws)).toEqual(inPassing[name] ?? []);
    });
  });
};

type Probe = Awaited<ReturnType<ReturnType<FileSystem['probe']>>>;

const otherProbe = (probe: Probe): Probe =>
  probe._tag === 'absent' ? { _tag: 'present', size: 1 } : { _tag: 'absent' };

const otherRead = (read: RawRead): RawRead =>
  read._tag === 'bytes' ? { _tag: 'too-large' } : { _tag: 'bytes', bytes: Uint8Array.of(7) };

const spoiledFiles = ({ fileSystem, ...fixture }: FileSystemFixture, spoiler: Spoiler): FileSystemFixture => ({
  ...fixture,
  fileSystem: {
    probe: (path, signal) => async () => spoiler(await fileSystem.probe(path, signal)(), otherProbe),
    read: (path, maxBytes, signal) => async () => spoiler(await fileSystem.read(path, maxBytes, signal)(), otherRead),
    list: (path, signal) => async () =>
      spoiler((await fileSystem.list?.(path, signal)()) ?? { _tag: 'unavailable', reason: '' }, (listing) =>
        listing._tag === 'names'
          ? { ...listing, names: [...listing.names, 'more'] }
          : { _tag: 'names', names: [], partial: false },
      ),
    realPath: (path, signal) => async () => {
      const told = await (fileSystem.realPath?.(path, signal)() ?? Promise.resolve(undefined)).then(
        (real) => ({ real }),
        (error: unknown) => ({ error }),
      );
      const other = spoiler(told, (right) => ({ real: 'error' in right || right.real ? undefined : path }));
      if ('error' in other) throw other.error;
      return other.real;
    },
    realPaths: (paths) => async () => {
      const told = paths.map(async (path): Promise<RealPath> => {
        const real = await (fileSystem.realPath?.(path)() ?? Promise.resolve(undefined)).catch(() => null);
        if (real === null) return { _tag: 'unavailable', reason: '' };
        return real === undefined ? { _tag: 'nothing' } : { _tag: 'known', real };
      });
      return spoiler<readonly RealPath[]>(await Promise.all(told), (right) => [...right.slice(1), { _tag: 'nothing' }]);
    },
    many: (questions) => async () => {
      const answers: FileAnswer[] = [];
      for (const question of questions) {
        answers.push(
          question.kind === 'read'
            ? await fileSystem.read(question.path, question.maxBytes)()
            : await fileSystem.probe(question.path)(),
        );
      }
      return spoiler<readonly FileAnswer[]>(answers, (right) => [...right.slice(1), { _tag: 'absent' }]);
    },
  },
});

describeListening('file system', (spoiler) => fileSystemLaws(() => spoiledFiles(memoryFixture(), spoiler)), {
  'a version stays while the file stays and changes with its content': [2],
  'a link that is led to another file has another version': [0, 1],
  'the version of a read is the one that a probe of the same content gives': [0],
  'an aborted call is over soon, and says what it would have said or that it is unavailable': [1],
});

const failure = { _tag: 'StoreFailure', operation: 'read', detail: 'spoiled' } as const;

const otherEither = <L, A>(answer: E.Either<L, A>): E.Either<L, A> =>
  E.isRight(answer) ? (E.left(failure) as never) : (E.right(undefined) as never);

const spoiledStore = (right: SessionStore, spoiler: Spoiler): SessionStore => ({
  create: (header, signal) => async () => spoiler(await right.create(header, signal)(), otherEither),
  header: (id, signal) => async () => spoiler(await right.header(id, signal)(), otherEither),
  append: (id, expected, events, signal) => async () =>
    spoiler(await right.append(id, expected, events, signal)(), otherEither),
  loadSnapshot: (id, signal) => async () => spoiler(await right.loadSnapshot(id, signal)(), otherEither),
  saveSnapshot: (id, mark, snapshot, signal) => async () =>
    spoiler(await right.saveSnapshot(id, mark, snapshot, signal)(), otherEither),
  async *list(signal) {
    for await (const header of right.list(signal)) yield spoiler(header, otherEither);
  },
  async *read(id, from, signal) {
    for await (const page of right.read(id, from, signal)) {
      yield spoiler(page, (one) =>
        E.isRight(one)
          ? E.right<never, LogPage>({
              ...one.right,
              events: [{ type: 'more', data: { list: [] } }, ...one.right.events],
            })
          : otherEither(one),
      );
    }
  },
});

describeListening(
  'session store',
  (spoiler) =>
    storeLaws(() => {
      const store = spoiledStore(memorySessionStore(), spoiler);
      return { store, another: store };
    }),
  {
    'an append of nothing checks the seq and writes nothing': [3],
    'what was stored does not change with what it was given as, nor with what it was given back as': [2],
    'a reading from a mark gives what follows it, to every store over the same logs': [3],
    'a mark of another log, or of one that is longer, is refused': [5],
  },
);

const spoiledShell = ({ shell, ...fixture }: ShellFixture, spoiler: Spoiler): ShellFixture => ({
  ...fixture,
  shell: {
    run: (command, signal) => async () =>
      spoiler(await shell.run(command, signal)(), (answer) =>
        answer._tag === 'exited'
          ? { _tag: 'unavailable', reason: 'spoiled' }
          : { _tag: 'exited', exitCode: 0, stdout: '' },
      ),
  },
});

describeListening('shell', (spoiler) => shellLaws(() => spoiledShell(memoryShellFixture(), spoiler)), {
  'a call runs the command when it is run, not when it is made, and each time again': [0, 1],
});

describeListening(
  'hash',
  (spoiler) => hashLaws((): Hash => ({ sha1: (text) => spoiler(nodeHash.sha1(text), () => nodeHash.sha1('a')) })),
  { 'line ends, white space and every other character count': [2] },
);

describeListening(
  'decoder',
  (spoiler) =>
    decoderLaws((): Decoder => ({
      decode: (bytes) => spoiler(decoder.decode(bytes), ({ text, lossy }) => ({ text: `${text ?? ''}.`, lossy })),
    })),
  { 'nothing is left over from one file to the next': [0, 1, 2], 'the bytes stay as they were': [0, 1] },
);

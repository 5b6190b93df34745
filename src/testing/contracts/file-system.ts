// Owns: the laws of the file-system port; those of calls, listings and real paths stand here. The files they are tried
// on come from a fixture, so a host can run them on its own implementation.
import type { AbsolutePath } from '../../domain/path.js';
import { joinPath } from '../../domain/path.js';
import type { FileAnswer, FileQuestion } from '../../ports/file-system.js';
import type { Clause, FileSystemFixture, Lacking, Stage } from './file-system-fixture.js';
import { ABORTED, AMPLE, bytesOf, checkContent, contentOf, probeKind, readTag } from './file-system-fixture.js';
import { probing } from './file-system-probes.js';
import { reading } from './file-system-reads.js';
import type { Law } from './law.js';
import { check, checkEqual, promptly } from './law.js';

export type { FileSystemFixture, FixtureFile, Lacking } from './file-system-fixture.js';

const answerTo = ({ fileSystem }: Stage, question: FileQuestion): Promise<FileAnswer> =>
  question.kind === 'read'
    ? fileSystem.read(question.path, question.maxBytes)()
    : fileSystem.probe(question.path)();

/** Two calls may fail in other words, and a file that has just been written may have no version for another moment. */
const withoutReason = (answer: FileAnswer): unknown => {
  if (answer._tag === 'unavailable') return answer._tag;
  return answer._tag === 'bytes' || answer._tag === 'decoded'
    ? { content: contentOf(answer) }
    : answer;
};

const elsewhere: readonly Clause[] = [
  {
    name: 'a listing, where there is one, gives the names in a directory and fails for anything else',
    holds: async (stage) => {
      const list = stage.fileSystem.list?.bind(stage.fileSystem);
      if (list === undefined) return;
      await stage.put(stage.at('dir'), { directory: true });
      checkEqual('an empty directory', await list(stage.at('dir'))(), { _tag: 'names', names: [], partial: false });
      await stage.put(stage.at('dir/b.md'), 'text');
      await stage.put(stage.at('dir/.a'), { directory: true });
      await stage.put(stage.at('dir/.a/deep.md'), 'text');
      const listing = await list(stage.at('dir'))();
      checkEqual('the names', listing._tag === 'names' ? [...listing.names].sort() : listing, ['.a', 'b.md']);
      checkEqual('the listing of a file', (await list(stage.at('dir/b.md'))())._tag, 'unavailable');
      checkEqual('the listing of nothing', (await list(stage.at('missing'))())._tag, 'unavailable');
    },
  },
  {
    name: 'a real path, where there is one, is free of links and there only for what exists',
    needs: 'links',
    holds: async (stage) => {
      const realPath = stage.fileSystem.realPath?.bind(stage.fileSystem);
      if (realPath === undefined) return;
      await stage.put(stage.at('dir'), { directory: true });
      await stage.put(stage.at('dir/file.md'), 'text');
      await stage.put(stage.at('linked'), { link: 'dir' });
      await stage.put(stage.at('link.md'), { link: 'linked/file.md' });
      await stage.put(stage.at('dangling.md'), { link: 'missing.md' });
      for (const name of ['dir/file.md', 'linked/file.md', 'link.md']) {
        checkEqual(`the real path of ${name}`, await realPath(stage.at(name))(), stage.at('dir/file.md'));
      }
      checkEqual('the real path of a directory', await realPath(stage.at('linked'))(), stage.at('dir'));
      checkEqual('the real path of nothing', await realPath(stage.at('missing.md'))(), undefined);
      checkEqual('the real path of a dangling link', await realPath(stage.at('dangling.md'))(), undefined);
    },
  },
  {
    name: 'a real path that cannot be told is a failure, not nothing',
    needs: 'links',
    holds: async (stage) => {
      const realPath = stage.fileSystem.realPath?.bind(stage.fileSystem);
      if (realPath === undefined) return;
      await stage.put(stage.at('loop.md'), { link: 'loop.md' });
      const told = await realPath(stage.at('loop.md'))().then(String, () => 'a failure');
      checkEqual('the real path of a loop', told, 'a failure');
    },
  },
  {
    name: 'real paths of many, where they are told at once, are those of each in their order',
    needs: 'links',
    holds: async (stage) => {
      const realPath = stage.fileSystem.realPath?.bind(stage.fileSystem);
      const realPaths = stage.fileSystem.realPaths?.bind(stage.fileSystem);
      if (realPath === undefined || realPaths === undefined) return;
      await stage.put(stage.at('dir'), { directory: true });
      await stage.put(stage.at('other'), { directory: true });
      for (const name of ['dir/a.md', 'dir/b.md', 'other/a.md']) await stage.put(stage.at(name), 'text');
      for (const [name, link] of Object.entries({ linked: 'dir', 'link.md': 'linked/a.md', 'loop.md': 'loop.md' })) {
        await stage.put(stage.at(name), { link });
      }
      const names = ['dir/a.md', 'link.md', 'missing.md', 'linked/b.md', 'linked', 'loop.md', 'none/a.md', 'dir/b.md'];
      const paths = [...names.map(stage.at), stage.root, stage.at('dir/a.md')];
      const compare = async (what: string): Promise<void> => {
        const alone: unknown[] = [];
        for (const path of paths) {
          const told = (real?: AbsolutePath) => (real === undefined ? { _tag: 'nothing' } : { _tag: 'known', real });
          alone.push(await realPath(path)().then(told, () => 'unavailable'));
        }
        const together = await promptly(what, realPaths(paths)());
        const tagged = together.map((found) => (found._tag === 'unavailable' ? found._tag : found));
        checkEqual(what, tagged, alone);
      };
      await compare('the real paths');
      await stage.remove(stage.at('linked'));
      await stage.put(stage.at('linked'), { link: 'other' });
      await stage.put(stage.at('missing.md'), 'no longer');
      await compare('the same after changes');
      checkEqual('the real paths of nothing', await realPaths([])(), []);
    },
  },
  {
    name: 'a call looks when it is run, not when it is made, and each run looks again',
    holds: async (stage) => {
      const probe = stage.fileSystem.probe(stage.at('file.md'));
      const read = stage.fileSystem.read(stage.at('file.md'), AMPLE);
      checkEqual('nothing yet', (await probe())._tag, 'absent');
      await stage.put(stage.at('file.md'), 'one');
      checkEqual('a file made after the call', (await probe())._tag, 'present');
      checkEqual('its content', contentOf(await read()), bytesOf('one'));
      await stage.put(stage.at('file.md'), 'two');
      checkEqual('its next content', contentOf(await read()), bytesOf('two'));
      await stage.remove(stage.at('file.md'));
      checkEqual('a removed file', (await probe())._tag, 'absent');
    },
  },
  {
    name: 'many calls at once answer as one after the other would',
    holds: async (stage) => {
      const present = Array.from({ length: 32 }, (_, index) => `${index}.md`);
      const missing = present.map((name) => `no-${name}`);
      for (const name of present) await stage.put(stage.at(name), name);
      await Promise.all([
        ...present.map((name) => checkContent(stage, name, bytesOf(name))),
        ...missing.map(async (name) => checkEqual(`the probe of ${name}`, await probeKind(stage, name), 'absent')),
      ]);
    },
  },
  {
    name: 'a batch, where there are batches, is answered in the order of its questions, each as its own call would be',
    holds: async (stage) => {
      const many = stage.fileSystem.many?.bind(stage.fileSystem);
      if (many === undefined) return;
      await stage.put(stage.at('dir'), { directory: true });
      for (const name of ['a.md', 'b.md']) await stage.put(stage.at(name), `text of ${name}`);
      const questions: readonly FileQuestion[] = ['a.md', 'missing.md', 'dir', 'b.md', 'a.md'].flatMap((name) => [
        { kind: 'probe', path: stage.at(name) } as const,
        { kind: 'read', path: stage.at(name), maxBytes: AMPLE } as const,
        { kind: 'read', path: stage.at(name), maxBytes: 1 } as const,
      ]);
      const compare = async (what: string): Promise<void> => {
        const alone: FileAnswer[] = [];
        for (const question of questions) alone.push(await answerTo(stage, question));
        const together = await promptly(what, many(questions)());
        checkEqual(what, together.map(withoutReason), alone.map(withoutReason));
      };
      await compare('a batch');
      await stage.put(stage.at('missing.md'), 'no longer');
      await stage.remove(stage.at('a.md'));
      await stage.put(stage.at('b.md'), 'another text');
      await compare('the same batch after changes');
      checkEqual('an empty batch', await many([])(), []);
    },
  },
  {
    name: 'an aborted call is over soon, and says what it would have said or that it is unavailable',
    holds: async (stage) => {
      await stage.put(stage.at('file.md'), 'text');
      const probe = await probeKind(stage, 'file.md', ABORTED);
      const read = await readTag(stage, 'file.md', AMPLE, ABORTED);
      const probes = ['present', 'unavailable'];
      const reads = ['bytes', 'decoded', 'unavailable'];
      check(probes.includes(probe), `an aborted probe of a file: expected ${probes.join(' or ')}, found ${probe}`);
      check(reads.includes(read), `an aborted read of a file: expected ${reads.join(' or ')}, found ${read}`);
    },
  },
];

/**
 * The laws of a file system.
 *
 * Shape:  `make` gives a new fixture for each law; laws about what the file system is `lacking` are left out.
 * Source: SPEC A5, A6, A11, F6; DESIGN 5
 *
 * @example
 * ```ts
 * import { absolutePath } from 'contextfold';
 * import { fileSystemLaws, memoryFileSystem } from 'contextfold/testing';
 *
 * const make = () => {
 *   const fileSystem = memoryFileSystem({ '/root': { directory: true } });
 *   return { fileSystem, root: absolutePath('/root')!, put: fileSystem.put, remove: fileSystem.delete };
 * };
 * const broken: string[] = [];
 * for (const { name, run } of fileSystemLaws(make)) {
 *   await run().catch(() => broken.push(name));
 * }
 * broken; // => []
 * ```
 */
export const fileSystemLaws = (
  make: () => PromiseLike<FileSystemFixture> | FileSystemFixture,
  lacking: readonly Lacking[] = [],
): readonly Law[] =>
  [...probing, ...reading, ...elsewhere]
    .filter(({ needs }) => needs === undefined || !lacking.includes(needs))
    .map(({ name, holds }) => ({
      name,
      run: async () => {
        const fixture = await make();
        try {
          await holds({ ...fixture, at: (below) => joinPath(fixture.root, below) });
        } finally {
          await fixture.dispose?.();
        }
      },
    }));

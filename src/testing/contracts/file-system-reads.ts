// Owns: the laws about what a file holds, within which bound, and how fresh that is.
import type { Clause, Stage } from './file-system-fixture.js';
import { AMPLE, bytesOf, checkContent, contentOf, readTag } from './file-system-fixture.js';
import { check, checkEqual } from './law.js';

const versionAt = async ({ fileSystem, at }: Stage, name: string): Promise<string | undefined> => {
  const probe = await fileSystem.probe(at(name))();
  return probe._tag === 'present' ? probe.version : undefined;
};

/** The laws of reads and versions. Source: SPEC A6, A11 */
export const reading: readonly Clause[] = [
  {
    name: 'a read gives every byte as it is',
    holds: async (stage) => {
      const text = 'line\r\nline\n\ttab, ünï, 漢字, 😀';
      await stage.put(stage.at('text.md'), text);
      await checkContent(stage, 'text.md', bytesOf(text));
      await stage.put(stage.at('empty.md'), '');
      await checkContent(stage, 'empty.md', []);
      const long = 'long '.repeat(20_000);
      await stage.put(stage.at('long.md'), long);
      const read = await stage.fileSystem.read(stage.at('long.md'), AMPLE)();
      const same = JSON.stringify(contentOf(read)) === JSON.stringify(bytesOf(long));
      check(same, 'the content of a file of 100 000 bytes: expected its own bytes, found others');
    },
  },
  {
    name: 'a read stops at its bound: exactly at it is read, over it is too large',
    holds: async (stage) => {
      await stage.put(stage.at('ten.md'), '0123456789');
      checkEqual('10 bytes within 10', await readTag(stage, 'ten.md', 10), await readTag(stage, 'ten.md', 11));
      checkEqual('10 bytes within 9', await readTag(stage, 'ten.md', 9), 'too-large');
      checkEqual('10 bytes within 1', await readTag(stage, 'ten.md', 1), 'too-large');
      await checkContent(stage, 'ten.md', bytesOf('0123456789'));
    },
  },
  {
    name: 'a read of anything but a regular file is unavailable',
    holds: async (stage) => {
      await stage.put(stage.at('file.md'), 'text');
      await stage.put(stage.at('dir'), { directory: true });
      for (const name of ['missing.md', 'file.md/below.md', 'dir']) {
        checkEqual(`the read of ${name}`, await readTag(stage, name), 'unavailable');
      }
    },
  },
  {
    name: 'a read of what is neither file nor directory is unavailable, and does not wait for it',
    needs: 'others',
    holds: async (stage) => {
      await stage.put(stage.at('pipe'), { other: true });
      checkEqual('the read of something else', await readTag(stage, 'pipe'), 'unavailable');
    },
  },
  {
    name: 'a version stays while the file stays and changes with its content',
    holds: async (stage) => {
      await stage.put(stage.at('file.md'), 'one');
      const first = await versionAt(stage, 'file.md');
      checkEqual('the version of an untouched file', await versionAt(stage, 'file.md'), first);
      await stage.put(stage.at('file.md'), 'two');
      const second = await versionAt(stage, 'file.md');
      const another = first === undefined || first !== second;
      check(another, `the version of another content of the same size: expected a new one, found ${first}`);
    },
  },
  {
    name: 'a link that is led to another file has another version',
    needs: 'links',
    holds: async (stage) => {
      await stage.put(stage.at('one.md'), 'same');
      await stage.put(stage.at('two.md'), 'same');
      await stage.put(stage.at('link.md'), { link: 'one.md' });
      const first = await versionAt(stage, 'link.md');
      await stage.put(stage.at('link.md'), { link: 'two.md' });
      const another = first === undefined || first !== (await versionAt(stage, 'link.md'));
      check(another, `the version of a link to another file: expected a new one, found ${first}`);
    },
  },
  {
    name: 'the version of a read is the one that a probe of the same content gives',
    holds: async (stage) => {
      await stage.put(stage.at('file.md'), 'one');
      const read = await stage.fileSystem.read(stage.at('file.md'), AMPLE)();
      const version = 'version' in read ? read.version : undefined;
      if (version !== undefined) checkEqual('the version', await versionAt(stage, 'file.md'), version);
    },
  },
];

// Owns: the laws about what is at a path.
import type { Clause } from './file-system-fixture.js';
import { bytesOf, checkContent, probeKind, readTag } from './file-system-fixture.js';
import { checkEqual } from './law.js';

/** The laws of probes. Source: SPEC A5 */
export const probing: readonly Clause[] = [
  {
    name: 'a regular file is present, an empty one too',
    holds: async (stage) => {
      await stage.put(stage.at('file.md'), 'text');
      await stage.put(stage.at('empty.md'), '');
      checkEqual('a file', await probeKind(stage, 'file.md'), 'present');
      checkEqual('an empty file', await probeKind(stage, 'empty.md'), 'present');
    },
  },
  {
    name: 'a missing path and a path under a file are absent',
    holds: async (stage) => {
      await stage.put(stage.at('file.md'), 'text');
      checkEqual('a missing path', await probeKind(stage, 'missing.md'), 'absent');
      checkEqual('a path under a file', await probeKind(stage, 'file.md/below.md'), 'absent');
      checkEqual('a path in a missing directory', await probeKind(stage, 'missing/file.md'), 'absent');
    },
  },
  {
    name: 'a directory is absent and says that it is a directory',
    holds: async (stage) => {
      await stage.put(stage.at('AGENTS.md'), { directory: true });
      checkEqual('a directory', await probeKind(stage, 'AGENTS.md'), 'directory');
    },
  },
  {
    name: 'what is neither file nor directory is absent, and the probe does not wait for it',
    needs: 'others',
    holds: async (stage) => {
      await stage.put(stage.at('pipe'), { other: true });
      checkEqual('something else', await probeKind(stage, 'pipe'), 'absent');
    },
  },
  {
    name: 'a link is what it leads to, at any depth and through linked directories',
    needs: 'links',
    holds: async (stage) => {
      await stage.put(stage.at('dir'), { directory: true });
      await stage.put(stage.at('dir/file.md'), 'text');
      await stage.put(stage.at('first.md'), { link: 'dir/file.md' });
      await stage.put(stage.at('second.md'), { link: stage.at('first.md') });
      await stage.put(stage.at('linked'), { link: 'dir' });
      await stage.put(stage.at('dir/up.md'), { link: '../first.md' });
      for (const name of ['first.md', 'second.md', 'linked/file.md', 'linked/up.md']) {
        checkEqual(`the link ${name}`, await probeKind(stage, name), 'present');
        await checkContent(stage, name, bytesOf('text'));
      }
      checkEqual('a link to a directory', await probeKind(stage, 'linked'), 'directory');
    },
  },
  {
    name: 'a dangling link is absent',
    needs: 'links',
    holds: async (stage) => {
      await stage.put(stage.at('dangling.md'), { link: 'missing.md' });
      checkEqual('a dangling link', await probeKind(stage, 'dangling.md'), 'absent');
    },
  },
  {
    name: 'a loop of links is unavailable, not absent',
    needs: 'links',
    holds: async (stage) => {
      await stage.put(stage.at('a.md'), { link: 'b.md' });
      await stage.put(stage.at('b.md'), { link: 'a.md' });
      checkEqual('a loop', await probeKind(stage, 'a.md'), 'unavailable');
      checkEqual('the read of a loop', await readTag(stage, 'a.md'), 'unavailable');
    },
  },
];

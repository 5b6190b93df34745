// Owns: hostile workspaces that exhaust or stall (docs/TRUST.md): too many, too deep, too long, not what they say, and
// something else by the time they are read. Bounds on time are generous: only what has none fails.
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { decoder } from '../../src/adapters/encoding/index.js';
import { nodeHash } from '../../src/adapters/node/index.js';
import { agentInstructions, createContext } from '../../src/index.js';
import type { FileSystem } from '../../src/ports/file-system.js';
import type { Heard } from './hostile-tree.js';
import { hear, layOut, plant } from './hostile-tree.js';

const quickly = ({ ms, ...heard }: Heard): Omit<Heard, 'ms'> => {
  expect(ms).toBeLessThan(60_000);
  return heard;
};

describe('too much of everything (SPEC A6, A18)', () => {
  test('10 000 candidate names, of which 100 are there', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `N${index}.md`);
    const present = names.filter((_, index) => index % 100 === 0);
    const place = layOut(Object.fromEntries(present.map((name) => [`repo/${name}`, `Text of ${name}.\n`])));
    const heard = quickly(await hear(place, [], { config: { instructionFileCandidates: names } }));
    expect(heard.said).toEqual(present.map((name) => `set ${name}`));
  });

  test('4 000 candidates in 1 000 touched directories: the budget holds, and the rest is named', async () => {
    const names = Array.from({ length: 1000 }, (_, index) => `d${index}`);
    const place = layOut(Object.fromEntries(names.map((name) => [`repo/${name}/AGENTS.md`, `Text of ${name}.\n`])));
    const heard = quickly(
      await hear(
        place,
        names.map((name) => `${name}/f`),
      ),
    );
    expect(heard.said.length).toBeGreaterThan(100);
    expect(heard.texts[0]).toMatch(/Workspace instruction budget 65536 bytes: omitted d0\/AGENTS\.md, /u);
  });

  test('600 levels on the disk, and 5 000, a million in name only: what can be there is found', async () => {
    const deep = 'd/'.repeat(600);
    const place = layOut({ [`repo/${deep}AGENTS.md`]: 'At the bottom.\n', 'repo/d/AGENTS.md': 'On top.\n' });
    const touched = [`${deep}f`, `${'d/'.repeat(5000)}f`, `${'e/'.repeat(1_000_000)}f`, `${'../'.repeat(100_000)}f`];
    const heard = quickly(await hear(place, touched));
    expect(heard.said).toEqual(['set d/AGENTS.md', `set ${deep}AGENTS.md`]);
    const below = quickly(await hear(place, [], { cwd: 'd/'.repeat(100), confined: true }));
    expect(below.said).toEqual(['set d/AGENTS.md']);
  });

  test('a path of nearly 4 096 bytes is an ordinary one', async () => {
    const deep = `${'n'.repeat(250)}/`.repeat(15);
    const place = layOut({ [`repo/${deep}AGENTS.md`]: 'At the bottom.\n' });
    for (const confined of [false, true]) {
      const heard = quickly(await hear(place, [`${deep}f`], { confined }));
      expect(heard.said).toEqual([`set ${deep}AGENTS.md`]);
    }
  });

  /** As `/proc` has them: a link to one is a regular file of size 0 that goes on for long. */
  test('2 000 files that all lie about their size are not read in full', async () => {
    let bytesRead = 0;
    const fileSystem: FileSystem = {
      probe: (path) => () =>
        Promise.resolve(
          path.endsWith('.md')
            ? { _tag: 'present', size: 0 }
            : { _tag: 'absent', ...(path === '/repo/.git' ? { directory: true } : {}) },
        ),
      read: (_, maxBytes) => () => {
        const bytes = new Uint8Array(Math.min(maxBytes, 100_000)).fill(97);
        bytesRead += bytes.length;
        return Promise.resolve(maxBytes < 100_000 ? { _tag: 'too-large' } : { _tag: 'bytes', bytes });
      },
    };
    const context = createContext({
      sources: [agentInstructions({ maxBytes: 65_536 }, { osHome: '/home/me', variables: {} })],
      ports: { hash: nodeHash, decoder, fileSystem },
    });
    const cwd = `/repo/${'d/'.repeat(500)}`;
    if (E.isLeft(context)) throw new Error('the configuration is right');
    const opened = context.right.open({ type: 'session', version: 1, id: 's', createdAt: 0, cwd });
    if (E.isLeft(opened)) throw new Error('an empty log can be folded');
    const prompt = { id: 'p', role: 'user', content: 'hi', source: { kind: 'user' } } as const;
    const decided = await opened.right.preStep({ turn: 1, step: 1, messages: [prompt] })();
    expect(E.isRight(decided) && decided.right.diagnostics.map(({ code }) => code)).toContain('file-unavailable');
    expect(bytesRead).toBeLessThan(3 * 8 * 2 ** 20);
  });
});

/** Files that become something else as soon as somebody has looked at them. */
const swapping =
  (name: string, swap: () => void) =>
  ({ probe, read }: FileSystem): FileSystem => {
    let isSwapped = false;
    return {
      read,
      probe: (path, signal) => async () => {
        const found = await probe(path, signal)();
        if (path.endsWith(name) && !isSwapped) {
          isSwapped = true;
          swap();
        }
        return found;
      },
    };
  };

describe('something else by the time it is read (SPEC A5, A6)', () => {
  const SWAPS: readonly (readonly [string, (path: string, place: string) => void])[] = [
    ['a directory', (path) => mkdirSync(path)],
    ['a FIFO', (path) => void execFileSync('mkfifo', [path])],
    ['a link to a device', (path) => symlinkSync('/dev/zero', path)],
    ['a link to itself', (path) => symlinkSync(path, path)],
    ['nothing', () => undefined],
  ];
  test.each(SWAPS)(
    '%s in the place of a file that was probed is unavailable, and absent or so at the next look',
    async (_, swap) => {
      for (const confined of [false, true]) {
        const place = layOut({ 'repo/AGENTS.md': 'x\n', 'repo/CLAUDE.md': 'y\n' });
        const path = `${place}/repo/AGENTS.md`;
        const around = swapping('/repo/AGENTS.md', () => {
          renameSync(path, `${place}/was`);
          swap(path, place);
        });
        const heard = quickly(await hear(place, ['f'], { confined, around }));
        expect(heard.said).toEqual(['set CLAUDE.md']);
        expect(heard.odd).toContain('file-unavailable');
        rmSync(path, { recursive: true, force: true });
        plant(place, 'repo/AGENTS.md', 'z\n');
        expect(quickly(await hear(place, [], { confined })).said).toEqual(['set AGENTS.md', 'set CLAUDE.md']);
      }
    },
  );

  test('a link out of the trusted roots in the place of a file that was probed shows nothing', async () => {
    const place = layOut({ 'repo/AGENTS.md': 'x\n', 'outside/secret': 'secret\n' });
    const path = `${place}/repo/AGENTS.md`;
    const around = swapping('/repo/AGENTS.md', () => {
      rmSync(path);
      symlinkSync('../outside/secret', path);
    });
    const heard = quickly(await hear(place, [], { confined: true, around }));
    expect([heard.said, heard.odd]).toEqual([[], ['file-unavailable', 'outside-trusted-roots']]);
  });

  test('a socket is absent, and names that are no UTF-8 are passed over', async () => {
    const place = layOut({ 'repo/CLAUDE.md': 'x\n' });
    const server = createServer();
    await new Promise<void>((ready) => server.listen(`${place}/repo/AGENTS.md`, ready));
    onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())));
    const odd = Buffer.concat([Buffer.from(`${place}/repo/`), Buffer.from([0x61, 0xff, 0x2e, 0x6d, 0x64])]);
    writeFileSync(odd, 'x\n');
    const heard = quickly(await hear(place, ['a\ufffd.md', 'a\ud800/f']));
    expect([heard.said, heard.odd]).toEqual([['set CLAUDE.md'], []]);
  });
});

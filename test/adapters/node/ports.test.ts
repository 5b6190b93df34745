// Owns: the production Env of the `./node` entry, and what a trusted root does to it on real files.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { joinPath } from '../../../src/domain/path.js';
import * as node from '../../../src/node.js';
import { temporaryDirectory } from '../../contracts/fixtures.js';

describe('nodePorts (DESIGN 6.1)', () => {
  test('lends every port that a machine has', async () => {
    const env = node.nodePorts();
    expect(Object.keys(env).sort()).toEqual(['clock', 'decoder', 'fileSystem', 'hash', 'logger', 'shell']);
    expect(await env.shell.run('printf ok')()).toEqual({ _tag: 'exited', exitCode: 0, stdout: 'ok' });
    expect(env.decoder.decode(Uint8Array.of(0x61))).toEqual({ text: 'a', lossy: false });
  });

  test('bounds are handed on', async () => {
    const env = node.nodePorts({ fileSystem: { maxNames: 0 }, shell: { maxOutputBytes: 1 } });
    const root = temporaryDirectory();
    onTestFinished(() => rmSync(root, { recursive: true }));
    writeFileSync(joinPath(root, 'a'), '');
    expect(await env.fileSystem.list?.(root)()).toEqual({ _tag: 'names', names: [], partial: true });
    expect((await env.shell.run('printf ok')())._tag).toBe('unavailable');
  });

  test('with trusted roots a link out of them is absent with a note, on real files too (SPEC A5)', async () => {
    const root = temporaryDirectory();
    onTestFinished(() => rmSync(root, { recursive: true }));
    const at = (name: string) => joinPath(root, name);
    mkdirSync(at('repo'));
    writeFileSync(at('repo/AGENTS.md'), 'inside');
    writeFileSync(at('secret.md'), 'secret');
    symlinkSync('../secret.md', at('repo/CLAUDE.md'));
    symlinkSync('repo', at('trusted'));
    const { fileSystem } = node.nodePorts({ trustedRoots: [at('trusted')] });
    expect((await fileSystem.probe(at('repo/AGENTS.md'))())._tag).toBe('present');
    expect((await fileSystem.read(at('trusted/AGENTS.md'), 100)())._tag).toBe('bytes');
    const out = await fileSystem.probe(at('trusted/CLAUDE.md'))();
    expect(out).toMatchObject({ _tag: 'absent', note: { code: 'outside-trusted-roots' } });
    expect((await fileSystem.read(at('trusted/CLAUDE.md'), 100)())._tag).toBe('unavailable');
  });
});

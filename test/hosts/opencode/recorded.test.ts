// Owns: the plugin in opencode's real binary, over a provider on this machine. It is too large for every run:
// docs/hosts/opencode.md says how to have it, and what a recorded run has shown.
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../package/built.js';
import type { Loopback } from '../loopback.js';
import { streamLoopback } from '../stream-loopback.js';

const binary = process.env['CONTEXTFOLD_REAL_HOSTS'] === '1' ? process.env['OPENCODE'] : undefined;

const pluginText = (home: string): string => `
import { agentInstructions } from '${root}/src/index.ts';
import { contextfold } from '${root}/src/hosts/opencode/index.ts';
import { nodePorts } from '${root}/src/node.ts';
const config = { maxBytes: 65536, touchTools: { read: 'filePath' } };
const source = agentInstructions(config, { osHome: ${JSON.stringify(home)}, variables: {} });
export const Contextfold = contextfold({ ports: nodePorts(), sources: [source] });
`;

const configText = (baseURL: string): string =>
  JSON.stringify({
    autoupdate: false,
    share: 'disabled',
    model: 'loop/fake',
    small_model: 'loop/fake',
    provider: {
      loop: {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL, apiKey: 'none' },
        models: { fake: { limit: { context: 100_000, output: 1000 } } },
      },
    },
  });

interface Server {
  readonly post: (path: string, body: object) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

const listening = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const hear = (chunk: Buffer): void => {
      text += chunk.toString('utf8');
      const found = /listening on (http:\S+)/u.exec(text);
      if (found?.[1] !== undefined) resolve(found[1]);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.on('exit', () => reject(new Error(`opencode ended: ${text}`)));
  });

const serve = async (command: string, base: string): Promise<Server> => {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: base,
    ...Object.fromEntries(['DATA', 'CONFIG', 'CACHE', 'STATE'].map((name) => [`XDG_${name}_HOME`, join(base, name)])),
    OPENCODE_CONFIG: join(base, 'opencode.json'),
    OPENCODE_DISABLE_PROJECT_CONFIG: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
  };
  const child = spawn(command, ['serve', '--port', '0', '--hostname', '127.0.0.1'], { cwd: join(base, 'repo'), env });
  const address = await listening(child);
  return {
    post: async (path, body) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return response.json();
    },
    stop: () =>
      new Promise((resolve) => {
        child.on('exit', () => resolve());
        child.kill();
      }),
  };
};

interface WireMessage {
  readonly role: string;
  readonly content: unknown;
}

const HEADING = /^(?:(Additional|Updated) i|I)nstructions(?: (removed)| from): (\S+)$|^(?:Additional|Updated) .*$/gmu;

/** The headings in the last request, system prompt aside. */
const headings = ({ bodies }: Loopback): readonly string[] => {
  const { messages } = JSON.parse(bodies.at(-1) ?? '{}') as { readonly messages: readonly WireMessage[] };
  const texts = messages.filter(({ role }) => role !== 'system').map(({ content }) => content);
  const parts = texts.flatMap((content) =>
    Array.isArray(content) ? content.map(({ text }: { text?: string }) => text ?? '') : [String(content)],
  );
  return [...parts.join('\n').matchAll(HEADING)].map(([line]) => line.replace(/ instructions from| \(.*\)/gu, ''));
};

const reads = (body: string): readonly { name: string; arguments: object }[] => {
  const { messages, tools } = JSON.parse(body) as { messages: readonly WireMessage[]; tools?: readonly unknown[] };
  if (tools === undefined || messages.at(-1)?.role !== 'user') return [];
  const [, path] = /READ (\S+?)["\s\\]/u.exec(JSON.stringify(messages.at(-1))) ?? [];
  return path === undefined ? [] : [{ name: 'read', arguments: { filePath: path } }];
};

test.skipIf(binary === undefined)('what docs/hosts/opencode.md recorded', { timeout: 300_000 }, async () => {
  const base = mkdtempSync(join(tmpdir(), 'contextfold-opencode-'));
  const at = (path: string): string => join(base, path);
  for (const path of ['repo/.git', 'repo/lib', 'CONFIG/opencode/plugin']) mkdirSync(at(path), { recursive: true });
  const provider = await streamLoopback(reads);
  writeFileSync(at('opencode.json'), configText(provider.baseURL));
  writeFileSync(at('CONFIG/opencode/plugin/contextfold.ts'), pluginText(base));
  writeFileSync(at('repo/AGENTS.md'), 'Write tests first.\n');
  writeFileSync(at('repo/lib/AGENTS.md'), 'The library has no state.\n');
  writeFileSync(at('repo/lib/a.ts'), 'export {};\n');
  const model = { providerID: 'loop', modelID: 'fake' };
  let server = await serve(binary ?? '', base);
  try {
    const { id } = (await server.post('/session', { title: 'A title' })) as { readonly id: string };
    const say = async (text: string): Promise<readonly string[]> => {
      await server.post(`/session/${id}/message`, { model, parts: [{ type: 'text', text }] });
      return headings(provider);
    };
    const first = await say('READ lib/none.ts now');
    expect(first).toHaveLength(1);
    const second = await say('READ lib/a.ts now');
    expect(second).toHaveLength(2);
    expect(await say('More.')).toEqual(second);
    writeFileSync(at('repo/lib/AGENTS.md'), 'The library is pure.\n');
    expect(await say('READ lib/a.ts again')).toHaveLength(3);
    expect(await say('READ lib/a.ts once more')).toHaveLength(3);
    rmSync(at('repo/lib/AGENTS.md'));
    expect(await say('READ lib/a.ts at last')).toHaveLength(4);
    await server.post(`/session/${id}/summarize`, model);
    expect(await say('After.')).toEqual(first);
    await server.stop();
    writeFileSync(at('repo/AGENTS.md'), 'Write tests last.\n');
    server = await serve(binary ?? '', base);
    expect(await say('I am back.')).toHaveLength(2);
    expect(await say('Again.')).toHaveLength(2);
    expect(provider.bodies.join('\n')).not.toMatch(/contextfold"|baselineIdentity|digest/u);
  } finally {
    await server.stop();
    await provider.close();
    rmSync(base, { recursive: true, force: true });
  }
});

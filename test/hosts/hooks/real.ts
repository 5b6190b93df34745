// Owns: a project with a provider on this machine for agents that people install: the model answers as it is told, and
// every request is remembered as it came over the wire. The agents are too large to be dependencies.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { built } from '../../package/built.js';

/** What a request asks: the model with its tools, or something else that wants some answer, too. */
export interface Exchange {
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly response: ServerResponse;
}

/** A project, its provider, and a way to start the agent in it. */
export interface Stage {
  readonly directory: string;
  readonly project: string;
  readonly put: (path: string, text: string) => void;
  readonly remove: (path: string) => void;
  readonly listen: (answer: (exchange: Exchange) => void) => Promise<string>;
  /** Starts a program in the project; what it prints when it is over. */
  readonly run: (program: string, args: readonly string[], env: Readonly<Record<string, string>>) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** The program at a path in the environment; `undefined` where real agents are not wanted. */
export const wanted = (variable: string): string | undefined =>
  process.env['CONTEXTFOLD_REAL_HOSTS'] === '1' ? process.env[variable] : undefined;

/** How our hook is started. */
export const hookCommand = (host: string): string => `${process.execPath} ${built('bin.cjs')} hook ${host}`;

const bodyOf = async (request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text.startsWith('{') ? (JSON.parse(text) as Readonly<Record<string, unknown>>) : {};
};

/** Makes one, with instructions in its root, `lib` and `web`, and a file of text in `lib`. */
export const stage = (): Stage => {
  const directory = mkdtempSync(join(tmpdir(), 'contextfold-real-'));
  const project = join(directory, 'project');
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  };
  put('.git/HEAD', 'ref: refs/heads/main\n');
  put('AGENTS.md', 'ROOT RULE\n');
  put('lib/AGENTS.md', 'LIB RULE\n');
  put('web/AGENTS.md', 'WEB RULE\n');
  for (const path of ['lib/a.ts', 'lib/b.ts']) put(path, 'one\n');
  let answer: (exchange: Exchange) => void = ({ response }) => void response.end('{}');
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => answer({ url: request.url ?? '', body, response }));
  });
  return {
    directory,
    project,
    put,
    remove: (path) => rmSync(join(project, path)),
    listen: async (next) => {
      answer = next;
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    run: (program, args, env) =>
      new Promise((resolve, reject) => {
        const child = spawn(program, args, {
          cwd: project,
          stdio: ['ignore', 'pipe', 'inherit'],
          env: { PATH: process.env['PATH'], HOME: directory, CONTEXTFOLD_HOME: join(directory, 'home'), ...env },
        });
        let out = '';
        child.stdout.on('data', (chunk) => (out += String(chunk)));
        child.on('error', reject).on('close', () => resolve(out));
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
};

/** Events of a stream as they go over the wire. */
export const eventStream = (response: ServerResponse, events: readonly object[]): void => {
  const named = (event: object): string => ('type' in event ? `event: ${String(event.type)}\n` : '');
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(events.map((event) => `${named(event)}data: ${JSON.stringify(event)}\n\n`).join(''));
};

/** How often each text stands in what the model was shown, for each request. */
export const timesIn = (shown: readonly unknown[], text: string): readonly number[] =>
  shown.map((one) => JSON.stringify(one).split(text).length - 1);

/** Expects that nothing but our texts went to the provider. */
export const expectNoMetadata = (shown: readonly unknown[]): void => {
  expect(shown).not.toEqual([]);
  for (const one of shown) {
    expect(JSON.stringify(one)).not.toMatch(/agent-instructions|baselineIdentity|sourceEventSeqs|digest|\\u0000/u);
  }
};

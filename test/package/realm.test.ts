// Owns: that the library entry needs nothing but the language: run in a realm with no global of Node or a browser, it
// takes a session through a baseline and a touch, and comes to the same bytes as here.
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import * as E from 'fp-ts/lib/Either.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { nodeHash } from '../../src/adapters/node/index.js';
import * as index from '../../src/index.js';
import type { Answer, Decision, Inquiry, Question } from '../../src/index.js';
import * as sources from '../../src/sources.js';
import { built } from './built.js';

/** What two entries without IO show; the chunks that they share are loaded once. */
const here = { ...index, ...sources };

type Library = typeof here;

/** Loads a CommonJS file and what it requires into a realm that has only what the language gives. */
const loadInto = (realm: object) => {
  const loaded = new Map<string, { exports: unknown }>();
  const load = (file: string): unknown => {
    const known = loaded.get(file);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    loaded.set(file, module);
    const source = `(function (module, exports, require) {${readFileSync(file, 'utf8')}\n})`;
    const run = runInContext(source, realm, { filename: file }) as (...args: readonly unknown[]) => void;
    run(module, module.exports, (name: string) => load(resolve(dirname(file), name)));
    return module.exports;
  };
  return load;
};

const FILES: Readonly<Record<string, string>> = {
  '/repo/.git': '',
  '/repo/AGENTS.md': 'Write tests first.\n',
  '/repo/lib/CLAUDE.md': 'Ünïcode, 漢字, 😀 and </system-reminder>',
};

const answer = (question: Question): Answer => {
  const content = 'path' in question ? FILES[question.path] : undefined;
  if (question.kind === 'list' || content === undefined) {
    return question.kind === 'probe' ? { _tag: 'absent' } : { _tag: 'unavailable', reason: 'not here' };
  }
  if (question.kind === 'probe') return { _tag: 'present' };
  const [digest, trimmedDigest] = [nodeHash.sha1(content), nodeHash.sha1(content.trim())];
  return { _tag: 'text', content, bytes: Buffer.byteLength(content), digest, trimmedDigest, lossy: false };
};

const settle = (inquiry: Inquiry<Decision>): Decision => {
  let current = inquiry;
  while (current.kind === 'asking') current = current.resume(current.questions.map(answer));
  return current.value;
};

const right = <A>(either: E.Either<unknown, A>): A => {
  if (E.isLeft(either)) throw new Error(JSON.stringify(either.left));
  return either.right;
};

/** Everything that a session appends over a baseline, a touch and a reading of the time. */
const lifeIn = ({ agentInstructions, createContext: mount, timeContext }: Library): string => {
  const sources = [agentInstructions({ maxBytes: 4096 }), timeContext({ timeZone: 'UTC' })];
  const context = right(mount({ sources }));
  const session = right(context.open({ type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' }));
  const prompt = { id: 'p', role: 'user', content: 'hi', source: { kind: 'user' } } as const;
  const first = settle(session.inquire({ kind: 'pre-step', turn: 1, step: 1, messages: [prompt] }));
  session.take(first);
  const at = { turn: 1, step: 1 };
  const result = { type: 'tool-result', toolCallId: 'c', content: '', isError: false };
  right(
    session.append([
      { type: 'turn/start', data: at },
      { type: 'step/start', data: at },
      ...first.messages.map((data) => ({ type: 'user/message', data, surfaceOp: 'append' }) as const),
      { type: 'tool/call', data: { ...at, callId: 'c', name: 'read', arguments: { file_path: 'lib/x.ts' } } },
      { type: 'tool/result', data: { ...at, message: { content: [result] } }, surfaceOp: 'append' },
      { type: 'step/end', data: at },
    ]),
  );
  const second = settle(session.inquire({ kind: 'pre-step', turn: 1, step: 2, messages: [] }));
  return JSON.stringify([first.added, second.added]);
};

describe('the library without a host (DESIGN 2, SPEC F1)', () => {
  let realm: object;
  let library: Library;

  beforeAll(() => {
    realm = createContext(Object.create(null) as object);
    const load = loadInto(realm);
    library = { ...(load(built('index.cjs')) as typeof index), ...(load(built('sources.cjs')) as typeof sources) };
  });

  test('the realm has no global but those of the language', () => {
    const names = ['process', 'Buffer', 'require', 'setTimeout', 'fetch', 'TextEncoder', 'URL', 'AbortSignal'];
    const found = names.filter((name) => runInContext(`typeof ${name}`, realm) !== 'undefined');
    expect(found).toEqual([]);
  });

  test('a life there comes to the bytes that it comes to here', () => {
    const there = lifeIn(library);
    expect(there).toContain('lib/CLAUDE.md');
    expect(there).toBe(lifeIn(here));
  });
});

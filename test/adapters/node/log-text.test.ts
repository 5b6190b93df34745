// Owns: the text of a log from files, pipes and streams: how bytes become text, and how a reading ends early.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LogInput } from '../../../src/adapters/node/index.js';
import { logText } from '../../../src/adapters/node/index.js';
import { readLog } from '../../../src/node.js';

const textOf = async (input: LogInput, signal?: AbortSignal): Promise<string> => {
  let text = '';
  for await (const piece of logText(input, signal)) text += piece;
  return text;
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'contextfold-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const write = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

const LOG = '{"type":"session","version":1,"id":"s","createdAt":0,"cwd":"/w"}\n{"type":"a"}\n';

test('a file and a stream of bytes or text give the same', async () => {
  const text = `é漢😀${'x'.repeat(300_000)}\n`;
  const bytes = Buffer.from(text);
  expect(await textOf(write('s.jsonl', text))).toBe(text);
  expect(await textOf(Readable.from([text]))).toBe(text);
  const single = Array.from({ length: 12 }, (_, index) => bytes.subarray(index, index + 1));
  expect(await textOf(Readable.from([...single, bytes.subarray(12)]))).toBe(text);
  expect(await textOf(new Blob([text]).stream() as AsyncIterable<Uint8Array>)).toBe(text);
});

test('a byte order mark is dropped, what is no UTF-8 is replaced, a cut code point at the end too', async () => {
  const stray = Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff, 0x62, 0xe6, 0xbc]);
  expect(await textOf(Readable.from([stray.subarray(0, 2), stray.subarray(2)]))).toBe('a\uFFFDb\uFFFD');
  expect(await textOf(Readable.from([Buffer.from([0xe6]), 'x']))).toBe('\uFFFDx');
  const marked = Buffer.from('\uFEFFa\uFEFF');
  expect(await textOf(Readable.from([0, 1, 2, 3, 4, 5, 6].map((at) => marked.subarray(at, at + 1))))).toBe('a\uFEFF');
});

test('a reading can run again: a file is opened anew, a stream that was read says so (L1)', async () => {
  const path = write('s.jsonl', LOG);
  const ofFile = readLog(path);
  const first = await ofFile();
  expect(first).toMatchObject({ right: { events: [{ type: 'a' }] } });
  expect(await ofFile()).toEqual(first);
  const once = { left: { _tag: 'InputFailure', detail: 'a stream can be read once, and this one has been' } };
  const stream = Readable.from([LOG]);
  const ofStream = readLog(stream);
  expect(await ofStream()).toEqual(first);
  expect(await ofStream()).toMatchObject(once);
  expect(await readLog(stream)()).toMatchObject(once);
});

test('an input that is none is a value (F8)', async () => {
  const detail = 'expected a path or a stream of text or bytes, found nothing';
  expect(await readLog(undefined as never)()).toEqual({ _tag: 'Left', left: { _tag: 'InputFailure', detail } });
});

test('a file that is not there, a directory and a stream of something else are values in the end (F7)', async () => {
  const failure = (detail: string, code?: string): object => ({
    left: { _tag: 'InputFailure', detail: expect.stringContaining(detail) as string, ...(code ? { code } : {}) },
  });
  expect(await readLog(join(folder, 'none'))()).toMatchObject(failure('no such file', 'ENOENT'));
  expect(await readLog(folder)()).toMatchObject(failure('directory', 'EISDIR'));
  expect(await readLog(Readable.from([1, 2]))()).toMatchObject(failure('neither text nor bytes but number'));
  const broken = new PassThrough();
  broken.destroy(new Error('broken'));
  expect(await readLog(broken)()).toMatchObject(failure('broken'));
});

const openFiles = (): number => readdirSync('/proc/self/fd').length;
const onLinux = process.platform === 'linux';

test.skipIf(!onLinux)('no file stays open, however the reading ends', async () => {
  const good = write('good.jsonl', LOG.repeat(1) + '{"type":"b"}\n'.repeat(50_000));
  const bad = write('bad.jsonl', `${LOG}42\n${'{"type":"b"}\n'.repeat(50_000)}`);
  const foreign = write('foreign.jsonl', 'nothing\n'.repeat(100_000));
  const before = openFiles();
  for (const path of [good, bad, foreign]) await readLog(path)();
  await readLog(good, { signal: AbortSignal.abort() })();
  await pause(20);
  expect(openFiles()).toBe(before);
});

test.skipIf(process.platform === 'win32')(
  'an abort ends a pipe that nobody writes to, and lets go of it (F6)',
  async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writer = openSync(pipe, 'r+');
    const abort = new AbortController();
    const reading = readLog(pipe, { signal: abort.signal })();
    await pause(50);
    abort.abort('enough');
    expect(await reading).toEqual({ _tag: 'Left', left: { _tag: 'Cancelled', reason: 'enough' } });
    // A read that the system has begun needs a byte to come back.
    writeFileSync(writer, '\n');
    closeSync(writer);
  },
);

test('an abort destroys a stream that hangs, and its listener is gone after any reading', async () => {
  const abort = new AbortController();
  const hanging = new PassThrough();
  hanging.write(LOG);
  const reading = readLog(hanging, { signal: abort.signal })();
  await pause(20);
  abort.abort('enough');
  expect(await reading).toMatchObject({ left: { _tag: 'Cancelled' } });
  expect(hanging.destroyed).toBe(true);
  const quiet = new AbortController();
  const counts = { added: 0, removed: 0 };
  const signal = {
    aborted: false,
    reason: undefined,
    addEventListener: (type: 'abort', listener: () => void) => {
      counts.added += 1;
      quiet.signal.addEventListener(type, listener);
    },
    removeEventListener: (type: 'abort', listener: () => void) => {
      counts.removed += 1;
      quiet.signal.removeEventListener(type, listener);
    },
  };
  expect(await readLog(Readable.from([LOG]), { signal })()).toMatchObject({ right: { lines: 2 } });
  expect(counts.added).toBe(counts.removed);
});

// Owns: examples of Codex rollouts: calls and their outputs, compactions, turns that were rolled back.
import { describe, expect, test } from 'vitest';
import { sourceOf, toolResultOf } from '../../src/domain/log-event.js';
import { codex } from '../../src/readers/codex/index.js';
import { translate } from '../../src/readers/reader.js';
import { linesIn, touchesIn, translated, typesOf } from './given.js';
import { seenIn, viewsOf } from './seen.js';

const compacted = () => translate(codex, linesIn('codex/compacted.jsonl'));

const META = { type: 'session_meta', payload: { id: 's', cwd: '/w', timestamp: '2026-01-05T10:00:00Z' } };
const said = (role: string, text: string): object => ({
  type: 'message',
  role,
  content: [{ type: 'input_text', text }],
});
const item = (payload: object): object => ({ type: 'response_item', payload });
const back = (turns: number): object => ({
  type: 'event_msg',
  payload: { type: 'thread_rolled_back', num_turns: turns },
});
const seen = (...rows: readonly object[]): readonly string[] => seenIn(translated(codex, [META, ...rows]).events);

describe('the header', () => {
  test('comes from the first row; a second one is of the session that it was forked from', () => {
    const other = { type: 'session_meta', payload: { id: 'parent', cwd: '/other' } };
    const { header, skipped } = translated(codex, [META, other]);
    expect([header.id, header.cwd, header.createdAt]).toEqual(['s', '/w', Date.parse('2026-01-05T10:00:00Z')]);
    expect(skipped).toEqual({ 'session_meta: repeated': 1 });
  });

  test('says where a session is a part of another', () => {
    const payload = { ...META.payload, source: { subagent: 'review' } };
    expect(translated(codex, [{ ...META, payload }]).header['origin']).toBe('subagent');
    expect(translated(codex, [META]).header['origin']).toBeUndefined();
  });
});

describe('calls', () => {
  test('an output says in its own way that the call failed', () => {
    const failures = compacted().events.flatMap((event) => {
      const result = toolResultOf(event);
      return result === undefined ? [] : [`${result.callId} ${result.failed ? 'failed' : 'worked'}`];
    });
    expect(failures).toEqual(['p1 worked', 'p2 failed', 'x1 failed', 'v1 worked']);
  });

  test('a patch touches the paths that it names, a command none (A9)', () => {
    expect(touchesIn(codex, compacted())).toEqual([['src/a.ts', 'src/b.ts', 'docs/new.md'], ['docs/a.png']]);
  });

  test('a patch that came as JSON names its paths too', () => {
    const args = JSON.stringify({ input: '*** Begin Patch\n*** Delete File: a.ts\n*** End Patch' });
    const call = item({ type: 'function_call', name: 'apply_patch', arguments: args, call_id: 'c' });
    const output = item({ type: 'function_call_output', call_id: 'c', output: [{ type: 'input_text', text: 'ok' }] });
    expect(touchesIn(codex, translated(codex, [META, call, output]))).toEqual([['a.ts']]);
  });

  test('a step is one answer: what the model does after a result is the next', () => {
    expect(typesOf(compacted().events).slice(6, 14)).toEqual([
      ...['user/message', 'assistant/message', 'assistant/message', 'tool/call', 'tool/result'],
      ...['step/end', 'step/start', 'assistant/message'],
    ]);
  });
});

describe('what is visible', () => {
  test('what was encrypted is not, nor is it anywhere in the log', () => {
    expect(JSON.stringify(compacted().events)).not.toContain('OPAQUE');
    const sample = translate(codex, linesIn('codex/rollout-structured.jsonl'));
    expect(JSON.stringify(sample.events)).not.toContain('MUST_NOT_RENDER');
  });

  test('what Codex put before the model is not what a person typed', () => {
    const sources = compacted().events.slice(0, 8).flatMap((event) => sourceOf(event) ?? []);
    expect(sources).toEqual([
      { kind: 'plugin', plugin: 'codex', form: 'developer' },
      { kind: 'plugin', plugin: 'codex', form: 'context' },
      { kind: 'plugin', plugin: 'codex', form: 'context' },
      { kind: 'user' },
    ]);
  });

  test('a turn that was rolled back goes with what was put before it, when the next message comes', () => {
    const views = viewsOf(compacted().events).map((view) => view.split(' | ').slice(-3));
    const written = views.findIndex(([, , last]) => last === 'Now write a test');
    expect(views[written - 1]?.slice(1)).toEqual(['Now delete everything', 'Deleted.']);
    expect(views[written]).toEqual(['call x1', 'result x1', 'Renamed.', 'Now write a test'].slice(-3));
  });

  test('a rollback that nothing follows is seen at the end', () => {
    expect(seenIn(compacted().events).at(-1)).toBe('Summary: documented.');
    expect(seen(item(said('user', 'one')), back(1))).toEqual([]);
    expect(seen(item(said('developer', 'zero')), item(said('user', 'one')), back(7))).toEqual(['zero']);
    expect(seen(item(said('user', 'one')), back(0))).toEqual(['one']);
  });

  test('a compaction puts its own history in the place of the old; what was visible stays the same message', () => {
    const replacement = compacted().events.filter(({ sourceEventSeqs }) => sourceEventSeqs !== undefined);
    expect(replacement[0]).toMatchObject({ type: 'user/message', sourceEventSeqs: [4], surfaceOp: { op: 'replace' } });
    expect(
      viewsOf(compacted().events).some((view) => view.endsWith('Now write a test | Summary: renamed, tested.')),
    ).toBe(true);
  });

  test('a compaction without a history keeps what was typed, and its summary', () => {
    expect(seenIn(compacted().events).slice(1)).toEqual(['Now write a test', 'And the docs', 'Summary: documented.']);
    const long = 'x'.repeat(79_000);
    const rows = [item(said('user', 'old')), item(said('user', long)), item(said('user', 'y'.repeat(2000)))];
    expect(seen(...rows, { type: 'compacted', payload: { message: 'sum' } }).map((text) => text.slice(0, 3))).toEqual([
      ...['xxx', 'yyy', 'sum'],
    ]);
  });

  test('a checkpoint that nobody else can read stands there without a text', () => {
    const replacement = [said('user', 'one'), { type: 'compaction', encrypted_content: 'x' }];
    const row = { type: 'compacted', payload: { message: '', replacement_history: replacement } };
    expect(seen(item(said('user', 'one')), item(said('assistant', 'two')), row)).toEqual(['one', '[compaction]']);
  });
});

test('a name that the session got is its title', () => {
  const titles = compacted().events.filter(({ type }) => type === 'session/title');
  expect(titles.map(({ data }) => data)).toEqual([{ title: 'A rename' }]);
});

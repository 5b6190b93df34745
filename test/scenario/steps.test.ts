// Owns: the steps of a scenario that change log, files, clock, shell or process, row by row.
import { describe, expect, test } from 'vitest';
import { codesOf, linesOf, simulated } from './simulated.js';

const TURN = { do: 'turn', prompt: 'hi' };
const STEP = { do: 'step' };
const touch = (path: string): object => ({ do: 'tool', name: 'read', arguments: { file_path: path } });
const ENTERED = ['session/start startup', 'turn/start 1', 'step/start 1.1', 'user: hi'];
const INSTRUCTIONS = { agentInstructions: { maxBytes: 4096 } };

describe('log (R, scenario files)', () => {
  test('appends any event as it is: unknown fields, odd values, foreign sources', async () => {
    const event = { type: 'weather/report', data: [null, { x: '\u2028' }], sourceEventSeqs: 'odd', extra: { a: 1 } };
    const { events } = await simulated({ steps: [{ do: 'log', event }] });
    expect(events[1]).toEqual({ seq: 1, time: 5000, ...event });
  });

  test('an event may bring its own time', async () => {
    const { events } = await simulated({ steps: [{ do: 'log', event: { type: 'x', time: 3 } }] });
    expect(events[1]?.time).toBe(3);
  });

  test('data of another shape than its type promises is appended and reported (L2)', async () => {
    const log = await simulated({ steps: [{ do: 'log', event: { type: 'turn/start', data: { turn: 'one' } } }] });
    expect(log.events).toHaveLength(2);
    expect(log.reports).toEqual([
      {
        code: 'malformed-event',
        step: 0,
        path: '$.data.turn',
        detail: 'turn/start: $.data.turn: expected an integer, found "one"',
      },
    ]);
  });

  test.each([
    ['a replace that names what is not on the surface (L3)', { surfaceOp: { op: 'replace', start: 0, end: 3 } }],
    ['another seq than its place (L1)', { seq: 7 }],
  ])('%s is refused with a diagnostic and not appended', async (_, keys) => {
    const data = { id: 'x', role: 'user', content: 'x', source: { kind: 'user' } };
    const log = await simulated({ steps: [TURN, { do: 'log', event: { type: 'user/message', data, ...keys } }, STEP] });
    expect(linesOf(log).slice(0, 5)).toEqual([...ENTERED, 'assistant 1.1']);
    expect(codesOf(log)).toEqual(['1 event-refused']);
  });
});

describe('put, delete and fault (R, scenario files)', () => {
  const opening = ['user: hi', 'agent-instructions'];

  test('put and delete change the files from outside', async () => {
    const files = { '/repo/app/AGENTS.md': 'old' };
    const put = { do: 'put', path: '/repo/app/AGENTS.md', file: 'new' };
    const gone = { do: 'delete', path: '/repo/app/AGENTS.md' };
    const steps = [TURN, put, touch('x'), STEP, gone, touch('x'), STEP];
    const log = await simulated({ files, sources: INSTRUCTIONS, steps });
    const texts = log.events.filter(({ type }) => type === 'user/message').map(({ data }) => JSON.stringify(data));
    expect(texts.slice(1).map((text) => /old|new|removed/u.exec(text)?.[0])).toEqual(['old', 'new', 'removed']);
  });

  test.each([
    ['base64', { base64: '//5oAGkA' }, 'hi'],
    ['a link', { link: '../other.md' }, 'elsewhere'],
  ])('a file can be %s', async (_, file, text) => {
    const files = { '/repo/app/AGENTS.md': file, '/repo/other.md': 'elsewhere' };
    const log = await simulated({ files, sources: INSTRUCTIONS, steps: [TURN] });
    expect(JSON.stringify(log.events.at(-1)?.data)).toContain(text);
  });

  test.each([['a directory', { directory: true }], ['something else', { other: true }]])(
    '%s is no instruction file',
    async (_, file) => {
      const log = await simulated({ files: { '/repo/app/AGENTS.md': file }, sources: INSTRUCTIONS, steps: [TURN] });
      expect(linesOf(log)).toEqual(ENTERED);
    },
  );

  test.each(['unavailable', 'unreadable'])('fault "%s" hides a file, also behind a link; null heals', async (fault) => {
    const path = '/repo/real.md';
    const files = { [path]: 'text', '/repo/app/AGENTS.md': { link: '../real.md' } };
    const steps = [{ do: 'fault', path, fault }, TURN, { do: 'fault', path, fault: null }, TURN];
    const log = await simulated({ files, sources: INSTRUCTIONS, steps });
    expect(linesOf(log).slice(3, 5)).toEqual(['user: hi', 'step/end 1.1']);
    expect(linesOf(log).slice(-2)).toEqual(opening);
  });

  test('host.versions: false makes a provider without version tokens: an unchanged file is read again', async () => {
    const states = async (host: object): Promise<readonly string[]> => {
      const files = { '/repo/app/AGENTS.md': 'text' };
      const fault = { do: 'fault', path: '/repo/app/AGENTS.md', fault: 'unreadable' };
      const steps = [TURN, touch('x'), STEP, fault, touch('x'), STEP];
      const log = await simulated({ host, files, sources: INSTRUCTIONS, steps });
      const manifests = log.reports.flatMap((report) => ('manifest' in report ? report.manifest : []));
      return manifests.at(-1)?.candidates.flatMap(({ path, state }) => (path === 'AGENTS.md' ? [state] : [])) ?? [];
    };
    expect(await states({ versions: true })).toEqual(['unchanged']);
    expect(await states({ versions: false })).toEqual(['unavailable']);
  });
});

describe('compact (R, scenario files)', () => {
  test('shadows the whole surface with one checkpoint', async () => {
    const log = await simulated({ steps: [TURN, STEP, { do: 'compact' }] });
    expect(log.events.at(-1)).toMatchObject({
      type: 'user/message',
      data: { role: 'user', source: { kind: 'plugin', plugin: 'compact' } },
      surfaceOp: { op: 'replace', start: 3, end: 4 },
    });
    expect(JSON.stringify(log.events.at(-1)?.data)).toContain('Checkpoint: stands for 2 earlier messages.');
  });

  test('keeps the last n messages of the surface, and stands in the place of the others', async () => {
    const compact = { do: 'compact', keep: 2 };
    const log = await simulated({ steps: [TURN, touch('x'), STEP, compact, compact] });
    // Surface: prompt 3, result 5, assistant 6; then checkpoint 9, 5, 6; keeping two shadows the checkpoint again.
    expect(log.events.slice(9).map(({ surfaceOp }) => surfaceOp)).toEqual([
      { op: 'replace', start: 3, end: 3 },
      { op: 'replace', start: 9, end: 9 },
    ]);
  });

  test('with nothing to shadow it logs nothing', async () => {
    const compact = { do: 'compact' };
    const log = await simulated({ steps: [compact, TURN, { ...compact, keep: 1 }, { ...compact, keep: 9 }] });
    expect(linesOf(log)).toEqual(ENTERED);
    expect(log.reports.filter((report) => 'code' in report)).toEqual([]);
  });
});

describe('a new process (R, scenario files)', () => {
  const CLOSED = ['step/end 1.1', 'turn/end 1'];

  test('resume closes an open step, then logs session/start with reason resume', async () => {
    const log = await simulated({ steps: [TURN, { do: 'resume' }, { do: 'resume' }] });
    expect(linesOf(log)).toEqual([...ENTERED, ...CLOSED, 'session/start resume', 'session/start resume']);
  });

  test('remount is the same without the session/start', async () => {
    expect(linesOf(await simulated({ steps: [TURN, { do: 'remount' }] }))).toEqual([...ENTERED, ...CLOSED]);
  });

  test('crash closes an open step first, then resumes', async () => {
    const log = await simulated({ steps: [TURN, { do: 'crash' }] });
    expect(linesOf(log)).toEqual([...ENTERED, ...CLOSED, 'session/start resume']);
  });

  test.each([
    [0, []],
    [1, ENTERED.slice(0, 1)],
    [2, [...ENTERED.slice(0, 2), 'turn/end 1']],
    [3, [...ENTERED.slice(0, 3), ...CLOSED]],
    [6, [...ENTERED, ...CLOSED]],
    [99, [...ENTERED, ...CLOSED, 'turn/start 2', 'step/start 2.1', 'user: hi', 'step/end 2.1', 'turn/end 2']],
  ])('rewind keeps the first %i events and closes what the cut leaves open', async (events, lines) => {
    expect(linesOf(await simulated({ steps: [TURN, TURN, { do: 'rewind', events }] }))).toEqual(lines);
  });

  test('after a rewind turns are numbered by the log that is left, and ids stay unique', async () => {
    const log = await simulated({ steps: [TURN, TURN, { do: 'rewind', events: 1 }, TURN] });
    expect(linesOf(log)).toEqual(ENTERED);
    expect(log.events[3]?.data).toMatchObject({ id: 'message-3' });
  });

  test('process state is forgotten: what was pending comes again only after a crash', async () => {
    const sources = { agentInstructions: { maxBytes: 4096, delivery: 'tool-result' } };
    const files = { '/repo/app/a/AGENTS.md': 'a' };
    const late = { ...touch('a/x'), drop: 'late' };
    const again = async (...between: object[]): Promise<number> => {
      const log = await simulated({ sources, files, steps: [TURN, late, ...between, touch('a/x')] });
      return linesOf(log).filter((line) => line === 'agent-instructions').length;
    };
    expect(await again()).toBe(0);
    expect(await again({ do: 'crash' }, TURN)).toBe(1);
  });

  test.each(['resume', 'remount'])('sources of %s replaces the whole map, and stays', async (kind) => {
    const replace = { do: kind, sources: { timeContext: {} } };
    const files = { '/repo/app/AGENTS.md': 'x' };
    const log = await simulated({ files, sources: INSTRUCTIONS, steps: [replace, TURN, { do: 'crash' }, TURN] });
    const messages = linesOf(log).filter((line) => !/start|end/u.test(line));
    expect(messages).toEqual(['user: hi', 'time-context', 'user: hi', 'time-context']);
  });

  test('the log is read back from its JSONL: what JSON cannot hold is gone from then on', async () => {
    const event = { type: 'x', data: { a: undefined, b: 'line\u2028end' } };
    const { events } = await simulated({ steps: [{ do: 'log', event }, { do: 'remount' }] });
    expect(events[1]?.data).toStrictEqual({ b: 'line\u2028end' });
  });
});

describe('advance and shell (R, scenario files)', () => {
  const PANE = 's\t0\tw\t0\t%1\t1\t1\tabcd,80x24,0,0,1\n';
  const lines = async (keys: Readonly<Record<string, unknown>>): Promise<readonly string[]> =>
    linesOf(await simulated({ sources: { tmuxContext: {} }, ...keys })).slice(3);

  test('advance moves the clock that sources see, backwards too', async () => {
    const steps = [{ do: 'advance', ms: -1000 }, TURN];
    const log = await simulated({ sources: { timeContext: {} }, env: { now: 0 }, steps });
    expect(JSON.stringify(log.events.at(-1)?.data)).toContain('1969-12-31T23:59:59');
  });

  test('without a shell key there is no shell port', async () => {
    expect(await lines({ steps: [TURN] })).toEqual(['user: hi']);
  });

  test('the shell key is what the port answers', async () => {
    expect(await lines({ shell: { stdout: PANE }, steps: [TURN] })).toEqual(['tmux-context', 'user: hi']);
    expect(await lines({ shell: { stdout: PANE, exitCode: 1 }, steps: [TURN] })).toEqual(['user: hi']);
  });

  test('a shell step makes a port where there was none', async () => {
    expect(await lines({ steps: [{ do: 'shell', stdout: PANE }, TURN] })).toEqual(['tmux-context', 'user: hi']);
  });

  test('a shell step replaces the whole answer: what it leaves out is the default again', async () => {
    const steps = [{ do: 'shell', exitCode: 0 }, TURN];
    expect(await lines({ shell: { stdout: PANE }, steps })).toEqual(['user: hi']);
  });

  test('a shell fault is reported by its source, null heals', async () => {
    const steps = [TURN, { do: 'shell', stdout: PANE, fault: null }, TURN];
    const log = await simulated({ sources: { tmuxContext: {} }, shell: { fault: 'unavailable' }, steps });
    expect(codesOf(log)).toHaveLength(1);
    expect(linesOf(log).at(-2)).toBe('tmux-context');
  });
});

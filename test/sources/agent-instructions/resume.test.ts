// Owns: examples of what a resume and a restored baseline say, clause by clause of SPEC A13: what stays silent, what is
// taken back, and what must not be taken back unseen.
import { describe, expect, test } from 'vitest';
import type { Step } from '../../../src/scenario/model.js';
import { play, read } from '../../play.js';

const turn: Step = { do: 'turn', prompt: 'hi' };
const step: Step = { do: 'step' };
const resume: Step = { do: 'resume' };
const put = (path: string, file: string): Step => ({ do: 'put', path, file });
const gone = (path: string): Step => ({ do: 'delete', path });
/** Shadows everything but the newest message. */
const compact: Step = { do: 'compact', keep: 1 };

const changesOf = async (parts: Parameters<typeof play>[0]): Promise<readonly (readonly string[])[]> =>
  (await play(parts)).told.map(({ changes }) => changes);

describe('a resume', () => {
  const omitting = {
    files: { '/repo/AGENTS.md': 'r'.repeat(300), '/repo/app/AGENTS.md': 'a'.repeat(300) },
    config: { maxBytes: 760 },
  };

  test('of another root counts from then on, though there was nothing to say about it (A2)', async () => {
    const files = { '/repo/lib/AGENTS.md': 'l', '/repo/app/sub/AGENTS.md': 's' };
    const before = [turn, read('../lib/x'), step, gone('/repo/.git'), resume];
    const after = [turn, step, read('../lib/x'), read('sub/x'), step, put('/repo/lib/AGENTS.md', 'L')];
    expect(await changesOf({ files, steps: [...before, ...after, read('../lib/x'), step] })).toEqual([
      ['set lib/AGENTS.md'],
      ['set sub/AGENTS.md'],
    ]);
  });

  test('says nothing of a file that was never loaded and that a complete baseline would omit', async () => {
    const { told, manifests } = await play({ ...omitting, steps: [turn, resume, turn] });
    expect(told.map(({ changes }) => changes)).toEqual([['set app/AGENTS.md']]);
    expect(manifests.at(-1)?.candidates.find(({ path }) => path === 'AGENTS.md')).toMatchObject({ state: 'omitted' });
  });

  test('says nothing of a user-global file that a complete baseline would omit', async () => {
    const files = { '/home/me/.dsh/AGENTS.md': 'r'.repeat(300), '/repo/app/AGENTS.md': 'a'.repeat(300) };
    const { config } = omitting;
    expect(await changesOf({ files, config, steps: [turn, resume, turn] })).toEqual([['set app/AGENTS.md']]);
  });

  test('takes no copy back in favour of a file that a complete baseline would omit', async () => {
    const copied = [put('/repo/AGENTS.md', 'c'.repeat(300)), put('/repo/app/AGENTS.md', 'a'.repeat(300))];
    const { config } = omitting;
    const steps = [turn, ...copied, resume, turn];
    expect(await changesOf({ files: { '/repo/CLAUDE.md': 'c'.repeat(300) }, config, steps })).toEqual([
      ['set CLAUDE.md'],
      ['set app/AGENTS.md'],
    ]);
  });

  test('takes a copy back in favour of a file that is shown', async () => {
    const steps = [turn, put('/repo/AGENTS.md', 'c'), resume, turn];
    expect(await changesOf({ files: { '/repo/CLAUDE.md': 'c' }, steps })).toEqual([
      ['set CLAUDE.md'],
      ['set AGENTS.md', 'remove CLAUDE.md'],
    ]);
  });

  test('offers again what was touched before it (A14)', async () => {
    expect(await changesOf({ ...omitting, steps: [turn, read('x'), resume, turn] })).toEqual([
      ['set app/AGENTS.md'],
      ['set AGENTS.md'],
    ]);
  });

  test('says what changed beside it; a touch offers it again (A14)', async () => {
    const edit = put('/repo/app/AGENTS.md', 'b'.repeat(300));
    expect(await changesOf({ ...omitting, steps: [turn, edit, resume, turn, read('x'), step] })).toEqual([
      ['set app/AGENTS.md'],
      ['replace app/AGENTS.md'],
      ['set AGENTS.md'],
    ]);
  });

  test('takes back a loaded file that is gone, however little room there is', async () => {
    const files = { '/repo/AGENTS.md': 'r', '/repo/app/AGENTS.md': 'a'.repeat(200) };
    const config = { maxBytes: 620 };
    expect(await changesOf({ files, config, steps: [turn, gone('/repo/AGENTS.md'), resume, turn] })).toEqual([
      ['set AGENTS.md', 'set app/AGENTS.md'],
      ['remove AGENTS.md'],
    ]);
  });

  test('judges by the baseline alone what would be omitted: nested files take none of its room', async () => {
    const files = { '/repo/app/AGENTS.md': 'a'.repeat(100), '/repo/lib/AGENTS.md': 'l'.repeat(500) };
    const steps = [turn, read('../lib/x'), step, put('/home/me/.dsh/AGENTS.md', 'new'), resume, turn];
    expect(await changesOf({ files, config: { maxBytes: 900 }, steps })).toEqual([
      ['set app/AGENTS.md'],
      ['set lib/AGENTS.md'],
      ['set ~/.dsh/AGENTS.md'],
    ]);
  });
});

describe('a baseline that is restored after a compaction', () => {
  const files = { '/repo/app/AGENTS.md': 'one' };
  const edited = [turn, put('/repo/app/AGENTS.md', 'two'), read('x'), step, compact];

  test('takes back what is still visible of its scopes when the file is gone', async () => {
    const { told } = await play({ files, steps: [...edited, gone('/repo/app/AGENTS.md'), turn] });
    expect(told.map(({ changes }) => changes)).toEqual([
      ['set app/AGENTS.md'],
      ['replace app/AGENTS.md'],
      ['remove app/AGENTS.md'],
    ]);
    expect(told[2]).toMatchObject({ baseline: true });
    expect(told[2]?.texts[0]).toContain('no longer apply. There are none now.');
  });

  test('does not take back twice what is known to be gone', async () => {
    const more = { ...files, '/repo/AGENTS.md': 'root' };
    const steps = [turn, gone('/repo/app/AGENTS.md'), read('x'), step, compact, turn];
    expect(await changesOf({ files: more, steps })).toEqual([
      ['set AGENTS.md', 'set app/AGENTS.md'],
      ['remove app/AGENTS.md'],
      ['set AGENTS.md'],
    ]);
  });

  test('says who holds a slot now, and takes nothing else back for it (A4)', async () => {
    const other = { '/repo/app/CLAUDE.md': 'one' };
    const steps = [
      turn,
      put('/repo/app/CLAUDE.md', 'two'),
      read('x'),
      step,
      compact,
      put('/repo/app/AGENTS.md', 'first'),
      turn,
    ];
    expect((await changesOf({ files: other, config: { selection: 'first' }, steps })).at(-1)).toEqual([
      'set app/AGENTS.md',
    ]);
  });
});

describe('a recomposed baseline', () => {
  const config = { resume: 'recompose', maxTotalSourceBytes: 20 };
  const files = { '/repo/app/AGENTS.md': 'one' };
  const unavailable: Step = { do: 'fault', path: '/repo/app/AGENTS.md', fault: 'unavailable' };

  test('replaces the visible one, and says so when nothing is left', async () => {
    const { told } = await play({ files, config, steps: [turn, gone('/repo/app/AGENTS.md'), resume, turn] });
    expect(told.map(({ changes }) => changes)).toEqual([['set app/AGENTS.md'], ['remove app/AGENTS.md']]);
    expect(told[1]?.texts[0]).toContain('There are none now.');
  });

  test.each([
    ['cannot be looked at', unavailable],
    ['does not fit into what may be read', put('/repo/app/AGENTS.md', 'x'.repeat(21))],
  ])('is not empty for want of a file that %s (A5)', async (_, change) => {
    expect(await changesOf({ files, config, steps: [turn, change, resume, turn] })).toEqual([['set app/AGENTS.md']]);
  });

  test('tells of the others when one cannot be looked at', async () => {
    const two = { ...files, '/repo/AGENTS.md': 'root' };
    const told = await changesOf({ files: two, config, steps: [turn, unavailable, resume, turn] });
    expect(told.at(-1)).toEqual(['set AGENTS.md']);
  });
});

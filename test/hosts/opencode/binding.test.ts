// Owns: the plugin in a host that keeps opencode's contract, living.
import * as TE from 'fp-ts/lib/TaskEither.js';
import { expect, test } from 'vitest';
import { memoryShell } from '../../../src/adapters/memory/index.js';
import { RefusedStep, contextfold } from '../../../src/hosts/opencode/index.js';
import { DEFAULT_SCHEME, encodeSessionUri, sessionReference, timeContext, tmuxContext } from '../../../src/sources.js';
import { expectSameLife, home } from '../life.js';
import { opencode } from './host.js';

test('the model is shown what the simulator shows (A8–A14)', async () => {
  const at = home();
  await expectSameLife(opencode(at), at);
});

test('two sessions of one plugin do not see each other’s instructions (C3)', async () => {
  const files = home().files;
  const [here, there] = [opencode(home('/repo', files)), opencode(home('/other', files), 'ses_2')];
  await Promise.all([here.turn('Hello.', [{ calls: [{ read: 'lib/a.ts' }] }]), there.turn('Hello.', [])]);
  expect(here.shown().flat().join('\n')).not.toContain('Another project.');
  expect(there.shown().flat().join('\n')).toContain('Another project.');
  expect(there.shown().flat().join('\n')).not.toContain('Write tests first.');
});

test('calls that run side by side do not say the same twice (A9)', async () => {
  const host = opencode(home());
  await host.turn('Hello.', [{ calls: [{ read: 'lib/a.ts' }, { read: 'lib/b.ts' }, { read: 'web/a.ts' }] }]);
  const text = host.shown().at(-1)?.join('\n') ?? '';
  expect(text.split('The library has no state.')).toHaveLength(2);
  expect(text.split('The pages are in French.')).toHaveLength(2);
});

const other = (known: boolean) => {
  const event = { type: 'user/message', data: { id: '1', role: 'user', content: 'Blue.', source: { kind: 'user' } } };
  const surface = { _tag: 'surface', header: { type: 'session', id: 'other' }, lastSeq: 0, events: [event] };
  const failure = { _tag: 'StoreFailure', code: 'no-session', detail: 'gone' };
  return {
    list: () => TE.right([]),
    readSurface: () => (known ? TE.right(surface as never) : TE.left(failure as never)),
  };
};

const MENTION = `@[that](${encodeSessionUri(DEFAULT_SCHEME, 'other')})`;

test('every source has its place among the parts of a prompt (C1, S2)', async () => {
  const at = home();
  const host = opencode({
    ...at,
    sources: [timeContext({}), tmuxContext({}), sessionReference({}), ...at.sources],
    ports: {
      ...at.ports,
      shell: memoryShell({ _tag: 'exited', exitCode: 0, stdout: 'main\t0\tedit\t1\t%3\t1\t1\tb25f,80x24,0,0\n' }),
      sessions: other(true),
    },
  });
  await host.turn(`As ${MENTION}.`, []);
  await host.turn('More.', []);
  expect(host.prompts().map((texts) => texts.map((text) => text.split('\n')[0]))).toEqual([
    [
      'tmux location (turn 1):',
      'As @that.',
      '## Referenced sessions',
      '<system-reminder>',
      expect.stringMatching(/turn 1, step 1:/u),
    ],
    ['More.', expect.stringMatching(/turn 2, step 1:/u)],
  ]);
});

test('a reference that cannot be read stops the prompt (S6)', async () => {
  const at = home();
  const host = opencode({ ...at, sources: [sessionReference({})], ports: { ...at.ports, sessions: other(false) } });
  await expect(host.turn(`As ${MENTION}.`, [])).rejects.toThrow(RefusedStep);
  expect(host.prompts()).toEqual([]);
});

test('messages that cannot be read cost a warning, not the tool', async () => {
  const at = home();
  const warnings: string[] = [];
  const ports = { ...at.ports, logger: { warn: (message: string) => void warnings.push(message) } };
  const plugin = contextfold({ ...at, ports });
  const client = { session: { messages: () => Promise.reject(new Error('gone')) } };
  const hooks = await plugin({ directory: '/repo', client });
  const output = { output: 'The content.', metadata: {} };
  await hooks['tool.execute.after']({ tool: 'read', sessionID: 's', callID: 'c' }, output);
  expect(output.output).toBe('The content.');
  expect(warnings).toEqual(['nothing was said: gone']);
  expect(plugin.log('none')).toEqual([]);
});

test('what opencode itself puts behind a file is dropped, unless it shall stay', async () => {
  const at = home();
  const client = { session: { messages: () => Promise.resolve({ data: [] }) } };
  const loaded = 'x\n\n<system-reminder>\nInstructions from: /repo/lib/AGENTS.md\nThe library.\n\n</system-reminder>';
  const after = async (kept: 'kept' | 'dropped', paths: unknown): Promise<string> => {
    const hooks = await contextfold({ ...at, loaded: kept, sources: [] })({ directory: '/repo', client });
    const output = { output: loaded, metadata: { loaded: paths } };
    await hooks['tool.execute.after']({ tool: 'read', sessionID: 's', callID: 'c' }, output);
    return output.output;
  };
  expect(await after('dropped', ['/repo/lib/AGENTS.md'])).toBe('x');
  expect(await after('dropped', ['/repo/other/AGENTS.md'])).toBe(loaded);
  expect(await after('dropped', undefined)).toBe(loaded);
  expect(await after('kept', ['/repo/lib/AGENTS.md'])).toBe(loaded);
});

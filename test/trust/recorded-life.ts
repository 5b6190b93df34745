// Owns: the life in which calls go wrong: everything that makes agent-instructions ask, in a few steps.
import type { Scenario, Step } from '../../src/scenario/model.js';

const read = (path: string, rest: object = {}): Step => ({
  do: 'tool',
  name: 'read',
  arguments: { file_path: path },
  ...rest,
});

/** Everything that makes the source ask: baseline, touches, edits, losses, compaction, resume, crash. */
const STEPS: readonly Step[] = [
  { do: 'turn', prompt: 'begin' },
  read('../pkg/f'),
  { do: 'step' },
  { do: 'put', path: '/repo/pkg/AGENTS.md', file: 'Edited in pkg.\n' },
  { do: 'delete', path: '/repo/pkg/deep/CLAUDE.md' },
  read('../pkg/deep/f'),
  { do: 'step' },
  { do: 'put', path: '/repo/app/AGENTS.md', file: 'Edited in app.\n' },
  { do: 'put', path: '/repo/pkg/deep/CLAUDE.md', file: 'Back again in deep.\n' },
  { do: 'tool', name: 'task', error: true, children: [{ name: 'read', arguments: { file_path: '../pkg/deep/f' } }] },
  { do: 'step' },
  { do: 'compact', keep: 1 },
  { do: 'turn', prompt: 'on' },
  read('../pkg/f', { drop: true }),
  read('../pkg/f'),
  { do: 'step' },
  { do: 'put', path: '/repo/AGENTS.md', file: 'The same.\n' },
  { do: 'resume' },
  { do: 'turn', prompt: 'go on' },
  { do: 'tool', name: 'write', arguments: { file_path: '/repo/pkg/deep/new' } },
  { do: 'crash' },
];

export const lifeWith = (config: Readonly<Record<string, unknown>>): Scenario => ({
  contextfold: 1,
  session: { id: 'faults', cwd: '/repo/app' },
  sources: {
    agentInstructions: {
      maxBytes: 65_536,
      localInstructionFileCandidates: ['AGENTS.local.md'],
      ...config,
    },
  },
  files: {
    '/home/me/.dsh/AGENTS.md': 'Of the user.\n',
    '/repo/.git': { directory: true },
    '/repo/AGENTS.md': 'Of the root.\n',
    '/repo/CLAUDE.md': '  The same.\n\n',
    '/repo/app/AGENTS.md': 'Of app.\n',
    '/repo/app/AGENTS.local.md': 'Mine in app.\n',
    '/repo/pkg/AGENTS.md': 'Of pkg.\n',
    '/repo/pkg/deep/CLAUDE.md': 'Of deep.\n',
  },
  steps: STEPS,
});

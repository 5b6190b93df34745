// Owns: Codex as a host of hooks: its events, its answers, its rollout, and what it is told by default.
import type { HookHost } from '../hook-host.js';
import { SMALL_BUDGET_BYTES, hookOutput } from '../hook-host.js';
import { follow } from './transcript.js';
import { TOUCH_TOOLS, WRITE_TOOLS, decode } from './translate.js';

/**
 * Codex.
 *
 * Shape:  it loads AGENTS.md from the root to its working directory and from its own home by itself, once. So the
 *         baseline counts as said: nested files are told, and what becomes of the others later.
 * Source: docs/hosts/codex.md
 */
export const codexHook: HookHost = {
  name: 'codex',
  decode,
  answer: hookOutput,
  textFor: (text) => text,
  defaults: (variables, osHome) => ({
    baseline: 'host',
    agentInstructions: {
      maxBytes: SMALL_BUDGET_BYTES,
      home: variables['CODEX_HOME'] ?? `${osHome}/.codex`,
      instructionFileCandidates: ['AGENTS.md'],
      localInstructionFileCandidates: [],
      touchTools: TOUCH_TOOLS,
      writeTools: WRITE_TOOLS,
    },
  }),
  follow,
};

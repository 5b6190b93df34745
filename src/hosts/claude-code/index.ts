// Owns: Claude Code as a host of hooks: its events, its answers, its transcript, and what it is told by default.
import type { HookHost } from '../hook-host.js';
import { SMALL_BUDGET_BYTES, hookOutput, unframed } from '../hook-host.js';
import { follow } from './transcript.js';
import { TOUCH_TOOLS, WRITE_TOOLS, decode } from './translate.js';

/**
 * Claude Code.
 *
 * Shape:  it loads the CLAUDE.md family itself, at the start and below a file that it reads, so only the AGENTS.md
 *         family is said. It frames and escapes additional context, and shows the reason of a denied call as it is.
 * Source: docs/hosts/claude-code.md
 */
export const claudeCodeHook: HookHost = {
  name: 'claude-code',
  decode,
  answer: hookOutput,
  textFor: (text, as) => (as === 'hold' ? text : unframed(text)),
  defaults: () => ({
    baseline: 'said',
    agentInstructions: {
      maxBytes: SMALL_BUDGET_BYTES,
      instructionFileCandidates: ['AGENTS.md'],
      localInstructionFileCandidates: ['AGENTS.local.md'],
      touchTools: TOUCH_TOOLS,
      writeTools: WRITE_TOOLS,
    },
  }),
  follow,
};

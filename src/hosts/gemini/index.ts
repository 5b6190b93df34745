// Owns: Gemini CLI as a host of hooks: its events, its answers, its chat, and what it is told by default.
import type { HookHost } from '../hook-host.js';
import { unframed } from '../hook-host.js';
import { follow } from './transcript.js';
import { TOUCH_TOOLS, WRITE_TOOLS, answer, decode } from './translate.js';

/** As Gemini CLI escapes it, so that a text stands in the chat as it was handed over. */
const escaped = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Gemini CLI.
 *
 * Shape:  it loads the GEMINI.md family itself, so only the AGENTS.md family is said. It frames and escapes additional
 *         context, and shows the reason of a denied call as it is.
 * Source: docs/hosts/gemini.md
 */
export const geminiHook: HookHost = {
  name: 'gemini',
  decode,
  answer,
  textFor: (text, as) => (as === 'hold' ? text : escaped(unframed(text))),
  defaults: () => ({
    baseline: 'said',
    agentInstructions: {
      maxBytes: 65_536,
      instructionFileCandidates: ['AGENTS.md'],
      localInstructionFileCandidates: ['AGENTS.local.md'],
      touchTools: TOUCH_TOOLS,
      writeTools: WRITE_TOOLS,
    },
  }),
  follow,
};

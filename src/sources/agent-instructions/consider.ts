// Owns: which occasion is decided where.
import type { Occasion } from '../../core/context-source.js';
import type { Inquiry } from '../../core/inquiry.js';
import { settled } from '../../core/inquiry.js';
import { absolutePath } from '../../domain/path.js';
import type { Settings } from './model.js';
import { considerPreStep } from './pre-step.js';
import type { InstructionsContribution, InstructionsView, Situation } from './situation.js';
import { considerCall, considerSettledTool } from './tool-call.js';

/**
 * Decides what agent-instructions has to say.
 *
 * Shape:  at most one message. Rounds: three for a baseline, two for a touch, one when nothing changed.
 * Errors: total; see the diagnostics.
 * Source: SPEC A8–A14
 */
export const considerInstructions =
  (settings: Settings) =>
  (view: InstructionsView, occasion: Occasion): Inquiry<InstructionsContribution> => {
    const cwd = absolutePath(view.header.cwd);
    if (cwd === undefined) {
      const detail = `the session's cwd is not absolute: ${JSON.stringify(view.header.cwd)}`;
      return settled({ diagnostics: [{ code: 'invalid-cwd', detail }] });
    }
    const situation: Situation = { settings, view, cwd };
    switch (occasion.kind) {
      case 'pre-step':
        return considerPreStep(situation);
      case 'tool-settled':
        return considerSettledTool(situation, occasion);
      case 'before-tool':
        return considerCall(situation, occasion);
    }
  };

// Owns: what the views of a log have in common: how much a message says, and which workspace the visible messages of
// agent-instructions speak about.
import { findLast } from '../core/append-list.js';
import { utf8Length } from '../core/utf8.js';
import { isFields } from '../domain/codec/decode.js';
import type { LogEvent, SessionHeader } from '../domain/log-event.js';
import type { AbsolutePath } from '../domain/path.js';
import { absolutePath, resolvePath } from '../domain/path.js';
import type { AgentInstructionsState } from '../sources/agent-instructions/index.js';
import type { Settings } from '../sources/agent-instructions/model.js';
import type { Workspace } from '../sources/agent-instructions/workspace.js';
import { workspaceAt } from '../sources/agent-instructions/workspace.js';

/** Without recursion: how deep blocks stand in each other is whoever's that wrote the log. */
const contentBytes = (content: unknown): number => {
  const pending: unknown[] = [content];
  let bytes = 0;
  while (pending.length > 0) {
    const part = pending.pop();
    if (typeof part === 'string') bytes += utf8Length(part);
    if (!Array.isArray(part)) continue;
    for (const block of part as readonly unknown[]) {
      if (isFields(block)) pending.push(typeof block['text'] === 'string' ? block['text'] : block['content']);
    }
  }
  return bytes;
};

/**
 * How much an event says when it is visible.
 *
 * Units:  bytes of UTF-8 of all its texts, those inside a tool's result included.
 */
export const bytesSaid = ({ data }: LogEvent): number => {
  if (!isFields(data)) return 0;
  return contentBytes(isFields(data['message']) ? data['message']['content'] : data['content']);
};

/** A cwd that is not absolute (masked in a recorded log, say) counts from `/`: only what lies below it matters here. */
const cwdOf = ({ cwd }: SessionHeader): AbsolutePath => absolutePath(cwd) ?? resolvePath('/' as AbsolutePath, cwd);

/** The workspace that the visible messages speak about. Source: SPEC A2 */
export const visibleWorkspace = (
  header: SessionHeader,
  part: AgentInstructionsState,
  settings: Settings,
): Workspace => {
  const cwd = cwdOf(header);
  const root = part.baseline?.root ?? findLast(part.marks, (mark) => mark.root !== undefined)?.root ?? '.';
  return workspaceAt(settings, cwd, resolvePath(cwd, root));
};

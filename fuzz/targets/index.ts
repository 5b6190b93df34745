// Owns: which boundaries there are.
import type { Target } from '../target.js';
import { agentSettings } from './agent-settings.js';
import { configs } from './configs.js';
import { fileContent } from './file-content.js';
import { foreignLogsTarget } from './foreign-logs.js';
import { hookInput } from './hook-input.js';
import { logLines } from './log-lines.js';
import { paths } from './paths.js';
import { prompts } from './prompts.js';
import { scenariosTarget } from './scenarios.js';
import { snapshotsTarget } from './snapshots.js';
import { tmux } from './tmux.js';
import { transcriptsTarget } from './transcripts.js';
import { uris } from './uris.js';

/** Every target, in the order in which they run. */
export const targets: readonly Target[] = [
  logLines,
  foreignLogsTarget,
  transcriptsTarget,
  hookInput,
  configs,
  scenariosTarget,
  fileContent,
  paths,
  tmux,
  uris,
  prompts,
  snapshotsTarget,
  agentSettings,
];

// Owns: the boundary of configurations: what is refused by name, and that what is accepted can be used.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { hookSettings } from '../../src/cli/hook/settings.js';
import { parseJson } from '../../src/domain/codec/session-log.js';
import type { Fields } from '../../src/domain/codec/decode.js';
import { isFields } from '../../src/domain/codec/decode.js';
import type { MountedSource } from '../../src/core/context-source.js';
import type { InvalidConfig } from '../../src/domain/error.js';
import type { UserMessage } from '../../src/domain/message.js';
import { textOf } from '../../src/domain/message.js';
import { claudeCodeHook } from '../../src/hosts/claude-code/index.js';
import { codexHook } from '../../src/hosts/codex/index.js';
import { geminiHook } from '../../src/hosts/gemini/index.js';
import type { Context } from '../../src/programs/open-session.js';
import { createContext } from '../../src/programs/open-session.js';
import { agentInstructions } from '../../src/sources/agent-instructions/index.js';
import { sessionReference } from '../../src/sources/session-reference/index.js';
import { timeContext } from '../../src/sources/time-context/index.js';
import { tmuxContext } from '../../src/sources/tmux-context/index.js';
import { SURROUNDINGS, WORKSPACE, envWith, holdTyped } from '../laws.js';
import { handWritten } from '../seeds.js';
import type { Target } from '../target.js';
import { hold } from '../target.js';

type Make = (config: never) => Either<InvalidConfig, MountedSource>;

const SOURCES: readonly (readonly [string, Make])[] = [
  ['agentInstructions', (config) => agentInstructions(config, SURROUNDINGS)],
  ['sessionReference', sessionReference],
  ['timeContext', timeContext],
  ['tmuxContext', tmuxContext],
];

const HOSTS = [claudeCodeHook, codexHook, geminiHook];

const directory = mkdtempSync(join(tmpdir(), 'contextfold-fuzz-'));
const file = join(directory, 'config.json');
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));

const HEADER = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo/lib' } as const;
const DIRECT: UserMessage = { id: 'm', role: 'user', content: 'Hi.', source: { kind: 'user' } };
const ports = envWith(WORKSPACE);

const holdUsable = async (context: Context, maxBytes: unknown): Promise<void> => {
  const session = context.open(HEADER);
  hold(E.isRight(session), 'a new session can be opened with an accepted configuration');
  const log = [{ type: 'turn/start', data: { turn: 1 } }];
  hold(E.isRight(session.right.append(log)), 'a session takes events');
  const decided = await session.right.preStep({ turn: 1, step: 1, messages: [DIRECT] })();
  hold(E.isRight(decided), 'a step is decided with an accepted configuration');
  const call = { name: 'read', arguments: { file_path: 'deep/x.ts' } };
  const settled = await session.right.settleTool({ turn: 1, step: 1, call })();
  hold(E.isRight(settled), 'a call is settled with an accepted configuration');
  for (const { content, source } of [...decided.right.added, ...settled.right.added]) {
    if (source.kind !== 'agent-instructions') continue;
    const bytes = Buffer.byteLength(textOf(content));
    hold(typeof maxBytes === 'number' && bytes <= 2 * maxBytes, 'a block keeps its budget', () => `${bytes}`);
  }
};

/** The sources of a configuration that are accepted; a refusal is judged. */
const mountedFrom = (value: unknown): { readonly map: Fields; readonly mounted: readonly MountedSource[] } => {
  const isMap = isFields(value) && SOURCES.some(([key]) => Object.hasOwn(value, key));
  const map: Fields = isMap ? value : { agentInstructions: value };
  const mounted: MountedSource[] = [];
  for (const [key, make] of SOURCES) {
    if (!Object.hasOwn(map, key)) continue;
    const made = make(map[key] as never);
    if (E.isRight(made)) mounted.push(made.right);
    else {
      holdTyped(made.left);
      hold(made.left.key !== '', 'a refusal names the setting');
    }
  }
  return { map, mounted };
};

const holdHook = (text: string): void => {
  writeFileSync(file, text);
  for (const host of HOSTS) {
    const command = { host: host.name, timeoutMs: 1, holdWrites: text.length % 2 === 0 };
    const settings = hookSettings(host, { paths: [file], command }, SURROUNDINGS);
    if (E.isLeft(settings)) {
      hold(settings.left.startsWith(file), 'a complaint names the file', () => settings.left);
      continue;
    }
    const { tools, holds, sources } = settings.right;
    hold(
      Object.values(tools).every((names) => Array.isArray(names)),
      'touching tools have lists of arguments',
    );
    hold(Array.isArray(holds), 'tools that are held are a list');
    hold(E.isRight(createContext({ sources, ports })), 'the sources of a hook can be mounted');
  }
};

/** Configurations. */
export const configs: Target = {
  name: 'configs',
  about: 'configurations of all sources, from a file as a hook reads it, and a session with what is accepted',
  grammar: 'json',
  seeds: () => handWritten('configs'),
  tokens: [
    ...['agentInstructions', 'sessionReference', 'timeContext', 'tmuxContext', 'hook', 'baseline', 'said', 'host'],
    ...['maxBytes', 'maxSourceBytes', 'maxTotalSourceBytes', 'home', 'projectRootMarkers', 'selection', 'all', 'first'],
    ...['instructionFileCandidates', 'localInstructionFileCandidates', 'resume', 'reconcile', 'recompose', 'delivery'],
    ...['pre-step', 'tool-result', 'holdWrites', 'reach', 'root', 'cwd', 'touchTools', 'writeTools', 'read', 'edit'],
    ...['maxReferences', 'candidateLimit', 'maxReferenceBytes', 'scheme', 'timeZone', 'refreshIntervalMs', 'UTC'],
    ...['Europe/Berlin', 'Asia/Kolkata', 'Etc/GMT+5', '+01:00', '~', '~/x', 'C:\\x', '\\\\h\\s', '.git', 'AGENTS.md'],
    ...['CLAUDE.md', 'file_path', '{}', 'a.b-c+d'],
  ],
  run: (text) => {
    const json = parseJson(text);
    if (json !== undefined) mountedFrom(json.value);
  },
  live: async (text) => {
    holdHook(text);
    const json = parseJson(text);
    if (json === undefined) return;
    const { map, mounted } = mountedFrom(json.value);
    const context = createContext({ sources: mounted, ports });
    hold(E.isRight(context), 'accepted sources can be mounted together');
    const own = map['agentInstructions'];
    await holdUsable(context.right, isFields(own) ? own['maxBytes'] : undefined);
  },
};

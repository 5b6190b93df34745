// Owns: pi living a life: the coding agent over a session file, and the agent core over messages that are stored as
// JSON. The model is pi's own fake one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from '@earendil-works/pi-agent-core';
import type { AgentMessage, AgentTool } from '@earendil-works/pi-agent-core';
import type { FauxProviderRegistration, Message, Model } from '@earendil-works/pi-ai';
import { fauxAssistantMessage, fauxToolCall, registerFauxProvider } from '@earendil-works/pi-ai';
import type { AgentSession, ExtensionFactory, ToolDefinition } from '@earendil-works/pi-coding-agent';
import {
  AuthStorage,
  DefaultResourceLoader,
  ModelRegistry,
  SessionManager,
  SettingsManager,
  createAgentSession,
} from '@earendil-works/pi-coding-agent';
import type { SourceTag } from '../../../src/domain/message.js';
import { bindAgent, contextfold } from '../../../src/hosts/pi/index.js';
import type { Home, Player, Read, Work } from '../life.js';
import { applyAll } from '../life.js';

/** A fake model that remembers what it was shown. */
export interface Faux {
  readonly provider: FauxProviderRegistration;
  readonly shown: (readonly Message[])[];
  /** Makes these calls, then says that it is done. */
  readonly answer: (work: readonly Work[]) => void;
}

/** Reads of a file, by a tool that throws where the model was told so. */
const callsOf = (reads: readonly Read[]) =>
  reads.map(({ read, fails }) => fauxToolCall('read', { file_path: read, ...(fails === true ? { fails } : {}) }));

/** A fake model of its own. */
export const faux = (): Faux => {
  const provider = registerFauxProvider();
  const shown: (readonly Message[])[] = [];
  return {
    provider,
    shown,
    answer: (work) => {
      provider.setResponses(
        [...work, { calls: [] }].map(({ calls }) => ({ messages }) => {
          shown.push(structuredClone(messages));
          return calls.length === 0
            ? fauxAssistantMessage('Done.')
            : fauxAssistantMessage(callsOf(calls), { stopReason: 'toolUse' });
        }),
      );
    },
  };
};

/** Texts of messages as the model saw them. */
export const textsIn = (messages: readonly Message[]): readonly string[] =>
  messages.flatMap(({ content }) =>
    typeof content === 'string' ? [content] : content.flatMap((block) => (block.type === 'text' ? [block.text] : [])),
  );

/** A tool that reads; `settled` hears of each call. */
export const readTool = (settled: () => void): AgentTool =>
  ({
    name: 'read',
    label: 'read',
    description: 'Reads a file.',
    parameters: { type: 'object', properties: { file_path: { type: 'string' }, fails: { type: 'boolean' } } },
    execute: async (_: string, { fails }: { fails?: boolean }) => {
      await Promise.resolve();
      settled();
      if (fails === true) throw new Error('There is no such file.');
      return { content: [{ type: 'text', text: 'The content.' }], details: {} };
    },
  }) as unknown as AgentTool;

/** Lets files change when all calls of an answer are over. */
const pacer = ({ files }: Home) => {
  let steps: readonly Work[] = [];
  let open = 0;
  return {
    begin: (work: readonly Work[]): void => {
      steps = work;
      open = work[0]?.calls.length ?? 0;
    },
    settled: (): void => {
      open -= 1;
      const [step, ...rest] = steps;
      if (open > 0 || step === undefined) return;
      applyAll(files, step);
      steps = rest;
      open = rest[0]?.calls.length ?? 0;
    },
  };
};

/** What a session of the coding agent is made of. Without `tools` it has its own. `files` are extensions to load. */
export interface SessionSetup {
  readonly directory: string;
  readonly model: Model<string>;
  readonly sessionManager: SessionManager;
  readonly extensions: readonly ExtensionFactory[];
  readonly files?: readonly string[];
  readonly tools?: readonly AgentTool[];
  readonly settings?: Parameters<typeof SettingsManager.inMemory>[0];
}

/** A session of the coding agent, with nothing of this machine in it. */
export const openSession = async ({
  directory,
  model,
  sessionManager,
  extensions,
  files = [],
  tools,
  settings = {},
}: SessionSetup): Promise<AgentSession> => {
  const cwd = sessionManager.getCwd();
  const authStorage = AuthStorage.inMemory();
  authStorage.setRuntimeApiKey(model.provider, 'none');
  const settingsManager = SettingsManager.inMemory(settings);
  const resourceLoader = new DefaultResourceLoader({
    cwd,
    agentDir: directory,
    settingsManager,
    extensionFactories: [...extensions],
    additionalExtensionPaths: [...files],
    noExtensions: true,
    noSkills: true,
    noPromptTemplates: true,
    noThemes: true,
    noContextFiles: true,
  });
  await resourceLoader.reload();
  const { session } = await createAgentSession({
    cwd,
    agentDir: directory,
    model,
    authStorage,
    modelRegistry: ModelRegistry.inMemory(authStorage),
    settingsManager,
    resourceLoader,
    sessionManager,
    ...(tools === undefined ? {} : { noTools: 'builtin', customTools: [...tools] as unknown as ToolDefinition[] }),
  });
  await session.bindExtensions({
    onError: ({ error }) => {
      throw new Error(error);
    },
  });
  return session;
};

interface Entry {
  readonly id: string;
  readonly type: string;
  readonly message?: { readonly role: string };
  readonly details?: unknown;
}

/** The sources among the details of a message. */
export const tagsOf = (details: unknown): readonly SourceTag[] => {
  const kept = (details as { contextfold?: SourceTag | readonly { source: SourceTag }[] } | undefined)?.contextfold;
  if (kept === undefined) return [];
  return Array.isArray(kept) ? kept.map(({ source }: { source: SourceTag }) => source) : [kept as SourceTag];
};

/** The coding agent; its session file is all that a resume finds. */
export const codingAgent = (at: Home): Player & { readonly close: () => void; readonly file: () => string } => {
  const directory = mkdtempSync(join(tmpdir(), 'contextfold-pi-'));
  const model = faux();
  const pace = pacer(at);
  let manager = SessionManager.create(at.cwd, directory);
  let file = manager.getSessionFile() ?? '';
  let opened: Promise<AgentSession> | undefined;
  let keep: 'all' | 'all but the last turn' = 'all';
  const compacting: ExtensionFactory = (pi) => {
    pi.on('session_before_compact', ({ branchEntries }) => {
      const prompts = (branchEntries as readonly Entry[]).filter(({ message }) => message?.role === 'user');
      const firstKeptEntryId = keep === 'all' ? 'nothing' : (prompts.at(-1)?.id ?? '');
      return { compaction: { summary: 'What was said before, in short.', firstKeptEntryId, tokensBefore: 1 } };
    });
  };
  const session = (): Promise<AgentSession> => {
    opened ??= openSession({
      directory,
      model: model.provider.getModel(),
      sessionManager: manager,
      extensions: [contextfold(at), compacting],
      tools: [readTool(pace.settled)],
    });
    return opened;
  };
  return {
    turn: async (prompt, work) => {
      model.answer(work);
      pace.begin(work);
      await (await session()).prompt(prompt);
    },
    compact: async (what) => {
      keep = what;
      await (await session()).compact();
    },
    resume: async () => {
      (await session()).dispose();
      opened = undefined;
      manager = SessionManager.open(file, directory);
      file = manager.getSessionFile() ?? '';
    },
    shown: () => model.shown.map(textsIn),
    tags: () => (manager.getEntries() as readonly Entry[]).flatMap(({ details }) => tagsOf(details)),
    file: () => file,
    close: () => {
      void opened?.then((one) => one.dispose());
      model.provider.unregister();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};

/** The agent core; its messages as JSON are all that a resume finds. */
export const agentCore = (at: Home): Player & { readonly close: () => void } => {
  const model = faux();
  const pace = pacer(at);
  const make = (messages: AgentMessage[]): Agent =>
    new Agent({
      initialState: { model: model.provider.getModel(), tools: [readTool(pace.settled)], messages },
      getApiKey: () => 'none',
    });
  let agent = make([]);
  let context = bindAgent(agent, at);
  const told = new Map<string, SourceTag>();
  return {
    turn: async (prompt, work) => {
      model.answer(work);
      pace.begin(work);
      await context.prompt(prompt);
      for (const { details } of agent.state.messages as readonly { details?: unknown }[]) {
        tagsOf(details).forEach((tag, index) => told.set(JSON.stringify([details, index]), tag));
      }
    },
    compact: (what) => {
      const { messages } = agent.state;
      const isPrompt = (message: AgentMessage): boolean => message.role === 'user' && !('details' in message);
      const kept = what === 'all' ? [] : messages.slice(messages.map(isPrompt).lastIndexOf(true));
      const summary = 'What was said before, in short.';
      agent.state.messages = [
        { role: 'compactionSummary', summary, tokensBefore: 1, timestamp: 1 } as unknown as AgentMessage,
        ...kept,
      ];
    },
    resume: () => {
      context.detach();
      agent = make(JSON.parse(JSON.stringify(agent.state.messages)) as AgentMessage[]);
      context = bindAgent(agent, at);
    },
    shown: () => model.shown.map(textsIn),
    tags: () => [...told.values()],
    close: () => model.provider.unregister(),
  };
};

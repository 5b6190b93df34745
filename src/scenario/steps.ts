// Owns: what each step of a scenario does to the host, and in which order it logs. The steps that take decisions have
// files of their own, turns.ts and tools.ts.
import { itemsOf } from '../core/append-list.js';
import { oddities } from '../domain/codec/event-data.js';
import { textContent } from '../domain/message.js';
import type { Host } from './host.js';
import type { Step, StepOf } from './model.js';
import { runTool } from './tools.js';
import { closeTurn, openStepOf, reportNoOpenStep, runStep, runTurn } from './turns.js';
import { memoryFileOf } from './world.js';

const logEvent = (host: Host, { event }: StepOf<'log'>): void => {
  oddities(event).forEach(host.report);
  host.append(event);
};

const end = (host: Host): void => {
  if (openStepOf(host) === undefined) reportNoOpenStep(host, 'end');
  else closeTurn(host);
};

const compact = (host: Host, { keep = 0 }: StepOf<'compact'>): void => {
  const visible = itemsOf(host.session().live().state.surface);
  const shadowed = visible.slice(0, Math.max(0, visible.length - keep));
  const [start] = shadowed;
  const last = shadowed.at(-1);
  if (start === undefined || last === undefined) return;
  host.append({
    type: 'user/message',
    data: {
      id: host.nextId('message'),
      role: 'user',
      content: textContent([`Checkpoint: stands for ${shadowed.length} earlier messages.`]),
      source: { kind: 'plugin', plugin: 'compact' },
    },
    surfaceOp: { op: 'replace', start, end: last },
  });
};

/** A new process finds the log; without a `session/start` it is a hot attach. */
const remount = (host: Host, { sources }: StepOf<'remount'> | StepOf<'resume'>): void => {
  closeTurn(host);
  host.attach(host.log(), sources);
};

const startSession = (host: Host, reason: 'startup' | 'resume'): void =>
  host.append({ type: 'session/start', data: { reason } });

type Run<K extends Step['do']> = (host: Host, step: StepOf<K>) => Promise<void> | void;

const RUNS: { readonly [K in Step['do']]: Run<K> } = {
  turn: runTurn,
  step: runStep,
  tool: runTool,
  log: logEvent,
  end,
  put: ({ world }, { path, file }) => world.files.put(path, memoryFileOf(file)),
  delete: ({ world }, { path }) => world.files.delete(path),
  fault: ({ world }, { path, fault }) => world.files.fault(path, fault),
  compact,
  resume: (host, step) => {
    remount(host, step);
    startSession(host, 'resume');
  },
  remount,
  rewind: (host, { events }) => {
    host.attach(host.log().slice(0, events));
    closeTurn(host);
  },
  crash: (host) => {
    host.attach(host.log());
    closeTurn(host);
    startSession(host, 'resume');
  },
  advance: ({ world }, { ms }) => world.clock.advance(ms),
  shell: ({ world }, state) => world.setShell(state),
};

/** Logs the beginning of a session that has none. */
export const startUp = (host: Host): void => startSession(host, 'startup');

/**
 * Does what one step says.
 *
 * Source: SPEC R (scenario files, table of steps)
 */
export const runOne = async (host: Host, step: Step): Promise<void> => {
  const run = RUNS[step.do] as Run<Step['do']>;
  await run(host, step);
};

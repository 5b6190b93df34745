// Owns: tool calls of the simulated loop: holding, running with nested calls, the result, and what is handed back
// beside it.
import type { Decision } from '../core/combine.js';
import type { Execution } from '../core/context-source.js';
import type { TurnStep } from '../domain/log-event.js';
import type { Host } from './host.js';
import type { StepOf, ToolRun } from './model.js';
import { appendMessage, openStepOf, reportNoOpenStep, signalOf } from './turns.js';

const executionOf = ({ name, arguments: given = {}, error, abort, children = [] }: ToolRun): Execution => ({
  name,
  arguments: given,
  ...(error === true ? { failed: true } : {}),
  ...(abort === true ? { aborted: true } : {}),
  children: children.map(executionOf),
});

/** How a call ended. */
interface Outcome {
  readonly text: string;
  readonly isError: boolean;
  readonly meta?: Readonly<Record<string, unknown>>;
}

const HELD: Outcome = { text: 'Held back: read the instructions that follow, then decide again.', isError: true };

/** What the calls inside a call touched counts whatever became of the call itself. */
const outcomeOf = (host: Host, { abort, error }: ToolRun, { children = [] }: Execution): Outcome => {
  const touched = [...new Set(children.flatMap((child) => host.context().touches(child)))];
  const meta = { ...(abort === true ? { aborted: true } : {}), ...(touched.length === 0 ? {} : { touched }) };
  return {
    text: abort === true ? 'Aborted.' : error === true ? 'Failed.' : 'Done.',
    isError: abort === true || error === true,
    ...(Object.keys(meta).length === 0 ? {} : { meta }),
  };
};

const appendResult = (host: Host, at: TurnStep, callId: string, { text, isError, meta }: Outcome): void => {
  const block = { type: 'tool-result', toolCallId: callId, content: text, isError };
  host.append({
    type: 'tool/result',
    data: { ...at, message: { role: 'user', content: [block] }, ...(meta === undefined ? {} : { meta }) },
    surfaceOp: 'append',
  });
};

/**
 * Runs one outermost call in the open step.
 *
 * Shape:  the host says what it keeps before the result is logged; kept messages follow the result.
 * Source: SPEC A9, R (scenario files, `tool`)
 */
export const runTool = async (host: Host, step: StepOf<'tool'>): Promise<void> => {
  const at = openStepOf(host);
  if (at === undefined) return reportNoOpenStep(host, 'tool');
  const callId = host.nextId('call');
  const call = executionOf(step);
  const { name, arguments: given } = call;
  host.append({ type: 'tool/call', data: { ...at, callId, name, arguments: given } });

  const deliver = (decision: Decision | undefined, outcome: Outcome): void => {
    if (decision !== undefined) host.session().keep(at, decision, step.drop === true ? [] : decision.added);
    appendResult(host, at, callId, outcome);
    if (decision === undefined || step.drop === true || step.drop === 'late') return;
    for (const message of decision.added) appendMessage(host, message);
  };
  const asked = { ...at, call: { name, arguments: given } };
  const before = await host.decide('before-tool', host.session().beforeTool(asked, signalOf(false)));
  if (before?.hold === true) return deliver(before, HELD);
  const settled = host.session().settleTool({ ...at, call }, signalOf(step.abort));
  deliver(await host.decide('tool-settled', settled), outcomeOf(host, step, call));
};

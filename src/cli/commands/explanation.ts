// Owns: the answer to "what would the model be told here?", as plain data: a new session in a directory, its baseline,
// and what touching some paths adds to it. How the answer looks is print/explanation.ts's work.
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Decision } from '../../core/combine.js';
import { invariant } from '../../core/assert.js';
import type { Diagnostic } from '../../domain/diagnostic.js';
import type { InvalidConfig } from '../../domain/error.js';
import type { LogEvent, SessionHeader } from '../../domain/log-event.js';
import type { BlockReport, CandidateReport, NearMiss, RootReport } from '../../domain/manifest.js';
import type { UserMessage } from '../../domain/message.js';
import type { AbsolutePath } from '../../domain/path.js';
import { absolutePath, isWithin, resolvePath } from '../../domain/path.js';
import type { Surroundings } from '../../domain/surroundings.js';
import type { Env } from '../../ports/env.js';
import type { FileSystem } from '../../ports/file-system.js';
import type { Session } from '../../programs/open-session.js';
import { createContext } from '../../programs/open-session.js';
import type { AgentInstructionsConfig } from '../../sources/agent-instructions/index.js';
import { agentInstructions } from '../../sources/agent-instructions/index.js';

/** One decision: what was looked at, what came of it, and the messages that say so. */
export interface Account {
  readonly candidates: readonly CandidateReport[];
  readonly nearMisses: readonly NearMiss[];
  readonly blocks: readonly BlockReport[];
  readonly diagnostics: readonly Diagnostic[];
  readonly messages: readonly UserMessage[];
}

/**
 * A path that would be touched.
 *
 * Shape:  `named` as it was given, `path` absolute. Touching one that is not `reached` loads nothing; a `directory` is
 *         reached as a file would be, so that what is inside it stays out.
 */
export interface TouchedPath {
  readonly named: string;
  readonly path: AbsolutePath;
  readonly reached: boolean;
  readonly directory: boolean;
}

/**
 * What the model would be told.
 *
 * Shape:  without `touching` the account of the baseline. With it the account of what touching those paths adds, and
 *         `baseline` is what comes before; a row that did not have to be read again has its numbers from there. `root`
 *         is missing where the configuration switches the source off.
 * Source: SPEC R1, A19
 */
export interface Explanation extends Account {
  readonly cwd: AbsolutePath;
  readonly config: AgentInstructionsConfig;
  readonly root?: RootReport;
  readonly touching: readonly TouchedPath[];
  readonly baseline?: Account;
}

/** What an explanation starts from. */
export interface ExplanationPlan {
  readonly cwd: AbsolutePath;
  /** As it was read; it is checked here. */
  readonly config: unknown;
  readonly paths: readonly string[];
  readonly surroundings: Surroundings;
  readonly ports: Env & { readonly fileSystem: FileSystem };
}

const accountOf = ({ manifest, diagnostics, added }: Decision): Account => ({
  candidates: manifest.candidates,
  nearMisses: manifest.nearMisses,
  blocks: manifest.blocks,
  diagnostics,
  messages: added,
});

const PROMPT: UserMessage = { id: 'prompt', role: 'user', content: '…', source: { kind: 'user' } };

/** Nothing here can violate the rules of a log, and nothing is ever aborted. */
const rightOf = <A>(result: E.Either<unknown, A>): A => {
  invariant(E.isRight(result), 'a log of our own making was refused');
  return result.right;
};

const decided = async (session: Session, step: number, messages: readonly UserMessage[]): Promise<Decision> =>
  rightOf(await session.preStep({ turn: 1, step, messages })());

/**
 * The log of a first step that said `messages` and touched `paths`.
 *
 * Why:    `meta.touched` counts whatever the configuration calls the tools that touch.
 */
const stepThatTouched = (messages: readonly UserMessage[], paths: readonly string[]): readonly LogEvent[] => [
  { type: 'step/start', data: { turn: 1, step: 1 } },
  ...messages.map((data): LogEvent => ({ type: 'user/message', data, surfaceOp: 'append' })),
  { type: 'tool/result', data: { turn: 1, step: 1, meta: { touched: paths } } },
  { type: 'step/end', data: { turn: 1, step: 1 } },
];

const distinct = <A>(items: readonly A[], key: (item: A) => string): readonly A[] => [
  ...new Map(items.map((item) => [key(item), item] as const)).values(),
];

/** A file that proves unchanged by its version is not read again; what is known of it comes from the baseline. */
const completed = (candidate: CandidateReport, baseline: Account): CandidateReport => {
  const before = baseline.candidates.find(({ scope, path }) => scope === candidate.scope && path === candidate.path);
  const { bytes = before?.bytes, digest = before?.digest } = candidate;
  const kept = candidate.state === 'unchanged' ? before?.kept : candidate.kept;
  return {
    ...candidate,
    ...(bytes === undefined ? {} : { bytes }),
    ...(kept === undefined ? {} : { kept }),
    ...(digest === undefined ? {} : { digest }),
  };
};

const added = (decision: Decision, baseline: Account): Account => {
  const account = accountOf(decision);
  return {
    ...account,
    candidates: account.candidates.map((candidate) => completed(candidate, baseline)),
    nearMisses: distinct([...baseline.nearMisses, ...account.nearMisses], ({ path }) => path),
    diagnostics: distinct([...baseline.diagnostics, ...account.diagnostics], (each) => JSON.stringify(each)),
  };
};

/** What touches have to be below to count. Source: SPEC A1 (`reach`) */
const boundaryOf = (
  cwd: AbsolutePath,
  { reach }: AgentInstructionsConfig,
  root: RootReport | undefined,
): AbsolutePath =>
  reach === 'cwd' || root === undefined || root.how === 'unavailable' ? cwd : (absolutePath(root.path) ?? cwd);

const touchedPaths = (plan: ExplanationPlan, boundary: AbsolutePath): Promise<readonly TouchedPath[]> =>
  Promise.all(
    plan.paths.map(async (named): Promise<TouchedPath> => {
      const path = resolvePath(plan.cwd, named);
      const probe = await plan.ports.fileSystem.probe(path)();
      const directory = probe._tag === 'absent' && probe.directory === true;
      return { named, path, reached: path !== boundary && isWithin(boundary, path), directory };
    }),
  );

/**
 * Finds out what the model would be told in a new session.
 *
 * Shape:  whatever the configuration says about delivery, what touching adds is shown as the next step would say it:
 *         the text is the same.
 * Errors: a configuration that the source refuses.
 * Source: SPEC R1
 */
export const explainSession =
  (plan: ExplanationPlan): TaskEither<InvalidConfig, Explanation> =>
  async () => {
    const checked = agentInstructions(plan.config, plan.surroundings);
    if (E.isLeft(checked)) return checked;
    const config = plan.config as AgentInstructionsConfig;
    const source = agentInstructions({ ...config, delivery: 'pre-step' }, plan.surroundings);
    const context = createContext({ sources: [source], ports: plan.ports });
    if (E.isLeft(context)) return context;
    const header: SessionHeader = { type: 'session', version: 1, id: 'explain', createdAt: 0, cwd: plan.cwd };
    const session = rightOf(context.right.open(header));
    rightOf(session.append([
      { type: 'session/start', data: { reason: 'startup' } },
      { type: 'turn/start', data: { turn: 1 } },
    ]));

    const first = await decided(session, 1, [PROMPT]);
    const baseline = accountOf(first);
    const { root } = first.manifest;
    const place = { cwd: plan.cwd, config, ...(root === undefined ? {} : { root }) };
    if (plan.paths.length === 0) return E.right({ ...place, touching: [], ...baseline });

    const touching = await touchedPaths(plan, boundaryOf(plan.cwd, config, root));
    rightOf(session.append(stepThatTouched(first.messages, plan.paths)));
    const second = await decided(session, 2, []);
    return E.right({ ...place, touching, ...added(second, baseline), baseline });
  };

// Owns: the oracle of a life: it knows the true files and the log, works out what each decision has to come to, and
// complains where the decision came to something else. Written from SPEC A2–A14 alone.
import type { Decision } from '../../src/core/combine.js';
import type { LogEvent } from '../../src/domain/log-event.js';
import type { Scenario, SourceMap, Step, ToolRun } from '../../src/scenario/model.js';
import type { Case, Look, Plan } from './case.js';
import { checkCompose, checkGroups, checkHold } from './convergence.js';
import type { Group } from './due.js';
import { discover, groupOf, inOrder } from './due.js';
import type { Parts } from './message-checks.js';
import { checkOrder, checkSource, checkTexts, contentsOf, isOurs, partsOf } from './message-checks.js';
import type { Rules } from './settings.js';
import { identityOf, rulesOf } from './settings.js';
import type { Place, Spoken, View } from './spoken.js';
import {
  GLOBAL,
  chainOf,
  openTouches,
  lastOf,
  pathsNamed,
  pathsTouched,
  reachedBy,
  rootTagOf,
  viewOf,
  visibleSpoken,
} from './spoken.js';
import { Truth, resolve } from './truth.js';

/** A decision with everything that it was made from. */
export interface Asked {
  readonly kind: 'pre-step' | 'tool-settled' | 'before-tool';
  readonly step: Step;
  readonly log: readonly LogEvent[];
  readonly decision: Decision;
  /** Paths that were read for it. */
  readonly reads: readonly string[];
}

interface Flight {
  readonly turn: number;
  readonly step: number;
  readonly spoken: Spoken;
}

const isResumeStart = ({ type, data }: LogEvent): boolean =>
  type === 'session/start' && (data as { readonly reason?: string }).reason === 'resume';

/** The oracle of one life. */
export class Oracle {
  readonly truth: Truth;
  readonly complaints: string[] = [];
  private rules: Rules | undefined;
  private attaching = true;
  private resumed: boolean | 'unsure' = false;
  private flights: readonly Flight[] = [];
  private readonly held = new Set<string>();
  private root: string | undefined;
  private owed: readonly string[] = [];
  private readonly warm = new Map<string, number>();
  private readonly identities = new Map<string, string>();
  private readonly cwd: string;

  constructor(private readonly scenario: Scenario) {
    this.truth = new Truth(scenario.files ?? {});
    this.rules = rulesOf(scenario, scenario.sources ?? {});
    this.cwd = scenario.session.cwd;
  }

  private readonly complain = (problem: string): void => {
    this.complaints.push(problem);
  };

  /** Takes over which identities stand for which settings, for a log that another life wrote. */
  learnFrom(other: Oracle): void {
    for (const [identity, settings] of other.identities) this.identities.set(identity, settings);
  }

  /** A new process attaches. Source: SPEC A13 */
  attach(log: readonly LogEvent[], isResume: boolean, sources: SourceMap | undefined): void {
    if (sources !== undefined) this.rules = rulesOf(this.scenario, sources);
    this.attaching = true;
    const started = lastOf(log, ({ type }) => type === 'session/start' || type === 'step/start');
    const isWaiting = started !== undefined && isResumeStart(started);
    this.resumed = isResume ? true : isWaiting ? 'unsure' : false;
    this.flights = [];
    this.held.clear();
    this.root = undefined;
    this.owed = [];
    this.warm.clear();
  }

  /** What is logged is newer than what left before it about the same files. */
  private overtake({ root, changes }: Spoken): void {
    const isOlder = (change: Spoken['changes'][number]): boolean =>
      changes.some(({ scope, path }) => scope === change.scope || path === change.path);
    this.flights = this.flights.map((flight) =>
      flight.spoken.root !== root
        ? flight
        : { ...flight, spoken: { ...flight.spoken, changes: flight.spoken.changes.filter((each) => !isOlder(each)) } },
    );
  }

  /** The process sees an event of its log. */
  observe(event: LogEvent): void {
    const said = event.type === 'user/message' && this.flights.length > 0 ? visibleSpoken([event]) : [];
    for (const spoken of said) this.overtake(spoken);
    if (event.type !== 'step/end') return;
    const { turn, step } = event.data as { readonly turn: number; readonly step: number };
    const kept = this.flights.filter((flight) => flight.turn !== turn || flight.step !== step);
    if (kept.length < this.flights.length) this.warm.clear();
    this.flights = kept;
  }

  private isCompatible(rules: Rules, baseline: Spoken | undefined, place: Place): boolean {
    if (baseline?.root !== rootTagOf(place) || baseline.identity === undefined) return false;
    return this.identities.get(baseline.identity) === identityOf(rules, rootTagOf(place));
  }

  private looksAt(
    place: Place,
    log: readonly LogEvent[],
    reached: readonly string[],
    hasBaseline: boolean,
  ): readonly string[] {
    const view = this.viewFor(log, place);
    const chain = [GLOBAL, ...chainOf(place.root, place.cwd)];
    const nested = [...view.known, ...reached].filter((directory) => !chain.includes(directory));
    return inOrder([...(hasBaseline ? chain : []), ...nested], (directory) => chain.includes(directory));
  }

  /**
   * The root that messages speak about which are visible or on their way; only touches fall back on a found one. A
   * resume discovers it anew, so what only older messages than the last resume speak about is none.
   */
  private spokenRoot(log: readonly LogEvent[]): string | undefined {
    const resumedAt = log.lastIndexOf(lastOf(log, isResumeStart) as LogEvent);
    const all = [...visibleSpoken(log, resumedAt), ...this.flights.map((flight) => flight.spoken)];
    const baseline = lastOf(visibleSpoken(log), ({ isBaseline }) => isBaseline);
    const tag = baseline?.root ?? lastOf(all, ({ root }) => root !== undefined)?.root;
    return tag === undefined ? undefined : resolve(this.cwd, tag);
  }

  private viewFor(log: readonly LogEvent[], place: Place): View {
    return viewOf([...visibleSpoken(log), ...this.flights.map(({ spoken }) => spoken)], place);
  }

  private reconciling(
    rules: Rules,
    log: readonly LogEvent[],
    place: Place,
    touches: readonly string[],
    baseline: Spoken | undefined,
  ): Plan {
    const reached = reachedBy(rules, place, touches);
    if (reached.length === 0) return { mode: 'silent', touches };
    const hasBaseline = this.isCompatible(rules, baseline, place);
    return { mode: 'reconcile', place, touches, reached, directories: this.looksAt(place, log, reached, hasBaseline) };
  }

  private planPreStep(rules: Rules, { log, decision }: Asked, spoken: readonly Spoken[]): Plan {
    const baseline = lastOf(spoken, ({ isBaseline }) => isBaseline);
    const logged = rules.delivery === 'pre-step' || this.attaching ? openTouches(rules, log) : [];
    const touches = [...this.owed, ...logged];
    const frozen = this.attaching ? undefined : this.spokenRoot(log);
    if (frozen !== undefined) {
      const place = { cwd: this.cwd, root: frozen };
      if (this.isCompatible(rules, baseline, place)) return this.reconciling(rules, log, place, touches, baseline);
    }
    const root = frozen ?? discover(rules, this.truth, this.cwd);
    if (root === undefined) return { mode: 'dark', touches };
    const place = { cwd: this.cwd, root };
    const reached = reachedBy(rules, place, touches);
    const recomposes = rules.recompose && this.attaching && this.resumed;
    const wrote = decision.added.some((said) => isOurs(said) && said.source['baseline'] === true);
    const compares = this.isCompatible(rules, baseline, place) && (recomposes === 'unsure' ? !wrote : !recomposes);
    const all = this.looksAt(place, log, reached, true);
    const chain = [GLOBAL, ...chainOf(place.root, place.cwd)];
    const directories =
      compares || this.attaching || reached.length > 0 ? all : all.filter((directory) => chain.includes(directory));
    return { mode: compares ? 'compare' : 'compose', place, touches, reached, directories };
  }

  private planTouches(rules: Rules, asked: Asked, touches: readonly string[], spoken: readonly Spoken[]): Plan {
    const { log } = asked;
    if (touches.length === 0) return { mode: 'silent', touches };
    const baseline = lastOf(spoken, ({ isBaseline }) => isBaseline);
    const root = this.spokenRoot(log) ?? this.root ?? discover(rules, this.truth, this.cwd);
    if (root === undefined) return { mode: 'dark', touches: [...this.owed, ...touches] };
    return this.reconciling(rules, log, { cwd: this.cwd, root }, touches, baseline);
  }

  private plan(rules: Rules, asked: Asked, spoken: readonly Spoken[]): Plan {
    const run = asked.step as unknown as ToolRun;
    switch (asked.kind) {
      case 'pre-step':
        return this.planPreStep(rules, asked, spoken);
      case 'tool-settled':
        if (rules.delivery !== 'tool-result') return { mode: 'silent', touches: [] };
        return this.planTouches(rules, asked, pathsTouched(rules, run), spoken);
      case 'before-tool':
        if (!rules.holdWrites || !rules.writeTools.includes(run.name)) return { mode: 'silent', touches: [] };
        return this.planTouches(rules, asked, pathsNamed(rules, run.name, run.arguments), spoken);
    }
  }

  /** Whether a process that knows an unreadable file by its version and one that does not may differ. */
  private isUnsure(plan: Look, { directory, candidates }: Group): boolean {
    const isOwn = directory === GLOBAL || chainOf(plan.place.root, plan.place.cwd).includes(directory);
    if (plan.mode === 'compare' || (plan.mode === 'compose' && (isOwn || this.attaching))) return false;
    return candidates.some(
      ({ at, look }) =>
        look.kind === 'dark' && look.by === 'read' && look.text !== undefined && this.warm.get(at) === look.text.stamp,
    );
  }

  /** Judges a decision that was taken. */
  decided(asked: Asked): void {
    const { kind, log, decision } = asked;
    const said = decision.added.filter(isOurs);
    if (said.length > 1) this.complain('A8: more than one message of agent-instructions');
    if (this.rules === undefined || (kind === 'pre-step' && !decision.enters)) {
      if (said.length > 0) this.complain('A1, A8: a message where nothing may be said');
      return;
    }
    const spoken = visibleSpoken(log);
    const plan = this.plan(this.rules, asked, spoken);
    if (plan.place === undefined) {
      if (said.length > 0)
        this.complain(`A8–A10: a message where nothing is due (${plan.mode}): ${JSON.stringify(said[0])}`);
      if (decision.hold) this.complain('A9: a call is held for nothing');
    } else this.judge(this.rules, plan, asked, spoken);
    if (plan.mode === 'dark') this.owed = plan.touches;
    else if (kind === 'pre-step') {
      this.attaching = false;
      if (plan.place !== undefined) this.root = plan.place.root;
      this.owed = [];
    }
  }

  private judge(rules: Rules, plan: Look, asked: Asked, spoken: readonly Spoken[]): void {
    const { decision } = asked;
    const { complain } = this;
    const groups = plan.directories.map((directory) => groupOf(rules, this.truth, plan.place, directory));
    const before = this.viewFor(asked.log, plan.place);
    const after = before.copy();
    const said = decision.added.find(isOurs);
    const parts = said === undefined ? undefined : partsOf(said, plan.place, complain);
    if (parts !== undefined && said !== undefined) {
      after.apply(parts.spoken);
      checkSource(parts, said, rules, plan.place, this.identities, complain);
      checkTexts(parts, rules, contentsOf(groups), complain);
      checkOrder(parts, groups, (directory) => before.isBaselineDirectory(directory), complain);
    }
    const open = groups.filter((group) => this.isUnsure(plan, group));
    const unsure = new Set(open.map(({ directory }) => directory));
    const lastBaseline = lastOf(spoken, ({ isBaseline }) => isBaseline);
    const judged: Case = { rules, plan, groups, before, after, parts, decision, lastBaseline, unsure, complain };
    if (plan.mode === 'compose') checkCompose(judged);
    else if (parts?.spoken.isBaseline === true) complain('A8: a baseline that is not due');
    if (asked.kind === 'before-tool') checkHold(judged, this.held);
    else checkGroups(judged);
    this.checkReads(judged, asked.reads);
    this.launch(asked, parts);
  }

  /** What is known and visible is not read again. Source: SPEC A11 */
  private checkReads({ plan, groups, before }: Case, reads: readonly string[]): void {
    const isCold = plan.mode === 'compare' || plan.mode === 'compose';
    const versions = this.scenario.host?.versions ?? true;
    const candidates = groups.flatMap((group) => group.candidates);
    for (const at of reads) {
      const candidate = candidates.find((each) => each.at === at);
      if (candidate === undefined) {
        this.complain(`A10: ${at} is read and is no candidate`);
        continue;
      }
      if (candidate.look.kind !== 'text') continue;
      const { digest, stamp } = candidate.look.text;
      const isVisible = [...before.statements.values()].some(
        (each) => each.path === candidate.path && each.digest === digest,
      );
      if (versions && !isCold && isVisible && this.warm.get(at) === stamp) this.complain(`A11: ${at} is read again`);
      if (versions) this.warm.set(at, stamp);
    }
  }

  private launch({ kind, step, log }: Asked, parts: Parts | undefined): void {
    if (kind === 'pre-step' || parts === undefined || step.do !== 'tool') return;
    if (step.drop === true) this.warm.clear();
    if (step.drop !== 'late') return;
    const open = lastOf(log, ({ type }) => type === 'step/start')?.data as {
      readonly turn: number;
      readonly step: number;
    };
    this.flights = [...this.flights, { ...open, spoken: parts.spoken }];
  }

  /** What the model can see by now, for comparing lives. */
  visible(log: readonly LogEvent[]): Readonly<Record<string, string | undefined>> {
    const root = this.spokenRoot(log) ?? this.root ?? this.cwd;
    const { statements } = this.viewFor(log, { cwd: this.cwd, root });
    return Object.fromEntries([...statements].map(([key, { digest }]) => [key, digest] as const).sort());
  }
}

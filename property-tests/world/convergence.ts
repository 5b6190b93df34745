// Owns: the judgement whether what the model can see after a decision is what the files say (SPEC A4, A5, A8–A14, A18),
// and whether every single change had a reason.
import type { Case } from './case.js';
import type { Candidate, Group } from './due.js';
import { isFrozen } from './due.js';
import { isOmitted, noticeOf } from './frame.js';
import type { Change, Statement } from './spoken.js';
import { GLOBAL, directoryOf } from './spoken.js';

const bytesOf = (text: string): number => Buffer.byteLength(text, 'utf8');

/** More than any heading with its prose takes for a path. */
const headingBound = (path: string): number => 420 + 6 * bytesOf(path);

/** More than frame, opening and budget line take. */
const frameBound = (groups: readonly Group[]): number =>
  1000 + groups.flatMap(({ candidates }) => candidates).reduce((sum, { path }) => sum + 2 * bytesOf(path) + 2, 0);

/** Whether everything that could be said at once may not fit. */
const isTight = ({ rules, groups, before }: Case): boolean => {
  let bound = frameBound(groups);
  for (const { path, look } of groups.flatMap(({ candidates }) => candidates)) {
    const content = look.kind === 'absent' ? '' : (look.text?.content ?? '');
    bound += headingBound(path) + bytesOf(content) + (content.match(/</gu)?.length ?? 0);
  }
  for (const { path } of before.statements.values()) bound += headingBound(path);
  return rules.maxBytes < bound;
};

/** Whether not every file can be read at once. Source: SPEC A6 */
const isScarce = ({ rules, groups }: Case): boolean => {
  let bytes = 0;
  for (const { look } of groups.flatMap(({ candidates }) => candidates))
    bytes += look.kind === 'absent' ? 0 : look.kind === 'dark' ? look.bytes : look.text.bytes;
  return bytes > rules.maxTotalSourceBytes;
};

const saysTooSmall = ({ decision }: Case): boolean =>
  decision.diagnostics.some(({ code }) => code === 'budget-too-small' || code === 'nothing-fits');

const textFor = ({ parts }: Case, isBaselinePart: boolean): string | undefined =>
  isBaselinePart ? parts?.baselineText : parts?.transitionsText;

/** Whether the budget is a good reason for not saying something about a path. */
const isExcused = (judged: Case, path: string, isBaselinePart: boolean): boolean => {
  if (!isTight(judged)) return false;
  const text = textFor(judged, isBaselinePart);
  if (text !== undefined && isOmitted(noticeOf(text), path)) return true;
  if (judged.plan.mode === 'compare' && judged.plan.reached.length === 0) return true;
  return (
    text === undefined && saysTooSmall(judged) && judged.rules.maxBytes < frameBound(judged.groups) + headingBound(path)
  );
};

const stated = (statements: ReadonlyMap<string, Statement>, directory: string, path: string): Statement | undefined => {
  const statement = statements.get(directory === GLOBAL ? GLOBAL : path);
  return statement?.path === path ? statement : undefined;
};

const describe = ({ plan, parts, before }: Case): string => {
  const said = JSON.stringify(parts?.spoken ?? 'no message');
  return `${plan.mode}, ${said}, before ${JSON.stringify([...before.statements.values()])}`;
};

/** A process that knows an unreadable file by its version may also know that it says the same as another. */
const isKnownTwin = ({ unsure }: Case, { directory, dark }: Group, { look }: Candidate): boolean =>
  unsure.has(directory) &&
  look.kind === 'text' &&
  dark.some(({ look: other }) => other.kind === 'dark' && other.text?.trimmed === look.text.trimmed);

/** Whether a removal is borne out by what can be seen. Source: SPEC A5, A10 */
const checkRemoval = (judged: Case, group: Group, change: Change): void => {
  const { complain, before, rules, unsure } = judged;
  const prior = before.before(change);
  if (prior?.path !== change.path) complain(`A10: ${change.path} is removed and was not visible: ${describe(judged)}`);
  const candidate = group.candidates.find(({ path }) => path === change.path);
  if (candidate === undefined || candidate.look.kind === 'absent') return;
  const isShadowed =
    rules.selection === 'first' && group.wanted.some(({ candidate: { slot } }) => slot === candidate.slot);
  if (candidate.look.kind === 'dark' && !isShadowed && !unsure.has(group.directory))
    complain(`A5: ${change.path} is removed without evidence: ${describe(judged)}`);
  if (group.wanted.some((wanted) => wanted.candidate === candidate) && !isKnownTwin(judged, group, candidate))
    complain(`A10: ${change.path} is removed and is there: ${describe(judged)}`);
};

const checkStatement = (judged: Case, group: Group, change: Change, isBaselinePart: boolean): void => {
  const { complain, before, unsure } = judged;
  const candidate = group.candidates.find(({ path }) => path === change.path);
  const wanted = group.wanted.find((each) => each.candidate === candidate);
  const isThere =
    candidate !== undefined && candidate.look.kind !== 'absent' && candidate.look.text?.digest === change.digest;
  const isLenient = isScarce(judged) || unsure.has(group.directory);
  if (isLenient ? !isThere : wanted?.digest !== change.digest) {
    const due = wanted?.digest ?? 'nothing';
    complain(`A4, A10: ${change.path} is said with ${change.digest}, wanted is ${due}: ${describe(judged)}`);
  }
  const prior = before.before(change);
  if (isBaselinePart) {
    if (change.action !== 'set') complain(`A13: a ${change.action} in a baseline`);
    return;
  }
  if (prior !== undefined && prior.path === change.path && prior.digest === change.digest) {
    complain(`F4: ${change.path} is said again: ${describe(judged)}`);
  }
  if (change.action !== (prior === undefined ? 'set' : 'replace')) {
    const was = prior === undefined ? 'not visible' : 'visible';
    complain(`A10: ${change.path} is a ${change.action}, it was ${was}: ${describe(judged)}`);
  }
};

const isOwn = ({ before }: Case, directory: string): boolean => before.isBaselineDirectory(directory);

/** Every change had a reason. */
const checkChanges = (judged: Case): void => {
  const { parts, groups, complain, before, rules, unsure } = judged;
  for (const change of parts?.spoken.changes ?? []) {
    const isBaselinePart = parts?.baselineChanges.includes(change) === true;
    const group = groups.find(({ directory }) => directory === directoryOf(change));
    if (group === undefined) {
      complain(`A10: ${change.path} was neither known nor reached: ${describe(judged)}`);
      continue;
    }
    if (!isBaselinePart && isFrozen(group, before, rules) && !unsure.has(group.directory)) {
      complain(`A10: ${change.path} changed beside something unavailable: ${describe(judged)}`);
    }
    if (change.action === 'remove') checkRemoval(judged, group, change);
    else checkStatement(judged, group, change, isBaselinePart);
  }
};

/** What the model sees of a directory is what its files say. */
const checkGroup = (judged: Case, group: Group): void => {
  const { complain, after, before, rules, unsure, parts } = judged;
  const isBaselinePart = judged.plan.mode === 'compose' && isOwn(judged, group.directory);
  if (isBaselinePart && parts?.spoken.isBaseline !== true) return;
  if (unsure.has(group.directory) || (!isBaselinePart && isFrozen(group, before, rules))) return;
  const missing = (path: string, digest: string): boolean =>
    stated(after.statements, group.directory, path)?.digest !== digest;
  for (const {
    candidate: { path },
    digest,
  } of group.wanted) {
    if (!missing(path, digest) || isScarce(judged) || isExcused(judged, path, isBaselinePart)) continue;
    complain(`convergence: ${path} should be visible with ${digest}: ${describe(judged)}`);
  }
  const isSettled = group.wanted.every(({ candidate: { path }, digest }) => !missing(path, digest));
  for (const statement of after.statements.values()) {
    const { path } = statement;
    if (statement.directory !== group.directory || group.wanted.some(({ candidate }) => candidate.path === path))
      continue;
    const candidate = group.candidates.find((each) => each.path === path);
    if (candidate?.look.kind === 'dark') continue;
    const isGone = rules.selection === 'all' && (candidate === undefined || candidate.look.kind === 'absent');
    if (isExcused(judged, path, isBaselinePart) || (isScarce(judged) && !isGone) || (isTight(judged) && !isSettled))
      continue;
    if (isTight(judged) && parts?.transitions.some((change) => change.path === group.duplicates.get(path)) === true)
      continue;
    complain(`convergence: ${path} should not be visible any more: ${describe(judged)}`);
  }
  const notice = parts === undefined ? undefined : noticeOf(textFor(judged, isBaselinePart) ?? '');
  if (notice !== undefined && !isTight(judged) && !isScarce(judged)) complain(`A18: roomy, and yet ${notice}`);
};

/** Broader files are left out first. Source: SPEC A18 */
const checkOmissions = (judged: Case): void => {
  if (isScarce(judged)) return;
  for (const isBaselinePart of [true, false]) {
    const text = textFor(judged, isBaselinePart);
    if (text === undefined || judged.parts === undefined) continue;
    const said = isBaselinePart ? judged.parts.baselineChanges : judged.parts.transitions;
    const fates = judged.groups
      .filter(({ directory }) => (judged.plan.mode === 'compose' && isOwn(judged, directory)) === isBaselinePart)
      .flatMap(({ wanted }) => wanted.map(({ candidate: { path } }) => path))
      .flatMap((path) =>
        isOmitted(noticeOf(text), path) ? ['omitted'] : said.some((change) => change.path === path) ? ['said'] : [],
      );
    if (fates.lastIndexOf('omitted') > fates.indexOf('said') && fates.includes('said')) {
      judged.complain(`A18: a broader file is said and a more specific one omitted: ${text}`);
    }
  }
};

/** What one block says and was not visible had to be read, within bounds. Source: SPEC A6 */
const checkBytes = ({ parts, groups, before, rules, complain }: Case): void => {
  const sizes = new Map(
    groups.flatMap(({ candidates }) =>
      candidates.flatMap(({ path, look }) => (look.kind === 'text' ? [[path, look.text.bytes] as const] : [])),
    ),
  );
  for (const changes of [parts?.baselineChanges ?? [], parts?.transitions ?? []]) {
    const news = changes.filter(
      (change) => change.action !== 'remove' && before.before(change)?.digest !== change.digest,
    );
    const bytes = news.reduce((sum, { path }) => sum + (sizes.get(path) ?? 0), 0);
    if (bytes > rules.maxTotalSourceBytes) complain(`A6: ${bytes} bytes were read for one block`);
  }
};

/** A resume does not bring up what the complete rendering would omit. Source: SPEC A13 */
const checkSilence = (judged: Case): void => {
  const { plan, parts, groups, before, rules, complain } = judged;
  if (plan.mode !== 'compare' || plan.reached.length > 0) return;
  const files = groups.filter(({ directory }) => isOwn(judged, directory)).flatMap(({ wanted }) => wanted);
  files.forEach(({ candidate: { path } }, index) => {
    const behind = files
      .slice(index)
      .reduce((sum, { candidate: { look } }) => sum + (look.kind === 'text' ? bytesOf(look.text.content) : 0), 0);
    const isLast = index === files.length - 1;
    const isNew = parts?.transitions.some((change) => change.action === 'set' && change.path === path) === true;
    const wasSaid = [...before.statements.values()].some((statement) => statement.path === path);
    if (!isLast && behind > rules.maxBytes && isNew && !wasSaid)
      complain(`A13: ${path} is brought up by a resume: ${describe(judged)}`);
  });
};

/** Everything was looked at that had to be. */
export const checkGroups = (judged: Case): void => {
  checkChanges(judged);
  checkBytes(judged);
  checkSilence(judged);
  for (const group of judged.groups) checkGroup(judged, group);
  checkOmissions(judged);
};

/** What a due baseline has to come to. Source: SPEC A8, A13 */
export const checkCompose = (judged: Case): void => {
  const { groups, parts, before, lastBaseline, rules, complain } = judged;
  const own = groups.filter(({ directory }) => isOwn(judged, directory));
  const wanted = own.flatMap((group) => group.wanted);
  const visible = [...before.statements.values()].filter(({ directory }) => isOwn(judged, directory));
  const isHidden = own.some((group) => isFrozen(group, before, rules)) || isScarce(judged);
  const gone = visible.filter(({ path, directory }) => {
    const group = own.find((each) => each.directory === directory);
    const candidate = group?.candidates.find((each) => each.path === path);
    const isOpen = rules.selection === 'first' && candidate === undefined;
    const slotDark = group?.dark.some(({ slot }) => slot === GLOBAL || isOpen || slot === candidate?.slot) === true;
    return !slotDark && !wanted.some((each) => each.candidate.path === path);
  });
  if (parts?.spoken.isBaseline === true) {
    if (wanted.length === 0 && !isScarce(judged) && lastBaseline === undefined && visible.length === 0)
      complain(`A8: a baseline about nothing: ${describe(judged)}`);
    for (const { path, scope } of gone) {
      const isTaken = parts.baselineChanges.some((change) =>
        change.action === 'remove' ? change.path === path : change.scope === scope,
      );
      if (isTight(judged) || isScarce(judged) || isTaken) continue;
      complain(`A13: ${path} is gone and the baseline does not take it back: ${describe(judged)}`);
    }
    return;
  }
  const isExpected =
    wanted.length > 0 ? !isScarce(judged) : !isHidden && (lastBaseline !== undefined || gone.length > 0);
  if (isExpected && !(isTight(judged) && saysTooSmall(judged))) complain(`A8: no baseline: ${describe(judged)}`);
};

/** A write is held exactly when it has to be. Source: SPEC A9 */
export const checkHold = (judged: Case, held: Set<string>): void => {
  const { decision, groups, plan, before, parts, unsure, rules, complain } = judged;
  checkChanges(judged);
  const keyOf = (place: string, digest: string | undefined): string => `${place} ${digest}`;
  // One content of a directory is never held twice; whether another file that says the same counts as new is open.
  const isReached = (directory: string): boolean => plan.reached.includes(directory);
  if (!decision.hold) {
    if (parts !== undefined) complain(`A9: a message beside a call that is not held: ${describe(judged)}`);
    const fresh = groups
      .filter((group) => isReached(group.directory) && !isFrozen(group, before, rules) && !unsure.has(group.directory))
      .flatMap((group) =>
        group.wanted.map(({ candidate: { path }, digest }) => ({ path, digest, directory: group.directory })),
      )
      .filter(({ path, digest, directory }) => stated(before.statements, directory, path)?.digest !== digest)
      .filter(({ digest, directory }) => !held.has(keyOf(`${directory}/`, digest)));
    if (fresh.length > 0 && !isTight(judged) && !isScarce(judged)) {
      complain(`A9: a write below ${fresh.map(({ path }) => path).join(', ')} is not held: ${describe(judged)}`);
    }
    return;
  }
  const news = (parts?.spoken.changes ?? []).filter(
    (change) => change.action !== 'remove' && isReached(directoryOf(change)),
  );
  if (news.every(({ path, digest }) => held.has(keyOf(path, digest))))
    complain(`A9: held for nothing new: ${describe(judged)}`);
  for (const change of news) {
    held.add(keyOf(change.path, change.digest));
    held.add(keyOf(`${directoryOf(change)}/`, change.digest));
  }
  for (const group of groups) checkGroup(judged, group);
};

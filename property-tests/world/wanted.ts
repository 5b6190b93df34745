// Owns: everything that the model should be able to see after some touches, straight from the files.
import type { Scenario } from '../../src/scenario/model.js';
import { discover, groupOf } from './due.js';
import { rulesOf } from './settings.js';
import { GLOBAL, View, chainOf, reachedBy } from './spoken.js';
import type { Truth } from './truth.js';

/** Digests by file, and the paths of what cannot be observed. */
export interface Wants {
  readonly wanted: Readonly<Record<string, string>>;
  readonly hidden: readonly string[];
}

/**
 * What the files ask for.
 *
 * Shape:  of the user, of the directories from the root to the cwd and of those that the touches reach.
 */
export const wantsOf = (truth: Truth, scenario: Scenario, touches: readonly string[]): Wants => {
  const rules = rulesOf(scenario, scenario.sources ?? {});
  const { cwd } = scenario.session;
  const root = rules === undefined ? undefined : discover(rules, truth, cwd);
  if (rules === undefined || root === undefined) return { wanted: {}, hidden: [] };
  const place = { cwd, root };
  const directories = new Set([GLOBAL, ...chainOf(root, cwd), ...reachedBy(rules, place, touches)]);
  const groups = [...directories].map((directory) => groupOf(rules, truth, place, directory));
  const wanted = groups.flatMap((group) =>
    group.wanted.map(({ candidate: { path }, digest }) => {
      const scope = group.directory === GLOBAL ? 'user-global' : '';
      return [View.key({ scope, path }), digest] as const;
    }),
  );
  const hidden = groups.flatMap(({ dark }) => dark.map(({ path }) => path));
  return { wanted: Object.fromEntries(wanted.sort()), hidden };
};

// Owns: what Stryker tells while it runs: how many mutants there are, and what became of each.

/** Whom to tell; set before every run. */
export const listener = { planned: (_count) => undefined, tested: (_mutant) => undefined };

const reporter = {
  onMutationTestingPlanReady: ({ mutantPlans }) => listener.planned(mutantPlans.length),
  onMutantTested: (mutant) => listener.tested(mutant),
};

/** How Stryker finds it. */
export const strykerPlugins = [{ kind: 'Reporter', name: 'listener', value: reporter }];

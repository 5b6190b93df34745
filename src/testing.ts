// Owns: the `./testing` entry: what people who embed the library test their hosts with. Independent of any test runner;
// the generators need fast-check.
export { memoryClock, memoryFileSystem, memorySessionStore, memoryShell } from './adapters/memory/index.js';
export type {
  MemoryClock,
  MemoryCounts,
  MemoryFault,
  MemoryFile,
  MemoryFileSystem,
  MemoryFileSystemOptions,
  MemoryShell,
  ShellAnswer,
} from './adapters/memory/index.js';

export type { Report } from './scenario/host.js';
export type { Scenario, ScenarioFile, SourceMap, Step } from './scenario/model.js';
export type { CheckedScenario, RunOptions, ScenarioLog } from './scenario/run.js';
export { readScenario, runScenario } from './scenario/run.js';

export type { ExpectedTransition, Given, GivenOptions, Outcome } from './testing/given.js';
export { given } from './testing/given.js';

export * from './testing/contracts/index.js';
export * from './testing/arbitraries/log.js';
export * from './testing/arbitraries/path.js';
export * from './testing/arbitraries/scenario.js';
export * from './testing/arbitraries/scope.js';
export * from './testing/arbitraries/session-reference.js';

// Owns: generators of tool calls: the paths that they name, their arguments, how they end and what runs inside them.
import * as fc from 'fast-check';
import type { ToolRun } from '../../scenario/model.js';
import { DIRECTORIES, anyInstructionPath } from './instructions.js';

/** A path as a tool call names it: below the project or not, absolute, climbing, odd or none at all. */
export const anyTouchedPath = (directories: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...directories).map((directory) => `${directory}/f.ts`) },
    { weight: 2, arbitrary: anyInstructionPath(directories) },
    {
      weight: 3,
      arbitrary: fc.constantFrom('f.ts', 'src/f.ts', '../pkg/f.ts', 'pkg/deep/f.ts', '../../f.ts', './a//../f.ts'),
    },
    { weight: 1, arbitrary: fc.constantFrom('', '.', '..', '/', '/repo', '..foo/f.ts', '/tmp/f.ts', 'pkg/') },
  );

/** The arguments of a call as a model writes them: an object or its JSON text, one path or many, or nonsense. */
export const anyArguments = (directories: readonly string[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 8, arbitrary: anyTouchedPath(directories).map((path): unknown => ({ file_path: path })) },
    { weight: 2, arbitrary: anyTouchedPath(directories).map((path): unknown => JSON.stringify({ file_path: path })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('file_path', 'paths'), fc.array(anyTouchedPath(directories), { maxLength: 3 }))
        .map(([name, paths]): unknown => ({ [name]: paths })),
    },
    { weight: 1, arbitrary: fc.constantFrom<unknown>({}, '{', '[]', { file_path: 7 }, { command: 'cat /repo/pkg/f' }) },
  );

const anyOutcome = (): fc.Arbitrary<Pick<ToolRun, 'error' | 'abort'>> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constant({ error: true }) },
    { weight: 1, arbitrary: fc.constant({ abort: true }) },
  );

/** A tool call, with calls inside it or without. Source: SPEC A9 */
export const anyToolRun = (directories: readonly string[] = DIRECTORIES, depth = 2): fc.Arbitrary<ToolRun> =>
  fc
    .tuple(
      fc.constantFrom('read', 'read', 'write', 'edit', 'bash', 'run_code'),
      anyArguments(directories),
      anyOutcome(),
      depth === 0
        ? fc.constant([])
        : fc.oneof(
            { weight: 5, arbitrary: fc.constant([]) },
            { weight: 1, arbitrary: fc.array(anyToolRun(directories, depth - 1), { maxLength: 3 }) },
          ),
    )
    .map(([name, given, outcome, children]) => ({
      name,
      arguments: given,
      ...outcome,
      ...(children.length === 0 ? {} : { children }),
    }));

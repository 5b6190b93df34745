// Owns: finding the project root by its markers. One round, however deep the working directory is.
import type { Inquiry } from '../../core/inquiry.js';
import { ask, settled } from '../../core/inquiry.js';
import type { RootReport } from '../../domain/manifest.js';
import type { AbsolutePath } from '../../domain/path.js';
import { joinPath, selfAndAncestors } from '../../domain/path.js';
import type { Probe } from '../../domain/probe.js';
import type { Question } from '../../domain/question.js';

/**
 * Where the root is.
 *
 * Shape:  `unavailable` when a marker could not be looked at below the first one that is there; `silent` when no file
 *         system is lent.
 * Source: SPEC A2, A7
 */
export type Discovery =
  | { readonly kind: 'found'; readonly root: AbsolutePath; readonly report: RootReport }
  | { readonly kind: 'unavailable'; readonly path: AbsolutePath; readonly reason: string }
  | { readonly kind: 'silent' };

/** A marker may be a file or a directory. */
const marks = (probe: Probe): boolean =>
  probe._tag === 'present' || (probe._tag === 'absent' && probe.directory === true);

const decide = (
  cwd: AbsolutePath,
  markers: readonly string[],
  directories: readonly AbsolutePath[],
  probes: readonly Probe[],
): Discovery => {
  for (const [depth, directory] of directories.entries()) {
    const here = probes.slice(depth * markers.length, (depth + 1) * markers.length);
    if (here.some((probe) => probe._tag === 'no-provider')) return { kind: 'silent' };
    const found = here.findIndex(marks);
    if (found >= 0) {
      const marker = joinPath(directory, markers[found] ?? '');
      return { kind: 'found', root: directory, report: { path: directory, marker, how: 'marker' } };
    }
    for (const [index, probe] of here.entries()) {
      if (probe._tag !== 'unavailable') continue;
      return { kind: 'unavailable', path: joinPath(directory, markers[index] ?? ''), reason: probe.reason };
    }
  }
  return { kind: 'found', root: cwd, report: { path: cwd, how: 'no-marker' } };
};

/**
 * Walks up from the working directory to the first directory that holds a marker.
 *
 * Shape:  all markers of all ancestors in one batch.
 * Why:    an unavailable marker must not let the walk cross into an ancestor project.
 * Source: SPEC A2
 */
export const discoverRoot = (cwd: AbsolutePath, markers: readonly string[]): Inquiry<Discovery> => {
  const directories = selfAndAncestors(cwd);
  const questions = directories.flatMap((directory) =>
    markers.map((marker): Question & { readonly kind: 'probe' } => ({
      kind: 'probe',
      path: joinPath(directory, marker),
    })),
  );
  return ask(questions, (probes) => settled(decide(cwd, markers, directories, probes)));
};

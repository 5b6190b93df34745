// Owns: taking down which questions about files a decision asked and what was answered, for a memo of it.
import type { Task } from 'fp-ts/lib/Task.js';
import { absolutePath } from '../../domain/path.js';
import type { FileAnswer, FileQuestion, FileSystem } from '../../ports/file-system.js';

/** A file system that remembers what it was asked. */
export interface Witness {
  readonly fileSystem: FileSystem;
  /** Path to stamp; `undefined` when an answer cannot be told again by looking. */
  readonly stamps: () => Readonly<Record<string, string>> | undefined;
}

/**
 * Watches a file system.
 *
 * Shape:  listings are not taken down: they only make diagnostics.
 * Why:    a file that changed a moment ago has no version that could be believed, so a decision about it is made anew.
 */
export const witness = (files: Required<FileSystem>): Witness => {
  const stamps: Record<string, string> = {};
  let isReliable = true;
  const hear = ({ kind, path }: FileQuestion, answer: FileAnswer): void => {
    if (kind === 'list') return;
    const version = 'version' in answer ? answer.version : undefined;
    if (kind === 'read') isReliable &&= version !== undefined && version === stamps[path];
    else if (answer._tag === 'present' && version !== undefined) stamps[path] = version;
    else if (answer._tag === 'absent') stamps[path] = 'directory' in answer ? 'directory' : 'absent';
    else isReliable = false;
  };
  const heard =
    <A extends FileAnswer>(question: FileQuestion, task: Task<A>): Task<A> =>
    async () => {
      const answer = await task();
      hear(question, answer);
      return answer;
    };
  return {
    fileSystem: {
      ...files,
      probe: (path, signal) => heard({ kind: 'probe', path }, files.probe(path, signal)),
      read: (path, maxBytes, signal) => heard({ kind: 'read', path, maxBytes }, files.read(path, maxBytes, signal)),
      many: (questions, signal) => async () => {
        const answers = await files.many(questions, signal)();
        questions.forEach((question, index) => hear(question, answers[index] as FileAnswer));
        return answers;
      },
    },
    stamps: () => (isReliable ? stamps : undefined),
  };
};

/** Tells whether paths of this machine are spelled in decisions as the machine spells them. */
export const isPlain = (path: string): boolean => absolutePath(path) === path;

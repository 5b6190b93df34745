// Owns: a file system whose every call can be made to go wrong in every way, and what the oracle of the simulated world
// has to believe for as long as it does. Which call, and in which life, is fault-life.ts's business.
import type { MemoryFileSystem } from '../../src/adapters/memory/index.js';
import type { AbsolutePath } from '../../src/domain/path.js';
import type { CancelSignal } from '../../src/ports/cancel-signal.js';
import type { FileAnswer, FileQuestion, FileSystem, RawRead } from '../../src/ports/file-system.js';
import type { ScenarioFile } from '../../src/scenario/model.js';
import type { Truth } from '../../property-tests/world/truth.js';

const SWAPS: Readonly<Record<string, ScenarioFile | undefined>> = {
  'swapped for another file': 'Swapped in between probe and read.\n',
  'swapped for a directory': { directory: true },
  'swapped for a FIFO': { other: true },
  'swapped for a link to itself': { link: '@' },
  'swapped for nothing': undefined,
};

const swapAt = (path: AbsolutePath, fault: string): ScenarioFile | undefined => {
  const file = SWAPS[fault];
  return typeof file === 'object' && 'link' in file ? { link: path } : file;
};

const SIZES: Readonly<Record<string, number | undefined>> = {
  'says no size': undefined,
  'says size 0': 0,
  'says size -5': -5,
  'says size NaN': Number.NaN,
  'says size 0.5': 0.5,
};

const ANY = ['fails', 'rejects', 'throws', 'throws when run', 'answers nothing', 'hangs', 'is late'] as const;

/** How a single call can go wrong. */
export const FAULTS: Readonly<Record<FileQuestion['kind'], readonly string[]>> = {
  probe: [...ANY, 'says a huge size', ...Object.keys(SIZES), ...Object.keys(SWAPS)],
  read: [...ANY, 'truncates', 'truncates to nothing', 'is beside itself'],
  list: ANY,
};

/** How a call that answers many questions can go wrong. */
export const BATCH_FAULTS = [
  'rejects',
  'throws',
  'throws when run',
  'answers nothing',
  'hangs',
  'is late',
  'answers too few',
  'answers none',
  'answers too many',
  'leaves a hole',
] as const;

/** What a fault must not change at all: the life is the one without it, byte for byte. */
export const HARMLESS: ReadonlySet<string> = new Set(['is late', 'answers too many', ...Object.keys(SIZES)]);

/** One call that goes wrong, counted from 0. */
export interface Injection {
  readonly at: number;
  readonly fault: string;
}

/** A file system that goes wrong once. */
export interface FaultyFiles {
  readonly single: FileSystem;
  readonly batched: FileSystem;
  /** What was asked, one entry for each call. */
  readonly calls: () => readonly FileQuestion['kind'][];
  /** Makes everything right again, and the oracle believe in what stands there now. */
  readonly heal: () => void;
}

const unavailable: FileAnswer = { _tag: 'unavailable', reason: 'EIO: the test made it fail' };

const turns = async (count: number): Promise<void> => {
  for (let left = count; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
};

const encoded = (bytes: Uint8Array): ScenarioFile => ({ base64: Buffer.from(bytes).toString('base64') });

/** A file system that counts its calls and has one of them go wrong; `abort` aborts whatever is running. */
export const faultyFiles = (
  files: FileSystem,
  world: MemoryFileSystem,
  truth: Truth,
  injection: Injection | undefined,
  abort: () => void,
): FaultyFiles => {
  const calls: FileQuestion['kind'][] = [];
  const mending: (() => void)[] = [];
  let released = (): void => undefined;
  const swapped = new Map<string, ScenarioFile | undefined>();

  const ask = (question: FileQuestion, signal?: CancelSignal): Promise<FileAnswer> => {
    if (question.kind === 'probe') return files.probe(question.path, signal)();
    if (question.kind === 'list') return files.list?.(question.path, signal)() ?? Promise.resolve(unavailable);
    believeSwap(question.path);
    return files.read(question.path, question.maxBytes, signal)();
  };
  const change = (path: string, file: ScenarioFile | undefined): void =>
    file === undefined ? truth.delete(path) : truth.put(path, file);
  /** A file that was swapped is noticed by whoever reads it; until then it is what its probe said. */
  const believeSwap = (path: string): void => {
    if (!swapped.has(path)) return;
    const file = swapped.get(path);
    if (typeof file === 'string') change(path, file);
    else truth.fault(path, 'unreadable');
  };
  const darken = ({ kind, path }: FileQuestion): void => {
    if (kind === 'list') return;
    truth.fault(path, kind === 'probe' ? 'unavailable' : 'unreadable');
    mending.push(() => truth.fault(path, null));
  };
  const swap = (path: AbsolutePath, file: ScenarioFile | undefined): void => {
    if (file === undefined) world.delete(path);
    else world.put(path, file as string);
    swapped.set(path, file);
    mending.push(() => {
      truth.fault(path, null);
      change(path, file);
    });
  };
  const truncated = (path: AbsolutePath, answer: RawRead, share: number): RawRead => {
    if (answer._tag !== 'bytes') return answer;
    const bytes = answer.bytes.slice(0, Math.floor(answer.bytes.length * share));
    truth.put(path, encoded(bytes));
    mending.push(() => truth.put(path, encoded(answer.bytes)));
    return { _tag: 'bytes', bytes };
  };
  const isNow = (): boolean => calls.length - 1 === injection?.at;

  /** What goes wrong in the same way for one question and for many; nothing for what is particular. */
  const broken = <A>(questions: readonly FileQuestion[], run: () => Promise<A>): (() => Promise<A>) | undefined => {
    const fault = injection?.fault;
    if (fault === 'is late') return () => turns(3).then(run);
    if (!['rejects', 'throws', 'throws when run', 'answers nothing', 'hangs'].includes(fault ?? '')) return undefined;
    questions.forEach(darken);
    switch (fault) {
      case 'rejects':
        return () => Promise.reject(new Error('EIO: rejected'));
      case 'throws':
        throw new Error('thrown at once');
      case 'throws when run':
        return () => {
          throw new Error('thrown when run');
        };
      case 'answers nothing':
        return () => Promise.resolve(undefined as A);
      default:
        return () => {
          setImmediate(abort);
          return new Promise<A>((_, reject) => {
            released = () => reject(new Error('much too late'));
          });
        };
    }
  };
  const particular = async (question: FileQuestion, fault: string, signal?: CancelSignal): Promise<FileAnswer> => {
    const { kind, path } = question;
    if (fault === 'fails' || fault === 'is beside itself') {
      darken(question);
      return fault === 'fails' ? unavailable : ({ _tag: 'bytes' } as unknown as FileAnswer);
    }
    const answer = await ask(question, signal);
    if (fault in SWAPS && kind === 'probe') swap(path, swapAt(path, fault));
    if (kind === 'read' && fault.startsWith('truncates'))
      return truncated(path, answer as RawRead, fault === 'truncates' ? 0.5 : 0);
    if (answer._tag !== 'present') return answer;
    if (fault === 'says a huge size') {
      darken(question);
      return { _tag: 'present', size: 1e13 };
    }
    if (!(fault in SIZES)) return answer;
    const size = SIZES[fault];
    const { version } = answer;
    return {
      _tag: 'present',
      ...(size === undefined ? {} : { size }),
      ...(version === undefined ? {} : { version }),
    };
  };
  const one = (question: FileQuestion, signal?: CancelSignal): (() => Promise<never>) => {
    calls.push(question.kind);
    if (!isNow()) return () => ask(question, signal) as Promise<never>;
    const run = broken([question], () => ask(question, signal));
    return (run ?? (() => particular(question, injection?.fault ?? '', signal))) as () => Promise<never>;
  };
  const many = (questions: readonly FileQuestion[], signal?: CancelSignal): (() => Promise<readonly FileAnswer[]>) => {
    calls.push(questions[0]?.kind ?? 'list');
    const all = (): Promise<readonly FileAnswer[]> => Promise.all(questions.map((question) => ask(question, signal)));
    if (!isNow()) return all;
    const run = broken(questions, all);
    if (run !== undefined) return run;
    const half = Math.floor(questions.length / 2);
    switch (injection?.fault) {
      case 'answers too few':
        questions.slice(half).forEach(darken);
        return () => all().then((answers) => answers.slice(0, half));
      case 'answers none':
        questions.forEach(darken);
        return () => Promise.resolve([]);
      case 'leaves a hole':
        questions.slice(half, half + 1).forEach(darken);
        return () => all().then((answers) => answers.map((answer, index) => (index === half ? undefined! : answer)));
      default:
        return () => all().then((answers) => [...answers, unavailable, unavailable]);
    }
  };

  const single: FileSystem = {
    probe: (path, signal) => one({ kind: 'probe', path }, signal),
    read: (path, maxBytes, signal) => one({ kind: 'read', path, maxBytes }, signal),
    list: (path, signal) => one({ kind: 'list', path }, signal),
  };
  return {
    single,
    batched: { ...single, many },
    calls: () => calls,
    heal: () => {
      released();
      mending.splice(0).forEach((mend) => mend());
      swapped.clear();
    },
  };
};

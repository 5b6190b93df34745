// Owns: the true files of a life, written from the contract alone (SPEC A5, A6, R): what stands where, what a path
// leads to, which text it holds and which faults hide it. It shares no code with the adapters that the library is run
// on.
import { createHash } from 'node:crypto';
import type { ScenarioFile } from '../../src/scenario/model.js';

type Fault = 'unavailable' | 'unreadable';

interface Regular {
  readonly kind: 'file';
  readonly bytes: Buffer;
  readonly stamp: number;
}

type Node = Regular | { readonly kind: 'link'; readonly target: string } | { readonly kind: 'directory' | 'other' };

/**
 * What is at a path.
 *
 * Shape:  `dark`: it cannot be observed, because of its probe or only of its read; `text` is what it holds all the
 *         same.
 */
export type Look =
  | { readonly kind: 'absent'; readonly isDirectory: boolean }
  | {
      readonly kind: 'dark';
      readonly by: 'probe' | 'read';
      readonly text: Text | undefined;
      readonly bytes: number;
    }
  | { readonly kind: 'text'; readonly text: Text };

/** A text that a file holds. */
export interface Text {
  readonly content: string;
  readonly digest: string;
  readonly trimmed: string;
  readonly bytes: number;
  readonly stamp: number;
}

const digests = new Map<string, string>();

/** SHA-1 of the UTF-8 bytes; remembered, since a world holds few texts. */
export const sha1 = (text: string): string => {
  let digest = digests.get(text);
  if (digest === undefined) {
    digest = createHash('sha1').update(text, 'utf8').digest('hex');
    if (digests.size > 5000) digests.clear();
    digests.set(text, digest);
  }
  return digest;
};

/** Names of a path without `.` and empty ones; `..` climbs. */
export const namesOf = (path: string): string[] => {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names;
};

/** An absolute path out of a directory and a path as somebody named it. Source: SPEC A9 */
export const resolve = (directory: string, named: string): string =>
  `/${namesOf(named.startsWith('/') ? named : `${directory}/${named}`).join('/')}`;

/** The directory of an absolute path. */
export const parentOf = (path: string): string => `/${namesOf(path).slice(0, -1).join('/')}`;

const decode = (bytes: Buffer): string | undefined => {
  let text: string;
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    text = new TextDecoder('utf-16le', { ignoreBOM: true }).decode(bytes.subarray(2));
  else if (bytes[0] === 0xfe && bytes[1] === 0xff)
    text = new TextDecoder('utf-16be', { ignoreBOM: true }).decode(bytes.subarray(2));
  else text = new TextDecoder('utf-8').decode(bytes);
  return text.includes('\0') ? undefined : text;
};

const textOf = ({ bytes, stamp }: Regular): Text | undefined => {
  const content = decode(bytes);
  if (content === undefined) return undefined;
  return { content, digest: sha1(content), trimmed: content.trim(), bytes: bytes.length, stamp };
};

interface Walk {
  readonly node: Node | undefined;
  readonly isLoop: boolean;
  /** Every path that stood for the asked one, itself and the real one included. */
  readonly aliases: readonly string[];
}

/** A file tree that is edited in place. */
export class Truth {
  private readonly nodes = new Map<string, Node>([['/', { kind: 'directory' }]]);
  private readonly faults = new Map<string, Fault>();
  private stamps = 0;
  /** Grows with every edit and fault. */
  edits = 0;

  constructor(files: Readonly<Record<string, ScenarioFile>>) {
    for (const [path, file] of Object.entries(files)) this.put(path, file);
  }

  /** Where an entry really stands: links among its parents lead on, the entry itself stays. */
  private entryAt(path: string): string {
    const parent = this.walk(parentOf(path));
    const name = namesOf(path).at(-1) ?? '';
    return resolve(parent.aliases.at(-1) ?? '/', name);
  }

  private clear(path: string): void {
    for (const other of [...this.nodes.keys()])
      if (other === path || other.startsWith(`${path}/`)) this.nodes.delete(other);
  }

  put(path: string, file: ScenarioFile): void {
    this.edits += 1;
    this.stamps += 1;
    const place = this.entryAt(path);
    const parents = namesOf(place)
      .slice(0, -1)
      .map((_, index, names) => `/${names.slice(0, index + 1).join('/')}`);
    for (const at of parents) {
      if (this.nodes.get(at)?.kind === 'directory') continue;
      this.clear(at);
      this.nodes.set(at, { kind: 'directory' });
    }
    if (typeof file === 'object' && 'directory' in file) {
      if (this.nodes.get(place)?.kind !== 'directory') this.nodes.set(place, { kind: 'directory' });
      return;
    }
    this.clear(place);
    const stamp = this.stamps;
    if (typeof file === 'string') this.nodes.set(place, { kind: 'file', bytes: Buffer.from(file, 'utf8'), stamp });
    else if ('base64' in file)
      this.nodes.set(place, { kind: 'file', bytes: Buffer.from(file.base64, 'base64'), stamp });
    else if ('link' in file) this.nodes.set(place, { kind: 'link', target: file.link });
    else this.nodes.set(place, { kind: 'other' });
  }

  delete(path: string): void {
    this.edits += 1;
    this.clear(this.entryAt(path));
  }

  fault(path: string, fault: Fault | null): void {
    this.edits += 1;
    if (fault === null) this.faults.delete(path);
    else this.faults.set(path, fault);
  }

  private walk(path: string): Walk {
    const aliases = [path];
    let at = '/';
    let links = 0;
    const pending = namesOf(path).reverse();
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      const next = name === '..' ? parentOf(at) : resolve(at, name);
      const node = this.nodes.get(next);
      if (pending.length === 0) aliases.push(next);
      if (node?.kind === 'link') {
        links += 1;
        if (links > 40) return { node: undefined, isLoop: true, aliases };
        if (node.target.startsWith('/')) at = '/';
        pending.push(
          ...node.target
            .split('/')
            .filter((each) => each !== '' && each !== '.')
            .reverse(),
        );
        continue;
      }
      if (node === undefined || (node.kind !== 'directory' && pending.length > 0)) {
        return {
          node: undefined,
          isLoop: false,
          aliases: [...aliases, resolve(next, [...pending].reverse().join('/'))],
        };
      }
      at = next;
    }
    return { node: this.nodes.get(at), isLoop: false, aliases: [...aliases, at] };
  }

  /** What can be seen at a path. Source: SPEC A5, A6 */
  look(path: string, maxSourceBytes: number): Look {
    const { node, isLoop, aliases } = this.walk(path);
    const faults = aliases.map((alias) => this.faults.get(alias));
    const text = node?.kind === 'file' ? textOf(node) : undefined;
    const bytes = node?.kind === 'file' ? node.bytes.length : 0;
    if (isLoop || faults.includes('unavailable')) return { kind: 'dark', by: 'probe', text, bytes };
    if (node?.kind !== 'file') return { kind: 'absent', isDirectory: node?.kind === 'directory' };
    if (bytes > maxSourceBytes) return { kind: 'dark', by: 'probe', text, bytes };
    if (text === undefined || faults.includes('unreadable')) return { kind: 'dark', by: 'read', text, bytes };
    return { kind: 'text', text };
  }
}

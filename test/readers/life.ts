// Owns: a made-up conversation, what its model sees after each thing that happens, and how three tools would have
// written it down. The truth is kept as a plain list that is cut and joined; nothing of the readers is used.
import * as fc from 'fast-check';

/** One thing that happens. `turns` count from the end; a rewind is followed by another prompt in their place. */
export type Happening =
  | { readonly kind: 'prompt' }
  | { readonly kind: 'answer'; readonly calls: number; readonly reversed: boolean; readonly noise: number }
  | { readonly kind: 'rewind'; readonly turns: number }
  | { readonly kind: 'compact'; readonly turns: number; readonly keptFirst: boolean };

/** Anything that may happen, in any order. */
export const anyLife = (): fc.Arbitrary<readonly Happening[]> =>
  fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constant({ kind: 'prompt' } as const) },
      {
        weight: 5,
        arbitrary: fc.record({
          kind: fc.constant('answer' as const),
          calls: fc.nat(3),
          reversed: fc.boolean(),
          noise: fc.nat(2),
        }),
      },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('rewind' as const), turns: fc.nat(3) }) },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('compact' as const), turns: fc.nat(2), keptFirst: fc.boolean() }),
      },
    ),
    { maxLength: 14 },
  );

/** The lines so far and what is seen after them. */
export interface Moment {
  readonly lines: readonly string[];
  readonly seen: readonly string[];
}

/** An answer of the model, the ids of its calls, and those in the order in which their results came. */
interface Answer {
  readonly id: string;
  readonly text: string;
  readonly calls: readonly string[];
  readonly results: readonly string[];
  readonly noise: number;
}

/** How a tool writes. */
interface Writer {
  readonly header: readonly object[];
  readonly prompt: (id: string, text: string) => readonly object[];
  readonly answer: (answer: Answer) => readonly object[];
  /** `turns` prompts, the first of them `to`, were taken back. */
  readonly rewind: (to: string, turns: number) => readonly object[];
  readonly compact: (id: string, kept: readonly Turn[], keptFirst: boolean) => readonly object[];
  /** Where a compaction puts its summary. */
  readonly summary: 'first' | 'last' | 'either';
}

/** One prompt and everything that it led to. */
interface Turn {
  readonly id: string;
  readonly seen: readonly string[];
}

/** Tells a life in a tool's words. */
export const momentsOf = (life: readonly Happening[], writer: Writer): readonly Moment[] => {
  const lines: string[] = [];
  let summary: string | undefined;
  let isSummaryLast = false;
  let kept: readonly Turn[] = [];
  let turns: readonly Turn[] = [];
  const write = (written: readonly object[]): void => void lines.push(...written.map((line) => JSON.stringify(line)));
  const seen = (): readonly string[] => {
    const before = kept.flatMap((turn) => turn.seen);
    const told = summary === undefined ? before : isSummaryLast ? [...before, summary] : [summary, ...before];
    return [...told, ...turns.flatMap((turn) => turn.seen)];
  };
  const ask = (id: string): void => {
    write(writer.prompt(id, `prompt ${id}`));
    turns = [...turns, { id, seen: [`prompt ${id}`] }];
  };
  write(writer.header);
  return life.flatMap((happening, index): readonly Moment[] => {
    const id = `n${index}`;
    const last = turns.at(-1);
    if (happening.kind === 'prompt') ask(id);
    else if (happening.kind === 'answer') {
      if (last === undefined) return [];
      const calls = Array.from({ length: happening.calls }, (_, number) => `${id}.${number}`);
      const results = happening.reversed ? [...calls].reverse() : calls;
      const text = `answer ${id}`;
      write(writer.answer({ id, text, calls, results, noise: happening.noise }));
      const made = [...calls.map((call) => `call ${call}`), ...results.map((call) => `result ${call}`)];
      turns = [...turns.slice(0, -1), { id: last.id, seen: [...last.seen, text, ...made] }];
    } else if (happening.kind === 'rewind') {
      const back = Math.min(happening.turns, turns.length);
      const to = turns[turns.length - back];
      if (to === undefined) return [];
      write(writer.rewind(to.id, back));
      turns = turns.slice(0, turns.length - back);
      ask(id);
    } else {
      if (turns.length === 0) return [];
      kept = happening.turns === 0 ? [] : turns.slice(-happening.turns);
      isSummaryLast = writer.summary === 'last' || (writer.summary === 'either' && happening.keptFirst);
      summary = `summary ${id}`;
      write(writer.compact(id, kept, isSummaryLast));
      turns = [];
    }
    return [{ lines: [...lines], seen: seen() }];
  });
};

const at = (second: number): string => new Date(Date.UTC(2026, 0, 5) + second * 1000).toISOString();

/** Claude Code: one line a block, results below the line of their call, the rest below the line before. */
export const asClaudeCode = (): Writer => {
  const parents = new Map<string, string | null>();
  const tails = new Map<string, string>();
  let last: string | null = null;
  let turn = '';
  let number = 0;
  const line = (uuid: string, parent: string | null, more: object): object => {
    number += 1;
    last = uuid;
    tails.set(turn, uuid);
    return { parentUuid: parent, uuid, isSidechain: false, sessionId: 's', cwd: '/w', timestamp: at(number), ...more };
  };
  const said = (uuid: string, parent: string | null, id: string, block: object): object =>
    line(uuid, parent, { type: 'assistant', message: { id, role: 'assistant', content: [block] } });
  return {
    header: [],
    summary: 'either',
    prompt: (id, text) => {
      turn = id;
      parents.set(id, last);
      return [line(id, last, { type: 'user', message: { role: 'user', content: text } })];
    },
    answer: ({ id, text, calls, results, noise }) => {
      const lines = [said(`${id}-text`, last, id, { type: 'text', text })];
      for (const call of calls) {
        lines.push(
          said(`${call}-call`, last, id, { type: 'tool_use', id: call, name: 'Read', input: { file_path: call } }),
        );
      }
      for (const call of results) {
        const block = { type: 'tool_result', tool_use_id: call, content: 'x' };
        lines.push(
          line(`${call}-result`, `${call}-call`, { type: 'user', message: { role: 'user', content: [block] } }),
        );
      }
      if (noise > 0) lines.push(line(`${id}-noise`, last, { type: 'attachment', attachment: { type: 'todo' } }));
      if (noise > 1) lines.push({ type: 'file-history-snapshot' });
      return lines;
    },
    rewind: (to) => {
      last = parents.get(to) ?? null;
      return [];
    },
    compact: (id, kept, keptFirst) => {
      const [head, tail] = [kept[0], kept.at(-1)];
      const before = last;
      const anchorUuid = keptFirst ? `${id}-boundary` : id;
      const ends = { headUuid: head?.id, tailUuid: tails.get(tail?.id ?? ''), anchorUuid };
      const compactMetadata = head === undefined ? {} : { preservedSegment: ends };
      const boundary = { type: 'system', subtype: 'compact_boundary', logicalParentUuid: before, compactMetadata };
      const message = { role: 'user', content: `summary ${id}` };
      const lines = [
        line(`${id}-boundary`, null, boundary),
        line(id, `${id}-boundary`, { type: 'user', isCompactSummary: true, message }),
      ];
      if (head !== undefined) last = ends.tailUuid ?? null;
      return lines;
    },
  };
};

/** pi: one entry a message, all below the entry before. */
export const asPi = (): Writer => {
  const parents = new Map<string, string | null>();
  let last: string | null = null;
  let number = 0;
  const entry = (id: string, type: string, more: object): object => {
    number += 1;
    const parentId = last;
    last = id;
    return { type, id, parentId, timestamp: at(number), ...more };
  };
  const message = (id: string, role: string, content: unknown, more: object = {}): object =>
    entry(id, 'message', { message: { role, content, ...more } });
  return {
    header: [{ type: 'session', version: 3, id: 's', timestamp: at(0), cwd: '/w' }],
    summary: 'first',
    prompt: (id, text) => {
      parents.set(id, last);
      return [message(id, 'user', text)];
    },
    answer: ({ id, text, calls, results, noise }) => {
      const made = calls.map((call) => ({ type: 'toolCall', id: call, name: 'read', arguments: { path: call } }));
      return [
        message(`${id}-said`, 'assistant', [{ type: 'text', text }, ...made]),
        ...results.map((call) => message(`${call}-result`, 'toolResult', [], { toolCallId: call, isError: false })),
        ...(noise > 0 ? [entry(`${id}-noise`, 'label', { targetId: id })] : []),
      ];
    },
    rewind: (to) => {
      last = parents.get(to) ?? null;
      return [];
    },
    compact: (id, kept) => [
      entry(id, 'compaction', { summary: `summary ${id}`, firstKeptEntryId: kept[0]?.id ?? id, tokensBefore: 1 }),
    ],
  };
};

/** Codex: one row an item, in one line; what is kept is written down again. */
export const asCodex = (): Writer => {
  const items = new Map<string, object[]>();
  let turn = '';
  let number = 0;
  const row = (type: string, payload: object): object => {
    number += 1;
    return { timestamp: at(number), type, payload };
  };
  const item = (payload: object): object => {
    items.get(turn)?.push(payload);
    return row('response_item', payload);
  };
  const said = (role: string, text: string): object => ({
    type: 'message',
    role,
    content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
  });
  return {
    header: [row('session_meta', { id: 's', cwd: '/w', timestamp: at(0) })],
    summary: 'last',
    prompt: (id, text) => {
      turn = id;
      items.set(id, []);
      return [item(said('user', text)), row('event_msg', { type: 'user_message', message: text })];
    },
    answer: ({ text, calls, results, noise }) => [
      ...(noise > 0 ? [row('event_msg', { type: 'token_count' })] : []),
      item(said('assistant', text)),
      ...calls.map((call) => item({ type: 'function_call', name: 'read', arguments: '{}', call_id: call })),
      ...results.map((call) => item({ type: 'function_call_output', call_id: call, output: 'x' })),
    ],
    rewind: (_, turns) => [row('event_msg', { type: 'thread_rolled_back', num_turns: turns })],
    compact: (id, kept) => {
      const message = `summary ${id}`;
      const told = kept.flatMap((one) => items.get(one.id) ?? []);
      return [row('compacted', { message, replacement_history: [...told, said('user', message)] })];
    },
  };
};

// Owns: the laws of the append-only list: every version ever made stays what it was, whatever grows out of it.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AppendList } from '../src/core/append-list.js';
import { append, emptyList, findLast, itemsOf, lastOf, listOf } from '../src/core/append-list.js';
import { seed } from '../test/seed.js';

/** A version beside its naive model, a plain copied array. */
interface Version {
  readonly list: AppendList<number>;
  readonly items: readonly number[];
}

const agrees = ({ list, items }: Version): void => {
  expect(list.length).toBe(items.length);
  expect([...itemsOf(list)]).toEqual(items);
  expect(lastOf(list)).toBe(items.at(-1));
  for (let item = 0; item <= 9; item += 1) {
    expect(findLast(list, (other) => other === item)).toBe(items.includes(item) ? item : undefined);
  }
};

describe(`append-list (seed ${seed})`, () => {
  test('F3 any version can be extended at any time, and all of them stay what they were', () => {
    const anyMoves = fc.array(fc.record({ from: fc.nat(50), item: fc.nat(9) }), { maxLength: 40 });
    fc.assert(
      fc.property(fc.array(fc.nat(9), { maxLength: 4 }), anyMoves, (first, moves) => {
        const versions: Version[] = [
          { list: emptyList(), items: [] },
          { list: listOf([...first]), items: first },
        ];
        for (const { from, item } of moves) {
          const { list, items } = versions[from % versions.length] as Version;
          versions.push({ list: append(list, item), items: [...items, item] });
        }
        versions.forEach(agrees);
      }),
    );
  });

  test('F3 an old version extended twice gives two lists that are both right', () => {
    const old = append(emptyList<string>(), 'a');
    const one = append(old, 'b');
    const other = append(old, 'c');
    expect([old, one, other].map((list) => [...itemsOf(list)])).toEqual([['a'], ['a', 'b'], ['a', 'c']]);
  });

  test('the last item that holds is the one nearest to the end, and nothing newer is looked at', () => {
    const old = listOf(['a1', 'b1', 'a2', 'b2']);
    append(old, 'a3');
    const asked: string[] = [];
    const isA = (item: string): boolean => asked.push(item) > 0 && item.startsWith('a');
    expect(findLast(old, isA)).toBe('a2');
    expect(asked).toEqual(['b2', 'a2']);
    expect(findLast(old, (item) => item === 'a1')).toBe('a1');
    expect(findLast(old, () => false)).toBeUndefined();
  });

  test('two empty lists share nothing', () => {
    const one = emptyList<string>();
    append(one, 'a');
    expect([...itemsOf(emptyList<string>())]).toEqual([]);
    expect(lastOf(one)).toBeUndefined();
  });

  test('DESIGN 4 growing the newest version copies nothing', () => {
    let list = emptyList<number>();
    const { backing } = list;
    for (let index = 0; index < 1000; index += 1) list = append(list, index);
    expect(list.backing).toBe(backing);
    expect(itemsOf(list)).toBe(backing);
  });
});

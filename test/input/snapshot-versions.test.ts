// The snapshot index: which snapshot of an order is the latest, counted exactly, in little memory.

import { describe, expect, it } from 'vitest';
import { hashText } from '../../src/basics/text.ts';
import { CompactSnapshotIndex, unreadableInstant } from '../../src/input/snapshot-versions.ts';
import { inForm } from '../helpers/form.ts';
import { fc } from '../helpers/random.ts';

const key = (id: string, instant: number, content = 0) => {
  const hash = hashText(id, { h1: 0, h2: 0 });
  return { id1: hash.h1, id2: hash.h2, instant, content1: content, content2: content };
};

describe('the snapshot index', () => {
  it('agrees with a plain model on any input', () => {
    const entry = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      at: fc.constantFrom(1, 2, 3, -5, Number.NaN),
      content: fc.constantFrom(0, 7, 8),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 30 }), (entries) => {
        const snapshotIndex = new CompactSnapshotIndex();
        const ordinals = new Map<string, number>();
        const winner = new Map<string, { at: number; ordinal: number }>();
        for (const { id, at, content } of entries) {
          const name = `${id} ${at} ${content}`;
          const ordinal = snapshotIndex.enter(key(id, Number.isNaN(at) ? unreadableInstant(9) : at, content));
          expect(ordinal).toBe(ordinals.get(name) ?? ordinals.size);
          ordinals.set(name, ordinal);
          snapshotIndex.addRows(ordinal, 1);
          const best = winner.get(id);
          if (!Number.isNaN(at) && (!best || at >= best.at)) winner.set(id, { at, ordinal });
        }
        expect(snapshotIndex.snapshots).toBe(ordinals.size);
        expect(snapshotIndex.orders).toBe(new Set(entries.map((e) => e.id)).size);
        expect(snapshotIndex.rows).toBe(entries.length);
        for (const [name, ordinal] of ordinals) {
          const [id, at, content] = name.split(' ') as [string, string, string];
          expect(
            snapshotIndex.find(key(id, at === 'NaN' ? unreadableInstant(9) : Number(at), Number(content))),
          ).toBe(ordinal);
          expect(snapshotIndex.isLatest(ordinal)).toBe(at === 'NaN' || winner.get(id)!.ordinal === ordinal);
          expect(snapshotIndex.rowsOf(ordinal)).toBe(
            entries.filter((e) => `${e.id} ${e.at} ${e.content}` === name).length,
          );
        }
      }),
      { numRuns: inForm({ short: 100, long: 500 }) },
    );
  });

  it('keeps an order with very many versions without slowing down', () => {
    const snapshotIndex = new CompactSnapshotIndex();
    for (let i = 0; i < 200_000; i++) snapshotIndex.enter(key('one', i * 1_000_000));
    expect(snapshotIndex).toMatchObject({ orders: 1, snapshots: 200_000 });
    expect(snapshotIndex.isLatest(199_999)).toBe(true);
    expect(snapshotIndex.isLatest(0)).toBe(false);
    expect(snapshotIndex.find(key('one', 5_000_000))).toBe(5);
  });

  it.each([
    ['about 20', 'whole seconds', 1_000_000, 32],
    ['about 24', 'fractions of a second', 1, 38],
  ])('takes %s bytes for each of very many snapshots with %s', (_, _times, step, most) => {
    const many = inForm({ short: 250_000, long: 1_000_000 });
    const before = process.memoryUsage().arrayBuffers;
    const snapshotIndex = new CompactSnapshotIndex();
    const from = 1_777_000_000_000_000;
    for (let i = 0; i < many; i++) snapshotIndex.enter(key(`SO-${i}`, from + i * step));
    expect(snapshotIndex).toMatchObject({ orders: many, snapshots: many });
    expect(snapshotIndex.find(key('SO-177777', from + 177_777 * step))).toBe(177_777);
    expect(snapshotIndex.find(key('SO-177777', from + 177_777 * step + 1))).toBe(-1);
    // Arrays that were replaced while growing may still wait for the garbage collector.
    const bytes = (process.memoryUsage().arrayBuffers - before) / many;
    expect(bytes).toBeLessThan(most);
  });

  it('counts rows beyond what a byte holds', () => {
    const snapshotIndex = new CompactSnapshotIndex();
    const [ordinal, other] = [snapshotIndex.enter(key('a', 1)), snapshotIndex.enter(key('b', 1))];
    const miscounted: number[] = [];
    for (let row = 1; row <= 70_000; row++) {
      snapshotIndex.addRows(ordinal, 1);
      if (snapshotIndex.rowsOf(ordinal) !== row) miscounted.push(row);
    }
    expect(miscounted).toEqual([]);
    snapshotIndex.addRows(other, 62);
    snapshotIndex.addRows(other, 1);
    expect([snapshotIndex.rowsOf(other), snapshotIndex.isLatest(ordinal), snapshotIndex.rows]).toEqual([
      63,
      true,
      70_063,
    ]);
  });
});

describe('the hash', () => {
  it('gives different values for identifiers as shops have them', () => {
    const seen = new Set<bigint>();
    const halves = [new Set<number>(), new Set<number>()];
    const names = ['SO-', '#', '', 'WEB_2026_', '😀'];
    const each = inForm({ short: 8000, long: 40_000 });
    for (const name of names)
      for (let i = 0; i < each; i++) {
        const { h1, h2 } = hashText(`${name}${i}`, { h1: 0, h2: 0 });
        seen.add((BigInt(h1) << 32n) | BigInt(h2));
        halves[0]!.add(h1);
        halves[1]!.add(h2);
      }
    expect(seen.size).toBe(names.length * each);
    // Each half alone is as good as chance: about 5 collisions among 200,000 in 2^32, none among 40,000.
    for (const half of halves)
      expect(half.size).toBeGreaterThan(names.length * each - inForm({ short: 10, long: 30 }));
  });
});

// The tally: which snapshot of an order is the latest, counted exactly, in little memory.

import { describe, expect, it } from 'vitest';
import { SurveyTally, unreadableInstant } from '../../src/input/tally.ts';
import { hashText } from '../../src/orders/input/hash.ts';
import { fc } from '../helpers/random.ts';

const key = (id: string, instant: number, content = 0) => {
  const hash = hashText(id, { h1: 0, h2: 0 });
  return { id1: hash.h1, id2: hash.h2, instant, content1: content, content2: content };
};

describe('the tally', () => {
  it('agrees with a plain model on any input', () => {
    const entry = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      at: fc.constantFrom(1, 2, 3, -5, Number.NaN),
      content: fc.constantFrom(0, 7, 8),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 30 }), (entries) => {
        const tally = new SurveyTally();
        const slots = new Map<string, number>();
        const winner = new Map<string, { at: number; slot: number }>();
        for (const { id, at, content } of entries) {
          const name = `${id} ${at} ${content}`;
          const slot = tally.enter(key(id, Number.isNaN(at) ? unreadableInstant(9) : at, content));
          expect(slot).toBe(slots.get(name) ?? slots.size);
          slots.set(name, slot);
          tally.addRows(slot, 1);
          const best = winner.get(id);
          if (!Number.isNaN(at) && (!best || at >= best.at)) winner.set(id, { at, slot });
        }
        expect(tally.snapshots).toBe(slots.size);
        expect(tally.orders).toBe(new Set(entries.map((e) => e.id)).size);
        expect(tally.rows).toBe(entries.length);
        for (const [name, slot] of slots) {
          const [id, at, content] = name.split(' ') as [string, string, string];
          expect(tally.find(key(id, at === 'NaN' ? unreadableInstant(9) : Number(at), Number(content)))).toBe(
            slot,
          );
          expect(tally.isLatest(slot)).toBe(at === 'NaN' || winner.get(id)!.slot === slot);
          expect(tally.rowsOf(slot)).toBe(
            entries.filter((e) => `${e.id} ${e.at} ${e.content}` === name).length,
          );
        }
      }),
      { numRuns: 500 },
    );
  });

  it('keeps an order with very many versions without slowing down', () => {
    const tally = new SurveyTally();
    for (let i = 0; i < 200_000; i++) tally.enter(key('one', i * 1_000_000));
    expect(tally).toMatchObject({ orders: 1, snapshots: 200_000 });
    expect(tally.isLatest(199_999)).toBe(true);
    expect(tally.isLatest(0)).toBe(false);
    expect(tally.find(key('one', 5_000_000))).toBe(5);
  });

  it.each([
    ['about 20', 'whole seconds', 1_000_000, 32],
    ['about 24', 'fractions of a second', 1, 38],
  ])('takes %s bytes for each of a million snapshots with %s', (_, _times, step, most) => {
    const before = process.memoryUsage().arrayBuffers;
    const tally = new SurveyTally();
    const from = 1_777_000_000_000_000;
    for (let i = 0; i < 1_000_000; i++) tally.enter(key(`SO-${i}`, from + i * step));
    expect(tally).toMatchObject({ orders: 1_000_000, snapshots: 1_000_000 });
    expect(tally.find(key('SO-777777', from + 777_777 * step))).toBe(777_777);
    expect(tally.find(key('SO-777777', from + 777_777 * step + 1))).toBe(-1);
    // What was replaced while growing may still wait for the garbage collector.
    const bytes = (process.memoryUsage().arrayBuffers - before) / 1_000_000;
    expect(bytes).toBeLessThan(most);
  });

  it('counts rows beyond what a byte holds', () => {
    const tally = new SurveyTally();
    const [slot, other] = [tally.enter(key('a', 1)), tally.enter(key('b', 1))];
    for (let row = 1; row <= 70_000; row++) {
      tally.addRows(slot, 1);
      expect(tally.rowsOf(slot)).toBe(row);
    }
    tally.addRows(other, 62);
    tally.addRows(other, 1);
    expect([tally.rowsOf(other), tally.isLatest(slot), tally.rows]).toEqual([63, true, 70_063]);
  });
});

describe('the hash', () => {
  it('tells the identifiers apart that shops have', () => {
    const seen = new Set<bigint>();
    const halves = [new Set<number>(), new Set<number>()];
    const names = ['SO-', '#', '', 'WEB_2026_', '😀'];
    for (const name of names)
      for (let i = 0; i < 40_000; i++) {
        const { h1, h2 } = hashText(`${name}${i}`, { h1: 0, h2: 0 });
        seen.add((BigInt(h1) << 32n) | BigInt(h2));
        halves[0]!.add(h1);
        halves[1]!.add(h2);
      }
    expect(seen.size).toBe(200_000);
    // Each half alone is as good as chance: about 5 collisions among 200,000 in 2^32.
    for (const half of halves) expect(half.size).toBeGreaterThan(199_970);
  });
});

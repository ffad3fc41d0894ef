// Anomalies in shuffled, duplicated, delayed messages of many RMAs, compared with a reference that knows the true order.

import { describe, expect, it } from 'vitest';
import type { Anomaly } from '../../src/contract/rma-duplicates.ts';
import { follow, MAX_SEEN, type RmaMemory, rmaOf } from '../../src/contract/rma-rules/history.ts';
import { changesBetween, stateOf } from '../../src/contract/rma-units.ts';
import { dice, fc } from '../helpers/random.ts';
import { digestsOf } from './histories.ts';
import { RMA } from './verdicts-rma.ts';

/** A sent message: the body, and the sender's knowledge about it. */
interface Sent {
  readonly rma: string;
  /** Ordinal in the true order of the RMA's messages; equal for messages with the same updated_at. */
  readonly moment: number;
  /** Two messages with the same moment and content mean the same, whatever their bytes. */
  readonly content: string;
  readonly text: string;
}

const STATUSES = [null, 'PRE_TRANSIT', 'ACCEPTED', 'TRANSIT', 'DELIVERED'];

/** The messages of one RMA in their true order: five moments, some of them with two contents. */
function lifeOf(rma: string, random: (below: number) => number): Sent[] {
  const start = Date.UTC(2026, 10, 1) + random(1_000_000_000);
  return STATUSES.flatMap((status, moment) => {
    const contents = random(12) === 0 ? ['too large', 'too small'] : ['too large'];
    return contents.map((reason): Sent => {
      const items = RMA.items.map((item) => ({
        ...item,
        package_tracking_status: status,
        tracking_number: status && '1Z77',
        return_reason: reason,
      }));
      const updated = new Date(start + moment * 60_000).toISOString();
      const message = { ...RMA, rma_identifier: rma, updated_at: updated, items };
      return { rma, moment, content: reason, text: JSON.stringify(message) };
    });
  });
}

/** The same message as another program would write it: other bytes, same moment and content. */
function rewritten(sent: Sent, random: (below: number) => number): Sent {
  const message = JSON.parse(sent.text) as Record<string, unknown>;
  switch (random(3)) {
    case 0:
      return { ...sent, text: JSON.stringify(message, null, 1 + random(3)) };
    case 1:
      return { ...sent, text: JSON.stringify(Object.fromEntries(Object.entries(message).reverse())) };
    default:
      return { ...sent, text: sent.text.replace(/(\.\d{3})Z"/, '$1+00:00"') };
  }
}

/** The reference: it stores every received message and compares with all; slow and simple. */
function reference(arrived: readonly Sent[]): (Anomaly | null)[] {
  return arrived.map((sent, i) => {
    const before = arrived.slice(0, i).filter(({ rma }) => rma === sent.rma);
    const sameMoment = before.filter(({ moment }) => moment === sent.moment);
    if (before.some(({ text }) => text === sent.text)) return 'duplicate';
    if (sameMoment.some(({ content }) => content === sent.content)) return 'redelivery';
    if (sameMoment.length > 0) return 'conflict';
    return before.some(({ moment }) => moment > sent.moment) ? 'out_of_order' : null;
  });
}

/** Every message once or more, some rewritten, each delayed by up to `delay` positions. */
function arrivals(lives: readonly Sent[][], random: (below: number) => number, delay: number): Sent[] {
  const placed = lives.flatMap((life) => {
    const begin = random(lives.length * 5);
    return life.flatMap((sent, i) => {
      const copies = random(4) === 0 ? 1 + random(3) : 1;
      return Array.from({ length: copies }, (_, copy) => {
        const body = copy > 0 && random(2) === 0 ? rewritten(sent, random) : sent;
        return { body, at: begin + i * 3 + copy + random(delay) + random(1000) / 1000 };
      });
    });
  });
  return placed.sort((a, b) => a.at - b.at).map(({ body }) => body);
}

function followed(arrived: readonly Sent[]) {
  const memories = new Map<string, RmaMemory>();
  const results = arrived.map(({ text }) => {
    const message: unknown = JSON.parse(text);
    const rma = rmaOf(message)!;
    const result = follow(memories.get(rma), message, digestsOf(text));
    memories.set(rma, result.memory);
    return result;
  });
  return { results, memories };
}

describe('anomalies', () => {
  it('equal the reference for any order of arrival, and the changes connect each state to the next', () => {
    const seen: Record<string, number> = {};
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 60 }), (seed, delay) => {
        const random = dice(seed);
        const arrived = arrivals([lifeOf('RMA-1', random), lifeOf('RMA-2', random)], random, delay);
        const { results, memories } = followed(arrived);
        expect(results.map(({ anomaly }) => anomaly)).toEqual(reference(arrived));
        for (const { anomaly } of results) seen[`${anomaly}`] = (seen[`${anomaly}`] ?? 0) + 1;
        // No late message is reported as a step back, and the final state is the newest.
        const codes = results.flatMap(({ findings }) => findings.map(({ code }) => code));
        expect(codes.filter((code) => code.includes('backward'))).toEqual([]);
        for (const memory of memories.values()) expect(memory.units![0]!.status).toBe('DELIVERED');
        for (const rma of ['RMA-1', 'RMA-2']) {
          let before: unknown;
          arrived.forEach((sent, i) => {
            if (sent.rma !== rma || results[i]!.changes.length === 0) {
              if (sent.rma === rma && before === undefined) before = JSON.parse(sent.text);
              return;
            }
            const after: unknown = JSON.parse(sent.text);
            expect(results[i]!.changes).toEqual(changesBetween(stateOf(before), stateOf(after)));
            before = after;
          });
        }
      }),
      { numRuns: 150 },
    );
    // Each kind must occur often enough, otherwise the test proves nothing.
    expect(Object.keys(seen)).toHaveLength(5);
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(50);
  });
});

describe('messages without updated_at', () => {
  const body = (status: string | null, more = {}) => {
    const items = RMA.items.map((item) => ({ ...item, package_tracking_status: status }));
    return JSON.stringify({ ...RMA, updated_at: undefined, items, ...more });
  };
  const anomalies = (...texts: string[]) =>
    followed(texts.map((text) => ({ rma: '', moment: 0, content: '', text }))).results.map((r) => r.anomaly);

  it('are ordered by arrival', () => {
    expect(anomalies(body('PRE_TRANSIT'), body('TRANSIT'), body('DELIVERED'))).toEqual([null, null, null]);
    expect(anomalies(body('TRANSIT'), body('TRANSIT'))).toEqual([null, 'duplicate']);
    expect(anomalies(...['TRANSIT', 'PRE_TRANSIT', 'TRANSIT'].map(body))).toEqual([null, null, 'duplicate']);
    const spaced = JSON.stringify(JSON.parse(body('TRANSIT')), null, 2);
    expect(anomalies(body('TRANSIT'), spaced, spaced)).toEqual([null, 'redelivery', 'duplicate']);
  });

  it('do not change the newest time', () => {
    const [at, earlier] = ['2026-11-16T10:00:00Z', '2026-11-16T09:00:00Z'];
    expect(
      anomalies(
        body('PRE_TRANSIT', { updated_at: at }),
        body('TRANSIT'),
        body('ACCEPTED', { updated_at: earlier }),
        body('DELIVERED', { updated_at: at }),
        body('DELIVERED', { updated_at: 'nonsense' }),
        body('RETURNED', { updated_at: 'nonsense' }),
      ),
    ).toEqual([null, null, 'out_of_order', 'conflict', null, null]);
  });
});

describe('the memory', () => {
  it('stays bounded over very many messages, and still orders them', () => {
    let memory: RmaMemory | undefined;
    let largest = 0;
    for (let i = 0; i < 500; i++) {
      const updated = new Date(Date.UTC(2026, 10, 16) + i * 1000).toISOString();
      const text = JSON.stringify({ ...RMA, updated_at: updated, return_reason: 'x'.repeat(5000) });
      memory = follow(memory, JSON.parse(text), digestsOf(text)).memory;
      largest = Math.max(largest, JSON.stringify(memory).length);
    }
    expect(memory).toMatchObject({ count: 500, newest: Date.UTC(2026, 10, 16, 0, 8, 19) * 1000 });
    expect(memory?.seen).toHaveLength(MAX_SEEN);
    expect(largest).toBeLessThan(10_000);
    const first = JSON.stringify({ ...RMA, updated_at: '2026-11-16T00:00:00.000Z', return_reason: 'y' });
    expect(follow(memory, JSON.parse(first), digestsOf(first)).anomaly).toBe('out_of_order');
  });

  it('contains no personal data and, of long texts, only what distinguishes them', () => {
    const text = JSON.stringify({
      ...RMA,
      giftee_email: 'canary@nest.example',
      customer: { tags: ['canary'] },
      items: [{ ...RMA.items[0], return_reason: 'x'.repeat(100_000), note: 'canary' }],
    });
    const { memory } = follow(undefined, JSON.parse(text), digestsOf(text));
    expect(JSON.stringify(memory)).not.toMatch(/canary/);
    expect(JSON.stringify(memory).length).toBeLessThan(1500);
  });

  it('with too many kinds of units compares only the RMA itself', () => {
    const many = (count: number, status: string) =>
      JSON.stringify({
        ...RMA,
        status,
        updated_at: `2026-11-16T0${count % 9}:00:00Z`,
        items: Array.from({ length: count }, (_, i) => ({
          ...RMA.items[0],
          order_line_item_identifier: `L${i}`,
        })),
      });
    const first = follow(undefined, JSON.parse(many(600, 'CREATED')), digestsOf(many(600, 'CREATED')));
    expect(first.memory.units).toBeNull();
    const next = follow(first.memory, JSON.parse(many(601, 'REFUNDED')), digestsOf(many(601, 'REFUNDED')));
    expect(next.changes.map(({ field }) => field)).toEqual(['status']);
    expect(next.findings).toEqual([]);
  });
});

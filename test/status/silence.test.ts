// When messages count as silent, and returns as stuck: cases worked out by hand, and simulated years in which every outage and every
// stuck return is named at its hour, and nothing else is.
import { describe, expect, it } from 'vitest';
import { inTransit, later, preTransit, withUnit } from '../../src/contract/sample-rma.ts';
import { silentFrom, stuckSince } from '../../src/status/rma-items.ts';
import { commandLines } from '../../src/status/run-items.ts';
import { seeded, seedFor } from '../helpers/random.ts';
import { accept, countsOf, HOUR, heard, here, NOW, type StatusDocument, statusOf } from './support.ts';

const DAY = 24 * HOUR;
const MONDAY = Date.UTC(2026, 0, 5);

/** One message each hour of these hours of the day, on these days of the week (Monday is 0). */
const regular = (weeks: number, days: number, [from, to]: readonly [number, number]): number[] =>
  Array.from({ length: weeks * 168 }, (_, hour) => hour)
    .filter((hour) => Math.floor(hour / 24) % 7 < days && hour % 24 >= from && hour % 24 < to)
    .map((hour) => MONDAY + hour * HOUR);

it.each([
  [2, false],
  [3, true],
])('a command line that succeeded on %i days is scheduled: %s', (days, isScheduled) => {
  const runs = Array.from({ length: days }, (_, day) => ({
    ...{
      id: `run-${day}`,
      kind: 'orders upload' as const,
      command: 'returns orders upload o.csv',
      shard: null,
    },
    ...{ state: 'completed', exitCode: 0, started: MONDAY + day * DAY, ended: MONDAY + day * DAY + 1000 },
  }));
  expect(commandLines(runs as unknown as Parameters<typeof commandLines>[0])).toMatchObject([
    { isScheduled },
  ]);
});

describe('messages are silent', () => {
  it('three gaps after the last one, where they come evenly', () => {
    const times = regular(9, 7, [0, 24]);
    expect(Math.abs(silentFrom(times)! - times.at(-1)! - 3 * HOUR)).toBeLessThan(60_000);
  });

  it('three weekends after the last one, where none come on weekends', () => {
    const times = regular(9, 5, [6, 20]);
    expect(silentFrom(times)! - times.at(-1)!).toBe(3 * (2 * 24 + 11) * HOUR);
  });

  it('never, while fewer than 200 messages or four weeks are known', () => {
    expect(silentFrom([])).toBeUndefined();
    expect(silentFrom(regular(3, 7, [0, 24]))).toBeUndefined();
    expect(silentFrom(regular(9, 7, [8, 11]))).toBeUndefined();
    expect(silentFrom(regular(9, 7, [8, 12]))).toBeDefined();
  });

  it('no later than usual after one earlier outage', () => {
    const times = regular(9, 7, [0, 24]).filter(
      (time) => time < MONDAY + 50 * DAY || time > MONDAY + 52 * DAY,
    );
    expect(silentFrom(times)! - times.at(-1)!).toBeLessThan(4 * HOUR);
  });
});

/** Messages by the local hour of a shop in Chicago. */
const BY_HOUR = [
  2, 1, 1, 1, 2, 5, 15, 40, 80, 100, 110, 110, 120, 110, 100, 100, 100, 100, 110, 120, 110, 80, 40, 10,
];

/** A year of a shop: quiet nights and weekends, summer time, many returns in January, and the label seconds after its return. */
function yearOf(seed: number, perDay: number): number[] {
  const random = seeded(seed);
  const all = BY_HOUR.reduce((sum, part) => sum + part);
  const times: number[] = [];
  for (let hour = 0; hour < 365 * 24; hour++) {
    const day = hour / 24;
    const at = MONDAY + hour * HOUR;
    const local = new Date(at - (day > 62 && day < 300 ? 5 : 6) * HOUR);
    const season = day < 45 ? 2.2 - (1.2 * day) / 45 : 1;
    const weekend = [0, 6].includes(local.getUTCDay()) ? 0.2 : 1;
    const mean = (0.7 * perDay * season * weekend * BY_HOUR[local.getUTCHours()]!) / all;
    for (let left = Math.exp(-mean), p = random(); p > left; p *= random()) {
      const time = at + random() * HOUR;
      times.push(time, ...(random() < 0.45 ? [time + 3000 + random() * 9000] : []));
    }
  }
  return times.sort((a, b) => a - b);
}

describe('a simulated year', () => {
  it.each([
    { perDay: 12, outage: 12 * DAY, latest: 7 * DAY },
    { perDay: 60, outage: 6 * DAY, latest: 4 * DAY },
  ])(
    'of $perDay messages a day: every outage at its hour, and nothing else',
    ({ perDay, outage, latest }) => {
      const seed = seedFor(4600 + perDay);
      const random = seeded(seed + 1);
      const outages = [80, 170, 260, 340].map((day) => MONDAY + (day + random() * 7) * DAY);
      const isOut = (time: number) => outages.some((from) => time >= from && time < from + outage);
      const times = yearOf(seed, perDay).filter((time) => !isOut(time));
      const alarms = times.flatMap((time, i) => {
        const next = times[i + 1] ?? time;
        // A gap of half an hour holds two messages of the busier shop at most.
        const from =
          next - time > HOUR / 2 ? silentFrom(times.slice(Math.max(0, i - perDay * 100), i + 1)) : undefined;
        return from !== undefined && from < next ? [{ last: time, from }] : [];
      });
      expect(
        alarms.map(({ last }) => outages.findIndex((from) => last < from && from - last < 3 * DAY)),
      ).toEqual([0, 1, 2, 3]);
      for (const { last, from } of alarms) {
        expect(from - last).toBeGreaterThan(2 * HOUR);
        expect(from - last).toBeLessThan(latest);
      }
    },
  );

  it('of returns: each that does not go on from its hour to the next step', () => {
    const random = seeded(seedFor(4700));
    const stuck = 10 * DAY;
    let named = 0;
    for (let i = 0; i < 60; i++) {
      const label = MONDAY + Math.floor(random() * 300) * DAY + random() * HOUR;
      const scan = label + random() * 14 * DAY;
      const refund = scan + random() * 14 * DAY;
      const hours: number[] = [];
      for (let at = label; at < refund + DAY; at += HOUR) {
        const labelSince = at < scan ? label : null;
        const scanSince = at >= scan ? scan : null;
        if (stuckSince({ labelSince, scanSince }, at >= refund, { now: at, stuck }) !== undefined)
          hours.push(at);
      }
      const waits = [
        [label, scan],
        [scan, refund],
      ].map(([from, to]) =>
        Math.max(0, Math.ceil((to! - label) / HOUR) - Math.floor((from! + stuck - label) / HOUR) - 1),
      );
      expect(hours).toHaveLength(waits[0]! + waits[1]!);
      named += hours.length > 0 ? 1 : 0;
    }
    expect(named).toBeGreaterThan(5);
    expect(named).toBeLessThan(60);
  });
});

describe('status', () => {
  /** A message each four hours, six weeks long; the last one so long ago. */
  const hearing = async (hoursAgo: number) => {
    const on = here();
    for (let i = 0; i < 252; i++)
      await heard(on, [withUnit({}, { rma_identifier: `RMA-${i}` })], {
        at: NOW - (hoursAgo + 4 * i) * HOUR,
      });
    return on;
  };
  const itemOf = ({ items }: StatusDocument, wanted: string) => items.find(({ kind }) => kind === wanted);

  it('names the silence after three gaps, since the last message', async () => {
    expect(itemOf(await statusOf(await hearing(11)), 'messages_silent')).toBeUndefined();
    expect(itemOf(await statusOf(await hearing(13)), 'messages_silent')).toEqual({
      ...{ kind: 'messages_silent', count: 1, oldest: '2026-11-19T23:00:00Z', next: 'returns doctor' },
      examples: ['RMA-0'],
    });
  });

  it('does not take what trigger, a scenario or a sandbox sends for a message of the service', async () => {
    const on = await hearing(13);
    for (const agent of ['returns-trigger', 'returns-scenario', 'returns-sandbox'])
      await heard(on, [withUnit(inTransit, { rma_identifier: agent })], {
        headers: [['User-Agent', agent]],
        verdict: 'error',
        response: { status: 500, by: 'forwarded' },
      });
    expect(countsOf(await statusOf(on))).toEqual({ messages_silent: 1 });
    const local = await statusOf(on, '--profile', 'local');
    expect(local['target']).toBe('http://127.0.0.1:4500 as local-client');
    expect(countsOf(local)).toMatchObject({ refunds_due: 1, calls_open: 1, calls_with_errors: 1 });
    expect(itemOf(local, 'calls_open')?.examples).toHaveLength(1);
  });

  it('names a label without a scan, and a scan without a refund, after --stuck', async () => {
    const on = here();
    accept(on, 'SO-1001', [{ identifier: 'R', rma: 'RMA-3', units: 1 }]);
    const say = (rma: string, unit: Record<string, unknown>, days: number, more = {}) =>
      heard(on, [later(unit, { rma_identifier: rma, ...more })], { at: NOW - days * DAY });
    await say('RMA-1', preTransit, 12);
    await say('RMA-2', preTransit, 30, { updated_at: '2026-03-10T10:00:00Z' });
    await say('RMA-2', { ...inTransit, receiving_status: null }, 11, { return_method: 'express-returns' });
    for (const rma of ['RMA-3', 'RMA-4']) await say(rma, inTransit, 20);
    await say('RMA-4', inTransit, 1, { status: 'REFUNDED', updated_at: '2026-12-01T00:00:00Z' });
    await say('RMA-5', preTransit, 9);
    const at = async (...words: string[]) => itemOf(await statusOf(on, ...words), 'rmas_stuck');
    expect(await at()).toMatchObject({
      count: 2,
      examples: ['RMA-1', 'RMA-2'],
      oldest: '2026-11-08T12:00:00Z',
    });
    expect(await at('--stuck', '11.5d')).toMatchObject({ count: 1, next: 'returns calls list --rma RMA-1' });
    expect(await at('--stuck', '8d')).toMatchObject({ count: 3 });
    expect(await at('--since', '1d')).toMatchObject({ examples: ['RMA-2'] });
  });
});

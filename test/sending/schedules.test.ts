// The sender with random schedules of a failing service: every message is settled exactly once, no key is in two open
// requests, no older version arrives after a newer one, and every run ends.

import { expect, test } from 'vitest';
import { stateFailure, unavailableFailure } from '../../src/basics/failure.ts';
import { inForm } from '../helpers/form.ts';
import { fc, seeded } from '../helpers/random.ts';
import { clean } from './clean-run.ts';
import type { Reply } from './hostile-service.ts';

const SCHEDULES = inForm({ short: 100, long: 5000 });

const REPLIES: readonly Reply[] = [
  { status: 200 },
  { status: 503 },
  { status: 429 },
  { status: 429, headers: { 'retry-after': '90' } },
  { status: 422, body: { message: 'no' } },
  { status: 422, body: { errors: [{ field: 'orders[0].sku', code: 'missing_field' }] } },
  { status: 400 },
  { status: 413 },
  { status: 401 },
  { status: 0, fault: 'dropped' },
  { status: 0, fault: 'dropped', stored: true },
  { status: 0, fault: 'timeout', ms: 30_000 },
  { status: 0, fault: 'aborted' },
];

const schedule = fc.record({
  seed: fc.nat(),
  keys: fc.integer({ min: 1, max: 60 }),
  messages: fc.integer({ min: 0, max: 150 }),
  // How often the service gives each reply; mostly it accepts.
  weights: fc.tuple(fc.integer({ min: 0, max: 30 }), ...REPLIES.slice(1).map(() => fc.nat({ max: 3 }))),
  // Messages that it never accepts, and how it says so.
  bad: fc.nat({ max: 20 }),
  badReply: fc.constantFrom<Reply>({ status: 422 }, { status: 500 }, { status: 413 }),
  /** From when on nothing works at all. */
  deadFrom: fc.option(fc.integer({ min: 0, max: 60_000 })),
  deadUntil: fc.integer({ min: 1000, max: 400_000 }),
  interruptAt: fc.option(fc.integer({ min: 0, max: 60_000 })),
  batchSize: fc.constantFrom(1, 3, 10, 50),
  concurrency: fc.constantFrom(1, 4, 16),
  limit: fc.constantFrom(60, 5000, Number.POSITIVE_INFINITY),
  maxRefused: fc.constantFrom(0, 5, 1000),
  dropped: fc.nat({ max: 10 }),
  diskFullAfter: fc.option(fc.nat({ max: 40 }), { freq: 8 }),
  tokenTrouble: fc.nat({ max: 10 }),
  slowSource: fc.boolean(),
});

test('every message ends exactly once as accepted, refused, dropped or pending, and every run ends', async () => {
  const ends = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(schedule, async (plan) => {
      const random = seeded(plan.seed);
      const list = Array.from({ length: plan.messages }, (_, version) => ({
        key: `k${Math.floor(random() * plan.keys)}`,
        version,
      }));
      const weights = plan.weights as readonly number[];
      const total = weights.reduce((sum, w) => sum + w, 0);
      let token = 1;
      let acknowledgements = 0;
      const ran = await clean({
        seed: plan.seed,
        messages: list,
        limit: plan.limit,
        answer(asked) {
          const ms = random() * 2000;
          if (
            plan.deadFrom !== null &&
            asked.at >= plan.deadFrom &&
            asked.at < plan.deadFrom + plan.deadUntil
          )
            return { status: 503, ms };
          let at = random() * total;
          let reply = REPLIES[0]!;
          for (const [index, weight] of weights.entries()) {
            if (at < weight) {
              reply = REPLIES[index]!;
              break;
            }
            at -= weight;
          }
          if (reply.status === 200 && asked.messages.some((m) => m.version % 50 < plan.bad / 4))
            reply = plan.badReply;
          return { ms, ...reply };
        },
        options: {
          batchSize: plan.batchSize,
          concurrency: plan.concurrency,
          maxRefused: plan.maxRefused,
          maxOutageMs: 300_000,
        },
        tokens: {
          async get() {
            if (random() < plan.tokenTrouble / 100)
              throw unavailableFailure('service.unavailable', 'x', { hint: 'x' });
            return `T${token}`;
          },
          async refused(refused) {
            if (refused === `T${token}`) token++;
            return `T${token}`;
          },
        },
        admit: (m) => m.version % 23 >= plan.dropped / 4,
        async onAccepted(clock) {
          await clock.sleep(random() * 40);
          if (plan.diskFullAfter !== null && acknowledgements++ >= plan.diskFullAfter)
            throw stateFailure('state.full', 'x', { hint: 'x' });
        },
        async onRead(_, clock) {
          if (plan.slowSource) await clock.sleep(random() * 500);
        },
        ...(plan.interruptAt === null ? {} : { interruptAt: plan.interruptAt }),
      });
      ends.set(ran.end.kind, (ends.get(ran.end.kind) ?? 0) + 1);
      // A correct run settles nothing twice, keeps the order per key, opens no key twice and leaves no timer running.
      const settled = ran.accepted.length + ran.refused.size + ran.dropped.length;
      expect(settled).toBeLessThanOrEqual(list.length);
      if (ran.end.kind === 'done') expect(settled).toBe(list.length);
      if (acknowledgements > (plan.diskFullAfter ?? Number.POSITIVE_INFINITY))
        expect(ran.end).toMatchObject({ kind: 'failed', failure: { exitCode: 7 } });
      expect(ran.sourceClosed || ran.read === 0).toBe(true);
      if (plan.interruptAt !== null) expect(ran.endedAt - plan.interruptAt).toBeLessThanOrEqual(10_001);
    }),
    { numRuns: SCHEDULES },
  );
  // The schedules must include every kind of end; otherwise the test proves little.
  for (const kind of ['done', 'interrupted', 'stopped', 'failed'] as const)
    expect(ends.get(kind) ?? 0, kind).toBeGreaterThan(10);
});

// Statuses for tests: a ledger and a calls record on a disk of their own, and what `returns status --json` says of them.
import { knownTarget } from '../../src/account/known-target.ts';
import type { CallRecord } from '../../src/storage/calls.ts';
import { Ledger, openLedgerStore } from '../../src/storage/ledger.ts';
import { putRun, type RunRecord, runId } from '../../src/storage/runs.ts';
import { callOf, document, idAt, orderRecord, recorded } from '../calls/support.ts';
import { fakeClock, type TestPlatform, testPlatform } from '../helpers/platform.ts';
import { HISTORY_ENV } from './history.ts';

export const NOW = Date.UTC(2026, 10, 20, 12);
export const HOUR = 3_600_000;
export const OPTIONS = () => ({ env: HISTORY_ENV, clock: fakeClock(NOW) });

export interface Item {
  readonly kind: string;
  readonly count: number;
  readonly oldest: string | null;
  readonly next: string;
  readonly examples: readonly string[];
}

export interface StatusDocument {
  readonly items: readonly Item[];
  readonly counts: Record<string, number>;
  readonly [key: string]: unknown;
}

export const here = (): TestPlatform => testPlatform(OPTIONS());

export const statusOf = (on: TestPlatform, ...words: string[]) =>
  document<StatusDocument>(on, ['status', ...words], OPTIONS());

export const countsOf = ({ items }: StatusDocument): Record<string, number> =>
  Object.fromEntries(items.map(({ kind, count }) => [kind, count]));

const keyOf = (on: TestPlatform): string => knownTarget(on.platform, on.folders, {})!.key;

export interface MadeRefund {
  readonly identifier: string;
  readonly rma: string | null;
  readonly units: number;
}

/** Accepts an order with one line L1 of two shipped units, and refunds of it. */
export function accept(
  on: TestPlatform,
  id: string,
  refunds: readonly MadeRefund[] = [],
  canceled = 0,
): void {
  const store = openLedgerStore(on.platform, on.folders);
  const line = { identifier: 'L1', sku: 'TEE-GRN-M', ordered: 2 + canceled, shipped: 2, canceled };
  new Ledger(on.platform, store, keyOf(on)).write(
    [
      orderRecord({
        ...{ id, digest: 'ab'.repeat(16), content: 'cd'.repeat(16), at: NOW - HOUR },
        updatedAt: '2026-11-01T00:00:00Z',
        lines: [{ ...line, unitPriceCents: 2500, productCents: 5000, taxCents: 400, discountCents: 0 }],
        refunds: refunds.map(({ identifier, rma, units }) => ({
          ...{ identifier, rma, amountCents: 2700, createdAt: new Date(NOW - 1_800_000).toISOString() },
          lines: [{ identifier: `${identifier}-1`, line: 'L1', units }],
        })),
        source: { file: 'orders of may.csv', line: 2 },
      }),
    ],
    [],
    { forced: true },
  );
  store.close();
}

export function refuse(on: TestPlatform, id: string, at: number): void {
  const store = openLedgerStore(on.platform, on.folders);
  const record = { digest: 'd', code: 'missing_field', field: 'items', status: 422, at, run: 'RUN-1' };
  new Ledger(on.platform, store, keyOf(on)).write([], [[id, record]]);
  store.close();
}

export function ran(
  on: TestPlatform,
  started: number,
  command: string,
  more: Partial<RunRecord> = {},
): string {
  const store = openLedgerStore(on.platform, on.folders);
  const id = runId(started, '0a1b2c');
  putRun(store, {
    ...{ id, kind: 'orders upload', state: 'completed', user: 'u', hostname: 'h', profile: '(environment)' },
    ...{ environment: 'production', target: 't', targetKey: keyOf(on), shard: null, files: [] },
    ...{ command, started, ended: started + 1000, exitCode: 0, orders: { accepted: 1 } },
    ...more,
  });
  store.close();
  return id;
}

let calls = 0;

/** Records messages of RMAs; each is as `message` says, an hour ago or so. */
export async function heard(
  on: TestPlatform,
  messages: readonly unknown[],
  more: Partial<CallRecord> = {},
): Promise<void> {
  await recorded(
    on,
    messages.map((message) => {
      const at = more.at ?? NOW - HOUR + ++calls * 1000;
      const rma = String((message as { rma_identifier?: unknown }).rma_identifier);
      return callOf({ id: idAt(at, ++calls), at, rma, bytesOf: JSON.stringify(message), ...more });
    }),
  );
}

// What the limiters' long forms share: uploads in real time, and what the service saw of them.

import { expect } from 'vitest';
import type { RequestRecord, Sandbox } from '../../src/sandbox/index.ts';
import type { Cli } from '../helpers/cli.ts';
import { csvOf, type GeneratedOrders, generateOrders } from '../helpers/orders.ts';
import { seedFor } from '../helpers/random.ts';
import { orderRequests, type Summary } from '../helpers/sandbox.ts';

export const tell = (name: string, figures: object) =>
  process.stderr.write(`${name}: ${JSON.stringify(figures)}\n`);

export const ordersFor = (seed: number, count: number) =>
  generateOrders({ seed: seedFor(seed), orders: count, versions: 0, prefix: `L${seed}-` });

export async function upload(
  cli: Cli,
  orders: GeneratedOrders,
  flags: readonly string[] = [],
): Promise<Summary> {
  cli.file('orders.csv', csvOf(orders.snapshots).text);
  const args = ['orders', 'upload', 'orders.csv', '--batch-size', '1', ...flags];
  const summary = await cli.json<Summary>(args);
  expect(summary, summary.stderr).toMatchObject({ exit: 0, state: 'completed', balanced: true });
  return summary;
}

/** Accepted a minute and 429s within a span after the first request, s. */
export function within(requests: readonly RequestRecord[], from: number, to: number) {
  const start = requests[0]?.at ?? 0;
  const part = requests.filter(({ at }) => at >= start + from * 1000 && at < start + to * 1000);
  const count = (wanted: (status: number | null) => boolean) =>
    part.filter(({ status }) => wanted(status)).length;
  const accepted = count((status) => status === 200 || status === 202);
  return { perMinute: Math.round((accepted * 60) / (to - from)), s429: count((status) => status === 429) };
}

export const total = (sandbox: Sandbox) => within(orderRequests(sandbox), 0, 3600).s429;

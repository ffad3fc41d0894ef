// `listen --auto-refund` killed again and again while the messages of several RMAs come duplicated and out of order and the
// service loses answers: in the end every unit has exactly one refund.

import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Order } from '../../src/contract/order.ts';
import { sampleLine, sampleOrder } from '../../src/contract/sample.ts';
import { sampleFinancials, sampleRma, sampleUnit } from '../../src/contract/sample-rma.ts';
import { makeCli, until } from '../helpers/cli.ts';
import { seeded, seedFor } from '../helpers/random.ts';
import { sandboxFor } from '../helpers/sandbox.ts';

const KILLS = 60;
const RMAS = 30;
const UNITS = 3;
const AT_A_TIME = 3;

const AMOUNTS = { product_amount_cents: 1000 * UNITS, tax_amount_cents: 80 * UNITS };
const orderOf = (n: number) => {
  const units = { quantity: UNITS, quantity_shipped: UNITS, unit_price_amount_cents: 1000 };
  const items = [sampleLine({ ...units, ...AMOUNTS })];
  return sampleOrder({ identifier: `SO-${n}`, items, ...AMOUNTS, total_amount_cents: 1080 * UNITS });
};

/** The story of an RMA whose parcels are scanned one after the other. */
const storyOf = (n: number): unknown[] =>
  Array.from({ length: UNITS + 2 }, (_, step) =>
    sampleRma({
      rma_identifier: `RMA-${n}`,
      updated_at: `2026-03-10T${String(9 + step).padStart(2, '0')}:00:00Z`,
      items: Array.from({ length: UNITS }, (_unit, unit) =>
        sampleUnit({
          order_identifier: `SO-${n}`,
          refund_financials: sampleFinancials({ estimated_refund_amount_cents: 1080 }),
          tracking_number: step === 0 ? null : `1Z-${n}-${unit}`,
          package_tracking_status: step === 0 ? null : unit < step - 1 ? 'TRANSIT' : 'PRE_TRANSIT',
        }),
      ),
    }),
  );

test(`killed ${KILLS} times: one refund for each unit`, async () => {
  const random = seeded(seedFor(77));
  const faults = [
    { on: 'orders', do: { drop: 'after' }, share: 0.1 },
    { on: 'orders', do: { status: 503 }, share: 0.05 },
  ] as const;
  const sandbox = await sandboxFor({ faults, seed: seedFor(78) });
  const cli = makeCli({ target: sandbox });
  const ids = Array.from({ length: RMAS }, (_, n) => n);
  cli.file('orders.json', JSON.stringify(ids.map(orderOf)));
  const ready = path.join(cli.root, 'ready.json');
  const start = async () => {
    fs.rmSync(ready, { force: true });
    const words = ['listen', '--port', '0', '--no-inspect', '--ready-file', ready];
    const started = cli.start([...words, '--auto-refund', 'TRANSIT', '--orders', 'orders.json']);
    await until(() => fs.existsSync(ready), 'the ready file');
    const { url } = JSON.parse(fs.readFileSync(ready, 'utf8')) as { url: string };
    const post = (body: unknown) =>
      fetch(`${url}/rmas`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).then(
        ({ status }) => status,
        () => 0,
      );
    return { started, post };
  };
  const refundsOf = (n: number) => (sandbox.order(`SO-${n}`)?.order as Order | undefined)?.refunds ?? [];
  const unitsOf = (n: number) =>
    refundsOf(n)
      .flatMap((refund) => refund.refund_line_items)
      .reduce((sum, line) => sum + line.quantity, 0);

  let unanswered = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const { started, post } = await start();
    const first = Math.floor((kill * RMAS) / KILLS);
    const messages = ids.slice(first, first + AT_A_TIME).flatMap(storyOf);
    const mixed = [...messages, ...messages]
      .map((one) => ({ one, at: random() }))
      .sort((a, b) => a.at - b.at);
    // Somewhere between the first message and some time behind the last.
    const end = Math.floor(random() * mixed.length * 1.3);
    const posted: Promise<number>[] = [];
    for (const { one } of mixed.slice(0, end)) posted.push(post(one));
    if (end > mixed.length) await Promise.all(posted);
    else await posted.at(Math.floor(random() * posted.length));
    started.child.kill('SIGKILL');
    unanswered += (await Promise.all(posted)).filter((status) => status === 0).length;
    await started.ended;
  }
  // The sender tries again what was not answered: everything comes once more.
  const { started, post } = await start();
  for (const n of ids) for (const one of storyOf(n)) expect(await post(one)).toBe(200);
  await until(() => ids.every((n) => unitsOf(n) >= UNITS), 'all refunds', 120_000);
  started.child.kill('SIGINT');
  expect((await started.ended).code).toBe(0);

  const identifiers = ids.flatMap((n) => refundsOf(n).map(({ identifier }) => identifier));
  expect(new Set(identifiers).size).toBe(identifiers.length);
  expect(ids.map(unitsOf)).toEqual(ids.map(() => UNITS));
  for (const n of ids)
    expect(refundsOf(n).reduce((sum, refund) => sum + refund.total_refund_amount_cents, 0)).toBe(
      1080 * UNITS,
    );
  const requests = sandbox.requests().filter(({ endpoint }) => endpoint === 'orders');
  process.stderr.write(
    `auto-refund: ${JSON.stringify({ kills: KILLS, unanswered, refunds: identifiers.length, posts: requests.length, dropped: requests.filter(({ fault }) => fault === 'drop after').length })}\n`,
  );
});

// Orders that only a level lets pass are sent, shown, recorded and refunded.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RULES } from '../../src/contract/contract-rules.ts';
import type { Rule } from '../../src/contract/finding.ts';
import { sampleOrder, withLine } from '../../src/contract/sample.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts';
import { targetEnvironment } from '../helpers/cli.ts';
import { inForm } from '../helpers/form.ts';
import { type TestHostOptions, temporaryFolder } from '../helpers/platform.ts';
import { returns } from '../helpers/returns.ts';

const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('orders that only a level lets pass', () => {
  let sandbox: Sandbox;
  const rules = [...RULES.values()].filter(
    ({ code, severity, fixed }) =>
      /^(order|item|refund)\./.test(code) && severity === 'error' && !(fixed && !fixed.fields),
  );
  const lowered = rules.map(({ code }) => `${code}=note`);
  beforeAll(async () => {
    sandbox = await startSandbox({ rateLimit: 'off', levels: lowered });
  });
  afterAll(() => sandbox.close());
  const world = (root = temporaryFolder()): TestHostOptions => ({ root, env: targetEnvironment(sandbox) });
  const upload = (root: string, order: unknown, ...flags: string[]) =>
    returns(['orders', 'upload', 'o.json', '--json', '--rate', 'off', ...flags], world(root), {
      'o.json': order,
    });

  const played = rules.filter((_, i) => i % inForm({ short: 4, long: 1 }) === 0);
  test.each(played.map((rule): [string, Rule] => [rule.code, rule]))(
    '%s as a note: the order is sent exactly as given',
    async (code, rule) => {
      const root = temporaryFolder();
      const bad = sent(rule.bad) as { identifier: string };
      expect((await upload(root, bad)).document()).toMatchObject({ exit_code: 3 });
      sandbox.reset();
      // Refused by our own check before: checked again with other levels.
      const done = await upload(root, bad, '--level', `${code}=note`);
      expect(done.document()).toMatchObject({
        exit_code: 0,
        orders: { accepted: 1 },
        levels: { [code]: 'note' },
      });
      expect(sandbox.order(bad.identifier)?.order).toEqual(bad);
      // The level is not part of the accepted content.
      const again = await upload(root, bad, '--level', `${code}=warning`);
      expect(again.document()).toMatchObject({ exit_code: 0, orders: { already_accepted: 1 } });
      const shown = await returns(['orders', 'show', bad.identifier, '--history', '--json'], world(root));
      expect(shown.code).toBe(0);
    },
  );

  const missing: [string, Record<string, unknown>][] = [
    ...['total_amount_cents', 'customer'].map((field): [string, Record<string, unknown>] => [
      field,
      sampleOrder({ [field]: undefined }),
    ]),
    ...['quantity', 'unit_price_amount_cents'].map((field): [string, Record<string, unknown>] => [
      `items.${field}`,
      withLine({ [field]: undefined }),
    ]),
  ];

  test.each(missing)(
    'without %s: sent, shown, and refunded only by amounts that are known',
    async (_field, given) => {
      const root = temporaryFolder();
      // The total would be derived when the other amounts determine it.
      const order = sent({ ...given, shipping_amount_cents: 100 });
      const flags = lowered.flatMap((text) => ['--level', text]);
      sandbox.reset();
      const plan = await returns(['orders', 'upload', 'o.json', '--dry-run', ...flags], world(root), {
        'o.json': order,
      });
      expect(plan.code, plan.stderr).toBe(0);
      expect(plan.stdout + plan.stderr).not.toMatch(/NaN|undefined/);
      const done = await upload(root, order, ...flags);
      expect(done.document(), done.stderr).toMatchObject({ exit_code: 0, orders: { accepted: 1 } });
      expect(sandbox.order('SO-1001')?.order).toEqual(order);
      expect((await upload(root, order, ...flags)).document()).toMatchObject({
        orders: { already_accepted: 1 },
      });
      expect((await returns(['orders', 'show', 'SO-1001'], world(root))).code).toBe(0);
      const line = ['orders', 'refund', 'SO-1001', '--from', 'o.json', '--dry-run', '--json', ...flags];
      const refund = await returns(line, world(root));
      expect([0, 2]).toContain(refund.code);
      if (refund.code === 0)
        expect(refund.document()['refund']).toMatchObject({ total_refund_amount_cents: expect.any(Number) });
      else expect(refund.document()['code']).toMatch(/^refund\.(amount_missing|nothing_left)$/);
    },
  );

  test('a refund with fields that a level let pass is carried forward and accepted', async () => {
    const root = temporaryFolder();
    sandbox.reset();
    const refund = {
      identifier: 'R-1',
      total_refund_amount_cents: 2500,
      refund_line_items: [{ identifier: 'RL-1', quantity: 1, order_item_identifier: 'L1' }],
      rma_identifier: 'RMA-1',
    };
    const flags = ['--level', 'order.field.missing:refunds.created_at=note'];
    const first = await upload(root, sampleOrder({ refunds: [refund] }), ...flags);
    expect(first.document()).toMatchObject({ orders: { accepted: 1 } });
    const next = sampleOrder({ updated_at: '2026-03-03T12:00:00Z', raw_status: 'later' });
    const lost = await upload(root, next, ...flags);
    expect(lost.document()).toMatchObject({
      exit_code: 3,
      refused: { by_code: [{ code: 'order.refunds.lost' }] },
    });
    const kept = await upload(root, next, ...flags, '--keep-refunds');
    expect(kept.document()).toMatchObject({ orders: { accepted: 1 } });
    expect(sandbox.order('SO-1001')?.order).toMatchObject({ refunds: [refund] });
  });

  test('the levels of a run are part of its record', async () => {
    const root = temporaryFolder();
    sandbox.reset();
    const done = (
      await upload(root, sampleOrder({ status: 'shipped' }), '--level', 'order.status.unknown=note')
    ).document();
    const shown = await returns(['runs', 'show', String(done['run']), '--json'], world(root));
    expect(shown.document()['levels']).toEqual({ 'order.status.unknown': 'note' });
    const text = await returns(['runs', 'show', String(done['run'])], world(root));
    expect(text.stdout).toMatch(/level\s+order\.status\.unknown=note/);
  });
});

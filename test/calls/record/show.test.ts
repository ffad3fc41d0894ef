// `calls show`: one call as text, its bytes and its amounts. Control characters in received data never reach a terminal.
import { describe, expect, it } from 'vitest';
import { readSettings, targetKey } from '../../../src/account/settings.ts';
import { escapeControls } from '../../../src/basics/text.ts';
import { withUnit } from '../../../src/contract/sample-rma.ts';
import { NO_ANSWER } from '../../../src/storage/calls.ts';
import { Ledger, openLedgerStore } from '../../../src/storage/ledger.ts';
import { makeCli } from '../../helpers/cli.ts';
import { testPlatform } from '../../helpers/platform.ts';
import { callOf, document, HOSTILE, idAt, NOON, orderRecord, recorded, returns } from '../support.ts';

const SECRETS = ['Authorization', 'X-Shop-Secret', 'X-Api-Key', 'Cookie', 'X-Auth-Token'].map(
  (name): [string, string] => [name, 'Bearer hidden'],
);

describe('calls show', () => {
  it('has request, findings next to their paths, changes, answer, forward and body', async () => {
    const here = testPlatform();
    const call = callOf({
      bytesOf: JSON.stringify(withUnit({ package_tracking_status: 'FLYING' })),
      target: '/rmas?access_token=hidden-1&a=b',
      headers: [['Content-Type', 'application/json'], ...SECRETS],
      verdict: 'warning',
      findings: [
        {
          severity: 'warning',
          code: 'rma.package.unknown',
          path: 'items[0].package_tracking_status',
          message: 'Unknown status "FLYING".',
        },
      ],
      anomaly: 'conflict',
      changes: [
        {
          unit: { order: 'SO-1001', line: 'L1', sku: 'TEE-GRN-M' },
          ...{ units: 1, field: 'package_tracking_status', before: null, after: 'FLYING' },
        },
      ],
      response: { status: 502, by: 'forwarded', body: '{"message":"down"}' },
      forwarded: { url: 'http://127.0.0.1:9/rmas?key=hidden-7', status: 0, ms: 3, fault: 'refused' },
    });
    await recorded(here, [call]);
    const { stdout, code } = await returns(here, ['calls', 'show', 'last']);
    expect(code).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "Call 20261120-120000-000001  rma  warning
        arrived          2026-11-20T12:00:00.000Z from 127.0.0.1
        request          POST /rmas?access_token=***&a=b
        headers          Content-Type: application/json
                         Authorization: ***
                         X-Shop-Secret: ***
                         X-Api-Key: ***
                         Cookie: ***
                         X-Auth-Token: ***
        about            RMA RMA-1, CREATED, 1 unit, order SO-1001
        anomaly          conflict
        warning  rma.package.unknown  items[0].package_tracking_status
          Unknown status "FLYING".
        changed since the last message
          1 unit of L1 (TEE-GRN-M): package_tracking_status none -> FLYING
        answer           502 of the forward in 1 ms
          {"message":"down"}
        state            open: not answered 2xx yet
        forwarded        http://127.0.0.1:9/rmas?key=***: no answer (refused) in 3 ms
        body             616 B
          {
            "rma_identifier": "RMA-1",
            "status": "CREATED",
            "created_at": "2026-03-10T09:00:00Z",
            "updated_at": "2026-03-10T09:00:00Z",
            "items": [
              {
                "order_line_item_identifier": "L1",
                "order_identifier": "SO-1001",
                "exchange_order_identifier": null,
                "original_order_identifier": null,
                "return_reason": "too small",
                "is_exchange": false,
                "sku": "TEE-GRN-M",
                "tracking_number": null,
                "package_tracking_status": "FLYING",
                "refund_financials": {
                  "estimated_refund_amount_cents": 2700,
                  "provider_refund_amount_cents": 0,
                  "shopper_refund_amount_cents": 2700
                },
                "refund_type": "REFUND"
              }
            ],
            "return_method": "mail-back",
            "return_shipping_cost_cents": 0,
            "gift_refund_only": false
          }
      "
    `);
    expect(stdout).not.toContain('hidden');
    const shown = await document<{ headers: unknown; body: string }>(here, ['calls', 'show', '20261120']);
    expect(JSON.stringify(shown)).not.toContain('hidden');
    expect(shown).toMatchObject({ exit: 0, schema: 'call/1', anomaly: 'conflict' });
    expect(shown).toMatchObject({ id: call.id, body: call.body });
  });

  it('says what is missing', async () => {
    const here = testPlatform();
    expect(await document(here, ['calls', 'show', 'last'])).toMatchObject({ exit: 2, code: 'calls.none' });
    const raw = await document(here, ['calls', 'show', 'last', '--raw']);
    expect(raw).toMatchObject({ code: 'usage.conflict' });
  });

  it('cuts a long body and says how to get all of it', async () => {
    const here = testPlatform();
    await recorded(here, [callOf({ bytesOf: JSON.stringify(Array.from({ length: 5000 }, (_, i) => i)) })]);
    const { stdout } = await returns(here, ['calls', 'show', 'last']);
    expect(stdout.split('\n').length).toBeLessThan(450);
    expect(stdout).toContain('--raw');
  });
});

describe('--money', () => {
  const refund = {
    ...{ identifier: 'R-1', amountCents: 2100, rma: 'RMA-1', createdAt: '2026-03-12T09:00:00Z' },
    lines: [{ identifier: 'RL-1', line: 'L1', units: 1 }],
  };
  const [line] = orderRecord().lines;
  const order = orderRecord({
    totalCents: 7800,
    lines: [{ ...line!, ordered: 3, shipped: 3, productCents: 7500, taxCents: 600, discountCents: 300 }],
    refunds: [refund],
  });

  it('derives the estimate from the ledger, next to the refund that was sent', async () => {
    const env = { RETURNS_ORDERS_URL: 'http://127.0.0.1:9/o', RETURNS_CLIENT_ID: 'me' };
    const here = testPlatform({ env });
    const { clientId, addresses } = readSettings(here.platform, here.folders, {});
    const key = targetKey(here.platform, addresses.orders!.value, clientId!.value);
    const ledger = new Ledger(here.platform, openLedgerStore(here.platform, here.folders), key);
    ledger.write([order], []);
    ledger.close();
    const estimate = { estimated_refund_amount_cents: 2100, provider_refund_amount_cents: 0 };
    const financials = { ...estimate, shopper_refund_amount_cents: 2100 };
    const message = withUnit({ refund_financials: financials }, { return_shipping_cost_cents: 500 });
    await recorded(here, [callOf({ bytesOf: JSON.stringify(message) })]);
    const { stdout } = await returns(here, ['calls', 'show', 'last', '--money'], { env });
    expect(stdout.slice(stdout.indexOf('Money'))).toMatchInlineSnapshot(`
      "Money
        1 unit of L1 (TEE-GRN-M), order SO-1001
          price 25.00 + tax 2.00 - discount 1.00 = goods 26.00; its return shipping 5.00
          estimated 21.00: the goods less return shipping
        order SO-1001, total 78.00
          by the order       26.00
          refund R-1       21.00
        to refund            26.00  by the order
        estimated            21.00  by the service; decides even exchanges only
        refunded             21.00  by refunds sent from here; open: 5.00
      "
    `);
    const { money } = await document<{ money: object }>(here, ['calls', 'show', 'last', '--money'], { env });
    expect(money).toMatchObject({
      units: [{ goods_cents: 2600, return_shipping_cents: 500, follows: 'goods_less_shipping' }],
      refunded_cents: 2100,
    });
  });

  it.each([401, 403, 415])('of a message that was refused (%i) says so, and has no sums', async (status) => {
    const here = testPlatform();
    const response = { ...NO_ANSWER, status, by: 'receiver' as const };
    await recorded(here, [callOf({ bytesOf: JSON.stringify(withUnit({})), response })]);
    const { stdout } = await returns(here, ['calls', 'show', 'last', '--money']);
    expect(stdout).toContain(`Money\n  refused (${status}): the message does not count`);
    expect(stdout).not.toContain('to refund ');
    expect(await document(here, ['calls', 'show', 'last', '--money'])).toMatchObject({ money: null });
  });

  it('is only for RMA messages', async () => {
    const here = testPlatform();
    await recorded(here, [callOf({ kind: 'variants', bytesOf: '' })]);
    expect(await document(here, ['calls', 'show', 'last', '--money'])).toMatchObject({ code: 'usage.money' });
  });
});

describe('hostile bodies', () => {
  const calls = HOSTILE.map(([name, body], i) => {
    const text = typeof body === 'string' ? body : '\u009b31m';
    return callOf({
      ...{
        id: idAt(NOON, i),
        bytesOf: body,
        rma: text.slice(0, 40),
        orders: [text],
        status: text.slice(0, 20),
      },
      target: `/rmas/${name}?${text}`,
      headers: [[`X-${text.slice(0, 9)}`, text]],
      findings: [{ severity: 'error', code: 'x.y', path: text.slice(0, 30), message: text.slice(0, 90) }],
      changes: [
        { unit: { order: text, line: text, sku: text }, units: 1, field: 'unit', before: 0, after: 1 },
      ],
      response: { status: 200, by: 'forwarded', body: text },
    });
  });

  const LISTS = [
    ['list'],
    ['list', '--json'],
    ['export', '--format', 'curl'],
    ['export'],
    ['export', '--format', 'fixture'],
  ];

  it('are returned byte for byte with --raw, through a pipe', async () => {
    const cli = makeCli();
    const here = testPlatform({ root: cli.root });
    await recorded(here, calls);
    const binary = calls.find((call) => call.encoding === 'base64')!;
    for (const call of [binary, calls[1]!]) {
      const started = cli.start(['calls', 'show', call.id, '--raw']);
      const chunks: Buffer[] = [];
      started.child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
      expect((await started.ended).code).toBe(0);
      expect(Buffer.concat(chunks)).toEqual(Buffer.from(call.body, call.encoding));
    }
  });

  it('are escaped in every view, also in one process', async () => {
    const here = testPlatform();
    await recorded(here, calls);
    const views = calls.flatMap(({ id }) => [
      ['show', id],
      ['show', id, '--raw'],
      ['show', id, '--json'],
      ['show', id, '--money'],
    ]);
    for (const line of [...LISTS, ['list', '--limit', '3'], ...views]) {
      const { stdout, stderr, code } = await returns(here, ['calls', ...line], {
        terminal: { stdout: true, stderr: true, columns: 80 },
        env: { NO_COLOR: '1' },
      });
      expect(code).toBe(0);
      for (const text of `${stdout}${stderr}`.replaceAll('\t', ' ').split('\n'))
        expect(escapeControls(text)).toBe(text);
    }
  });
});

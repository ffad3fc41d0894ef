// The sandbox judges as the interface does, not as the client does: every message of the table gets the answer worked out by hand.
import { describe, expect, test } from 'vitest';
import { changed, NOW, ORDER, REFUNDED, SKU_ASN, UNIT_ASN, type Verdict } from '../contract/verdicts.ts';
import { SKU_VERDICTS, UNIT_VERDICTS, VERSION_1_VERDICTS } from '../contract/verdicts-asn.ts';
import { FIELD_VERDICTS } from '../contract/verdicts-fields.ts';
import { BODY, BODY_VERDICTS } from '../contract/verdicts-messages.ts';
import { CANCELED_REFUND_VERDICTS, PAYMENT_VERDICTS, REFUND_VERDICTS } from '../contract/verdicts-refunds.ts';
import { AMOUNT_VERDICTS, QUANTITY_VERDICTS, STATUS_VERDICTS } from '../contract/verdicts-rules.ts';
import { TIME_VERDICTS, VALUE_VERDICTS } from '../contract/verdicts-values.ts';
import { fakeClock } from '../helpers/clock.ts';
import { CREDENTIALS, sandboxWithClient, send } from './client.ts';
import { ALONE_AND_AFTER_OTHERS, type Judged, judgedRows, ordersOf } from './judged.ts';
import { HEADERS_AND_TOKENS } from './judged-headers.ts';

const orders = (base: unknown, ...tables: (readonly Verdict[])[]) =>
  judgedRows(tables.flat(), (change) => ordersOf(changed(base, change)), { under: 'orders[0]' });
const asns = (base: unknown, version: string, rows: readonly Verdict[]) =>
  judgedRows(rows, (change) => changed(base, change), { to: 'asns', headers: { 'api-version': version } });

const JUDGED = {
  'headers and tokens': HEADERS_AND_TOKENS,
  'alone and after others': ALONE_AND_AFTER_OTHERS,
  bodies: judgedRows(BODY_VERDICTS, (change) => changed(BODY, change)),
  orders: orders(ORDER, FIELD_VERDICTS, STATUS_VERDICTS, TIME_VERDICTS, VALUE_VERDICTS),
  'amounts of orders': orders(ORDER, AMOUNT_VERDICTS, QUANTITY_VERDICTS, PAYMENT_VERDICTS),
  refunds: orders(REFUNDED, REFUND_VERDICTS, CANCELED_REFUND_VERDICTS),
  'ASNs of units': asns(UNIT_ASN, '2', UNIT_VERDICTS),
  'ASNs of SKUs': asns(SKU_ASN, '2', SKU_VERDICTS),
  'ASNs of version 1': asns(UNIT_ASN, '1', VERSION_1_VERDICTS),
} as const satisfies Record<string, readonly Judged[]>;

const PATHS: Readonly<Record<string, string>> = {
  orders: '/returns_portal_orders',
  asns: '/asns',
  token: '/oauth/token',
};

/** A client of its own: it signs in as the interface says, and sends over a real socket. */
async function judge(message: Judged) {
  const clock = fakeClock(NOW);
  const { url } = await sandboxWithClient({ clock });
  const json = { 'content-type': 'application/json', accept: 'application/json' };
  const login = await send(url, 'POST', '/oauth/token', JSON.stringify(CREDENTIALS), json);
  const { access_token: token } = login.json as { access_token: string };
  const sendTo = (to: string, body: string | Uint8Array, changes: Judged['headers'] = {}) => {
    const isOrder = to === 'orders';
    const all = {
      ...json,
      authorization: `bearer ${token}`,
      ...(isOrder && { 'api-version': '3' }),
      ...changes,
    };
    const headers = Object.fromEntries(
      Object.entries(all).filter((header): header is [string, string] => header[1] !== null),
    );
    return send(url, to.startsWith('asns/') ? 'PUT' : 'POST', PATHS[to] ?? `/${to}`, body, headers);
  };
  const first = message.to.split('/')[0]!;
  for (const before of message.before ?? []) {
    if (before === 'receive') await clock.advance(3000);
    const reply =
      before === 'receive'
        ? await send(url, 'POST', '/_sandbox/asns/RMA-5/receive', '')
        : await sendTo(first, JSON.stringify(before));
    expect(reply.status, 'what comes before is accepted').toBeLessThan(300);
  }
  await clock.advance((message.hours ?? 0) * 3_600_000);
  const reply = await sendTo(message.to, message.bytes ?? JSON.stringify(message.body), message.headers);
  return { reply, stored: await send(url, 'GET', '/_sandbox/status') };
}

test('there are enough of them, and each says where it comes from', () => {
  const all = Object.values(JUDGED).flat();
  expect(all.length).toBeGreaterThanOrEqual(300);
  expect(all.filter(({ says }) => says.length < 10)).toEqual([]);
});

describe.each(Object.entries(JUDGED))('%s', (_area, messages) => {
  test.each(messages.map((message) => [message.name, message] as const))('%s', async (_name, message) => {
    const { reply, stored } = await judge(message);
    expect([reply.status, reply.text], message.says).toEqual([message.status, reply.text]);
    const { orders, asns } = stored.json as { orders: { snapshots: number }; asns: { stored: number } };
    const before = (message.before ?? []).filter((one) => one !== 'receive').length;
    if (message.status >= 400) expect(orders.snapshots + asns.stored, 'nothing of it is stored').toBe(before);
    if (message.status !== 422) return;
    // "object with `message` (string) and `errors` (array of objects with `field` and `code`)" (interface, Errors)
    const body = reply.json as { message: string; errors: { field: string; code: string }[] };
    expect(body.message).toBe('Validation Failed');
    for (const error of body.errors)
      expect(error).toEqual({ field: expect.any(String), code: expect.any(String) });
    expect(body.errors.length).toBeGreaterThan(0);
    if (!message.errors) return;
    const fields = message.errors.map(([field]) => field);
    expect(body.errors.map(({ field }) => field).sort(), message.says).toEqual(fields.sort());
    for (const [field, code] of message.errors)
      if (code !== undefined) expect(body.errors).toContainEqual({ field, code });
  });
});

test('a 401 of the ASN interface has no body, the token answer has the five fields', async () => {
  const refused = JUDGED['headers and tokens'].find(({ name }) => name === 'an ASN without a token')!;
  expect((await judge(refused)).reply.text).toBe('');
  const { reply } = await judge(JUDGED['headers and tokens'][0]!);
  expect(reply.json).toEqual({
    access_token: expect.stringMatching(/./),
    token_type: 'Bearer',
    expires_in: 90_000,
    scope: expect.any(String),
    created_at: NOW / 1000,
  });
});

// The sandbox judges as the interface does, not as the client does: every message of the table gets the answer worked out by hand.
import { describe, expect, test } from 'vitest';
import { fakeClock } from '../helpers/clock.ts';
import { CREDENTIALS, sandboxWithClient, send } from './client.ts';
import type { Judged } from './judged.ts';
import { ASNS } from './judged-asns.ts';
import { HEADERS_AND_TOKENS } from './judged-headers.ts';
import { LINES, ORDERS, REFUNDS } from './judged-orders.ts';

const JUDGED = {
  'headers and tokens': HEADERS_AND_TOKENS,
  orders: ORDERS,
  'lines and people': LINES,
  refunds: REFUNDS,
  ASNs: ASNS,
} as const satisfies Record<string, readonly Judged[]>;

const PATHS: Readonly<Record<string, string>> = {
  orders: '/returns_portal_orders',
  asns: '/asns',
  token: '/oauth/token',
};

/** A client of its own: it signs in as the interface says, and sends over a real socket. */
async function judge(message: Judged) {
  const clock = fakeClock(Date.UTC(2026, 10, 20, 12));
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
    if (before === 'receive A-1') await clock.advance(3000);
    const reply =
      before === 'receive A-1'
        ? await send(url, 'POST', '/_sandbox/asns/A-1/receive', '')
        : await sendTo(first, JSON.stringify(before));
    expect(reply.status, 'what comes before is accepted').toBeLessThan(300);
  }
  await clock.advance((message.hours ?? 0) * 3_600_000);
  const reply = await sendTo(message.to, message.bytes ?? JSON.stringify(message.body), message.headers);
  return { reply, stored: await send(url, 'GET', '/_sandbox/status') };
}

test('there are enough of them, and each says where it comes from', () => {
  const all = Object.values(JUDGED).flat();
  expect(all.length).toBeGreaterThanOrEqual(60);
  expect(all.filter(({ says }) => says.length < 10)).toEqual([]);
});

describe.each(Object.entries(JUDGED))('%s', (_area, messages) => {
  test.each(messages.map((message) => [message.name, message] as const))('%s', async (_name, message) => {
    const { reply, stored } = await judge(message);
    expect([reply.status, reply.text], message.says).toEqual([message.status, reply.text]);
    const { orders, asns } = stored.json as { orders: { snapshots: number }; asns: { stored: number } };
    const before = (message.before ?? []).filter((one) => one !== 'receive A-1').length;
    if (message.status >= 400) expect(orders.snapshots + asns.stored, 'nothing of it is stored').toBe(before);
    if (message.status !== 422) return;
    // "object with `message` (string) and `errors` (array of objects with `field` and `code`)" (interface, Errors)
    const body = reply.json as { message: string; errors: { field: string; code: string }[] };
    expect(body.message).toBe('Validation Failed');
    for (const error of body.errors)
      expect(error).toEqual({ field: expect.any(String), code: expect.any(String) });
    expect(body.errors.length).toBeGreaterThan(0);
    if (!message.errors) return;
    const fields = message.errors.map((error) => (typeof error === 'string' ? error : error[0]));
    expect(body.errors.map(({ field }) => field).sort(), message.says).toEqual(fields.sort());
    for (const error of message.errors)
      if (typeof error !== 'string') expect(body.errors).toContainEqual({ field: error[0], code: error[1] });
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
    created_at: Date.UTC(2026, 10, 20, 12) / 1000,
  });
});

// The message of the service about a refused request is shown: limited in length, without secrets and
// personal data.
import { describe, expect, test } from 'vitest';
import {
  call,
  json,
  moveDesk,
  NOW,
  orders,
  received,
  sandbox,
  t,
  useOrderDesk,
  write,
} from '../helpers/order-desk.ts';

useOrderDesk();

describe('what the service says', () => {
  const refuse = (message: string, status = 422) =>
    sandbox.setFaults([{ on: 'orders', match: '"SO-1"', do: { status, body: { message } } }]);

  test('the message of a 400 or 422 is in the summary, limited in length and on one line', async () => {
    write(orders(2));
    refuse(`The currency is\u001b[31m not enabled ${'x'.repeat(600)}`);
    const { refused } = await json('orders', 'upload', 'orders.json', '--batch-size', '1');
    const { message } = refused.by_code[0];
    expect(message).toMatch(/^The currency is\\u\{1b\}\[31m not enabled x+\.\.\.$/);
    expect(message.length).toBeLessThan(330);
    write(orders(1, () => ({ tags: ['FinalSale'] })));
    refuse('Malformed: tags', 400);
    const { out } = await call('orders', 'upload', 'orders.json');
    expect(out).toContain('"Malformed: tags"');
  });

  test('a secret or token that it repeats is not shown or stored', async () => {
    write(orders(1));
    refuse(`bad client ${sandbox.clientSecret}`);
    const { out, err } = await call('orders', 'upload', 'orders.json');
    expect(out).toContain('"bad client ***"');
    expect(out + err).not.toContain(sandbox.clientSecret);
    const rejects = t.everyFile().filter(({ path }) => path.includes('rejects'));
    expect(rejects).toHaveLength(1);
    expect(rejects[0]!.content).not.toContain(sandbox.clientSecret);
  });

  test.each([422, 200])(
    "a shopper's data that it repeats with %i is neither shown nor kept",
    async (status) => {
      const { customer, shipping_address } = orders(1)[0]!;
      const street1 = '7 (b) Secret/Lane';
      const personal = {
        customer: { ...customer, identifier: '1', first_name: 'Email' },
        shipping_address: { ...shipping_address, street1 },
      };
      write(orders(4, () => personal));
      const body = {
        message: `${customer.email} of ${street1} is not welcome`,
        errors: [
          { field: 'orders[1].customer.email', code: `${street1.toUpperCase()} of Email: ${customer.email}` },
          { field: `orders[1].customer[${customer.email}]`, code: 'taken' },
        ],
      };
      sandbox.setFaults([{ on: 'orders', match: 'SO-4', do: { status, body } }]);
      const { out, err } = await call('orders', 'upload', 'orders.json');
      expect(out).toContain('"*** of *** is not welcome"');
      // The third request held SO-3, too: the field names the one that is refused.
      expect(received()).toHaveLength(4);
      const shown = await call('orders', 'show', 'SO-4', '--json');
      expect(shown.out).toContain('"code":"*** of ***: ***","field":"customer.email"');
      const kept = t.everyFile().filter(({ path }) => path.startsWith('state') && !path.includes('rejects'));
      expect(kept.map(({ path }) => path)).toContainEqual(expect.stringContaining('ledger.db'));
      for (const text of [out, err, shown.out, ...kept.map(({ content }) => content)])
        for (const secret of [customer.email, /secret.lane/i]) expect(text).not.toMatch(secret);
    },
  );

  test('a lasting 5xx names the contact for help', async () => {
    write(orders(1));
    sandbox.setFaults([{ on: 'orders', do: { status: 503 } }]);
    moveDesk({ now: NOW });
    const { exit, error } = await json('orders', 'upload', 'orders.json', '--max-outage', '1m');
    expect(exit).toBe(75);
    expect(error).toMatchObject({ reason: 'server_error', hint: expect.stringContaining('client support') });
  });
});

// Why a run failed, as one word for scripts.
import { describe, expect, test } from 'vitest';
import { call, json, moveDesk, NOW, orders, sandbox, useOrderDesk, write } from '../helpers/order-desk.ts';

useOrderDesk();

describe('why a run failed, as one word for scripts', () => {
  test('no answer, 429 and a wrong address have different words', async () => {
    write(orders(1));
    const away = async (env: Record<string, string>) => {
      moveDesk({ now: NOW, env });
      const document = await json('orders', 'upload', 'orders.json', '--max-outage', '1m');
      return (document.error ?? document).reason;
    };
    sandbox.setFaults([{ on: 'orders', do: { drop: 'before' } }]);
    expect(await away({})).toBe('outage');
    sandbox.setFaults([{ on: 'orders', do: { status: 404 } }]);
    expect(await away({})).toBe('address');
    sandbox.setFaults([{ on: 'token', do: { status: 401 } }]);
    expect(await away({ RETURNS_CLIENT_SECRET: 'wrong-secret' })).toBe('sign_in');
    expect(await json('orders', 'upload', 'no-such.json')).toMatchObject({ reason: 'input' });
    expect((await call('help', 'exit-codes')).out).toMatch(/tls +75 +lasts/);
  });
});

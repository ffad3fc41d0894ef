// What was accepted as it is has nothing to audit: an upload that runs every few minutes does not look at it again; a check does.
import { expect, it } from 'vitest';
import { json, orders, useOrderDesk, write } from '../../helpers/order-desk.ts';

useOrderDesk();

it('an upload of which nothing is to be sent is not audited; one with a new order is, and a check', async () => {
  // Their lines shipped before they were ordered.
  const all = orders(31);
  const found = async (command: string, count: number) => {
    write(all.slice(0, count));
    const { warnings } = await json('orders', command, 'orders.json');
    return (warnings as readonly { code: string }[]).map(({ code }) => code);
  };
  const codes = ['audit.shipped_date.impossible'];
  expect(await found('upload', 30)).toEqual(codes);
  expect(await found('upload', 30)).toEqual([]);
  expect(await found('check', 30)).toEqual(codes);
  expect(await found('upload', 31)).toEqual(codes);
});

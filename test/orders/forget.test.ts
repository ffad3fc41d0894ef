// `orders forget`: the runs and files that it accepts.
import { describe, expect, test } from 'vitest';
import { json, orders, useOrderDesk, write } from '../helpers/order-desk.ts';

useOrderDesk();

describe('orders forget', () => {
  test('asks for --yes when prompts are not possible', async () => {
    write(orders(1));
    const { run: id } = await json('orders', 'upload', 'orders.json');
    expect(await json('orders', 'forget', '--run', id)).toMatchObject({
      code: 'usage.question',
      exit_code: 2,
    });
    expect(await json('orders', 'upload', 'orders.json')).toMatchObject({ orders: { already_accepted: 1 } });
    expect(await json('orders', 'forget', '--run', id, '--yes')).toMatchObject({ exit: 0, removed: 1 });
  });

  test('accepts several runs, by prefixes of their ids, and all runs of a file', async () => {
    write(orders(1), 'a.json');
    write(orders(2).slice(1), 'b.json');
    const a = await json('orders', 'upload', 'a.json');
    const b = await json('orders', 'upload', 'b.json');
    const both = await json('orders', 'forget', '--run', a.run, '--run', b.run.slice(0, -1), '--yes');
    expect(both).toMatchObject({ removed: 2, runs: [{ run: b.run }, { run: a.run }] });
    await json('orders', 'upload', 'a.json', 'b.json');
    await json('orders', 'upload', 'a.json');
    await json('orders', 'upload', 'b.json');
    expect((await json('orders', 'forget', '--file', 'a.json', '--yes')).runs).toHaveLength(2);
    expect(await json('orders', 'forget', '--file', 'never.json', '--yes')).toMatchObject({
      code: 'run.unknown',
    });
  });
});

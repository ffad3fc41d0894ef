// The walks over everything that was accepted: every row of the target once, in order, across the pieces that are read together.
import { expect, it } from 'vitest';
import { acceptedHeads, acceptedRefunds, lastAccepted } from '../../src/storage/accepted-walk.ts';
import { openLedgerStore } from '../../src/storage/ledger.ts';
import { testPlatform } from '../helpers/platform.ts';

/** More than two pieces of each target. */
const ORDERS = 22_000;

function filled() {
  const { platform, folders } = testPlatform();
  const store = openLedgerStore(platform, folders);
  store.exec(`
    INSERT INTO names VALUES (1, 'r');
    INSERT INTO targets VALUES (7, 'ours', 'ours'), (8, 'theirs', 'theirs');
    WITH RECURSIVE n(no) AS (SELECT 1 UNION ALL SELECT no + 1 FROM n WHERE no < ${ORDERS})
    INSERT INTO orders SELECT no, 7 + no % 2, 'SO-' || no, x'00', x'00', 't' || no, 'Shipped', 'USD', no, 1, 1, 1, 2, NULL, NULL, NULL, NULL FROM n;
    INSERT INTO refunds SELECT o.no, p.position, 'RF-' || o.no || '-' || p.position, 5, NULL, 'c', NULL
      FROM orders o JOIN (SELECT 0 AS position UNION SELECT 1 UNION SELECT 2) p WHERE o.no <= 12000;
    UPDATE refunds SET rma = '#"\\ud800"' WHERE order_no = 2;
  `);
  return store;
}

it('yields each order and each refund of the target once, in order, up to a row', () => {
  const store = filled();
  expect(lastAccepted(store)).toBe(ORDERS);
  const heads = [...acceptedHeads(store, 'ours', ORDERS - 4)];
  expect(heads.map(({ no }) => no)).toEqual(Array.from({ length: ORDERS / 2 - 2 }, (_, i) => 2 * (i + 1)));
  expect(heads[0]).toEqual({ no: 2, id: 'SO-2', updatedAt: 't2', currency: 'USD', totalCents: 2 });
  const refunds = [...acceptedRefunds(store, 'ours', 11_000)];
  expect(refunds.map(({ identifier }) => identifier)).toEqual(
    Array.from({ length: 5500 * 3 }, (_, i) => `RF-${2 * (Math.floor(i / 3) + 1)}-${i % 3}`),
  );
  expect(refunds[0]).toMatchObject({ rma: '\ud800', amountCents: 5, order: { no: 2, id: 'SO-2' } });
  expect(refunds.at(-1)).toMatchObject({ rma: null, createdAt: 'c' });
  expect([...acceptedHeads(store, 'never', ORDERS)]).toEqual([]);
  store.close();
});

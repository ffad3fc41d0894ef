// What the ledger says to a message about a refund, while another process may have sent it and not written it down yet.
import { expect, test } from 'vitest';
import { LedgerFacts } from '../../../src/calls/messages/ledger-facts.ts';
import { validateRmaAgainstOrder } from '../../../src/contract/rma-rules/known-orders.ts';
import { sampleRma } from '../../../src/contract/sample-rma.ts';
import { Ledger, openLedgerStore } from '../../../src/storage/ledger.ts';
import { takeLock, uploadLock } from '../../../src/storage/locks.ts';
import { testPlatform } from '../../helpers/platform.ts';
import { orderRecord } from '../support.ts';

const KEY = 'target-1';
const refund = {
  ...{ identifier: 'R-1', amountCents: 2700, rma: 'RMA-1', createdAt: '2026-03-12T09:00:00Z' },
  lines: [{ identifier: 'RL-1', line: 'L1', units: 1 }],
};
function setUp() {
  const { platform, folders } = testPlatform();
  const store = openLedgerStore(platform, folders);
  const ledger = new Ledger(platform, store, KEY);
  ledger.write([orderRecord()], []);
  const facts = new LedgerFacts(
    platform,
    folders,
    () => KEY,
    () => {},
  );
  const factsOf = facts.now()!;
  const codes = (known = factsOf) =>
    validateRmaAgainstOrder(sampleRma({ status: 'REFUNDED' }), known).map(({ code }) => code);
  const lock = (shard: string | null) =>
    takeLock(platform, store, uploadLock({ key: KEY }, shard), { purpose: 'uploads', waitMs: 0 });
  const close = () => {
    facts.close();
    store.close();
  };
  return { ledger, factsOf, codes, lock, close };
}

test.each([null, '2/8'])(
  'a REFUNDED message is not judged while shard %s of an upload sends',
  async (shard) => {
    const { codes, lock, close } = setUp();
    expect(codes()).toEqual(['rma.refunded.without_refund']);
    const held = await lock(shard);
    expect(codes()).toEqual([]);
    held.release();
    expect(codes()).toEqual(['rma.refunded.without_refund']);
    close();
  },
);

test('what was written down just before the sender ended is read again', () => {
  const { ledger, factsOf, codes, close } = setUp();
  const isSending = () => {
    ledger.write([orderRecord({ refunds: [refund] })], []);
    return false;
  };
  expect(codes(Object.assign((id: string) => factsOf(id), { isSending }))).toEqual([]);
  close();
});

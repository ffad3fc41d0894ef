// Comparison of a finished order with the ledger (promises 2, 3 and 4), and the suspicion that a mapping
// changed.
import { describe, expect, it } from 'vitest';
import type { Order } from '../../../src/contract/order.ts';
import { sampleOrder } from '../../../src/contract/sample.ts';
import { compareOrder } from '../../../src/orders/compare/compare.ts';
import { checkNotOutdated } from '../../../src/orders/refund/refund-conflicts.ts';
import { mappingSuspicion, type Plan } from '../../../src/orders/upload/plan.ts';
import { Ledger, openLedgerStore } from '../../../src/storage/ledger.ts';
import { ReadyOrder } from '../../../src/storage/order-record.ts';
import { testPlatform } from '../../helpers/platform.ts';

const order = (changes: Partial<Order> = {}): Order => ({ ...(sampleOrder() as Order), ...changes });
const DAY = (n: number) => `2026-05-0${n}T00:00:00Z`;
const refund = (identifier: string) => ({
  identifier,
  total_refund_amount_cents: 100,
  created_at: '2026-05-05T00:00:00Z',
  rma_identifier: 'RMA-1',
  refund_line_items: [{ identifier: `${identifier}-L`, quantity: 1, order_item_identifier: 'L1' }],
});

function setUp() {
  const { platform, folders } = testPlatform();
  const ledger = new Ledger(platform, openLedgerStore(platform, folders), 't');
  const accept = (o: Order) =>
    ledger.write(
      [new ReadyOrder(platform.crypto, o).record({ at: 1, run: 'r', source: { file: 'f', line: 2 } })],
      [],
    );
  const compare = (o: Order, options: { force?: boolean; keepRefunds?: boolean; now?: number } = {}) =>
    compareOrder(ledger, new ReadyOrder(platform.crypto, o), {
      force: false,
      keepRefunds: false,
      now: Date.parse('2026-06-01T00:00:00Z'),
      ...options,
    });
  return { platform, ledger, accept, compare };
}

describe('comparison with the ledger', () => {
  it('distinguishes new, unchanged, changed, changed with the same updated_at, and older', () => {
    const { accept, compare } = setUp();
    const first = order({ updated_at: DAY(2) });
    expect(compare(first).comparison).toBe('new');
    accept(first);
    expect(compare(first).comparison).toBe('unchanged');
    expect(compare({ ...first, raw_status: 'other' }).comparison).toBe('changed_unmoved');
    expect(compare({ ...first, updated_at: DAY(3) }).comparison).toBe('changed');
    expect(compare({ ...first, updated_at: DAY(1) }).comparison).toBe('older');
    expect(compare(first, { force: true }).comparison).toBe('unchanged');
  });

  it.each([
    ['007', '7', true],
    ['0007', '07', true],
    ['#1001', '1001', true],
    ['1001', '1001.0', true],
    ['SO-1', 'so-1', true],
    ['so-1', 'SO-1', true],
    ['SO-1', 'SO-1\u00a0', true],
    ['1001', '1,001', true],
    ['1,234,567', '1234567', true],
    ["'123", '123', true],
    ['123', "'123", true],
    ['007', '70', false],
    ['SO-1', 'SO-10', false],
    ['A07', 'A7', false],
  ])('an order that was accepted as %s and comes as %s is the same: %s', (accepted, comes, isSame) => {
    const { accept, compare } = setUp();
    accept(order({ identifier: accepted }));
    const found = (changes: Partial<Order>) => {
      const { comparison, findings } = compare(order({ identifier: comes, ...changes }));
      return [comparison, ...findings.map(({ code }) => code)];
    };
    const same = isSame ? ['renamed', 'order.identifier.respelled'] : ['new'];
    expect(found({})).toEqual(same);
    expect(found({ updated_at: DAY(9) })).toEqual(same);
    // Another order that has such a number by chance.
    expect(found({ created_at: '2026-01-01T00:00:00Z' })).toEqual(['new']);
    const items = order().items.map((item) => ({ ...item, sku: 'ANOTHER' }));
    expect(found({ items })).toEqual(['new']);
  });

  it('holds accepted refunds, the currency and the money of a unit against what comes', () => {
    const { accept, compare } = setUp();
    const [item] = sampleOrder().items as Order['items'];
    const accepted = order({ updated_at: DAY(2), refunds: [refund('RF-1')] });
    accept(accepted);
    const codes = (changes: Partial<Order>) => {
      const { comparison, findings } = compare({ ...accepted, updated_at: DAY(3), ...changes });
      return [comparison, ...findings.map(({ code }) => code)];
    };
    const [line] = refund('RF-1').refund_line_items;
    const with1 = (more: object) => ({ refunds: [{ ...refund('RF-1'), ...more }] });
    expect(codes(with1({}))).toEqual(['changed']);
    expect(codes(with1({ total_refund_amount_cents: 90 }))).toEqual(['changed', 'order.refund.corrected']);
    expect(codes(with1({ refund_line_items: [{ ...line, quantity: 2 }] }))).toEqual([
      'changed',
      'order.refund.corrected',
    ]);
    expect(codes(with1({ rma_identifier: 'RMA-2' }))).toEqual(['renamed', 'order.refund.changed']);
    expect(codes(with1({ refund_line_items: [{ ...line, order_item_identifier: 'L2' }] }))).toEqual([
      'renamed',
      'order.refund.changed',
    ]);
    // An older version, with a refund that is new: what the accepted one gave is not taken back.
    const older = { updated_at: DAY(1), refunds: [refund('RF-1'), refund('RF-2')] };
    expect(codes(older)).toEqual(['changed']);
    const less = [{ ...refund('RF-1'), total_refund_amount_cents: 90 }, refund('RF-2')];
    expect(codes({ ...older, refunds: less })).toEqual(['renamed', 'order.refund.changed']);
    expect(codes({ currency: 'EUR' })).toEqual(['renamed', 'order.currency.changed']);
    const edited = compare({
      ...accepted,
      updated_at: DAY(3),
      items: [{ ...item!, discount_amount_cents: item!.discount_amount_cents! + 300 }],
    });
    expect(edited.findings).toEqual([
      expect.objectContaining({
        code: 'order.line.edited',
        path: 'items[0].discount_amount_cents',
        args: expect.objectContaining({ field: 'discount in cents', was: 0, is: 300 }),
      }),
    ]);
  });

  it('holds the price of a line against a new line of its article, as of a version that another computer accepted', () => {
    const { accept, compare } = setUp();
    const [item] = sampleOrder().items as Order['items'];
    accept(order({ updated_at: DAY(2) }));
    const cheaper = { ...item!, unit_price_amount_cents: item!.unit_price_amount_cents - 500 };
    const codes = (sku: string) => {
      const items = [cheaper, { ...item!, identifier: 'NEW', sku }];
      const { comparison, findings } = compare(order({ updated_at: DAY(3), items }));
      return [comparison, ...findings.map(({ code }) => code)];
    };
    expect(codes(item!.sku)).toEqual(['renamed', 'order.line.price']);
    expect(codes('ANOTHER')).toEqual(['changed', 'order.line.edited']);
  });

  it('ignores a later time only for a refund of the same snapshot', () => {
    const { accept, compare, ledger } = setUp();
    const mayPost = (o: Order) => {
      const check = () => checkNotOutdated(ledger.order(o.identifier), compare(o, { keepRefunds: true }));
      return expect(check);
    };
    const first = order({ updated_at: DAY(2), refunds: [] });
    mayPost(first).not.toThrow();
    accept(first);
    mayPost(first).not.toThrow();
    // A refund posted by this tool, which only moved the time forward.
    accept({ ...first, updated_at: '2026-05-02T00:00:01Z', refunds: [refund('RF-1')] });
    mayPost(first).not.toThrow();
    const touched = { ...first, identifier: 'SO-T' };
    accept({ ...touched, updated_at: DAY(3) });
    mayPost(touched).not.toThrow();
    // Status, total and lines are the same here too.
    accept({ ...first, updated_at: DAY(4), raw_status: 'elsewhere', refunds: [refund('RF-1')] });
    mayPost(first).toThrow(expect.objectContaining({ code: 'refund.order_outdated', exitCode: 6 }));
  });

  it('an old version in another mapping is older, also where the next one was a second later', () => {
    const { accept, compare } = setUp();
    const first = order({ updated_at: DAY(2), status: 'Created', refunds: [] });
    accept(first);
    accept({ ...first, updated_at: '2026-05-02T00:00:01Z', status: 'Shipped' });
    expect(compare({ ...first, raw_status: 'mapped anew' }).comparison).toBe('older');
    const doubtful = [{ code: 'order.version.doubtful', args: { isAgain: false } }];
    expect(compare({ ...first, status: 'Cancelled' })).toMatchObject({
      comparison: 'older',
      findings: doubtful,
    });
  });

  it('two versions of the shop that are a second apart stay two, also with a refund in both', () => {
    const { accept, compare } = setUp();
    const first = order({ updated_at: DAY(2), status: 'Created', refunds: [refund('RF-1')] });
    const codes = (changes: Partial<Order>, options = {}) => {
      const { comparison, findings } = compare({ ...first, ...changes }, options);
      return [comparison, ...findings.map(({ code }) => code)];
    };
    accept(first);
    accept({ ...first, updated_at: '2026-05-02T00:00:01Z', status: 'Shipped' });
    expect(codes({ raw_status: 'mapped anew' })).toEqual(['older', 'order.version.doubtful']);
    // A part of a refund is left out with it.
    const more = [{ ...refund('RF-1'), total_refund_amount_cents: 250 }];
    expect(codes({ refunds: more })).toEqual(['renamed', 'order.refund.superseded']);
  });

  it('a snapshot without the refund that added a second proves nothing, also where the refund is kept', () => {
    const { accept, compare } = setUp();
    const first = order({ updated_at: DAY(2), status: 'Created', refunds: [] });
    const cancelled = { ...first, status: 'Cancelled' } as const;
    accept(first);
    accept({ ...first, updated_at: '2026-05-02T00:00:01Z', refunds: [refund('RF-1')] });
    const without = compare(cancelled, { keepRefunds: true });
    expect([without.comparison, without.findings.map(({ code }) => code)]).toEqual([
      'older',
      ['order.version.doubtful'],
    ]);
    const whole = compare({ ...cancelled, refunds: [refund('RF-1')] });
    expect([whole.comparison, whole.order.facts.updatedAt]).toEqual(['changed', '2026-05-02T00:00:02Z']);
    // The same again is no sign of another mapping.
    accept(whole.order.order);
    expect(compare({ ...cancelled, refunds: [refund('RF-1')] }).comparison).toBe('refunded');
    expect(compare({ ...cancelled, updated_at: DAY(1), refunds: [refund('RF-1')] }).comparison).toBe('older');
  });

  it('an older order of another shop is named also where a ledger of an earlier build kept no time of creation', () => {
    const { accept, compare } = setUp();
    const { created_at: _, ...first } = order({ updated_at: DAY(2), refunds: [] });
    accept(first as Order);
    const [item] = first.items;
    const older = (sku: string) =>
      compare(order({ updated_at: DAY(1), refunds: [], items: [{ ...item!, sku, identifier: 'NEW' }] }));
    expect(older('OTHER')).toMatchObject({ comparison: 'renamed', findings: [{ code: 'order.line.lost' }] });
    expect(older(item!.sku)).toMatchObject({ comparison: 'older', findings: [] });
  });

  it('a version that was replaced under the same time is sent again, and named', () => {
    const { accept, compare } = setUp();
    const first = order({ updated_at: DAY(2), status: 'Created', refunds: [] });
    accept(first);
    accept({ ...first, status: 'Shipped' });
    expect(compare(first)).toMatchObject({
      comparison: 'changed_unmoved',
      findings: [{ code: 'order.version.doubtful', args: { isAgain: true } }],
    });
    expect(compare({ ...first, status: 'Shipped', raw_status: 'mapped anew' }).findings).toEqual([]);
  });

  it('a refund is not put on another status or lines under the accepted time; lines in another sequence are the same', () => {
    const { accept, compare, ledger } = setUp();
    const [one] = order().items;
    const items = ['L1', 'L-3'].map((identifier) => ({ ...one!, identifier }));
    const first = order({ updated_at: DAY(2), status: 'Created', refunds: [], items });
    const last = { ...first, status: 'Shipped' } as const;
    accept(first);
    accept(last);
    const may = (o: Order) =>
      expect(() => checkNotOutdated(ledger.order(o.identifier), compare(o, { keepRefunds: true })));
    const outdated = expect.objectContaining({ code: 'refund.order_outdated', exitCode: 6 });
    may(last).not.toThrow();
    may({ ...last, items: items.toReversed() }).not.toThrow();
    may({ ...last, note: 'other' }).not.toThrow();
    for (const other of [
      first,
      { ...last, items: [...items, { ...one!, identifier: 'L-4' }] },
      { ...first, updated_at: DAY(1) },
    ])
      may(other).toThrow(outdated);
    may({ ...first, updated_at: DAY(3) }).not.toThrow();
    accept({ ...last, updated_at: '2026-05-02T00:00:01Z', refunds: [refund('RF-1')] });
    may({ ...last, items: items.toReversed() }).not.toThrow();
  });

  it('a version in the hour that comes twice that may be newer is named', () => {
    const { platform, ledger, accept } = setUp();
    const at = (time: string) => `2026-10-${time}:00Z`;
    accept(order({ updated_at: at('25T00:50'), status: 'Created', refunds: [] }));
    const given = (first: string, later: string, status: Order['status']) => {
      const one = order({ updated_at: at(first), status, refunds: [] });
      const options = { force: false, keepRefunds: false, now: Date.parse('2026-11-01T00:00:00Z') };
      const { comparison, findings } = compareOrder(
        ledger,
        new ReadyOrder(platform.crypto, one, undefined, false, at(later)),
        options,
      );
      return [comparison, findings.map(({ code }) => code)];
    };
    expect(given('25T00:10', '25T01:10', 'Shipped')).toEqual(['changed', []]);
    expect(given('24T23:10', '25T00:10', 'Shipped')).toEqual(['older', ['order.version.doubtful']]);
    expect(given('24T23:10', '25T00:10', 'Created')).toEqual(['older', []]);
  });

  it.each([
    ['2026-10-03T00:00:00Z', '2026-10-03T10:00:00Z', 'Shipped', true],
    ['2026-10-03T00:00:00+02:00', '2026-10-03T21:59:59Z', 'Shipped', true],
    ['2026-10-03T00:00Z', '2026-10-03T00:30:00Z', 'Shipped', true],
    ['2026-10-03T00:00:00Z', '2026-10-03T10:00:00Z', 'Created', false],
    ['2026-10-03T00:00:00Z', '2026-10-04T00:00:00Z', 'Shipped', false],
    ['2026-10-03T09:00:00Z', '2026-10-03T10:00:00Z', 'Shipped', false],
  ] as const)(
    '%s beside an accepted %s, now %s: named as doubtful %s',
    (given, accepted, status, isNamed) => {
      const { accept, compare } = setUp();
      accept(order({ updated_at: accepted, status: 'Created', refunds: [] }));
      const { comparison, findings } = compare(order({ updated_at: given, status, refunds: [] }));
      const codes = findings.map(({ code }) => code);
      expect([comparison, codes]).toEqual(['older', isNamed ? ['order.version.doubtful'] : []]);
    },
  );

  it('does not send refused content again', () => {
    const { ledger, compare, platform } = setUp();
    const bad = order();
    const { digest } = new ReadyOrder(platform.crypto, bad);
    const refusal = { digest, code: 'invalid', field: '', status: 422, at: 1, run: 'r' };
    ledger.write([], [[bad.identifier, refusal]]);
    expect(compare(bad).comparison).toBe('refused_before');
    expect(compare({ ...bad, raw_status: 'mended' }).comparison).toBe('new');
    expect(compare(bad, { force: true }).comparison).toBe('refused_before');
  });
});

describe('a refund that was not accepted, under no later time', () => {
  it.each([
    ['2026-06-01T00:00:00Z', '2026-05-02T00:00:01Z', 'changed'],
    ['2026-05-02T00:00:00.250Z', '2026-05-02T00:00:00.250Z', 'changed'],
    ['2026-05-01T23:59:00Z', DAY(2), 'changed_unmoved'],
  ])('at %s is sent as of %s: not ahead of now, nor behind the accepted version', (now, time, comparison) => {
    const { accept, compare } = setUp();
    accept(order({ updated_at: DAY(2), refunds: [] }));
    const late = order({ updated_at: DAY(1), refunds: [refund('RF-1')] });
    const compared = compare(late, { now: Date.parse(now) });
    expect([compared.order.facts.updatedAt, compared.comparison]).toEqual([time, comparison]);
    const again = compare(compared.order.order, { now: Date.parse(now) });
    expect([again.order.facts.updatedAt, again.comparison]).toEqual([time, comparison]);
  });
});

describe('a refund that the input lacks', () => {
  it('refuses the order and names the refund', () => {
    const { accept, compare } = setUp();
    accept(order({ updated_at: DAY(1), refunds: [refund('RF-1'), refund('RF-2')] }));
    const { comparison, findings } = compare(order({ updated_at: DAY(2), refunds: [refund('RF-3')] }));
    expect(comparison).toBe('refunds_lost');
    expect(findings).toEqual([
      {
        ...{ code: 'order.refunds.lost', severity: 'error', path: 'refunds' },
        args: { refund: 'RF-1', more: 1, other: 'RF-3' },
      },
    ]);
  });

  it('is carried forward on request, and then the order is unchanged', () => {
    const { accept, compare } = setUp();
    accept(order({ updated_at: DAY(1), refunds: [refund('RF-1')] }));
    const next = order({ updated_at: DAY(2), refunds: [] });
    const kept = compare(next, { keepRefunds: true });
    expect(kept.comparison).toBe('changed');
    expect(kept.order.order.refunds).toEqual([refund('RF-1')]);
    accept(kept.order.order);
    expect(compare(next, { keepRefunds: true }).comparison).toBe('unchanged');
  });

  it('is not undone by --force either: refused, or carried forward', () => {
    const { accept, compare } = setUp();
    accept(order({ updated_at: DAY(2), refunds: [refund('RF-1')] }));
    for (const day of [1, 2, 3]) {
      const without = order({ updated_at: DAY(day), refunds: [] });
      expect(compare(without, { force: true }).comparison).toBe('refunds_lost');
      const kept = compare(without, { force: true, keepRefunds: true });
      expect([kept.comparison, kept.order.order.refunds]).toEqual([
        ['older', 'unchanged', 'changed'][day - 1],
        [refund('RF-1')],
      ]);
    }
  });

  it('posted by this tool does not make its snapshot count as older, unless something else changed', () => {
    const { accept, compare } = setUp();
    const at = (time: string) => `2026-05-02T00:00:${time}Z`;
    const given = order({ updated_at: at('00.0005'), refunds: [] });
    accept({ ...given, updated_at: at('01.001'), refunds: [refund('RF-1')] });
    expect(compare(given).comparison).toBe('refunded');
    expect(compare({ ...given, updated_at: at('00') }).comparison).toBe('older');
    expect(compare({ ...given, status: 'Created' }).comparison).toBe('older');
    // The order system may have learned of the refund, or of another one.
    expect(compare({ ...given, refunds: [refund('RF-1')] }).comparison).toBe('refunded');
    expect(compare({ ...given, refunds: [refund('RF-9')] }).comparison).toBe('refunds_lost');
    accept({ ...given, updated_at: at('02.001'), refunds: [refund('RF-1'), refund('RF-2')] });
    expect(compare(given).comparison).toBe('refunded');
  });
});

describe('the suspicion that the mapping changed', () => {
  it.each<[what: string, arises: boolean, numbers: Partial<Plan>]>([
    ['more than a tenth is older than what was accepted', true, { toSend: 89, olderThanLedger: 11 }],
    ['a tenth is older', false, { toSend: 90, olderThanLedger: 10 }],
    ['what the next run sends counts', false, { toSend: 40, overtaken: 50, olderThanLedger: 10 }],
    ['what was refunded here counts', false, { toSend: 40, refundedHere: 50, olderThanLedger: 10 }],
    ['of few orders all are older', false, { olderThanLedger: 4 }],
    ['a user corrects single orders', false, { toSend: 4, changed: 4, changedUnmoved: 4 }],
  ])('%s: %s', (_, arises, numbers) => {
    const suspicion = mappingSuspicion({
      toSend: 0,
      changed: 0,
      changedUnmoved: 0,
      alreadyAccepted: 0,
      olderThanLedger: 0,
      overtaken: 0,
      refundedHere: 0,
      examples: {},
      ...numbers,
    } as Plan);
    const said = { code: 'upload.mapping_changed', message: expect.stringContaining('did the mapping') };
    expect(suspicion).toEqual(arises ? expect.objectContaining(said) : undefined);
  });
});

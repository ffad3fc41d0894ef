// The pure parts of the sandbox's pages: what the shopper chose, how far a return is, addresses, steps.
import { describe, expect, it } from 'vitest';
import { stepOf } from '../../../src/sandbox/pages/operator/steps.ts';
import {
  EMPTY_DRAFT,
  missingIn,
  unitsIn,
  wishOf,
  withLine,
} from '../../../src/sandbox/pages/portal/draft.ts';
import { progressOf } from '../../../src/sandbox/pages/portal/words.ts';
import type { Return } from '../../../src/sandbox/pages/types.ts';

const variant = {
  ...{ sku: 'TEE-GRN-L', title: 'T-shirt', unit_price_amount_cents: 2500, quantity_in_stock: 3 },
  ...{ attributes: [], image_url: null },
};

describe('what the shopper chose', () => {
  it('names the first thing that is missing, with its line', () => {
    expect(missingIn(EMPTY_DRAFT)).toMatchObject({ line: null });
    let draft = withLine(EMPTY_DRAFT, 'L1', { units: 2 });
    expect(missingIn(draft)).toEqual({ line: 'L1', text: 'Tell us why you return this item.' });
    draft = withLine(draft, 'L1', { reason: 'Too small', settle: 'exchange' });
    expect(missingIn(draft)).toEqual({ line: 'L1', text: 'Choose what you would like instead.' });
    draft = withLine(draft, 'L1', { variant });
    expect(missingIn(draft)).toBeUndefined();
    expect(missingIn({ ...draft, giftee: 'nobody' })).toMatchObject({ line: null });
    expect(missingIn({ ...draft, giftee: 'friend@shop.example' })).toBeUndefined();
  });

  it('forgets a variant of which there are not enough', () => {
    const three = withLine(EMPTY_DRAFT, 'L1', { units: 3, reason: 'Too small', settle: 'exchange', variant });
    expect(missingIn(three)).toBeUndefined();
    const four = missingIn(withLine(three, 'L1', { units: 4 }));
    expect(four).toEqual({ line: 'L1', text: 'Choose what you would like instead.' });
  });

  it('becomes the wish that is sent', () => {
    let draft = withLine(EMPTY_DRAFT, 'L1', { units: 1, reason: 'Too small', settle: 'exchange', variant });
    draft = withLine(draft, 'L2', { units: 2, reason: 'No longer needed', settle: 'gift_card' });
    draft = withLine(draft, 'L3', { units: 1, reason: 'Too large' });
    expect(unitsIn(draft)).toBe(4);
    expect(wishOf('SO-1', { ...draft, method: 'home-pickup', giftee: 'friend@shop.example' })).toEqual({
      order: 'SO-1',
      method: 'home-pickup',
      giftee: 'friend@shop.example',
      lines: [
        { line: 'L1', units: 1, reason: 'Too small', exchange: 'TEE-GRN-L' },
        { line: 'L2', units: 2, reason: 'No longer needed', gift_card: true },
        { line: 'L3', units: 1, reason: 'Too large' },
      ],
    });
    expect(withLine(draft, 'L2', { units: 0 }).lines).not.toHaveProperty('L2');
  });
});

const rma = (status: string, units: readonly object[], more: Partial<Return> = {}): Return => ({
  ...{ rma_identifier: 'RMA-1', order_identifier: 'SO-1', status },
  ...{ return_method: 'mail-back', created_at: '', updated_at: '', next: [] },
  exchange: { state: 'none', order_identifier: null, gift_card_items: [] },
  items: units as Return['items'],
  ...more,
});
const unit = (parcel: string | null, more: object = {}) => ({
  ...{ order_line_item_identifier: 'L1', sku: 'TEE', refund_type: 'REFUND', package_tracking_status: parcel },
  ...more,
});

describe('how far a return is', () => {
  const CREATED = 'CREATED';
  it.each<[title: string, document: Return]>([
    ['Return started', rma(CREATED, [unit(null)])],
    ['Label ready', rma(CREATED, [unit('PRE_TRANSIT')])],
    ['On its way', rma(CREATED, [unit('PRE_TRANSIT'), unit('TRANSIT')])],
    ['Arrived', rma(CREATED, [unit('TRANSIT', { receiving_status: 'RECEIVED' })])],
    ['Dropped off', rma(CREATED, [unit('ACCEPTED')], { return_method: 'express-returns' })],
    ['Picked up', rma(CREATED, [unit('ACCEPTED')], { return_method: 'home-pickup' })],
    ['Partly refunded', rma('PARTIAL_REFUND', [unit('DELIVERED')])],
    ['Refunded', rma('REFUNDED', [unit('DELIVERED')])],
    ['Exchanged', rma('REFUNDED', [unit(null, { refund_type: 'UNEVEN_EXCHANGE' })])],
    ['Gift card sent', rma('REFUNDED', [unit(null, { refund_type: 'UNEVEN_GC' })])],
    ['Completed', rma('REFUNDED', [unit(null), unit(null, { refund_type: 'EVEN_EXCHANGE' })])],
    ['This return is cancelled', rma('CANCELED', [unit('PRE_TRANSIT')])],
    ['The carrier has lost your parcel', rma(CREATED, [unit('FAILURE')])],
    ['Your parcel is on its way back to you', rma(CREATED, [unit('RETURNED')])],
    ['Return started', rma('SOMETHING', [unit('NEW_WORD')], { return_method: 'new' })],
  ])('%s', (title, document) => expect(progressOf(document).title).toBe(title));
});

describe("the operator's view", () => {
  it('makes buttons of the steps that somebody can do', () => {
    expect(stepOf('RMA-1/2', 'carrier not-dropped-off')).toMatchObject({
      ...{ who: 'carrier', label: 'Not dropped off', path: '/_sandbox/rmas/RMA-1%2F2/carrier' },
      body: { step: 'not-dropped-off' },
    });
    expect(stepOf('RMA-1', 'cancel')).toMatchObject({ who: 'shopper', path: '/_sandbox/rmas/RMA-1/cancel' });
    expect(stepOf('RMA-1', 'warehouse close')).toMatchObject({ label: 'Close' });
  });
});

// `Gutschein` and `Voucher` are gift cards in one shop and discounts in another: which of them is asked, and never assumed.
import { describe, expect, test } from 'vitest';
import { csvOf, ordersSent, proposalOf, shopperCells } from './proposal-of.ts';

const cents = (amount: number) => (amount / 100).toFixed(2);
/** 12 orders of 54.86, of which every fourth has a voucher of 10.00. */
const shop = (name: string, more: (i: number) => Record<string, string | undefined> = () => ({})) =>
  csvOf(12, (i) => {
    const paid = i % 4 === 0 ? 1000 : 0;
    return { [name]: cents(paid), Total: cents(5486 - paid), ...more(i) };
  });
const STATUSES = { statuses: { shipped: 'Shipped' }, shipping_address: 'billing' };

describe.each(['Gutschein', 'Gutscheinbetrag', 'Voucher', 'Voucher amount', 'Bon', 'Vale', 'Buono'])(
  '%s',
  (name) => {
    test('is asked about, and nothing is assumed', async () => {
      const { question } = await proposalOf(shop(name), {}, { assumes: true });
      expect(question('gift_cards')).toMatchObject({ answer: null, proposed: null, unattended: null });
      expect(question('gift_cards')?.text).toBe(
        `${name}: was that paid with gift cards, or is it a discount?`,
      );
    });

    test('may be what was paid with', async () => {
      const sent = await ordersSent(shop(name), { ...STATUSES, gift_cards: 'payment' });
      expect(sent.map(({ total_amount_cents: total }) => total)).toEqual(sent.map(() => 5486));
      expect(sent.flatMap(({ items }) => items.map((one) => one.discount_amount_cents))).toEqual(
        sent.map(() => 0),
      );
    });
  },
);

describe.each(['Gutschein', 'Voucher'])('%s', (name) => {
  test('may be a discount', async () => {
    const sent = await ordersSent(shop(name), { ...STATUSES, gift_cards: 'discount' });
    const paid = sent.map((_, i) => (i % 4 === 0 ? 1000 : 0));
    expect(sent.map(({ total_amount_cents: total }) => total)).toEqual(paid.map((one) => 5486 - one));
    expect(sent.flatMap(({ items }) => items.map((one) => one.discount_amount_cents))).toEqual(paid);
  });

  test('is not asked about where the total is before it', async () => {
    const { question } = await proposalOf(shop(name, () => ({ Total: '54.86' })));
    expect(question('gift_cards')).toBeUndefined();
  });

  test('is asked about together with a gift card', async () => {
    const more = (i: number) => ({
      'Gift card': i % 4 === 1 ? '5.00' : '0.00',
      ...(i % 4 === 1 && { Total: '49.86' }),
    });
    const { result } = await proposalOf(shop(name, more));
    const asked = result.questions.filter(({ id }) => id === 'gift_cards');
    expect(asked.map(({ choices }) => choices.map(({ value }) => value))).toEqual([
      ['payment', 'discount', 'refuse'],
    ]);
    expect(asked[0]!.text).toContain(`Gift card and ${name}`);
  });
});

test.each(['Gutscheinrabatt', 'Voucher discount', 'Coupon', 'Discount'])('%s is a discount', async (name) => {
  const { question, columnOf } = await proposalOf(shop(name), STATUSES);
  expect(question('gift_cards')).toBeUndefined();
  expect(columnOf('item.discount_amount_cents')?.column).toBe(name);
});

test.each(['Gift card', 'Geschenkkarte'])('%s is no discount, and that is no choice', async (name) => {
  const { question } = await proposalOf(shop(name));
  expect(question('gift_cards')?.choices.map(({ value }) => value)).toEqual(['payment', 'refuse']);
});

const BEFORE = 'what was paid before, or with points or Skonto, is no discount of the shop by Enter';
test.each(['Anzahlung', 'Bereits bezahlt', 'Deposit', 'Skonto', 'Bonuspunkte', 'Acompte', 'Points'])(
  `%s: ${BEFORE}`,
  async (name) => {
    const paid = (i: number) => 500 + 10 * i;
    const text = csvOf(12, (i) => ({
      ...{ [name]: cents(paid(i)), Total: undefined, 'To pay': cents(5486 - paid(i)) },
    }));
    const { question } = await proposalOf(text, {}, { assumes: true });
    const asked = question('amounts') ?? question('fees');
    expect(asked).toMatchObject({ answer: null, proposed: null, unattended: null });
  },
);

test('a commission that was taken off the payout is left out, and the total is what the shopper paid', async () => {
  const fee = (i: number) => 300 + 20 * i;
  const text = csvOf(12, (i) => ({
    ...{ Commission: cents(fee(i)), Total: undefined, Payout: cents(5486 - fee(i)) },
  }));
  const answers = { ...STATUSES, fees: 'leave out', amounts: 'Price x Quantity + Shipping = the total' };
  const sent = await ordersSent(text, answers);
  expect(sent.map(({ total_amount_cents: total }) => total)).toEqual(sent.map(() => 5486));
  expect(sent.map(({ shipping_amount_cents: shipping }) => shipping)).toEqual(sent.map(() => 490));
});

describe('beside a subtotal, which is the lines alone in all orders', () => {
  /** Of 24 orders every second has a gift card of 10.00, every third a gift wrap of 2.50. */
  const text = csvOf(24, (i) => {
    const [card, wrap] = [i % 2 === 0 ? 1000 : 0, i % 3 === 0 ? 250 : 0];
    return {
      ...{ ...shopperCells(i), Subtotal: '49.96', 'Gift wrap': cents(wrap), Total: cents(5486 + wrap) },
      ...{ 'Gift card amount': cents(card), 'Amount charged': cents(5486 + wrap - card) },
    };
  });

  test('gift wraps and gift cards are asked about', async () => {
    const { question } = await proposalOf(text, {}, { assumes: true });
    expect(question('fees')?.text).toContain('Gift wrap: ');
    expect(question('gift_cards')?.text).toContain('Gift card amount: ');
    const sent = await ordersSent(text, {
      shipping_address: 'billing',
      fees: 'shipping',
      gift_cards: 'payment',
    });
    expect(sent).toHaveLength(24);
    expect(sent.slice(0, 2).map((one) => [one.total_amount_cents, one.shipping_amount_cents])).toEqual([
      [5736, 740],
      [5486, 490],
    ]);
  });

  test('a gift card that was not said to be one is no shipping', async () => {
    const answers = { ...STATUSES, fees: 'refuse', gift_cards: 'refuse' };
    const { question } = await proposalOf(text, answers);
    const [, choice] = question('confirm:audit.money.unused')?.choices ?? [];
    expect(choice).toEqual({
      value: 'Gift card amount',
      text: 'it is what was paid by gift card, and "Total" the total',
      answers: { 'field:total_amount_cents': 'Total' },
    });
  });
});

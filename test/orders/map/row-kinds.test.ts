// Exports whose rows are of several kinds: an answer makes them readable.
import { describe, expect, test } from 'vitest';
import { engineFor, openQuestions } from './engine.ts';
import { csvOf } from './proposal-of.ts';

type Item = Record<string, unknown>;
interface Sent {
  readonly [field: string]: unknown;
  readonly items: readonly Item[];
}

const cents = (amount: number) => (amount / 100).toFixed(2);
const price = (i: number) => 1998 + 137 * (i % 7);
const OF_ORDER =
  'Order number,Created,Updated,Status,Email,Name,Street,Zip,City,Country,Currency,Shipping,Total'.split(',');

/** Answers what Enter takes. */
async function sentFrom(text: string, answers: Record<string, unknown> = {}) {
  const engine = engineFor('export.csv', Buffer.from(text));
  let given = answers as Parameters<typeof engine.propose>[0];
  let result = await engine.propose(given);
  for (let round = 0; round < 4 && openQuestions(result).length > 0; round++) {
    const taken = openQuestions(result).flatMap(({ id, proposed, words }): [string, unknown][] => {
      const means = words && Object.fromEntries(words.map(({ word, proposed: one }) => [word, one]));
      // All presents go to one person.
      const taken = id.startsWith('confirm:audit.person.one') ? 'yes' : proposed;
      return means ? [[id, means]] : taken === null ? [] : [[id, taken]];
    });
    given = { ...Object.fromEntries(taken), ...given } as typeof given;
    result = await engine.propose(given);
  }
  expect(openQuestions(result).map(({ id }) => id)).toEqual([]);
  const { sent, codes } = await engine.check(result.mapping);
  return { sent: sent as ReadonlyMap<string, Sent>, codes, result };
}

describe('cells of the order on its first row only, its number too', () => {
  /** Two lines an order; the second row has only what is of the line. */
  const shop = (more: (i: number) => Record<string, string | undefined> = () => ({})) =>
    csvOf(40, (i) => {
      const order = i >> 1;
      const [one, two] = [price(order * 2), price(order * 2 + 1)];
      const row = {
        ...{ 'Order number': `S${100 + order}`, Email: `anna${order}@example.com` },
        ...{ Sku: `S-${i % 7}`, Title: `Shirt ${'abcdefg'[i % 7]}`, Quantity: '1', Price: cents(price(i)) },
        ...{ Total: cents(one + two + 490), ...more(i) },
      };
      const blank = Object.fromEntries(OF_ORDER.map((name) => [name, '']));
      return i % 2 === 0 ? row : { ...row, ...blank, ...(more(i)['Order number'] && { 'Order number': '' }) };
    });

  test.each<[string, string]>([
    ['as Odoo writes it', shop()],
    ['with blanks in the number', shop().replaceAll('\n,', '\n ,')],
    ['with semicolons', shop().replaceAll(',', ';')],
    ['with an empty line between orders', shop().replace(/\n(?=S1)/g, '\n\n')],
    ['with tabs', shop().replaceAll(',', '\t')],
  ])('%s', async (_, text) => {
    const { sent, codes, result } = await sentFrom(text);
    expect(codes).toEqual([]);
    expect(result.mapping['file']).toMatchObject({ fill_down: ['Order number'] });
    expect(sent.size).toBe(20);
    const order = sent.get('S103')!;
    expect(order.items.map((item) => item['sku'])).toEqual(['S-6', 'S-0']);
    expect(order.items.map((item) => item['unit_price_amount_cents'])).toEqual([price(6), price(7)]);
    expect(order['total_amount_cents']).toBe(price(6) + price(7) + 490);
    expect(order['shipping_amount_cents']).toBe(490);
  });
});

describe('the shipping is a row', () => {
  const shop = (sku: string, title: string, more: Record<string, string | undefined> = {}) =>
    csvOf(40, (i) => {
      const order = i >> 1;
      const own = 2 * price(order);
      const row = {
        ...{ 'Order number': `A-${100 + order}`, Email: `anna${order}@example.com`, Shipping: undefined },
        ...{ Sku: `S-${order % 7}`, Title: `Shirt ${'abcdefg'[order % 7]}`, Price: cents(price(order)) },
        Total: cents(own + 490),
      };
      return i % 2 === 0 ? row : { ...row, Sku: sku, Title: title, Quantity: '1', Price: '4.90', ...more };
    });

  test.each<[string, string]>([
    ['a word in the sku', shop('VERSAND', 'DHL Paket')],
    ['another word', shop('PORTO', 'Paket')],
    ['a word in the title', shop('X-1', 'Versandkosten')],
    ['English', shop('SHIPPING', 'UPS Ground')],
    ['a carrier', shop('P-001', 'Paketdienst GLS')],
    ['another carrier', shop('X-1', 'UPS Ground')],
    ['a kind of line', shop('P-001', 'Standard', { Positionstyp: 'Versandposition' })],
    ['an English kind of line', shop('P-001', 'Standard', { 'Line type': 'Shipping' })],
    ['a French kind of line', shop('P-001', 'Standard', { 'Type de ligne': 'Frais de livraison' })],
    ['without a total', shop('SHIPPING', 'UPS Ground').replace(/,[^,\n]*(?=\n)/g, '')],
  ])('%s', async (_, text) => {
    const id = 'confirm:audit.sku.shipping:item.sku';
    const sums = text.includes('Total') ? {} : { amounts: 'Price x Quantity = the total' };
    const { sent, codes, result } = await sentFrom(text, { ...sums, [id]: 'shipping' });
    const question = result.questions.find((one) => one.id.startsWith(id));
    expect(question?.choices.map(({ value }) => value)).toEqual(['yes', 'shipping', 'no']);
    expect([question?.proposed, question?.unattended]).toEqual([null, null]);
    expect(codes).toEqual([]);
    expect(result.mapping['order']).toMatchObject({ shipping_amount_cents: { over: 'rows' } });
    const order = sent.get('A-103')!;
    expect(order.items.map((item) => item['sku'])).toEqual(['S-3']);
    expect(order['shipping_amount_cents']).toBe(490);
    expect(order['total_amount_cents']).toBe(2 * price(3) + 490);
  });
});

describe('rows without an sku beside articles', () => {
  const shop = (column: string, kind: string) =>
    csvOf(40, (i) => {
      const order = i >> 1;
      const row = {
        ...{ 'Order number': `A-${100 + order}`, Email: `anna${order}@example.com`, Shipping: undefined },
        ...{ Sku: `S-${order % 7}`, Title: `Shirt ${'abcdefg'[order % 7]}`, Price: cents(price(order)) },
        ...{ Total: cents(2 * price(order) + 490), [column]: 'Artikel' },
      };
      const shipping = { Sku: '', Title: 'Standard', Quantity: '1', Price: '4.90', [column]: kind };
      return i % 2 === 0 ? row : { ...row, ...shipping };
    });

  test.each([
    ['Positionstyp', 'Versandposition'],
    ['Positionsart', 'Versand'],
    ['Line type', 'Shipping'],
    ['Tipo riga', 'Spedizione'],
  ])('may be said to be the shipping: %s %s', async (...kind) => {
    const { sent, codes, result } = await sentFrom(shop(...kind), { sku: 'shipping' });
    const question = result.questions.find(({ id }) => id === 'sku');
    expect(question).toMatchObject({ proposed: null, unattended: null });
    expect(codes).toEqual([]);
    const order = sent.get('A-103')!;
    expect(order.items.map((item) => item['sku'])).toEqual(['S-3']);
    expect(order['shipping_amount_cents']).toBe(490);
  });

  test.each([
    ['Positionstyp', 'Zubehör'],
    ['Versandart', 'Versand'],
  ])('are articles otherwise: %s %s', async (...kind) => {
    const { sent } = await sentFrom(shop(...kind));
    expect(sent.get('A-103')!.items.map((item) => item['sku'])).toEqual(['S-3', 'Standard']);
  });
});

test('an article that is called as a carrier, and is bought alone, is one', async () => {
  const { sent } = await sentFrom(
    csvOf(40, (i) => {
      const order = i < 30 ? i >> 1 : i;
      const own = {
        Title: i % 2 === 0 ? `Server ${i % 7}` : 'UPS 700',
        Sku: i % 2 === 0 ? `S-${i % 7}` : 'UPS-700',
      };
      const all = i < 30 ? [order * 2, order * 2 + 1] : [i];
      const total = all.reduce((sum, at) => sum + price(at), 0);
      return {
        ...{ ...own, 'Order number': `A-${100 + order}`, Email: `anna${order}@example.com` },
        ...{ Quantity: '1', Price: cents(price(i)), Shipping: undefined, Total: cents(total) },
      };
    }),
  );
  expect(sent.get('A-103')!.items.map((item) => item['sku'])).toEqual(['S-6', 'UPS-700']);
});

describe('a row of the whole order above its lines', () => {
  const LINE = ['Sku', 'Title', 'Price'];
  /** Orders of one line have one row; those of two have three. */
  const shop = (head: (i: number) => Record<string, string>, title = 'Title') =>
    csvOf(60, (i) => {
      const [order, nth] = [Math.floor(i / 4), i % 4];
      const [number, line] = nth === 3 ? [`B-${order}`, order] : [`A-${order}`, order + nth];
      const lines = nth === 3 ? price(order) : price(order + 1) + price(order + 2);
      const row = {
        ...{ 'Order number': number, Email: `${number}@example.com`, Quantity: '1', Title: undefined },
        ...{ Sku: `S-${line % 7}`, [title]: `Shirt ${'abcdefg'[line % 7]}`, Price: cents(price(line)) },
        Total: cents(lines + 490),
      };
      const blank = (names: readonly string[]) =>
        Object.fromEntries(names.map((name) => [name === 'Title' ? title : name, '']));
      if (nth === 0) return { ...row, ...blank(LINE), ...head(i) };
      return nth === 3 ? row : { ...row, ...blank(OF_ORDER.slice(1)) };
    });

  test.each<[string, string]>([
    ['as eBay writes it', shop(() => ({ Quantity: '2' }))],
    ['without units', shop(() => ({ Quantity: '' }))],
    ['with a price of 0', shop(() => ({ Price: '0.00' }))],
    ['in German', shop(() => ({ Quantity: '2' }), 'Bezeichnung')],
    ['with tabs', shop(() => ({ Quantity: '2' })).replaceAll(',', '\t')],
  ])('%s', async (_, text) => {
    const { sent, codes, result } = await sentFrom(text);
    expect(codes).toEqual([]);
    expect(result.questions.find(({ id }) => id === 'head_rows')?.proposed).toBe('yes');
    expect(sent.size).toBe(30);
    const order = sent.get('A-3')!;
    expect(order.items.map((item) => item['sku'])).toEqual(['S-4', 'S-5']);
    expect(order.items.map((item) => item['unit_price_amount_cents'])).toEqual([price(4), price(5)]);
    expect(order['total_amount_cents']).toBe(price(4) + price(5) + 490);
    expect(sent.get('B-3')!.items.map((item) => item['sku'])).toEqual(['S-3']);
  });
});

// What the audit asks about orders of several lines: one that has not left, and the shipping as a line; beside neighbours that are right.
import { expect, test } from 'vitest';
import { csvOf, proposalOf } from '../map/proposal-of.ts';

type Cells = Record<string, string | undefined>;

/** 24 orders of two lines; `second` changes the second one. Without a shipping column. */
const shop = (second: (i: number) => Cells, all: Cells = {}) =>
  csvOf(48, (i) => {
    const n = i >> 1;
    const cells = {
      'Order number': `A-${n}`,
      Email: `kim${n}@example.com`,
      Shipping: undefined,
    };
    const price = { Price: `${10 + (n % 7) + (i % 2)}.00`, Total: `${42 + 4 * (n % 7)}.00` };
    const line = { ...price, Sku: `S-${n % 5}`, Title: `Shirt ${n % 5}` };
    return { ...cells, ...line, ...all, ...(i % 2 ? second(n) : {}) };
  });

async function codesOf(text: string): Promise<string[]> {
  const { result } = await proposalOf(text, {}, { assumes: true });
  const codes = result.trial!.plan.audit.findings.map(({ finding }) => finding.code);
  // All orders have one shopper here.
  return codes.filter((code) => code !== 'audit.person.one');
}

const DATED = { 'Shipped on': '2025-11-23T10:00:00Z' };
test.each([
  ['a blank date', shop(() => ({ 'Shipped on': '' }), DATED), ['audit.shipped_date.blank']],
  ['a date on each line', shop(() => ({ Sku: 'S-9' }), DATED), []],
  ['a word in the sku', shop(() => ({ Sku: 'PORTO', Title: 'Paket' })), ['audit.sku.shipping']],
  ['a word in the title', shop(() => ({ Sku: 'X-1', Title: 'Versandkosten' })), ['audit.sku.shipping']],
  [
    'two words in the title',
    shop(() => ({ Sku: 'X-1', Title: 'Standard shipping' })),
    ['audit.sku.shipping'],
  ],
  ['something to ship with', shop(() => ({ Sku: 'BOX-1', Title: 'Shipping box, small' })), []],
])('a second line with %s', async (_, text, expected) => {
  expect(await codesOf(text)).toEqual(expected);
});

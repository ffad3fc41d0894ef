// Every rule of mapped reading: its bad sample breaks it and only it, its good one keeps it.
import { describe, expect, it } from 'vitest';
import { MAPPED_ROW_RULES, MAPPING_RULES } from '../../../src/contract/order-rules/mapping.ts';
import { line, mappingOf, readRows } from './support.ts';

const mapping = mappingOf({
  dates: { formats: ['YYYY-MM-DD HH:mm', 'YYYY-MM-DD'], timezone: 'Europe/London' },
  rows: {
    refuse: [{ when: { column: 'Sent', equals: 'some' }, reason: 'how many were sent is not known' }],
    count: 'Items',
    credit: { when: { column: 'Kind', equals: 'credit' }, reason: 'a credit note' },
    warn: [{ when: { column: 'Refunded', matches: '[1-9]' }, reason: 'the refund names no lines' }],
  },
  order: {
    created_at: 'At',
    updated_at: 'Changed',
    status: { column: 'State', values: { paid: 'Created' } },
    note: 'Note',
    total_amount_cents: 'Total',
  },
  item: {
    unit_price_amount_cents: 'Price',
    discount_amount_cents: { divide: ['Paid', 'Units'] },
    product_amount_cents: { share: 'Points', by: 'Weight' },
    quantity_shipped: {
      cases: [{ when: { column: 'Sent', equals: 'some' }, value: { constant: 0 } }],
      else: 'Sent',
    },
  },
  tax: { total: 'Total', subtotal: 'Sub', shipping: 'Ship', tax: 'Tax' },
});

/** For the rules about refunds. */
const refunds = {
  rows: {
    item: { column: 'Type', equals: ['', 'item'] },
    refund: { any: [{ column: 'Type', equals: 'refund' }, { not: { column: 'Money', equals: '0' } }] },
  },
  refund: { identifier: { generate: 'refund' }, total_refund_amount_cents: 'Money', created_at: 'Changed' },
  refund_line: { quantity: 'Units', sku: 'Sku' },
};

const DEFAULTS = {
  Changed: '2026-06-01 10:00',
  State: 'paid',
  Note: '',
  Price: '50.00',
  Sent: '1',
  Paid: '',
  Kind: '',
  Points: '',
  Weight: '',
  Units: '',
  Refunded: '',
  Items: '',
  Sub: '50.00',
  Ship: '',
  Tax: '',
  Total: '50.00',
  Type: '',
  Money: '0',
};

function filesOf(sample: unknown) {
  return String(sample)
    .split('\n\n')
    .map((file) => {
      const [header, ...rows] = file.split('\n').map((text) => text.split(','));
      return rows.map((cells) => {
        const own = Object.fromEntries(header!.map((name, i) => [name, cells[i]!]));
        // A line for each row: what was not given must still add up.
        const more = rows.length > 1 || String(sample).includes('\n\n') ? { Sub: '', Total: '' } : {};
        return line('1', {
          ...DEFAULTS,
          ...(own['Qty'] === '2' ? { Price: '25.00', Sent: '2' } : {}),
          ...more,
          ...own,
        });
      });
    });
}

describe('rules of mapped reading', () => {
  const withoutTax = { ...mapping, tax: undefined };
  const isOfRow = (rule: (typeof MAPPING_RULES)[number]) =>
    !rule.code.startsWith('join.') && !MAPPED_ROW_RULES.includes(rule);
  it.each(MAPPING_RULES.filter(isOfRow))('$code', async (rule) => {
    const of = async (sample: unknown) => {
      const found = await readRows(
        filesOf(sample),
        /tax|subtotal|shipped/.test(rule.code)
          ? mapping
          : { ...withoutTax, ...(/^refund/.test(rule.code) && refunds) },
      );
      return found.flatMap(({ findings }) => findings);
    };
    const bad = await of(rule.bad);
    expect(bad.map((f) => [f.code, f.severity])).toEqual([[rule.code, rule.severity]]);
    expect(rule.say(bad[0]!.args, bad[0]!.path)).toMatch(/^[a-z"].*\d/);
    expect(rule.say(bad[0]!.args, bad[0]!.path)).not.toMatch(/undefined|null|NaN|\[object/);
    expect(await of(rule.good)).toEqual([]);
  });
});

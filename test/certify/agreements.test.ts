// The agreements: every place where the interface says "not shown" is asked, or is no matter of the retailer; and what fills them.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPEN_QUESTIONS as QUESTIONS } from '../../src/agreements/open-questions.ts';
import { type AgreementFacts, agreementsOf } from '../../src/certify/agreement-facts.ts';

const INTERFACE = path.resolve(import.meta.dirname, '../../../shared/interface.md');
const isThere = fs.existsSync(INTERFACE);

/** Words of the interface before "not shown", and the questions that ask for them. */
const ASKED: readonly (readonly [silent: string, questions: readonly string[]])[] = [
  [
    'Express returns, exchange, partial, cancellation and cancel-return scenarios, and the tag scenarios',
    ['scenarios'],
  ],
  ['Behaviour with non-zero shipping or discount', ['totals']],
  ['Allowed tag values', ['tags']],
  ['transactions | array | Must be sent; sent only as an empty array. Element fields', ['transactions']],
  ['discounts | array | Must be sent; sent only as an empty array. Element fields', ['discounts']],
  ['Values vary with return_method; the full list', ['package-statuses']],
  ['Field names and types of a variant', ['variant-fields']],
  ['Fields inside these', ['exchange-fields']],
  [
    'Other RMA statuses, other package tracking statuses (for example on delivery or receipt) and the paths for express-returns and customer-keep',
    ['rma-statuses', 'package-statuses', 'return-methods'],
  ],
  ['Transitions of receiving_status (`PENDING`, `RECEIVED`, `NOT_RECEIVED`)', ['receiving-status']],
  ['Transitions to `Cancelled`', ['cancelled-spelling']],
  ['Which source-to-target status moves are allowed', ['asn-moves']],
  [
    'Response bodies of the order endpoint and the ASN endpoints (success case), and the base address of the ASN endpoints',
    ['answers-of-service', 'address-asns'],
  ],
  ['Response bodies of the RMA and exchange order endpoints', ['answer-bodies']],
  ['Request fields of the exchange order beyond items, customer and payment', ['exchange-fields']],
  ['Variant fields of the GET response', ['variant-fields']],
  [
    "Authentication of the service's outbound calls to the customer (RMA, exchange variants, exchange orders)",
    ['endpoint-auth'],
  ],
  [
    'Ordering of messages, retries on failure, delivery guarantees and signing of outbound messages',
    ['ordering', 'retries', 'signing'],
  ],
  ['Events for exchange, partial, cancellation and cancel-return scenarios', ['events']],
  ['Other codes', ['error-codes']],
  ['Error bodies for 400 and 5xx', ['error-bodies']],
  ["Error responses of the customer's endpoints and the service's reaction to them", ['refused-messages']],
  ['Payload size limits and limits on line or carton counts', ['size-limits']],
  ['Versioning of the outbound interfaces (RMA, exchange variants, exchange orders)', ['outbound-version']],
  ['Deprecation policy', ['deprecation']],
];

/** Every place touches a retailer today. One that does not is named here, with why. */
const NOT_OURS: readonly (readonly [silent: string, why: string])[] = [];

const nothing: AgreementFacts = {
  target: null,
  levels: [],
  timezone: null,
  currency: null,
  customer: null,
  orders: null,
  asns: null,
  answers: new Map(),
};

describe('the list of agreements', () => {
  it.skipIf(!isThere)(
    'asks for every place that the interface leaves open (needs the interface beside the project)',
    () => {
      const places = fs
        .readFileSync(INTERFACE, 'utf8')
        .split('not shown')
        .slice(0, -1)
        .map((before) => before.replace(/:\s*$/, '').trimEnd());
      const texts = [...ASKED, ...NOT_OURS].map(([silent]) => silent);
      const unasked = places.filter((before) => !texts.some((text) => before.endsWith(text)));
      expect(unasked.map((before) => before.slice(-120))).toEqual([]);
      const gone = texts.filter((text) => !places.some((before) => before.endsWith(text)));
      expect(gone).toEqual([]);
      expect(places).toHaveLength(texts.length);
    },
  );

  it('has every question that the places are given to, each once', () => {
    const ids = QUESTIONS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, questions] of ASKED) for (const id of questions) expect(ids).toContain(id);
  });

  it('has questions, and says of each what the interface says', () => {
    for (const { question, interface: source } of QUESTIONS) {
      expect(question).toMatch(/^[A-Z].*\?$/);
      expect(source).toMatch(/^[A-Z][^:]+: ./);
    }
  });
});

describe('what we do', () => {
  const ours = (id: string, facts: Partial<AgreementFacts>) =>
    agreementsOf({ ...nothing, ...facts }).find((one) => one.id === id)?.ours;
  const customer = {
    url: 'https://oms.shop.example',
    paths: { rmas: '/in/rmas', variants: 'sizes', exchangeOrders: '/x' },
    auth: 'basic',
    abilities: ['refund-at-scan', 'variants'],
    answerMs: 5000,
  };

  it('is unknown where nothing is known', () => {
    for (const id of [
      'address-orders',
      'endpoint-auth',
      'refund-moment',
      'program',
      'levels',
      'currency',
      'rma-statuses',
    ])
      expect(ours(id, {}), id).toBeNull();
  });

  it('comes from the profile', () => {
    const target = {
      profile: 'shop',
      environment: 'sandbox',
      address: 'https://orders.example',
      baseAddress: 'https://asns.example',
      limit: 2500,
      minorUnits: 'iso',
    } as const;
    expect(ours('address-orders', { target })).toBe('https://orders.example (sandbox, profile shop)');
    expect(ours('address-asns', { target })).toBe('https://asns.example');
    expect(ours('cancelled-spelling', { target })).toBe('Cancelled');
    expect(ours('rate', { target })).toBe('at most 2500 a minute');
  });

  it('comes from the flags', () => {
    expect(ours('endpoint-addresses', { customer })).toBe(
      'POST https://oms.shop.example/in/rmas, GET https://oms.shop.example/sku/{variant_identifier}/sizes, POST https://oms.shop.example/x',
    );
    expect(ours('endpoint-auth', { customer })).toBe('basic');
    expect(ours('endpoint-auth', { customer: { ...customer, auth: null } })).toContain('nobody signs in');
    expect(ours('refund-moment', { customer })).toBe('refund-at-scan (--retailer-can)');
    expect(ours('answer-time', { customer })).toContain('5.0 s');
    expect(ours('variant-fields', { customer })).toBe('Our side answers variants');
    expect(ours('exchange-fields', { customer })).toBe('Our side does not take exchange orders');
    expect(ours('timezone', { timezone: 'Europe/London' })).toContain('Europe/London');
    expect(ours('currency', { currency: 'GBP' })).toBe('GBP (--currency)');
    expect(ours('levels', { levels: ['order.status.unknown=warning'] })).toBe('order.status.unknown=warning');
  });

  it('comes from what was seen in the files', () => {
    const orders = {
      orders: 2,
      currencies: ['USD', 'EUR'],
      statuses: ['Shipped'],
      days: { from: '2026-01-01', to: '2026-06-30' },
      mapping: null,
      limits: ['Tax is inside.'],
      levels: ['order.tag.unknown=off'],
    };
    const asns = { programs: ['PRG-1', 'PRG-2'], statuses: ['pending'], types: ['unit'], versions: ['1'] };
    expect(ours('currency', { orders, currency: 'GBP' })).toBe('USD, EUR');
    expect(ours('history', { orders })).toBe('The orders given were created from 2026-01-01 to 2026-06-30');
    expect(ours('totals', { orders })).toBe('Tax is inside.');
    expect(ours('levels', { orders, levels: ['a=off'] })).toBe('a=off, order.tag.unknown=off');
    expect(ours('program', { asns })).toBe('PRG-1, PRG-2');
    expect(ours('asn-moves', { asns })).toBe('The file has pending');
  });
});

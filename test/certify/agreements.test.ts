// The agreements: every place where the interface says "not shown" is asked, or is no matter of the retailer; and what fills them.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { QUESTIONS } from '../../src/agreements/agreements.ts';
import { REPLACED, ASKED as STATIC } from '../../src/agreements/asked.ts';
import { OPEN_QUESTIONS } from '../../src/agreements/open-questions.ts';
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
    const ids = [...OPEN_QUESTIONS.map(({ id }) => id), ...Object.keys(STATIC)];
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, questions] of ASKED) for (const id of questions) expect(ids).toContain(id);
  });

  it('has questions, and says of each what the interface says', () => {
    for (const question of Object.values(STATIC)) expect(question).toMatch(/^[A-Z].*\?$/);
    for (const [id, taken] of Object.entries(REPLACED)) {
      expect(STATIC).toHaveProperty(id);
      for (const one of taken) expect(QUESTIONS.map((question) => question.id)).toContain(one);
    }
    for (const { question, interface: source } of OPEN_QUESTIONS) {
      expect(question).toMatch(/^[A-Z].*\?$/);
      expect(source).toMatch(/^[A-Z][^:]+: ./);
    }
  });
});

describe('what we do', () => {
  const nothing: AgreementFacts = { minorUnits: undefined, levels: [], answers: new Map() };
  const of = (id: string, facts: Partial<AgreementFacts> = {}) =>
    agreementsOf({ ...nothing, ...facts }).find((one) => one.id === id);

  it('is the profile, what was agreed, or what is done meanwhile', () => {
    expect(of('minor-units')?.ours).toBeNull();
    expect(of('minor-units', { minorUnits: 'iso' })?.ours).toBe('iso');
    expect(of('levels', { levels: ['a=off', 'b=note', 'a=off'] })?.ours).toBe('a=off, b=note');
    expect(of('cancelled-spelling')).toMatchObject({ ours: 'Cancelled', value: null });
    const answers = new Map([
      ['cancelled-spelling', { value: 'Canceled', by: 'Mia', since: '2026-05-12' }],
      ['refund_match', { value: 'not_at_all', by: null, since: null }],
      ['retries', { value: 'for a day', by: 'Mia', since: null }],
    ]);
    expect(of('cancelled-spelling', { answers })).toMatchObject({ ours: 'Canceled', by: 'Mia' });
    expect(of('refund_match')).toBeUndefined();
    expect(of('refund_match', { answers })).toMatchObject({ ours: 'not_at_all', value: 'not_at_all' });
    expect(of('retries', { answers })).toMatchObject({ ours: null, value: 'for a day', by: 'Mia' });
  });
});

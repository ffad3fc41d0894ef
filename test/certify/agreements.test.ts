// The agreements: every place where the interface says "not shown" is asked, or is no matter of the retailer; and what fills them.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { QUESTIONS } from '../../src/agreements/agreements.ts';
import { REPLACED, ASKED as STATIC } from '../../src/agreements/asked.ts';
import { OPEN_QUESTIONS } from '../../src/agreements/open-questions.ts';
import { type AgreementFacts, agreementsOf } from '../../src/certify/certify.ts';

const INTERFACE = path.resolve(import.meta.dirname, '../../../shared/interface.md');
const isThere = fs.existsSync(INTERFACE);

/** Words of the interface before "not shown", and what asks for them: the id of an agreement, or words of a question. */
const ASKED: readonly (readonly [silent: string, questions: readonly string[]])[] = [
  [
    'Express returns, exchange, partial, cancellation and cancel-return scenarios, and the tag scenarios',
    ['partial returns, cancellations'],
  ],
  ['Behaviour with non-zero shipping or discount', ['enter total_amount_cents']],
  ['Allowed tag values', ['which tags are known']],
  ['transactions | array | Must be sent; sent only as an empty array. Element fields', ['Are transactions']],
  [
    'discounts | array | Must be sent; sent only as an empty array. Element fields',
    ['and discounts ever filled'],
  ],
  ['Values vary with return_method; the full list', ['package-statuses']],
  ['Field names and types of a variant', ['Which fields do a variant']],
  ['Fields inside these', ['an exchange order have']],
  [
    'Other RMA statuses, other package tracking statuses (for example on delivery or receipt) and the paths for express-returns and customer-keep',
    ['rma-statuses', 'package-statuses', 'Which return methods'],
  ],
  ['Transitions of receiving_status (`PENDING`, `RECEIVED`, `NOT_RECEIVED`)', ['receiving_status']],
  ['Transitions to `Cancelled`', ['cancelled-spelling']],
  ['Which source-to-target status moves are allowed', ['which status changes']],
  [
    'Response bodies of the order endpoint and the ASN endpoints (success case), and the base address of the ASN endpoints',
    ['answers carry: a success', 'orders and ASNs'],
  ],
  ['Response bodies of the RMA and exchange order endpoints', ['what does it read']],
  ['Request fields of the exchange order beyond items, customer and payment', ['an exchange order have']],
  ['Variant fields of the GET response', ['Which fields do a variant']],
  [
    "Authentication of the service's outbound calls to the customer (RMA, exchange variants, exchange orders)",
    ['how does it sign in'],
  ],
  [
    'Ordering of messages, retries on failure, delivery guarantees and signing of outbound messages',
    ['come out of order', 'sent again', 'or sign?'],
  ],
  ['Events for exchange, partial, cancellation and cancel-return scenarios', ['steps and messages']],
  ['Other codes', ['which codes']],
  ['Error bodies for 400 and 5xx', ['a 400']],
  ["Error responses of the customer's endpoints and the service's reaction to them", ['one that is not 200']],
  ['Payload size limits and limits on line or carton counts', ['How large']],
  ['Versioning of the outbound interfaces (RMA, exchange variants, exchange orders)', ['which version']],
  ['Deprecation policy', ['How long ahead']],
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

  it('has every question that the places are given to', () => {
    const ids = OPEN_QUESTIONS.map(({ id }) => id);
    for (const [, asked] of ASKED)
      for (const one of asked)
        expect(
          [...ids, ...STATIC].filter((text) => text.includes(one)),
          one,
        ).toHaveLength(1);
  });

  it('has questions, and names what took the place of others', () => {
    for (const question of STATIC) expect(question).toMatch(/^[A-Z].*\?$/);
    for (const taken of Object.values(REPLACED))
      for (const one of taken.split(' ')) expect(QUESTIONS.map(({ id }) => id)).toContain(one);
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
    ]);
    expect(of('cancelled-spelling', { answers })).toMatchObject({ ours: 'Canceled', by: 'Mia' });
    expect(of('refund_match')).toBeUndefined();
    expect(of('refund_match', { answers })).toMatchObject({ ours: 'not_at_all', value: 'not_at_all' });
  });
});

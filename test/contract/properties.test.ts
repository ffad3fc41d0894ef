// Properties that hold for any input: no check throws, no input is changed, no finding contains personal data.

import { describe, expect, it } from 'vitest';
import { validateExchangeAnswer, validateVariantsAnswer } from '../../src/contract/exchange-rules/answers.ts';
import { validateExchangeOrder } from '../../src/contract/exchange-rules/order.ts';
import type { Finding } from '../../src/contract/finding.ts';
import { explainMoney } from '../../src/contract/rma-money.ts';
import { type OrderKnown, validateRmaAgainstOrder } from '../../src/contract/rma-rules/known-orders.ts';
import { describeChange } from '../../src/contract/rma-units.ts';
import { validateAsn } from '../../src/contract/validate-asn.ts';
import { finishOrder, validateOrder, validateOrdersMessage } from '../../src/contract/validate-order.ts';
import { validateRma } from '../../src/contract/validate-rma.ts';
import { describeFinding } from '../helpers/contract-rules.ts';
import { inForm } from '../helpers/form.ts';
import { fc } from '../helpers/random.ts';
import { damaged, pathsOf, placed } from './damaged.ts';
import { followAll } from './histories.ts';
import { knownLine, NOW, ORDER, REFUNDED, UNIT_ASN } from './verdicts.ts';
import { ANSWER, EXCHANGE, VARIANTS } from './verdicts-exchange.ts';
import { RMA } from './verdicts-rma.ts';

const context = { now: NOW };

const textsOf = (message: unknown) =>
  pathsOf(message).filter(
    (path) => typeof path.reduce((at, part) => (at as Record<string, unknown>)[part], message) === 'string',
  );
/** Replaces only texts, by other texts. */
const reworded = (message: unknown) => damaged(message, fc.string(), textsOf(message));

const anything = fc.oneof(damaged(REFUNDED), damaged(UNIT_ASN), fc.jsonValue());

describe('any JSON', () => {
  it('is checked without throwing and without being changed', () => {
    fc.assert(
      fc.property(anything, (message) => {
        const before = JSON.stringify(message);
        const { order, findings } = finishOrder(message, context);
        expect(order === undefined).toBe(findings.some(({ severity }) => severity === 'error'));
        validateOrdersMessage({ returns_portal_order: { orders: [message, message] } }, context);
        for (const finding of [...findings, ...validateOrder(message, context), ...validateAsn(message, 1)])
          expect(describeFinding(finding)).toEqual(expect.any(String));
        expect(JSON.stringify(message)).toBe(before);
      }),
      { numRuns: inForm({ short: 300, long: 1500 }) },
    );
  });

  it('is finished so that the rules of the service accept it', () => {
    let finished = 0;
    fc.assert(
      fc.property(fc.oneof(damaged(ORDER), reworded(ORDER)), (message) => {
        const { order } = finishOrder(message, context);
        if (order === undefined) return;
        finished++;
        const sent: unknown = JSON.parse(JSON.stringify(order));
        expect(validateOrder(sent, context).filter(({ severity }) => severity === 'error')).toEqual([]);
      }),
      { numRuns: inForm({ short: 200, long: 800 }) },
    );
    // Inputs too damaged to give an order are not counted as a proof.
    expect(finished).toBeGreaterThan(80);
  });
});

const LINES = ['1', '2'].map((identifier) => knownLine(identifier, 'HAT-BLK', 1, 3000, 481));
const KNOWN: OrderKnown = {
  totalCents: 6962,
  lines: LINES,
  refunds: [{ identifier: 'R', amountCents: 1, lines: [{ line: '1', units: 1 }], rma: null }],
};

/** All findings about an incoming message; it also makes their messages. */
function checkIncoming(message: unknown): readonly Finding[] {
  explainMoney(message, () => KNOWN);
  return [
    ...validateRma(message),
    ...validateRmaAgainstOrder(message, () => KNOWN),
    ...validateExchangeOrder(message),
    ...validateExchangeAnswer(message),
    ...validateVariantsAnswer(message),
  ];
}

/** What a text says where a value is missing. */
const UNSAID = /undefined|NaN|\[object/;

describe('any incoming message', () => {
  const messages = [RMA, EXCHANGE, ANSWER, VARIANTS].map((message) => damaged(message));
  const arrived = fc.oneof(...messages, fc.jsonValue());

  it('is checked without throwing and without being changed', () => {
    fc.assert(
      fc.property(arrived, (message) => {
        const before = JSON.stringify(message);
        // The message may say so itself.
        fc.pre(!UNSAID.test(before));
        for (const finding of checkIncoming(message)) expect(describeFinding(finding)).not.toMatch(UNSAID);
        expect(JSON.stringify(message)).toBe(before);
      }),
      { numRuns: inForm({ short: 150, long: 600 }) },
    );
  });

  it('is followed without throwing, after any other', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(damaged(RMA), fc.jsonValue()), { maxLength: 4 }), (messages) => {
        fc.pre(!UNSAID.test(JSON.stringify(messages)));
        for (const { findings, changes } of followAll(messages.map((message) => JSON.stringify(message)))) {
          for (const finding of findings) expect(describeFinding(finding)).not.toMatch(UNSAID);
          for (const change of changes) expect(describeChange(change)).not.toMatch(UNSAID);
        }
      }),
      { numRuns: inForm({ short: 100, long: 300 }) },
    );
  });

  it('gives findings without personal data: giftee, customer, addresses', () => {
    const canary = fc.constantFrom('Canary Bird', 'canary@nest.example', '+1 5 CANARY', 'canary'.repeat(40));
    let count = 0;
    fc.assert(
      fc.property(damaged(RMA), damaged(EXCHANGE), canary, (rma, exchange, text) => {
        const places = [
          [rma, ['giftee_email']],
          [rma, ['customer']],
          [exchange, ['customer', 'identifier']],
          [exchange, ['customer', 'email']],
          [exchange, ['shipping_address', 'name']],
          [exchange, ['shipping_address', 'city']],
          [exchange, ['billing_address', 'postal_code']],
          [exchange, ['payment']],
        ] as const;
        for (const [message, path] of places) {
          let marked: unknown = message;
          try {
            marked = placed(message, path, text);
          } catch {
            continue; // the damage removed the object
          }
          const findings = checkIncoming(marked);
          count += findings.length;
          expect(findings.map((f) => `${JSON.stringify(f)} ${describeFinding(f)}`).join()).not.toMatch(
            /canary/i,
          );
        }
      }),
      { numRuns: inForm({ short: 40, long: 120 }) },
    );
    expect(count).toBeGreaterThan(1000);
  });
});

const PERSONAL = [
  ...['identifier', 'first_name', 'last_name', 'email', 'phone'].map((field) => ['customer', field]),
  ...['shipping_address', 'billing_address'].flatMap((address) =>
    Object.keys(ORDER.shipping_address).map((field) => [address, field]),
  ),
];
// Samples of personal data: each is wrong for a field in a different way, or right.
const CANARIES = ['Canary Bird', 'canary@nest.example', '', ' canary ', '+1 555 CANARY', 'canary'.repeat(40)];

describe('personal data', () => {
  const tell = (findings: readonly Finding[]) =>
    findings.map((finding) => `${JSON.stringify(finding)} ${describeFinding(finding)}`).join('\n');

  it('is never in a finding, whatever else is wrong', () => {
    const count = { placed: 0, findings: 0 };
    fc.assert(
      fc.property(
        damaged(REFUNDED),
        fc.array(fc.constantFrom(...CANARIES), { minLength: 19, maxLength: 19 }),
        (base, canaries) => {
          let order = base;
          PERSONAL.forEach((path, i) => {
            try {
              order = placed(order, path, canaries[i % canaries.length]);
              count.placed++;
            } catch {
              // the damage removed the object
            }
          });
          const findings = validateOrder(order, context);
          count.findings += findings.length;
          expect(tell(findings)).not.toMatch(/canary/i);
          expect(tell(finishOrder(order, context).findings)).not.toMatch(/canary/i);
        },
      ),
      { numRuns: inForm({ short: 200, long: 800 }) },
    );
    expect(count.placed).toBeGreaterThan(inForm({ short: 2500, long: 10_000 }));
    expect(count.findings).toBeGreaterThan(inForm({ short: 250, long: 1000 }));
  });

  it('is not shown when columns are shifted: a name as status, currency or tag, an e-mail as identifier', () => {
    const slipped = {
      ...REFUNDED,
      status: 'Canary Bird',
      currency: 'Canary Bird',
      tags: ['Canary Bird', '555 123 canary'],
      items: [
        ORDER.items[0],
        { ...ORDER.items[0], identifier: 'canary@nest.example' },
        { ...ORDER.items[0], identifier: 'canary@nest.example' },
      ],
    };
    expect(tell(validateOrder(slipped, context))).not.toMatch(/canary/i);
  });
});

describe('a hostile message', () => {
  it.each([
    ['items', { items: Array.from({ length: 300_000 }, () => 1) }],
    [
      'tags of lines',
      { items: Array.from({ length: 100 }, () => ({ tags: Array.from({ length: 3000 }, () => 1) })) },
    ],
    ['refund lines', { refunds: [{ refund_line_items: Array.from({ length: 300_000 }, () => ({})) }] }],
  ])('with endless %s gets one finding', (_name, order) => {
    expect(validateOrder(order, context).map(({ code }) => code)).toEqual(['order.size.limit']);
    expect(finishOrder(order, context).findings).toHaveLength(1);
  });

  it('of very many empty orders is not checked to the end', () => {
    const body = { returns_portal_order: { orders: Array.from({ length: 300_000 }, () => ({})) } };
    expect(validateOrdersMessage(body, context).length).toBeLessThan(20_000);
  });
});

// The compiled test of a shape says yes exactly where zod does.
import { describe, expect, it, test } from 'vitest';
import * as z from 'zod';
import * as asn from '../../src/contract/asn.ts';
import { compileShape } from '../../src/contract/compile-shape.ts';
import * as exchange from '../../src/contract/exchange-order.ts';
import * as order from '../../src/contract/order.ts';
import * as rma from '../../src/contract/rma.ts';
import * as errorBody from '../../src/contract/small-shapes.ts';
import * as variants from '../../src/contract/variants.ts';
import { makeCli } from '../helpers/cli.ts';
import { fc } from '../helpers/random.ts';
import { damaged } from './damaged.ts';
import { ORDER, REFUNDED, SKU_ASN, UNIT_ASN } from './verdicts.ts';
import { ANSWER, EXCHANGE, VARIANTS } from './verdicts-exchange.ts';
import { RMA } from './verdicts-rma.ts';

const MESSAGES: readonly (readonly [name: string, shape: z.ZodType, good: readonly unknown[]])[] = [
  ['order', order.orderShape, [ORDER, REFUNDED]],
  ['post of orders', order.ordersMessageShape, [{ returns_portal_order: { orders: [ORDER, REFUNDED] } }]],
  ['ASN', asn.asnShape, [UNIT_ASN, SKU_ASN]],
  ['RMA', rma.rmaShape, [RMA, { ...RMA, updated_at: '2026-11-15T10:00:00Z' }]],
  ['exchange order', exchange.exchangeOrderShape, [EXCHANGE, { ...EXCHANGE, payment: 'TX-1' }]],
  ['answer to an exchange order', exchange.exchangeAnswerShape, [ANSWER]],
  ['list of variants', z.array(variants.variantShape), [VARIANTS]],
  ['answer to a variants request', variants.variantsShape, [VARIANTS, { variants: VARIANTS }]],
  [
    'answer of the token endpoint',
    errorBody.tokenAnswerShape,
    [{ access_token: 'a', token_type: 'Bearer', expires_in: 90_000, scope: '', created_at: 0 }],
  ],
];

// Values at the edge of a type, beside any JSON.
const EDGES = [
  undefined,
  null,
  '',
  'Shipped',
  'shipped',
  0,
  -0,
  0.5,
  2 ** 53,
  Number.NaN,
  Number.POSITIVE_INFINITY,
];
const values = fc.oneof(fc.constantFrom<unknown>(...EDGES, [], [null], {}, true), fc.jsonValue());

describe.each(MESSAGES)('%s', (_name, shape, good) => {
  const isValid = compileShape(shape);

  it('passes without damage', () => {
    for (const message of good) expect(isValid(message)).toBe(true);
  });

  it('passes the test exactly when zod accepts it unchanged', () => {
    const counts = { yes: 0, no: 0 };
    fc.assert(
      fc.property(fc.oneof(...good.map((message) => damaged(message, values)), fc.jsonValue()), (message) => {
        const { success, data } = shape.safeParse(message);
        expect(isValid(message)).toBe(success);
        if (success) expect(data).toEqual(message);
        counts[success ? 'yes' : 'no']++;
      }),
      { numRuns: 500 },
    );
    expect(Math.min(counts.yes, counts.no)).toBeGreaterThan(5);
  });
});

test('every shape of the contract can be compiled, as a field or alone', () => {
  const shapes = [order, asn, rma, exchange, variants, errorBody].flatMap((file) => Object.values(file));
  const objects = shapes.filter((shape) => shape instanceof z.ZodObject || shape instanceof z.ZodUnion);
  expect(objects.length).toBeGreaterThan(20);
  for (const shape of objects) expect(compileShape(shape)).toBeTypeOf('function');
});

test.each<[string, z.ZodType]>([
  ['a default', z.string().default('a')],
  ['a transformation', z.string().transform((text) => text.length)],
  ['conversion', z.coerce.string()],
  ['an object that drops fields', z.object({ a: z.string() })],
  ['an object that refuses fields', z.strictObject({ a: z.string() })],
  ['an object with a shape for other fields', z.looseObject({}).catchall(z.string())],
  ['an exact optional', z.exactOptional(z.string())],
  ['a format of text', z.email()],
  ['anything as a field', z.unknown()],
  ['a literal that is not a text', z.literal(1)],
])('%s is not known: compiling it fails, alone and inside', (_name, shape) => {
  expect(() => compileShape(shape)).toThrow('compile-shape.ts');
  expect(() => compileShape(z.looseObject({ a: z.array(z.looseObject({ b: shape })) }))).toThrow(
    'compile-shape.ts',
  );
});

test('checks and refinements of zod are asked, and a changed value is not accepted', () => {
  const shape = z.looseObject({
    text: z.string().min(2).regex(/^a/).optional(),
    number: z.number().int().max(9).nullable(),
    list: z.array(z.string()).refine((list) => list.length !== 1),
    trimmed: z.string().trim(),
  });
  const isValid = compileShape(shape);
  const good = { text: 'ab', number: 9, list: [], trimmed: 'a' };
  expect(isValid(good)).toBe(true);
  for (const bad of [{ text: 'a' }, { text: 'ba' }, { number: 10 }, { number: 0.5 }, { list: ['a'] }])
    expect(isValid({ ...good, ...bad }), JSON.stringify(bad)).toBe(false);
  expect(isValid({ ...good, trimmed: ' a' })).toBe(false);
});

test('orders are checked where Node refuses source made at run time', async () => {
  const cli = makeCli();
  const good = cli.file('orders.csv', (await cli.run(['orders', 'template'])).stdout);
  const bad = cli.file('bad.json', JSON.stringify([{ ...ORDER, customer: 1, note: 'NULL' }]));
  for (const file of [good, bad]) {
    const plain = await cli.run(['orders', 'check', file, '--json']);
    const env = { NODE_OPTIONS: '--disallow-code-generation-from-strings' };
    const refused = await cli.run(['orders', 'check', file, '--json'], { env });
    expect({ ...refused, stdout: steady(refused.stdout) }).toEqual({
      ...plain,
      stdout: steady(plain.stdout),
    });
  }
});

/** A document without the time it took. */
const steady = (stdout: string) =>
  stdout.replace(/"(?:\w*_ms|\w*_at|run|\w*seconds)":\s*("[^"]*"|[\d.]+)/g, '');

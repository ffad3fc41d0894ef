// The format of a scenario file: given orders and variants, then steps. A step either does something (`do`) or says what the
// retailer's side has to do (`expect`). `returns schema scenario` prints it.
import * as z from 'zod';
import { isObject } from '../../basics/json.ts';
import { parseDuration } from '../../basics/units.ts';
import { METHODS } from '../life-cycle/types.ts';
import { count, keys, list, word, yes } from '../routes/read-request.ts';
import { ABILITIES } from './abilities.ts';
import { QUESTION_IDS } from './questions.ts';

const NAME = { pattern: /^[a-z0-9]+(?:-[a-z0-9]+)*$/, form: 'lower-case words with hyphens' };
const SHORT = { pattern: /^[A-Za-z0-9]{1,20}$/, form: 'up to 20 letters and digits' };

/** A text that is not empty. With `rule`: one of this form. */
function text(what: string, rule?: { readonly pattern: RegExp; readonly form: string }) {
  const error = rule?.form ?? 'a text';
  const shape = z.string(error).min(1, error);
  return (rule ? shape.regex(rule.pattern, error) : shape).describe(what);
}
/** A duration with its unit, such as `31h`; the program uses milliseconds. */
const duration = (what: string) =>
  text(what, {
    pattern: /^\d+(?:\.\d+)?\s*(?:ms|s|m|h|d)$/,
    form: 'a duration with its unit, such as "5s", "90m" or "31h"',
  }).transform((given) => parseDuration(given, 'the duration'));
const record = <S extends z.ZodType>(what: string, of: S) =>
  z.record(z.string(), of, 'an object').describe(what);

const order = text('`id` of a given order.');
const line = text('`line` of that order.');
const rma = text('Name of an RMA in this scenario: the `rma` of the step that creates it.', SHORT);
const cents = (description: string) => count(`${description} Cents.`);
const perUnit = (description: string) => z.exactOptional(cents(`${description} of one unit.`));
const tags = z.exactOptional(list('Tags, such as FinalSale or pickup_in_store.', text('A tag.')));
const units = record('Units by line.', count('Units.', 1000));
const method = z.exactOptional(word(METHODS, 'Return method; mail-back when left out.'));

const orderPart = keys({
  id: text('Name in this scenario. The identifier is NAME-ID.', SHORT),
  unknown: z.exactOptional(yes('The retailer does not know this order: it is not printed with --orders.')),
  lines: list(
    'Order lines.',
    keys({
      line: text('Identifier of the line.', SHORT),
      sku: text('SKU.'),
      title: z.exactOptional(text('Title; made from the SKU when left out.')),
      product: z.exactOptional(text('product_identifier; the SKU when left out.')),
      variant: z.exactOptional(text('variant_identifier; the SKU when left out.')),
      units: count('Units ordered.', 1000, 1),
      shipped: z.exactOptional(count('Units shipped; all that are not cancelled when left out.', 1000)),
      canceled: z.exactOptional(count('Units cancelled.', 1000)),
      price_cents: cents('Price of one unit.'),
      tax_cents: perUnit('Tax'),
      discount_cents: perUnit('Discount'),
      tax_total_cents: z.exactOptional(cents('Tax of all shipped units together, in place of tax_cents.')),
      discount_total_cents: z.exactOptional(
        cents('Discount of all shipped units together, in place of discount_cents.'),
      ),
      tags,
    }),
    1,
  ),
  shipping_cents: z.exactOptional(cents('Shipping, part of the total.')),
  tags,
}).describe('An order of the retailer, as it stands when everything has shipped.');

const variantPart = keys({
  sku: text('SKU.'),
  title: text('Title.'),
  price_cents: cents('Price.'),
  stock: z.exactOptional(count('Units in stock; 10 when left out.')),
  attributes: z.exactOptional(record('Such as Color: Green.', text('Value.'))),
}).describe('A variant that the retailer offers.');

const exchange = z.exactOptional(
  text('The SKU taken instead; or `even`, `uneven`: the first offered one of the same price, of another.'),
);
const giftCard = z.exactOptional(yes('Paid back as a gift card.'));
const reason = z.exactOptional(text('Return reason.'));

const needs = word(ABILITIES, 'The retailer needs to be able to do this, or the step is left out.');

const deed = <const W extends string, const F extends z.ZodRawShape>(name: W, fields: F) =>
  keys({ do: z.literal(name), ...fields, needs: z.exactOptional(needs) });
const expectation = <const W extends string, const F extends z.ZodRawShape>(name: W, fields: F) =>
  keys({ expect: z.literal(name), ...fields, needs: z.exactOptional(needs) });

const wordsOf = {
  error: (issue: Readonly<Record<string, unknown>>) => `one of ${(issue['options'] as string[]).join(', ')}`,
};

/** What a step can do, by `do`. */
const deeds = z.discriminatedUnion(
  'do',
  [
    deed('post-order', {
      order,
      shipped: z.exactOptional(units),
      canceled: z.exactOptional(units),
      discount_cents: z.exactOptional(
        record('Discount of one unit by line, before it was changed.', cents('Discount.')),
      ),
    }),
    deed('return', {
      order,
      rma: z.exactOptional(rma),
      refused: z.exactOptional(
        text('The portal does not offer this return: the beginning of the code, such as return.'),
      ),
      lines: z.exactOptional(
        list(
          'What comes back; every returnable unit when left out.',
          keys({ line, units: count('Units.', 1000, 1), reason, exchange, gift_card: giftCard }),
          1,
        ),
      ),
      method,
      reason,
      exchange,
      gift_card: giftCard,
      giftee: z.exactOptional(yes('The receiver of a gift returns it: gift_refund_only is true.')),
    }),
    deed('carrier', {
      rma,
      step: word(
        ['label', 'scan', 'accept', 'deliver', 'return', 'lose', 'not-dropped-off'],
        'What the carrier does.',
      ),
      units: z.exactOptional(units),
    }),
    deed('warehouse', {
      rma,
      step: word(['receive', 'not-received', 'close'], 'What the warehouse does.'),
      units: z.exactOptional(units),
    }),
    deed('cancel', { rma }),
    deed('advance', { by: duration('The clock moves on; what is due happens.') }),
    deed('outage', { for: duration('The retailer cannot be reached for so long.') }),
    deed('delivery', {
      duplicates: z.exactOptional(count('Percent of the messages that are sent twice.', 100)),
      delay: z.exactOptional(duration('Wait before each first attempt.')),
    }),
    deed('credentials', { use: word(['wrong', 'right'], 'What the sandbox signs in with.') }),
    deed('redeliver', {
      rma,
      message: count('The first, second ... message of the RMA, sent once more.', undefined, 1),
    }),
    deed('message', {
      rma,
      order,
      lines: units,
      others: z.exactOptional(
        record('Units of other orders in the same RMA: by order, then by line.', units),
      ),
      method,
      status: z.exactOptional(text('RMA status; CREATED when left out.')),
      package: z.exactOptional(text('package_tracking_status; null when left out.')),
      updated: z.exactOptional(duration('updated_at: so long after created_at.')),
      set: z.exactOptional(
        record(
          'Fields of the message to be replaced, by path: items[0].sku.',
          z.unknown().describe('Any JSON.'),
        ),
      ),
    }),
    deed('variants', { order, line }),
    deed('exchange-order-again', {
      rma,
      rewritten: z.exactOptional(yes('With other white space, another order of keys, and an updated_at.')),
    }),
    deed('service', {
      delay: z.exactOptional(duration('Real time that the service takes for each snapshot from now on.')),
      order: z.exactOptional(order),
      fails: z.exactOptional(
        word(['503', '401', 'drop'], 'How the next snapshot of `order` fails; drop: without an answer.'),
      ),
    }),
    deed('while-posting', { order }),
    deed('restart', {}),
  ],
  wordsOf,
);

const within = z.exactOptional(duration('Real time; --wait when left out.'));

/** What is expected of the retailer's side, by `expect`. */
const expectations = z.discriminatedUnion(
  'expect',
  [
    expectation('answered', { rma, within }),
    expectation('unauthorized', { rma, within }),
    expectation('refund', {
      rma,
      order: z.exactOptional(text('Which of `others` of the message it is about.')),
      units: z.exactOptional(units),
      amount_cents: z.exactOptional(cents('Sum of the refunds.')),
      at_most_cents: z.exactOptional(cents('Most that the refunds may sum up to.')),
      within,
    }),
    expectation('no-refund', { order, within }),
    expectation('no-message', { order, within }),
    expectation('status', { rma, status: text('RMA status that the retailer has been told.'), within }),
    expectation('variants', {
      order,
      line,
      none: z.exactOptional(yes('Nobody knows this identifier: an empty list.')),
    }),
    expectation('exchange-order', { rma, within }),
    expectation('same-exchange-order', { rma, within }),
  ],
  wordsOf,
);

export type Deed = z.infer<typeof deeds>;
export type Expectation = z.infer<typeof expectations>;
export type ScenarioStep = Deed | Expectation;

const step = z.union([deeds, expectations], {
  error: ({ input }) => (isObject(input) ? 'either "do" or "expect"' : 'an object'),
});

export const scenarioShape = keys({
  $schema: z.exactOptional(text('The schema, for editors.')),
  name: text('Begins with the family.', NAME),
  family: text('What kind of return, or of failure, it is about.', NAME),
  title: text('One line for the list.'),
  why: text('What the retailer learns from it.'),
  interface: text('The heading of the interface that it rests on.'),
  about: z.exactOptional(
    list(
      'What it shows: checks of `returns certify`; the first fails when only what is special about it is wrong.',
      word(QUESTION_IDS, 'A check.'),
    ),
  ),
  needs: z.exactOptional(list('Without one of these the scenario is not tried.', needs)),
  orders: list('Given orders.', orderPart, 1),
  variants: z.exactOptional(
    record('What the retailer offers, by variant_identifier.', list('Variants.', variantPart)),
  ),
  assume: z.exactOptional(
    record('Assumptions of the sandbox, as in `returns sandbox assumptions`.', text('Value.')),
  ),
  steps: list('One after the other.', step, 1),
}).describe('A scenario of returns (returns sandbox scenario run FILE).');

export type Scenario = z.infer<typeof scenarioShape>;
export type GivenOrder = Scenario['orders'][number];
export type StepKind<K extends Deed['do']> = Extract<Deed, { do: K }>;
export type ExpectationKind<K extends Expectation['expect']> = Extract<Expectation, { expect: K }>;

/** The retailer's side is restarted in it. */
export const isRestarting = ({ steps }: Scenario): boolean =>
  steps.some((step) => 'do' in step && step.do === 'restart');

/** Name of what an RMA over several orders has of another order than its first; without one, of the RMA itself. */
export const rmaPart = (rma: string, order: string | undefined): string =>
  order === undefined ? rma : `${rma} of order ${order}`;

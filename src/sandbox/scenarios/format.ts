// The format of a scenario file: given orders and variants, then steps. A step either does something (`do`) or says what the
// retailer's side has to do (`expect`). `returns schema scenario` prints it.
import { isObject } from '../../basics/json.ts';
import { meantText } from '../../basics/text.ts';
import { METHODS } from '../life-cycle/types.ts';
import {
  anyPart,
  countPart,
  durationPart,
  listPart,
  objectPart,
  optionalPart,
  type Part,
  recordPart,
  scenarioFailure,
  type TypeOfFields,
  type TypeOfPart,
  textPart,
  truePart,
  wordPart,
} from './shape.ts';

/** What a retailer's side may or may not be able to do; a scenario names what it needs. */
export const ABILITIES = [
  'refund-at-scan',
  'refund-on-receipt',
  'refund-keep',
  'variants',
  'exchange-orders',
  'exchange-snapshots',
] as const;
export type Ability = (typeof ABILITIES)[number];

/** What most retailers can do; the others are beyond what the interface shows. */
export const USUAL_ABILITIES: readonly Ability[] = [
  'refund-at-scan',
  'refund-on-receipt',
  'variants',
  'exchange-orders',
];

const NAME = { pattern: /^[a-z0-9]+(?:-[a-z0-9]+)*$/, form: 'lower-case words with hyphens' };
const SHORT = { pattern: /^[A-Za-z0-9]{1,20}$/, form: 'up to 20 letters and digits' };

const order = textPart('`id` of a given order.');
const line = textPart('`line` of that order.');
const rma = textPart('Name of an RMA in this scenario: the `rma` of the step that creates it.', SHORT);
const cents = (description: string) => countPart(`${description} Cents.`);
const perUnit = (description: string) => optionalPart(cents(`${description} of one unit.`));
const tags = optionalPart(listPart('Tags, such as FinalSale or pickup_in_store.', textPart('A tag.')));
const units = recordPart('Units by line.', countPart('Units.', 0, 1000));
const method = optionalPart(wordPart('Return method; mail-back when left out.', METHODS));

const orderPart = objectPart('An order of the retailer, as it stands when everything has shipped.', {
  id: textPart('Name in this scenario. The identifier is NAME-ID.', SHORT),
  unknown: optionalPart(truePart('The retailer does not know this order: it is not printed with --orders.')),
  lines: listPart(
    'Order lines.',
    objectPart('', {
      line: textPart('Identifier of the line.', SHORT),
      sku: textPart('SKU.'),
      title: optionalPart(textPart('Title; made from the SKU when left out.')),
      product: optionalPart(textPart('product_identifier; the SKU when left out.')),
      variant: optionalPart(textPart('variant_identifier; the SKU when left out.')),
      units: countPart('Units ordered.', 1, 1000),
      shipped: optionalPart(countPart('Units shipped; all that are not cancelled when left out.', 0, 1000)),
      canceled: optionalPart(countPart('Units cancelled.', 0, 1000)),
      price_cents: cents('Price of one unit.'),
      tax_cents: perUnit('Tax'),
      discount_cents: perUnit('Discount'),
      tags,
    }),
    1,
  ),
  shipping_cents: optionalPart(cents('Shipping, part of the total.')),
  tags,
});

const variantPart = objectPart('A variant that the retailer offers.', {
  sku: textPart('SKU.'),
  title: textPart('Title.'),
  price_cents: cents('Price.'),
  stock: optionalPart(countPart('Units in stock; 10 when left out.')),
  attributes: optionalPart(recordPart('Such as Color: Green.', textPart('Value.'))),
});

const exchange = optionalPart(
  textPart(
    'The SKU taken instead; or `even`, `uneven`: the first offered one of the same price, of another.',
  ),
);
const giftCard = optionalPart(truePart('Paid back as a gift card.'));
const reason = optionalPart(textPart('Return reason.'));

/** What a step can do, by `do`. */
const DEEDS = {
  'post-order': {
    order,
    shipped: optionalPart(units),
    canceled: optionalPart(units),
    discount_cents: optionalPart(
      recordPart('Discount of one unit by line, before it was changed.', cents('Discount.')),
    ),
  },
  return: {
    order,
    rma: optionalPart(rma),
    refused: optionalPart(
      textPart('The portal does not offer this return: the beginning of the code, such as return.'),
    ),
    lines: optionalPart(
      listPart(
        'What comes back; every returnable unit when left out.',
        objectPart('', { line, units: countPart('Units.', 1, 1000), reason, exchange, gift_card: giftCard }),
        1,
      ),
    ),
    method,
    reason,
    exchange,
    gift_card: giftCard,
    giftee: optionalPart(truePart('The receiver of a gift returns it: gift_refund_only is true.')),
  },
  carrier: {
    rma,
    step: wordPart('What the carrier does.', [
      'label',
      'scan',
      'accept',
      'deliver',
      'return',
      'lose',
      'not-dropped-off',
    ]),
    units: optionalPart(units),
  },
  warehouse: {
    rma,
    step: wordPart('What the warehouse does.', ['receive', 'not-received', 'close']),
    units: optionalPart(units),
  },
  cancel: { rma },
  advance: { by: durationPart('The clock moves on; what is due happens.') },
  outage: { for: durationPart('The retailer cannot be reached for so long.') },
  delivery: {
    duplicates: optionalPart(countPart('Percent of the messages that are sent twice.', 0, 100)),
    delay: optionalPart(durationPart('Wait before each first attempt.')),
  },
  credentials: { use: wordPart('What the sandbox signs in with.', ['wrong', 'right']) },
  redeliver: { rma, message: countPart('The first, second ... message of the RMA, sent once more.', 1) },
  message: {
    rma,
    order,
    lines: units,
    others: optionalPart(recordPart('Units of other orders in the same RMA: by order, then by line.', units)),
    method,
    status: optionalPart(textPart('RMA status; CREATED when left out.')),
    package: optionalPart(textPart('package_tracking_status; null when left out.')),
    updated: optionalPart(durationPart('updated_at: so long after created_at.')),
    set: optionalPart(
      recordPart('Fields of the message to be replaced, by path: items[0].sku.', anyPart('Any JSON.')),
    ),
  },
  variants: { order, line },
  'exchange-order-again': { rma },
  restart: {},
} as const;

const within = optionalPart(durationPart('Real time; --wait when left out.'));

/** What is expected of the retailer's side, by `expect`. */
const EXPECTATIONS = {
  answered: { rma, within },
  unauthorized: { rma, within },
  refund: {
    rma,
    order: optionalPart(textPart('Which of `others` of the message it is about.')),
    units: optionalPart(units),
    amount_cents: optionalPart(cents('Sum of the refunds.')),
    at_most_cents: optionalPart(cents('Most that the refunds may sum up to.')),
    within,
  },
  'no-refund': { order, within },
  'no-message': { order, within },
  status: { rma, status: textPart('RMA status that the retailer has been told.'), within },
  variants: { order, line },
  'exchange-order': { rma, within },
  'same-exchange-order': { rma, within },
} as const;

const needs = wordPart('The retailer needs to be able to do this, or the step is left out.', ABILITIES);

type StepOf<
  Key extends string,
  Table extends Readonly<Record<string, Readonly<Record<string, Part<unknown>>>>>,
> = {
  [K in keyof Table & string]: { readonly [P in Key]: K } & TypeOfFields<Table[K]> & {
      readonly needs?: Ability;
    };
}[keyof Table & string];

export type Deed = StepOf<'do', typeof DEEDS>;
export type Expectation = StepOf<'expect', typeof EXPECTATIONS>;
export type ScenarioStep = Deed | Expectation;

/** The parts by the word behind `key`; the first wrong word is answered with the one that was meant. */
function stepParts<K extends 'do' | 'expect'>(
  key: K,
  table: Readonly<Record<string, Readonly<Record<string, Part<unknown>>>>>,
) {
  const parts = new Map(
    Object.entries(table).map(([word, fields]) => [
      word,
      objectPart('', { [key]: wordPart('', [word]), ...fields, needs: optionalPart(needs) }),
    ]),
  );
  return {
    words: [...parts.keys()],
    find: (word: unknown) => (typeof word === 'string' ? parts.get(word) : undefined),
    schemas: [...parts.values()].map(({ schema }) => schema),
  };
}

const KINDS = { do: stepParts('do', DEEDS), expect: stepParts('expect', EXPECTATIONS) };

const stepPart: Part<ScenarioStep> = {
  check(value, spot) {
    if (!isObject(value)) throw scenarioFailure(spot, 'an object', value);
    const given = (['do', 'expect'] as const).filter((key) => value[key] !== undefined);
    const [key] = given;
    if (!key || given.length > 1) {
      const names = Object.keys(value);
      throw scenarioFailure(spot, 'either "do" or "expect"', names.join(', ') || undefined);
    }
    const { find, words } = KINDS[key];
    const part = find(value[key]);
    if (!part)
      throw scenarioFailure(
        { file: spot.file, path: `${spot.path}.${key}` },
        `one of ${words.join(', ')}`,
        value[key],
        meantText(String(value[key]), words),
      );
    return part.check(value, spot) as unknown as ScenarioStep;
  },
  schema: { anyOf: [...KINDS.do.schemas, ...KINDS.expect.schemas] },
};

export const scenarioPart = objectPart('A scenario of returns (returns sandbox scenario run FILE).', {
  $schema: optionalPart(textPart('The schema, for editors.')),
  name: textPart('Begins with the family.', NAME),
  family: textPart('What kind of return, or of failure, it is about.', NAME),
  title: textPart('One line for the list.'),
  why: textPart('What the retailer learns from it.'),
  interface: textPart('The heading of the interface that it rests on.'),
  needs: optionalPart(listPart('Without one of these the scenario is not tried.', needs)),
  orders: listPart('Given orders.', orderPart, 1),
  variants: optionalPart(
    recordPart('What the retailer offers, by variant_identifier.', listPart('Variants.', variantPart)),
  ),
  assume: optionalPart(
    recordPart('Assumptions of the sandbox, as in `returns sandbox assumptions`.', textPart('Value.')),
  ),
  steps: listPart('One after the other.', stepPart, 1),
});

export type Scenario = TypeOfPart<typeof scenarioPart>;
export type GivenOrder = Scenario['orders'][number];
export type StepKind<K extends Deed['do']> = Extract<Deed, { do: K }>;
export type ExpectationKind<K extends Expectation['expect']> = Extract<Expectation, { expect: K }>;

/** Name of what an RMA over several orders has of another order than its first; without one, of the RMA itself. */
export const rmaPart = (rma: string, order: string | undefined): string =>
  order === undefined ? rma : `${rma} of order ${order}`;

/** JSON Schema of a scenario file: published as samples/schemas/scenario.schema.json. */
export const scenarioSchema = (): Record<string, unknown> => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Scenario of the sandbox',
  ...scenarioPart.schema,
});

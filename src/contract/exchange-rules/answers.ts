// Rules for, and checks of, a retailer's answers to an exchange order and to a variants request. The answer decides what the shopper sees.
import * as z from 'zod';
import { isObject } from '../../basics/json.ts';
import { quote } from '../../basics/text.ts';
import { exchangeAnswerShape } from '../exchange-order.ts';
import {
  type Finding,
  found,
  isCount,
  leafOf,
  reportTo,
  ruleList,
  UNREADABLE,
  wrongType,
} from '../finding.ts';
import { sampleExchangeAnswer, sampleVariant } from '../sample-exchange.ts';
import { fieldCheck, Identifiers, isEmpty, isNegative, shapeFindings, sizeText } from '../shape-findings.ts';
import { variantShape } from '../variants.ts';

const answers = ruleList({ source: 'field notes', good: sampleExchangeAnswer() });

const answerForm = answers.warning('exchange.answer.form', {
  title: 'The answer to an exchange order is an object that names the new order',
  explanation:
    'The interface does not show the answer. In the field it is an object with order_identifier, a text, and the amounts of the new order; without them the service cannot tell the shopper what was ordered.',
  say: (args, path) => `${path || 'The answer'} should be ${args.expected}, found ${args.found}.`,
  bad: [],
});

const answerMissing = answers.warning('exchange.answer.missing', {
  title: 'The answer to an exchange order has its four fields',
  explanation:
    'order_identifier, total_amount_cents, product_amount_cents and tax_amount_cents are what services of the same family read from the answer.',
  say: (_args, path) => `${leafOf(path)} is missing in the answer.`,
  bad: sampleExchangeAnswer({ order_identifier: undefined }),
});

const answerAmount = answers.error('exchange.answer.amount', {
  title: 'Amounts of the answer to an exchange order are integers of cents',
  explanation: 'Money fields named ..._cents hold integers, from 0: 2700, not 27.00 and not "2700".',
  source: 'Resources and their fields',
  say: (args, path) => `${leafOf(path)} must be an integer of cents from 0, found ${args.found}.`,
  bad: sampleExchangeAnswer({ tax_amount_cents: '2.00' }),
});

const answerTotal = answers.note('exchange.answer.total', {
  title: 'The total of the answer is its products and its tax',
  explanation:
    'The total differs from product_amount_cents + tax_amount_cents, as with shipping or a discount. How the three relate is not shown in the interface.',
  source: 'this tool',
  say: (args) =>
    `total_amount_cents is ${args.total}; product_amount_cents + tax_amount_cents is ${args.sum}.`,
  bad: sampleExchangeAnswer({ total_amount_cents: 3200 }),
});

const variants = ruleList({ source: 'field notes', good: [sampleVariant()] });

const variantsForm = variants.error('variants.answer.form', {
  fixed: UNREADABLE,
  title: 'The answer to a variants request is an array of variants',
  explanation:
    'A bare array, [] when there are none. An object {"variants": [...]} is known in the field, too; anything else shows the shopper nothing.',
  source: 'Exchange variants (response)',
  say: (args, path) => `${path || 'The answer'} must be ${args.expected}, found ${args.found}.`,
  bad: 'TEE-GRN-L',
});

const variantsWrapped = variants.note('variants.answer.wrapped', {
  title: 'The array of variants is bare',
  explanation:
    'The interface says that the answer is an array; an object {"variants": [...]} is known in the field. Ask the service which of the two it reads.',
  say: () => 'The variants stand in an object {"variants": [...]}; the interface shows a bare array.',
  bad: { variants: [sampleVariant()] },
});

const MAX_VARIANTS = 10_000;

const variantsSize = variants.error('variants.size.limit', {
  ...sizeText(
    'An answer has',
    'The answer has',
    MAX_VARIANTS,
    'variants',
    'No shopper chooses among so many. ',
  ),
  bad: () => Array.from({ length: MAX_VARIANTS + 1 }, (_, i) => sampleVariant({ sku: `TEE-${i}` })),
});

const variantMissing = variants.warning('variants.field.missing', {
  title: 'A variant has the fields that are known in the field as required',
  explanation:
    'sku, title, unit_price_amount_cents, quantity_in_stock and attributes. The interface does not show the fields of a variant; without these the shopper cannot be offered it.',
  say: (_args, path) => `${leafOf(path)} is missing.`,
  bad: [sampleVariant({ title: undefined })],
});

const variantType = variants.warning('variants.field.type', {
  title: 'A field of a variant has the form that is known in the field',
  explanation:
    'Texts for sku, title and addresses, an integer for quantity_in_stock, and a list of {name, value} for attributes. The interface does not show the fields of a variant.',
  say: (args, path) => `${leafOf(path)} should be ${args.expected}, found ${args.found}.`,
  bad: [sampleVariant({ attributes: { Color: 'Green' } })],
});

const variantAmount = variants.error('variants.amount.type', {
  fixed: UNREADABLE,
  title: 'The price of a variant is an integer of cents',
  explanation: 'Money fields named ..._cents hold integers: 2500, not 25.00 and not "2500".',
  source: 'Resources and their fields',
  say: (args, path) => `${leafOf(path)} must be an integer of cents, found ${args.found}.`,
  bad: [sampleVariant({ unit_price_amount_cents: 24.99 })],
});

const variantNegative = variants.warning('variants.amount.negative', {
  title: 'Price and stock of a variant are not negative',
  explanation: 'Answer 0 in stock for what is oversold; a negative price means nothing.',
  source: 'this tool',
  say: (args, path) => `${leafOf(path)} is ${args.found}.`,
  good: [sampleVariant({ quantity_in_stock: 0 })],
  bad: [sampleVariant({ quantity_in_stock: -1 })],
});

const variantDuplicate = variants.warning('variants.sku.duplicate', {
  title: 'A sku stands once among the variants',
  explanation: 'The shopper would see the same variant twice, and which price and stock count is open.',
  source: 'this tool',
  say: (args) => `The sku ${quote(args.identifier)} already stands at ${args.first}.`,
  good: [sampleVariant(), sampleVariant({ sku: 'TEE-GRN-S' })],
  bad: [sampleVariant(), sampleVariant()],
});

export const exchangeAnswerRules = answers.all;
export const variantRules = variants.all;

const AMOUNTS = ['total_amount_cents', 'product_amount_cents', 'tax_amount_cents'];

const findingsOfAnswer = shapeFindings(exchangeAnswerShape, { missing: answerMissing, type: answerForm });
const checkAnswer = fieldCheck(
  [answerAmount, AMOUNTS, isNegative],
  [answerMissing, ['order_identifier'], isEmpty],
);

/** Validates the parsed body of an answer to an exchange order; undefined when there was none. */
export function validateExchangeAnswer(answer: unknown): Finding[] {
  if (!isObject(answer)) return [found(answerForm, '', wrongType('an object', answer, 'nothing'))];
  const findings = findingsOfAnswer(answer).map((one) =>
    one.code === answerForm.code && AMOUNTS.includes(one.path)
      ? found(answerAmount, one.path, one.args)
      : one,
  );
  const report = reportTo(findings);
  checkAnswer(answer, '', report);
  const { total_amount_cents: total, product_amount_cents: product, tax_amount_cents: tax } = answer;
  if (isCount(total) && isCount(product) && isCount(tax) && total !== product + tax)
    report(answerTotal, 'total_amount_cents', { total, sum: product + tax });
  return findings;
}

const findingsOfVariants = shapeFindings(z.array(variantShape), {
  missing: variantMissing,
  type: variantType,
});
const checkVariant = fieldCheck(
  [variantNegative, ['unit_price_amount_cents', 'quantity_in_stock'], isNegative],
  [variantMissing, ['sku'], isEmpty],
);

/** The variants of an answer in either of its two shapes; undefined when it has neither. */
export function variantsOf(answer: unknown): readonly unknown[] | undefined {
  if (Array.isArray(answer)) return answer;
  if (isObject(answer) && Array.isArray(answer.variants)) return answer.variants;
  return undefined;
}

/** Validates the parsed body of an answer; undefined when there was none. Paths are `[0].sku` or `variants[0].sku`. */
export function validateVariantsAnswer(answer: unknown): Finding[] {
  const variants = variantsOf(answer);
  if (!variants) {
    const inside = isObject(answer) && answer.variants !== undefined;
    const value = inside ? answer.variants : answer;
    return [found(variantsForm, inside ? 'variants' : '', wrongType('a list of variants', value, 'nothing'))];
  }
  const at = variants === answer ? '' : 'variants';
  const findings = at === '' ? [] : [found(variantsWrapped, 'variants')];
  for (const finding of validateVariants(variants)) findings.push({ ...finding, path: at + finding.path });
  return findings;
}

/**
 * Whether a shopper cannot choose by the answer. Its title is asked for by the field notes only: without it the SKU is shown,
 * so a missing one is said and breaks nothing.
 */
export const hindersChoice = ({ severity, path }: Finding): boolean =>
  severity !== 'note' && !path.endsWith('.title');

/** Validates a list of variants; paths begin with the index, `[0].sku`. */
export function validateVariants(variants: readonly unknown[]): Finding[] {
  if (variants.length > MAX_VARIANTS) return [found(variantsSize, '', { found: variants.length })];
  const findings = findingsOfVariants(variants).map(weighedVariant);
  const report = reportTo(findings);
  const skus = new Identifiers(variantDuplicate);
  variants.forEach((variant, i) => {
    if (!isObject(variant)) return;
    checkVariant(variant, `[${i}].`, report);
    skus.add(variant.sku, `[${i}].sku`, report);
  });
  return findings;
}

/** Reports a wrong type by the rule for amounts where the field is an amount: the interface requires integer cents there. */
const weighedVariant = (finding: Finding) =>
  finding.code === variantType.code && finding.path.endsWith('_cents')
    ? found(variantAmount, finding.path, finding.args)
    : finding;

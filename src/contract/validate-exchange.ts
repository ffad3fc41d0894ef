// Validates what an exchange consists of against shapes and rules: the exchange order message, the retailer's answer to it, and the
// answer to a variants request.
import * as z from 'zod';
import { isObject } from '../basics/json.ts';
import { elementsIn, fieldCheck, Identifiers, isEmpty, isNegative, listOf } from './checks.ts';
import { exchangeAnswerShape, exchangeOrderShape } from './exchange-order.ts';
import {
  answerAmount,
  answerForm,
  answerMissing,
  answerTotal,
  MAX_VARIANTS,
  variantAmount,
  variantDuplicate,
  variantMissing,
  variantNegative,
  variantsForm,
  variantsSize,
  variantsWrapped,
  variantType,
} from './exchange-rules/answers.ts';
import {
  checkExchange,
  checkExchangeItem,
  exchangeForm,
  exchangeMissing,
  exchangeRecommended,
  exchangeSize,
  exchangeTexts,
  exchangeType,
  MAX_EXCHANGE_ITEMS,
} from './exchange-rules/order.ts';
import type { Finding } from './finding.ts';
import { found, isCount, isGiven, type Report, reportTo, wrongType } from './report.ts';
import { shapeFindings } from './shape-findings.ts';
import { variantShape } from './variants.ts';

const findingsOfShape = shapeFindings(exchangeOrderShape, { missing: exchangeMissing, type: exchangeType });

/** All findings of an exchange order message (interface: Exchange order message), as given. */
export function validateExchangeOrder(message: unknown): Finding[] {
  if (!isObject(message)) return [found(exchangeType, '', wrongType('an object', message))];
  const size = elementsIn(message.items);
  if (size > MAX_EXCHANGE_ITEMS) return [found(exchangeSize, 'items', { found: size })];
  const findings = findingsOfShape(message)
    .filter(({ path }) => !/^payment(\.|$)/.test(path))
    .map(weighed);
  const report = reportTo(findings);
  checkPayment(message.payment, report);
  checkExchange(message, report);
  for (const [i, item] of listOf(message.items).entries())
    if (isObject(item)) checkExchangeItem(item, i, report);
  exchangeTexts.check(message, report);
  return findings;
}

/** Sets the severity: requirements of the interface are errors, requirements of the field notes only are warnings. */
function weighed(finding: Finding): Finding {
  const isStated = /^(?:items|customer)$|^items\[\d+\]$|_cents$/.test(finding.path);
  if (isStated) return finding;
  const rule = finding.code === exchangeMissing.code ? exchangeRecommended : exchangeForm;
  return found(rule, finding.path, finding.args);
}

/** A payment must have an identifier, as plain text or as transaction_id. */
function checkPayment(payment: unknown, report: Report): void {
  if (!isGiven(payment)) report(exchangeMissing, 'payment');
  else if (isObject(payment)) {
    const id = payment.transaction_id;
    if (!isGiven(id)) report(exchangeRecommended, 'payment.transaction_id');
    else if (typeof id !== 'string') report(exchangeForm, 'payment.transaction_id', wrongType('a text', id));
  } else if (typeof payment !== 'string')
    report(exchangeType, 'payment', wrongType('a text or an object', payment));
}

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
const weighedVariant = (finding: Finding): Finding =>
  finding.code === variantType.code && finding.path.endsWith('_cents')
    ? found(variantAmount, finding.path, finding.args)
    : finding;

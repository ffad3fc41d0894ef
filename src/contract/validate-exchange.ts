// Validates the exchange order message and the retailer's answer to it against shapes and rules.
import { isObject } from '../basics/json.ts';
import { elementsIn, fieldCheck, isEmpty, isNegative, listOf } from './checks.ts';
import { exchangeAnswerShape, exchangeOrderShape } from './exchange-order.ts';
import { answerAmount, answerForm, answerMissing, answerTotal } from './exchange-rules/answers.ts';
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

// Validates the exchange order message and the retailer's answer to it against shapes and rules.
import { isObject } from '../basics/json.ts';
import { exchangeOrderShape } from './exchange-order.ts';
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
import { found, isCount, isGiven, type Loose, mistyped, typeInWords } from './report.ts';
import { shapeFindings } from './shape-findings.ts';

export { validateVariantsAnswer } from './validate-variants.ts';

const findingsOfShape = shapeFindings(exchangeOrderShape, { missing: exchangeMissing, type: exchangeType });

/** All findings of an exchange order message (interface: Exchange order message), as given. */
export function validateExchangeOrder(message: unknown): Finding[] {
  if (!isObject(message)) return [mistyped(exchangeType, '', 'an object', message)];
  const size = sizeOf(message);
  if (size > MAX_EXCHANGE_ITEMS) return [found(exchangeSize, 'items', { found: size })];
  const findings = findingsOfShape(message)
    .filter(({ path }) => !/^payment(\.|$)/.test(path))
    .map(weighed);
  checkPayment(message['payment'], findings);
  checkExchange(message, findings);
  const items = message['items'];
  if (Array.isArray(items))
    for (let i = 0; i < items.length; i++) {
      const item: unknown = items[i];
      if (isObject(item)) checkExchangeItem(item, i, findings);
    }
  exchangeTexts.check(message, findings);
  return findings;
}

function sizeOf(message: Loose): number {
  const items = message['items'];
  if (!Array.isArray(items)) return 0;
  let size = items.length;
  for (const item of items)
    if (isObject(item) && Array.isArray(item['return_items'])) size += item['return_items'].length;
  return size;
}

/** Sets the severity: requirements of the interface are errors, requirements of the field notes only are warnings. */
function weighed(finding: Finding): Finding {
  const isStated = /^(?:items|customer)$|^items\[\d+\]$|_cents$/.test(finding.path);
  if (isStated) return finding;
  const rule = finding.code === exchangeMissing.code ? exchangeRecommended : exchangeForm;
  return found(rule, finding.path, finding.args);
}

/** A payment must have an identifier, as plain text or as transaction_id. */
function checkPayment(payment: unknown, findings: Finding[]): void {
  if (!isGiven(payment)) findings.push(found(exchangeMissing, 'payment'));
  else if (isObject(payment)) {
    const id = payment['transaction_id'];
    if (!isGiven(id)) findings.push(found(exchangeRecommended, 'payment.transaction_id'));
    else if (typeof id !== 'string')
      findings.push(mistyped(exchangeForm, 'payment.transaction_id', 'a text', id));
  } else if (typeof payment !== 'string')
    findings.push(mistyped(exchangeType, 'payment', 'a text or an object', payment));
}

const AMOUNTS = ['total_amount_cents', 'product_amount_cents', 'tax_amount_cents'];

/** Validates the parsed body of an answer to an exchange order; undefined when there was none. */
export function validateExchangeAnswer(answer: unknown): Finding[] {
  if (!isObject(answer)) return [mistyped(answerForm, '', 'an object', answer, 'nothing')];
  const findings: Finding[] = [];
  const id = answer['order_identifier'];
  if (!isGiven(id)) findings.push(found(answerMissing, 'order_identifier'));
  else if (typeof id !== 'string') findings.push(mistyped(answerForm, 'order_identifier', 'a text', id));
  for (const field of AMOUNTS) {
    const amount = answer[field];
    if (amount === undefined || amount === null) findings.push(found(answerMissing, field));
    else if (!isCount(amount))
      findings.push(
        found(answerAmount, field, { found: typeof amount === 'number' ? amount : typeInWords(amount) }),
      );
  }
  const { total_amount_cents: total, product_amount_cents: product, tax_amount_cents: tax } = answer;
  if (isCount(total) && isCount(product) && isCount(tax) && total !== product + tax)
    findings.push(found(answerTotal, 'total_amount_cents', { total, sum: product + tax }));
  return findings;
}

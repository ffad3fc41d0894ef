// Runs every row of the verdict tables, and checks that the tables cover every rule.
import { describe, expect, it } from 'vitest';
import { RULES } from '../../src/contract/contract-rules.ts';
import { validateExchangeAnswer, validateVariantsAnswer } from '../../src/contract/exchange-rules/answers.ts';
import { validateExchangeOrder } from '../../src/contract/exchange-rules/order.ts';
import type { Finding } from '../../src/contract/finding.ts';
import { mergeLevels, parseLevels } from '../../src/contract/levels.ts';
import type { Order } from '../../src/contract/order.ts';
import { readMessage } from '../../src/contract/read-message.ts';
import { type Headers, validateRequestHeaders } from '../../src/contract/request-headers.ts';
import { validateRmaAgainstOrder } from '../../src/contract/rma-rules/known-orders.ts';
import { validateAsn } from '../../src/contract/validate-asn.ts';
import { finishOrder, validateOrder, validateOrdersMessage } from '../../src/contract/validate-order.ts';
import { validateRma } from '../../src/contract/validate-rma.ts';
import { orderFactsOf } from '../../src/storage/order-record.ts';
import { describeFinding } from '../helpers/contract-rules.ts';
import { historyFindings } from './histories.ts';
import { changed, NOW, ORDER, REFUNDED, SKU_ASN, UNIT_ASN, type Verdict } from './verdicts.ts';
import { MODULE_VERDICTS, SKU_VERDICTS, UNIT_VERDICTS, VERSION_1_VERDICTS } from './verdicts-asn.ts';
import {
  ANSWER,
  ANSWER_VERDICTS,
  EXCHANGE,
  EXCHANGE_VERDICTS,
  TEXT_VERDICTS,
  VARIANT_VERDICTS,
  VARIANTS,
} from './verdicts-exchange.ts';
import { FIELD_VERDICTS } from './verdicts-fields.ts';
import { HEADER_VERDICTS, HEADERS } from './verdicts-headers.ts';
import { BODY, BODY_VERDICTS, FINISH_VERDICTS } from './verdicts-messages.ts';
import { CANCELED_REFUND_VERDICTS, PAYMENT_VERDICTS, REFUND_VERDICTS } from './verdicts-refunds.ts';
import {
  FAILURE_VERDICTS,
  LEDGER_CANCELED_VERDICTS,
  LEDGER_REFUNDED_VERDICTS,
  LEDGER_VERDICTS,
  RECEIVED_VERDICTS,
  REFUNDED_VERDICTS,
  RMA,
  RMA_VERDICTS,
  STORY_VERDICTS,
} from './verdicts-rma.ts';
import { AMOUNT_VERDICTS, QUANTITY_VERDICTS, STATUS_VERDICTS } from './verdicts-rules.ts';
import { TIME_VERDICTS, VALUE_VERDICTS } from './verdicts-values.ts';

const context = { now: NOW };
const MODULES = mergeLevels(
  RULES,
  parseLevels(['asn.vendor_identifier.missing=error,asn.merchant.missing=warning'], RULES, 'test'),
);
type Check = (message: unknown) => readonly Finding[];
const order: Check = (message) => validateOrder(message, context);
const finish: Check = (message) => finishOrder(message, context).findings;

/** The next message after `before`. */
const after =
  (before: unknown): Check =>
  (message) =>
    historyFindings([before, message]);
/** Checks a message against the ledger's record of an order. */
const against = (known: unknown): Check => {
  const record = orderFactsOf(known as Order);
  return (message) => validateRmaAgainstOrder(message, (id) => (id === record.id ? record : undefined));
};
const text: Check = (message) => {
  const read = readMessage(new TextEncoder().encode(message as string));
  return read.kind === 'ok' ? read.findings : [];
};
const canceledHat = changed(REFUNDED, {
  ...{ 'items[0].quantity_shipped': 1, 'items[0].quantity_canceled': 1 },
  'refunds[0].rma_identifier': undefined,
});
const refundedRma = { ...RMA, status: 'REFUNDED' };
const failedRma = changed(RMA, { 'items[0].package_tracking_status': 'FAILURE' });
const receivedRma = changed(
  RMA,
  Object.fromEntries([0, 1, 2].map((i) => [`items[${i}].receiving_status`, 'RECEIVED'])),
);

const TABLES: readonly (readonly [name: string, base: unknown, checks: Check, rows: readonly Verdict[]])[] = [
  ['order: fields', ORDER, order, FIELD_VERDICTS],
  ['order: status', ORDER, order, STATUS_VERDICTS],
  ['order: amounts', ORDER, order, AMOUNT_VERDICTS],
  ['order: quantities', ORDER, order, QUANTITY_VERDICTS],
  ['order: times', ORDER, order, TIME_VERDICTS],
  ['order: values', ORDER, order, VALUE_VERDICTS],
  ['order: refunds', REFUNDED, order, REFUND_VERDICTS],
  ['order: refunds of cancelled units', REFUNDED, order, CANCELED_REFUND_VERDICTS],
  ['order: payments', ORDER, order, PAYMENT_VERDICTS],
  ['order: finished', ORDER, finish, FINISH_VERDICTS],
  ['body of a post', BODY, (body) => validateOrdersMessage(body, context), BODY_VERDICTS],
  ['ASN: unit type', UNIT_ASN, (asn) => validateAsn(asn, 2), UNIT_VERDICTS],
  ['ASN: sku type', SKU_ASN, (asn) => validateAsn(asn, 2), SKU_VERDICTS],
  ['ASN: with levels', SKU_ASN, (asn) => validateAsn(asn, 2, { levels: MODULES }), MODULE_VERDICTS],
  ['ASN: version 1', UNIT_ASN, (asn) => validateAsn(asn, 1), VERSION_1_VERDICTS],
  ['RMA', RMA, validateRma, RMA_VERDICTS],
  ['RMA: the next message', RMA, after(RMA), STORY_VERDICTS],
  ['RMA: after REFUNDED', refundedRma, after(refundedRma), REFUNDED_VERDICTS],
  ['RMA: after FAILURE', failedRma, after(failedRma), FAILURE_VERDICTS],
  ['RMA: after RECEIVED', receivedRma, after(receivedRma), RECEIVED_VERDICTS],
  ['RMA: a known order', RMA, against(ORDER), LEDGER_VERDICTS],
  ['RMA: a known order with a refund', RMA, against(REFUNDED), LEDGER_REFUNDED_VERDICTS],
  [
    'RMA: a known order with a refund of what was cancelled',
    RMA,
    against(canceledHat),
    LEDGER_CANCELED_VERDICTS,
  ],
  ['exchange order', EXCHANGE, validateExchangeOrder, EXCHANGE_VERDICTS],
  ['exchange answer', ANSWER, validateExchangeAnswer, ANSWER_VERDICTS],
  ['variants answer', VARIANTS, validateVariantsAnswer, VARIANT_VERDICTS],
  ['headers of a request', HEADERS, (headers) => validateRequestHeaders(headers as Headers), HEADER_VERDICTS],
  ['text of any message', '', text, TEXT_VERDICTS],
];

const summary = (finding: Finding) => `${finding.severity} ${finding.code} ${finding.path}`;

describe.each(TABLES)('%s', (_name, base, check, rows) => {
  it.each(rows)('$name', ({ change, expect: expected }) => {
    const findings = check(changed(base, change));
    expect(findings.map(summary).sort()).toEqual([...expected].sort());
    for (const finding of findings) expect(describeFinding(finding)).not.toMatch(/undefined|NaN|\[object/);
  });
});

describe('the tables', () => {
  const rows = TABLES.flatMap(([, , , list]) => list);

  it('cover exactly the rules of the catalog', () => {
    const codes = new Set(rows.flatMap((row) => row.expect.map((text) => text.split(' ')[1])));
    expect([...codes].sort()).toEqual([...RULES.keys()].sort());
  });
});

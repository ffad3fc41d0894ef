// Every row of the verdict tables, and that the tables know every rule.
import { describe, expect, it } from 'vitest';
import { describeFinding, RULES } from '../../src/contract/catalog.ts';
import type { Finding } from '../../src/contract/finding.ts';
import { finishOrder } from '../../src/contract/finish-order.ts';
import { judgeAsn } from '../../src/contract/judge-asn.ts';
import { judgeOrder, judgeOrdersMessage } from '../../src/contract/judge-order.ts';
import { changed, NOW, ORDER, REFUNDED, SKU_ASN, UNIT_ASN, type Verdict } from './verdicts.ts';
import { SKU_VERDICTS, UNIT_VERDICTS, VERSION_1_VERDICTS } from './verdicts-asn.ts';
import { FIELD_VERDICTS } from './verdicts-fields.ts';
import { BODY, BODY_VERDICTS, FINISH_VERDICTS } from './verdicts-messages.ts';
import { PAYMENT_VERDICTS, REFUND_VERDICTS } from './verdicts-refunds.ts';
import { AMOUNT_VERDICTS, QUANTITY_VERDICTS, STATUS_VERDICTS } from './verdicts-rules.ts';
import { TIME_VERDICTS, VALUE_VERDICTS } from './verdicts-values.ts';

const context = { now: NOW };
type Judge = (message: unknown) => readonly Finding[];
const order: Judge = (message) => judgeOrder(message, context);
const finish: Judge = (message) => finishOrder(message, context).findings;

const TABLES: readonly (readonly [name: string, base: unknown, judge: Judge, rows: readonly Verdict[]])[] = [
  ['order: fields', ORDER, order, FIELD_VERDICTS],
  ['order: status', ORDER, order, STATUS_VERDICTS],
  ['order: amounts', ORDER, order, AMOUNT_VERDICTS],
  ['order: quantities', ORDER, order, QUANTITY_VERDICTS],
  ['order: times', ORDER, order, TIME_VERDICTS],
  ['order: values', ORDER, order, VALUE_VERDICTS],
  ['order: refunds', REFUNDED, order, REFUND_VERDICTS],
  ['order: payments', ORDER, order, PAYMENT_VERDICTS],
  ['order: finished', ORDER, finish, FINISH_VERDICTS],
  ['body of a post', BODY, (body) => judgeOrdersMessage(body, context), BODY_VERDICTS],
  ['ASN: unit type', UNIT_ASN, (asn) => judgeAsn(asn, 2), UNIT_VERDICTS],
  ['ASN: sku type', SKU_ASN, (asn) => judgeAsn(asn, 2), SKU_VERDICTS],
  ['ASN: version 1', UNIT_ASN, (asn) => judgeAsn(asn, 1), VERSION_1_VERDICTS],
];

const summary = (finding: Finding) => `${finding.severity} ${finding.code} ${finding.path}`;

describe.each(TABLES)('%s', (_name, base, judge, rows) => {
  it.each(rows)('$name', ({ change, expect: expected }) => {
    const findings = judge(changed(base, change));
    expect(findings.map(summary).sort()).toEqual([...expected].sort());
    for (const finding of findings) expect(describeFinding(finding)).not.toMatch(/undefined|NaN|\[object/);
  });
});

describe('the tables', () => {
  const rows = TABLES.flatMap(([, , , list]) => list);

  it('know exactly the rules of the catalog', () => {
    const codes = new Set(rows.flatMap((row) => row.expect.map((text) => text.split(' ')[1])));
    expect([...codes].sort()).toEqual([...RULES.keys()].sort());
  });

  it('hold enough rows', () => {
    expect(rows.length).toBeGreaterThan(250);
  });
});

// The catalog: the good sample of every rule meets it, the bad one breaks it, and similar codes are suggested.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { similarRuleCodes as similar } from '../../src/contract/all-rules.ts';
import { RULES } from '../../src/contract/contract-rules.ts';
import { validateExchangeAnswer, validateVariantsAnswer } from '../../src/contract/exchange-rules/answers.ts';
import { validateExchangeOrder } from '../../src/contract/exchange-rules/order.ts';
import type { Finding, Rule } from '../../src/contract/finding.ts';
import { mergeLevels, parseLevels } from '../../src/contract/levels.ts';
import { readMessage } from '../../src/contract/read-message.ts';
import { validateRequestHeaders } from '../../src/contract/request-headers.ts';
import { historyRules } from '../../src/contract/rma-rules/history.ts';
import {
  ledgerRules,
  type OrderKnown,
  validateRmaAgainstOrder,
} from '../../src/contract/rma-rules/known-orders.ts';
import { validateAsn } from '../../src/contract/validate-asn.ts';
import { finishOrder, validateOrdersMessage } from '../../src/contract/validate-order.ts';
import { validateRma } from '../../src/contract/validate-rma.ts';
import { describeFinding } from '../helpers/contract-rules.ts';
import { historyFindings } from './histories.ts';

// Samples go through JSON, as in a real message: a field with the value undefined becomes absent.
const sent = (sample: unknown): unknown => JSON.parse(JSON.stringify(sample));
const context = { now: Date.UTC(2026, 10, 20) };

function checks(rule: Rule, sample: unknown): readonly Finding[] {
  // A rule that is off by default must be turned on.
  const levels = rule.isOff
    ? mergeLevels(RULES, parseLevels([`${rule.code}=${rule.severity}`], RULES, 'test'))
    : undefined;
  if (rule.code.startsWith('asn.'))
    return validateAsn(sent(sample), rule.code === 'asn.labels.version' ? 1 : 2, { levels });
  if (historyRules.includes(rule)) return historyFindings(sent(sample) as unknown[]);
  if (ledgerRules.includes(rule)) {
    const { orders, message } = sent(sample) as { orders: Record<string, OrderKnown>; message: unknown };
    // The message alone must have no findings, so that the finding comes from the comparison with the orders.
    return [...validateRma(message), ...validateRmaAgainstOrder(message, (id) => orders[id])];
  }
  const [family, part] = rule.code.split('.');
  if (family === 'message') {
    const read = readMessage(new TextEncoder().encode(String(sample)));
    if (read.kind === 'broken') throw new Error(read.message);
    return read.findings;
  }
  if (family === 'request') return validateRequestHeaders(sent(sample) as Record<string, string>);
  if (family === 'rma') return validateRma(sent(sample));
  if (family === 'variants') return validateVariantsAnswer(sent(sample));
  if (family === 'exchange')
    return part === 'answer' ? validateExchangeAnswer(sent(sample)) : validateExchangeOrder(sent(sample));
  if (rule.code.startsWith('orders.')) return validateOrdersMessage(sent(sample), context);
  return finishOrder(sent(sample), context).findings;
}

// Rules about elements of transactions always come with the note that the list is not empty.
const ACCOMPANIED = new Map([
  ['order.transaction.unknown', ['order.list.given']],
  ['order.transactions.mismatch', ['order.list.given']],
]);

describe.each([...RULES.values()])('$code', (rule) => {
  it('has a good sample that meets it', () => {
    const findings = checks(rule, rule.good);
    expect(findings.filter((finding) => finding.code === rule.code)).toEqual([]);
    expect(findings.filter((finding) => finding.severity === 'error')).toEqual([]);
  });

  it('has a bad sample that breaks only this rule', () => {
    const codes = new Set(checks(rule, rule.bad).map((finding) => finding.code));
    expect([...codes].sort()).toEqual([rule.code, ...(ACCOMPANIED.get(rule.code) ?? [])].sort());
  });

  it('gives its findings its severity and a complete sentence', () => {
    for (const finding of checks(rule, rule.bad).filter(({ code }) => code === rule.code)) {
      expect(finding.severity).toBe(rule.severity);
      expect(describeFinding(finding)).toMatch(/^\S.*[.?]$/);
    }
  });

  it('names its source and says what to do', () => {
    expect(rule.code).toMatch(/^[a-z]+(\.[a-z_]+)+$/);
    expect(rule.title).not.toMatch(/[.\n]$/);
    expect(rule.explanation).toMatch(/\.$/);
    expect(SOURCES).toContain(rule.source);
  });
});

// Headings of the interface that rules name as their source, and the two other sources.
const SOURCES = [
  'Resources and their fields',
  'Returns portal order message (request body)',
  'Order object',
  'What the service does',
  'Item object (order line)',
  'Customer object',
  'Refund object (element of refunds)',
  'ASN (body of the inbound ASN requests)',
  'RMA message (request body sent to the customer)',
  'Exchange variants (response)',
  'Exchange order message (request body sent to the customer)',
  'RMA',
  'Order (status field)',
  'ASN (status field)',
  'Endpoints',
  'Limits',
  'Versioning',
  'field notes',
  'this tool',
];

it('every rule and every failure says what to do', () => {
  for (const { code, explanation } of RULES.values()) expect(explanation.trim(), code).toMatch(/\w.*[.)]$/s);
  const src = path.resolve(import.meta.dirname, '../../src');
  for (const name of fs.readdirSync(src, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.ts'))
      expect(fs.readFileSync(path.join(src, name), 'utf8'), name).not.toMatch(
        /\bhint(: | = |: .*\?\? )(''|``|"")/,
      );
});

it('no sample of a rule is large before it is asked for', () => {
  for (const rule of RULES.values())
    for (const sample of ['good', 'bad'] as const) {
      const { value, get } = Object.getOwnPropertyDescriptor(rule, sample)!;
      expect(get ? 0 : JSON.stringify(value).length, `${rule.code} ${sample}`).toBeLessThan(10_000);
    }
});

describe('the catalog', () => {
  it('explains a known code and suggests a similar one', () => {
    expect(RULES.get('order.total.unexplained')?.severity).toBe('error');
    expect(RULES.get('order.total')).toBeUndefined();
    expect(similar('order.totl.unexplained')[0]).toBe('order.total.unexplained');
    expect(similar('order.total')).toContain('order.total.unexplained');
    expect(similar('order.total.mismatch')).toContain('order.total.unexplained');
    expect(similar('zzzzzzzzzzzzzzzz')).toEqual([]);
  });

  it('describes a finding of an unknown code by its code', () => {
    expect(describeFinding({ code: 'x.y', severity: 'note', path: '', args: {} })).toBe('x.y');
  });

  it('says did you mean', () => {
    const [status] = validateAsn({ status: 'canceled' }, 1).filter(
      ({ code }) => code === 'asn.status.unknown',
    );
    expect(describeFinding(status!)).toBe('Unknown status "canceled". Did you mean "cancelled"?');
  });
});

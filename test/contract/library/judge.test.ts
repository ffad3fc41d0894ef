// The judge functions of `returns-cli/contract`: the findings of the checks, for text, bytes and values; nothing makes them throw.

import { describe, expect, it, test } from 'vitest';
import { ALL_RULES } from '../../../src/contract/all-rules.ts';
import { DEFAULT_PATHS } from '../../../src/contract/customer-endpoints.ts';
import {
  CUSTOMER_ENDPOINTS,
  explainCode,
  FINDING_CODES,
  type Judgement,
  judgeAsn,
  judgeExchangeAnswer,
  judgeExchangeOrder,
  judgeOrder,
  judgeOrders,
  judgeRmaMessage,
  judgeVariantsAnswer,
  LIMITS,
  messageSchema,
  rmaStory,
  type SchemaName,
} from '../../../src/contract/index.ts';
import { jsonSchemaOf, MESSAGES } from '../../../src/contract/messages.ts';
import { validateAsn } from '../../../src/contract/validate-asn.ts';
import { validateOrder } from '../../../src/contract/validate-order.ts';
import { describeFinding } from '../../helpers/contract-rules.ts';
import { fc } from '../../helpers/random.ts';
import { asnVerdicts, orderVerdicts } from './samples.ts';

const NOW = Date.UTC(2026, 4, 6);
const goodOf = (code: string) => explainCode(code)!.good;
const ORDER = goodOf('order.status.unknown') as Record<string, unknown>;
const RMA = goodOf('rma.field.missing') as Record<string, unknown>;
const ASN = goodOf('asn.status.unknown') as Record<string, unknown>;

const JUDGES: Record<string, (given: unknown) => Judgement<unknown>> = {
  judgeOrder,
  judgeOrders,
  judgeAsn,
  judgeRmaMessage,
  judgeVariantsAnswer,
  judgeExchangeOrder,
  judgeExchangeAnswer,
  story: (given) => rmaStory().add(given),
};

describe.each(Object.entries(JUDGES))('%s', (_name, judge) => {
  it('takes text, bytes and a value alike', () => {
    for (const message of [ORDER, RMA, ASN, [], {}]) {
      const text = JSON.stringify(message);
      const bytes = new TextEncoder().encode(text);
      const judged = judge(message);
      expect(judge(text)).toEqual(judged);
      expect(judge(bytes)).toEqual(judged);
      expect(judge(bytes.buffer)).toEqual(judged);
    }
  });

  it('says what is broken, and where', () => {
    expect(judge('{"a": ')).toMatchObject({
      verdict: 'error',
      message: undefined,
      value: undefined,
      findings: [{ code: 'call.body.broken', message: expect.stringContaining('line 1, column 7') }],
    });
    expect(judge(new Uint8Array([0xff])).findings[0]?.message).toContain('not UTF-8');
    expect(judge('').findings[0]?.message).toContain('empty');
    expect(judge('{"a":1,"a":2}').findings.map(({ code }) => code)).toContain('message.key.duplicate');
  });

  it('never throws, for values that contain themselves or are deep, and for anything else', () => {
    const self: Record<string, unknown> = { ...RMA };
    self['items'] = [self];
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    for (const value of [self, { ...ORDER, items: deep }]) {
      expect(judge(value).findings[0]?.code).toBe('call.body.broken');
    }
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(['ok', 'note', 'warning', 'error']).toContain(judge(value).verdict);
      }),
    );
  });
});

test('the findings are those of the checks, with their messages', () => {
  for (const order of orderVerdicts()) {
    const expected = validateOrder(order, { now: NOW });
    const { findings } = judgeOrder(order, { now: NOW });
    expect(findings.map(({ severity, code, path, message }) => [severity, code, path, message])).toEqual(
      expected.map((one) => [one.severity, one.code, one.path, describeFinding(one)]),
    );
  }
  for (const asn of asnVerdicts())
    for (const version of [1, 2] as const)
      expect(judgeAsn(asn, { version }).findings.map(({ code }) => code)).toEqual(
        validateAsn(asn, version).map(({ code }) => code),
      );
});

test('a message is given when every field has its type, whatever the rules say', () => {
  expect(judgeOrder(ORDER, { now: NOW }).message).toEqual(ORDER);
  const odd = judgeOrder({ ...ORDER, total_amount_cents: 1 }, { now: new Date(NOW) });
  expect([odd.verdict, odd.message === undefined]).toEqual(['error', false]);
  expect(judgeOrder({ ...ORDER, total_amount_cents: '1' })).toMatchObject({
    verdict: 'error',
    message: undefined,
    value: { total_amount_cents: '1' },
  });
  expect(judgeOrders({ returns_portal_order: { orders: [ORDER, {}] } }).findings[0]?.path).toMatch(
    /^orders\[1\]\./,
  );
});

test('the options count: time, spelling, levels for all and for one field', () => {
  const cancelled = { ...ORDER, status: 'Canceled' };
  expect(judgeOrder(cancelled, { now: NOW }).verdict).toBe('error');
  expect(judgeOrder(cancelled, { now: NOW, statusSpelling: 'Canceled' }).findings).toEqual(
    judgeOrder({ ...ORDER, status: 'Cancelled' }, { now: NOW }).findings,
  );
  const lacking = { ...RMA, return_method: undefined };
  const levels = { 'rma.field.missing:return_method': 'note' } as const;
  expect(judgeRmaMessage(lacking).verdict).toBe('error');
  expect(judgeRmaMessage(lacking, { levels }).verdict).toBe('note');
  expect(rmaStory({ levels }).add(lacking).verdict).toBe('note');
  expect(() => judgeRmaMessage(RMA, { levels: { 'rma.field.mising': 'note' } })).toThrow(
    'Did you mean "rma.field.missing"?',
  );
  expect(() => judgeOrder(ORDER, { levels: { 'order.field.missing:identifier': 'off' } })).toThrow(
    'cannot be lowered',
  );
});

test('codes, schemas, endpoints and limits are those of the program', () => {
  expect(FINDING_CODES).toEqual([...ALL_RULES.keys()]);
  for (const code of FINDING_CODES)
    expect(explainCode(code)).toMatchObject({ code, title: expect.any(String) });
  expect(explainCode('nothing.like.it')).toBeUndefined();
  for (const name of Object.keys(MESSAGES) as SchemaName[])
    expect(messageSchema(name)).toEqual(jsonSchemaOf(name));
  const { rmas, variants, exchangeOrders } = DEFAULT_PATHS;
  expect(CUSTOMER_ENDPOINTS.map(({ path }) => path)).toEqual([
    rmas,
    `/sku/{variant_identifier}/${variants}`,
    exchangeOrders,
  ]);
  expect(LIMITS).toMatchObject({ requestsPerMinute: { production: 5000 }, tokenLifetimeSeconds: 90_000 });
});

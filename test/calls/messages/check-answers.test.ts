// `calls check` of a retailer's own answers, by the names of `returns schema`.
import { expect, test } from 'vitest';
import { CHECKED_AS } from '../../../src/calls/messages/check-file.ts';
import { MESSAGES } from '../../../src/contract/messages.ts';
import { sampleExchangeAnswer, sampleVariant } from '../../../src/contract/sample-exchange.ts';
import { sampleRma } from '../../../src/contract/sample-rma.ts';
import { testPlatform } from '../../helpers/platform.ts';
import { document, returns } from '../support.ts';

test("calls check validates a retailer's own answers, by the names of returns schema", async () => {
  expect(Object.keys(MESSAGES)).toEqual(expect.arrayContaining([...CHECKED_AS]));
  const here = testPlatform();
  const check = (content: unknown, as: string) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
    here.file('answer.json', text);
    return document<{ calls: number; as: string; findings: { code: string; path: string }[] }>(here, [
      ...['calls', 'check', 'answer.json', '--as', as],
    ]);
  };
  // A list is one answer, not several messages.
  const good = [sampleVariant(), sampleVariant({ sku: 'TEE-GRN-S' })];
  expect(await check(good, 'variants')).toMatchObject({ exit: 0, calls: 1, as: 'variants', findings: [] });
  const price = [sampleVariant(), sampleVariant({ sku: 'B', unit_price_amount_cents: 24.99 })];
  expect(await check(price, 'variants')).toMatchObject({
    exit: 3,
    findings: [{ code: 'variants.amount.type', path: '[1].unit_price_amount_cents' }],
  });
  expect(await check('"none"', 'variants')).toMatchObject({
    exit: 3,
    findings: [{ code: 'variants.answer.form' }],
  });
  expect(await check('[]\n[]\n{"variants":[]}', 'variants')).toMatchObject({ exit: 0, calls: 3 });
  expect(await check(sampleExchangeAnswer(), 'exchange-answer')).toMatchObject({ exit: 0, findings: [] });
  expect(await check(sampleExchangeAnswer({ tax_amount_cents: '2.00' }), 'exchange-answer')).toMatchObject({
    exit: 3,
    findings: [{ code: 'exchange.answer.amount' }],
  });
  expect(await check(sampleRma({ items: [] }), 'rma')).toMatchObject({ exit: 3 });
  expect(await check(sampleRma(), 'exchange-order')).toMatchObject({ exit: 3 });
  const both = await returns(here, ['calls', 'check', 'answer.json', '--as', 'rma', '--kind', 'rma']);
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('--as and --kind')]);
  here.file('bare.json', '[{"sku":"A"}]');
  const bare = ['calls', 'check', 'bare.json', '--as', 'variants'];
  expect(await document(here, bare)).toMatchObject({ exit: 0 });
  // Levels apply to answers as to messages.
  const strict = await document(here, [...bare, '--level', 'variants.field.missing:title=error']);
  expect(strict).toMatchObject({ exit: 3, levels: { 'variants.field.missing:title': 'error' } });
  const text = await returns(here, ['calls', 'check', 'answer.json', '--as', 'variants']);
  expect(text.stdout).toMatch(/^1 answer: 1 error\n/);
});

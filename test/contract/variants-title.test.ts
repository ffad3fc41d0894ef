// A variant without a title: said as a warning, and no reason to fail the answer.
import { expect, test } from 'vitest';
import { hindersChoice, validateVariantsAnswer } from '../../src/contract/exchange-rules/answers.ts';
import { sampleVariant } from '../../src/contract/sample-exchange.ts';
import { readVariants } from '../../src/sandbox/returns/wanted-lines.ts';

const judged = (changes: object) => validateVariantsAnswer([sampleVariant(changes as never)]);

test('a shopper can choose a variant without a title by its SKU', () => {
  const untitled = judged({ title: undefined });
  expect(untitled).toMatchObject([{ severity: 'warning', path: '[0].title' }]);
  expect(untitled.some(hindersChoice)).toBe(false);
  expect(judged({ sku: undefined }).some(hindersChoice)).toBe(true);
  expect(judged({ quantity_in_stock: undefined }).some(hindersChoice)).toBe(true);
  const answer = JSON.stringify([sampleVariant({ title: undefined })]);
  expect(readVariants(answer)).toMatchObject({ variants: [{ sku: 'TEE-GRN-L', title: 'TEE-GRN-L' }] });
});

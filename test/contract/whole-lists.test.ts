// The interface lists the words of three fields of an RMA whole, and of two by example: explanations say which, by the
// headings of the interface and not by the tables of the rules.
import { expect, it } from 'vitest';
import { jsonSchemaOf } from '../../src/contract/messages.ts';
import { wordRules } from '../../src/contract/rma-rules/enumerations.ts';

it.each([
  ['rma.refund_type', true],
  ['rma.return_method', true],
  ['rma.receiving_status', true],
  ['rma.status', false],
  ['rma.package_status', false],
])('%s is listed whole: %s', (name, isWhole) => {
  const explanations = wordRules
    .filter(({ code }) => code.startsWith(`${name}.`))
    .map((rule) => rule.explanation);
  expect(explanations.length).toBeGreaterThan(0);
  expect(explanations.some((text) => text.includes('and no other word'))).toBe(isWhole);
  expect(explanations.some((text) => /full list/.test(text))).toBe(!isWhole);
});

it('the status of an RMA is only for users of the returns management solution', () => {
  expect(JSON.stringify(jsonSchemaOf('rma'))).toContain('only when you use the returns management solution');
});

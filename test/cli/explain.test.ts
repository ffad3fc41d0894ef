// `returns explain` of every code: short enough for one screen, with what is right and what is wrong.
import { expect, it } from 'vitest';
import { ALL_RULES } from '../../src/contract/all-rules.ts';
import { run } from '../../src/main.ts';
import { inForm } from '../helpers/form.ts';
import { testPlatform } from '../helpers/platform.ts';

const explained = async (code: string): Promise<string> => {
  const here = testPlatform();
  expect(await run(['explain', code], here.platform)).toBe(0);
  return here.stdout();
};

/** Their examples are too large messages, which take as long as all others together; one of the kind stays. */
const LARGE = /^(?:rma|variants|exchange)\.size\.limit$/;
const codes = [...ALL_RULES.keys()];

it.each(inForm({ short: codes.filter((code) => !LARGE.test(code)), long: codes }))('%s', async (code) => {
  const text = await explained(code);
  expect(text).toContain('good');
  expect(text).toContain('bad');
  expect(text.split('\n').length, text).toBeLessThanOrEqual(75);
});

it('of whole messages only the difference is shown', async () => {
  const text = await explained('order.field.missing');
  expect(text).toContain('customer.email\n  good  "shopper@shop.example"\n  bad   not there\n');
  expect(text).not.toContain('SO-1001');
});

// Certification of a retailer's endpoint: a good one passes, and what is said of it.
import { expect, test } from 'vitest';
import { ENDPOINT_SUBJECTS } from '../../src/certify/endpoint-subjects.ts';
import { endpointDesk } from './endpoint-desk.ts';

test('a good endpoint passes every check, with evidence', async () => {
  const { certify } = await endpointDesk();
  const { answered, checks } = await certify();
  expect(answered).toBe(true);
  expect(
    checks.filter(({ result }) => result !== 'passed').map(({ id, evidence }) => [id, evidence]),
  ).toEqual([]);
  expect(checks.map(({ id }) => id)).toEqual(ENDPOINT_SUBJECTS.map(({ id }) => id));
}, 60_000);

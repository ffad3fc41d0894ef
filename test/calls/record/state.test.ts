// The status of a message at a glance: with those of the parcels, because that is what changes most often.
import { expect, test } from 'vitest';
import { rmaGlance } from '../../../src/calls/record/recorded-call.ts';
import { rmaState } from '../../../src/contract/rma-words.ts';
import { sampleRma, sampleUnit } from '../../../src/contract/sample-rma.ts';
import type { CallRecord } from '../../../src/storage/calls.ts';

const unit = (status: unknown) => sampleUnit({ package_tracking_status: status });

test.each([
  ['CREATED', [null], 'CREATED'],
  ['CREATED', ['PRE_TRANSIT'], 'CREATED · PRE_TRANSIT'],
  ['CREATED', ['TRANSIT', 'TRANSIT'], 'CREATED · TRANSIT'],
  ['CREATED', ['TRANSIT', null, 'PRE_TRANSIT'], 'CREATED · TRANSIT, PRE_TRANSIT'],
  [null, ['TRANSIT'], 'TRANSIT'],
  ['CREATED', [7, ''], 'CREATED'],
  [null, [], ''],
])('%s with parcels %j is %j', (status, parcels, text) => {
  expect(rmaState(status, parcels.map(unit))).toBe(text);
});

test('a record has it by its body; what is no RMA message has none', () => {
  const record = (body: string, kind = 'rma') =>
    ({ kind, encoding: 'utf8', body, status: 'CREATED' }) as unknown as CallRecord;
  const message = sampleRma({ items: [unit('TRANSIT'), unit('TRANSIT')] });
  expect(rmaGlance(record(JSON.stringify(message)))).toEqual({ units: 2, state: 'CREATED · TRANSIT' });
  for (const body of ['', '{', '[]', 'null', '{"items":{}}'])
    expect(rmaGlance(record(body)), body).toBeNull();
  expect(rmaGlance(record(JSON.stringify(message), 'exchange_order'))).toBeNull();
});

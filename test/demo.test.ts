// The sample file is what its generator makes.
import { expect, it } from 'vitest';
import { sampleCsv, sampleNdjson } from './tools/make-sample-orders.ts';

it('samples/orders.csv and orders.ndjson are what the generator makes', async () => {
  await expect(sampleCsv()).toMatchFileSnapshot('../samples/orders.csv');
  await expect(sampleNdjson()).toMatchFileSnapshot('../samples/orders.ndjson');
});

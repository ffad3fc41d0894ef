// The start of a sandbox: nothing is sent, and nothing stays locked, when it fails; what a reset and a restart keep.
import path from 'node:path';
import { expect, test } from 'vitest';
import { realNet, realPlatform } from '../../src/platform/node-platform.ts';
import { openState } from '../../src/sandbox/database.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/index.ts';
import { openSandbox } from '../../src/sandbox/start.ts';
import { temporaryFolder } from '../helpers/platform.ts';

import { makeRetailer } from './retailer.ts';

const turns = async (count: number) => {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
};

async function withReturn(sandbox: Sandbox): Promise<string> {
  const [order = ''] = sandbox.seed({ orders: 1 }).examples;
  return (await sandbox.startReturn({ order })).rma_identifier;
}

const assumedIn = (sandbox: Sandbox, id: string) =>
  sandbox.assumptions().assumptions.find((one) => one.id === id)?.value;

test('a start that cannot listen sends nothing, and the next one sends what waits', async () => {
  const retailer = await makeRetailer();
  const data = temporaryFolder();
  const options: SandboxOptions = { data, clock: 'manual', seed: 1 };
  const before = await startSandbox(options);
  const rma = await withReturn(before);
  await before.close();

  let clients = 0;
  const net: typeof realNet = {
    ...realNet,
    client: (...given) => {
      clients++;
      return realNet.client(...given);
    },
    // Another program has the port; a delivery has the time to begin.
    serve: async () => {
      await turns(50);
      throw new Error('port is taken');
    },
  };
  const withCustomer = { ...options, customerUrl: retailer.url };
  await expect(openSandbox({ ...realPlatform(), net }, withCustomer)).rejects.toThrow('port is taken');
  expect([clients, retailer.heard.length]).toEqual([0, 0]);

  const after = await startSandbox(withCustomer);
  await after.clock.runUntilIdle();
  expect(retailer.heard.length).toBeGreaterThan(0);
  // The label that was due.
  expect(after.rma(rma).items[0]).toMatchObject({ package_tracking_status: 'PRE_TRANSIT' });
  await after.close();
});

test.each<[string, SandboxOptions]>([
  ['an unknown assumption', { assume: { nonsense: 'x' } }],
  ['an address that is not encrypted', { customerUrl: 'http://shop.example' }],
])('%s ends the start, and the folder is free', async (_what, wrong) => {
  const data = temporaryFolder();
  await expect(startSandbox({ data, ...wrong })).rejects.toThrow();
  const sandbox = await startSandbox({ data });
  expect(sandbox.stats().orders.stored).toBe(0);
  await sandbox.close();
});

test('a reset and a restart keep the assumptions that were changed; those of the start win', async () => {
  const data = temporaryFolder();
  const one = await startSandbox({ data, assume: { return_window: '30d' } });
  one.assumptions({ label_delay: 'never', return_window: '60d' });
  one.reset();
  expect([assumedIn(one, 'label_delay'), assumedIn(one, 'return_window')]).toEqual(['never', '60d']);
  await one.close();
  const two = await startSandbox({ data, assume: { return_window: '30d' } });
  expect([assumedIn(two, 'label_delay'), assumedIn(two, 'return_window')]).toEqual(['never', '30d']);
  await two.close();
});

test('assumptions that went are left out of what an earlier run kept, with one note', async () => {
  const data = temporaryFolder();
  const saved = openState(realPlatform().databases, path.join(data, 'sandbox.db'));
  saved.set('assumptions', '{"final_sale":"allowed","label_delay":"never","asn_delay":"1h"}');
  saved.close();
  const notes: string[] = [];
  const sandbox = await openSandbox(realPlatform(), { data }, { onNote: (text) => notes.push(text) });
  expect(notes).toEqual([
    'not used, from an earlier run of this sandbox: final_sale (always "refused" now), asn_delay (always "2s" now)',
  ]);
  expect([assumedIn(sandbox, 'label_delay'), assumedIn(sandbox, 'final_sale')]).toEqual(['never', undefined]);
  await sandbox.close();
});

test('the same seed gives other RMAs after a reset, also after a restart', async () => {
  const options: SandboxOptions = { data: temporaryFolder(), seed: 1, clock: 'manual' };
  const one = await startSandbox(options);
  const first = await withReturn(one);
  one.reset();
  await one.close();
  const two = await startSandbox(options);
  expect(await withReturn(two)).not.toBe(first);
  await two.close();
});

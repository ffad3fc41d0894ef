// `data`: accepted requests are restored at the next start, also after a cut-off line; refused ones are not.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sampleAsn, sampleOrder, sampleWithRefund } from '../../src/contract/sample.ts';
import { realFiles } from '../../src/platform/files.ts';
import type { Files } from '../../src/platform/platform.ts';
import { temporaryFolder } from '../helpers/platform.ts';
import { sandboxWithClient } from './client.ts';

const strip = (orders: { versions: readonly object[] }[]) =>
  orders.map((order) => ({
    ...order,
    versions: order.versions.map((version) => ({ ...version, request: 0 })),
  }));

test('orders, versions, refunds and ASNs survive a restart', async () => {
  const data = path.join(temporaryFolder(), 'deep', 'data');
  const one = await sandboxWithClient({ data });
  await one.orders([sampleOrder({ raw_status: 'naïve ✓' }), sampleWithRefund()]);
  await one.orders([sampleOrder({ updated_at: '2026-03-05T10:00:00Z' })]);
  expect((await one.orders([sampleOrder({ identifier: 'SO-BAD', total_amount_cents: 1 })])).status).toBe(422);
  await one.createAsn(sampleAsn());
  const before = [strip(one.sandbox.orders()), one.sandbox.asns().map((asn) => asn.asn)];
  await one.sandbox.close();

  const two = await sandboxWithClient({ data });
  expect([strip(two.sandbox.orders()), two.sandbox.asns().map((asn) => asn.asn)]).toEqual(before);
  expect(two.sandbox.requests()).toEqual([]);
  // Uniqueness is checked after a restart, too.
  const foreign = await two.orders([{ ...sampleWithRefund(), identifier: 'SO-OTHER' }]);
  expect(foreign.status).toBe(422);
  expect((await two.createAsn(sampleAsn())).status).toBe(422);
  expect((await two.createAsn(sampleAsn({ asn_number: 'A-2' }))).status).toBe(422);
});

test('a line that was cut off is skipped, and the next one is complete', async () => {
  const data = temporaryFolder();
  const one = await sandboxWithClient({ data });
  await one.orders([sampleOrder({ identifier: 'SO-1' })]);
  await one.orders([sampleOrder({ identifier: 'SO-2' })]);
  await one.sandbox.close();
  const file = path.join(data, 'sandbox.ndjson');
  fs.truncateSync(file, fs.statSync(file).size - 20);
  const two = await sandboxWithClient({ data });
  expect(two.sandbox.orders().map((order) => order.identifier)).toEqual(['SO-1']);
  await two.orders([sampleOrder({ identifier: 'SO-3' })]);
  await two.sandbox.close();
  const three = await sandboxWithClient({ data });
  expect(three.sandbox.orders().map((order) => order.identifier)).toEqual(['SO-1', 'SO-3']);
});

test('a reset empties the folder as well, and other users cannot read the file', async () => {
  const data = temporaryFolder();
  const one = await sandboxWithClient({ data });
  await one.orders([sampleOrder()]);
  const file = path.join(data, 'sandbox.ndjson');
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  one.sandbox.reset();
  expect(fs.readFileSync(file, 'utf8')).toBe('');
  await one.orders([sampleOrder({ identifier: 'SO-NEW' })]);
  await one.sandbox.close();
  const two = await sandboxWithClient({ data });
  expect(two.sandbox.orders().map((order) => order.identifier)).toEqual(['SO-NEW']);
});

test('a folder that is a file, or a file that is a folder, is exit 7', async () => {
  const root = temporaryFolder();
  fs.writeFileSync(path.join(root, 'file'), '');
  fs.mkdirSync(path.join(root, 'sandbox.ndjson'));
  for (const data of [path.join(root, 'file'), root])
    await expect(sandboxWithClient({ data })).rejects.toMatchObject({ code: 'state.sandbox', exitCode: 7 });
});

test('a post that does not fit on the disk is 500 and not stored, now and after a restart', async () => {
  const data = temporaryFolder();
  const defects: unknown[] = [];
  let isFull = false;
  const files: Files = {
    ...realFiles,
    create(file, options) {
      const writer = realFiles.create(file, options);
      return {
        ...writer,
        write(content) {
          if (!isFull) return writer.write(content);
          // A full disk writes a part, then fails.
          writer.write(content.slice(0, 40));
          throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        },
      };
    },
  };
  const one = await sandboxWithClient({ data, onDefect: (error) => defects.push(error) }, { files });
  await one.orders([sampleOrder({ identifier: 'SO-1' })]);
  isFull = true;
  expect((await one.orders([sampleOrder({ identifier: 'SO-2' }), sampleWithRefund()])).status).toBe(500);
  isFull = false;
  expect((await one.orders([{ ...sampleWithRefund(), identifier: 'SO-3' }])).status).toBe(200);
  expect(one.sandbox.orders().map((order) => order.identifier)).toEqual(['SO-1', 'SO-3']);
  expect(one.sandbox.requests(2)).toMatchObject([{ status: 500, fault: 'defect' }, { status: 200 }]);
  expect(defects).toMatchObject([{ code: 'ENOSPC' }]);
  await one.sandbox.close();
  const two = await sandboxWithClient({ data });
  expect(two.sandbox.orders().map((order) => order.identifier)).toEqual(['SO-1', 'SO-3']);
});

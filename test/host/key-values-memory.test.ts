// The store's mapped pages do not pile up in this process's memory, and nothing is lost when they are let go.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { realKeyValues } from '../../src/host/key-values.ts';
import { temporaryFolder } from '../helpers/host.ts';

/** Mapped file pages of this process in MB; undefined where the system does not tell. */
function mappedMb(): number | undefined {
  const m = /RssFile:\s+(\d+)/.exec(
    fs.existsSync('/proc/self/status') ? fs.readFileSync('/proc/self/status', 'latin1') : '',
  );
  return m ? Number(m[1]) / 1024 : undefined;
}

it('200,000 records of 300 bytes leave no more than 45 MB mapped, and all of them can be read', () => {
  const store = realKeyValues.open(path.join(temporaryFolder(), 'big.mdb'), { durable: false });
  const before = mappedMb();
  const key = (n: number) => `order/${String(n).padStart(8, '0')}`;
  let most = 0;
  for (let n = 0; n < 200_000; n += 50) {
    store.transaction(() => {
      for (let i = n; i < n + 50; i++) store.put(key(i), `${i}${'v'.repeat(300)}`);
    });
    if (n % 10_000 === 0) most = Math.max(most, (mappedMb() ?? 0) - (before ?? 0));
  }
  // A walk that is under way keeps what it walks on, however much is read beside it.
  let walked = 0;
  for (const [found, value] of store.range('order/', 'order0')) {
    expect(found).toBe(key(walked));
    if (walked % 10 === 0) expect(store.get(found)).toBe(value);
    walked++;
  }
  expect(walked).toBe(200_000);
  for (let n = 0; n < 200_000; n += 7) expect(store.get(key(n))?.startsWith(String(n))).toBe(true);
  if (before !== undefined) expect(most).toBeLessThan(45);
});

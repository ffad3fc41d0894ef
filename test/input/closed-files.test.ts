// Every file that a command opens is closed again: a receiver that refunds opens its orders once a refund, for days.
import { expect, test } from 'vitest';
import { sampleOrder } from '../../src/contract/sample.ts';
import { realFiles } from '../../src/platform/files.ts';
import { targetEnvironment } from '../helpers/cli.ts';
import { returns } from '../helpers/returns.ts';
import { sandboxFor } from '../helpers/sandbox.ts';

test.each([
  [['orders', 'check', 'o.json']],
  [['orders', 'upload', 'o.json', '--yes']],
  [['orders', 'refund', 'SO-1', '--from', 'o.json', '--dry-run']],
  [['reconcile', '--orders', 'o.json']],
])('%j', async (line) => {
  const open: string[] = [];
  let opened = 0;
  const files: typeof realFiles = {
    ...realFiles,
    open(path) {
      const reader = realFiles.open(path);
      opened++;
      open.push(path);
      return {
        ...reader,
        close() {
          if (open.includes(path)) open.splice(open.indexOf(path), 1);
          reader.close();
        },
      };
    },
  };
  const env = targetEnvironment(await sandboxFor());
  const order = sampleOrder({ identifier: 'SO-1' });
  const { code, stderr } = await returns(line, { env, platform: { files } }, { 'o.json': [order] });
  expect(code, stderr).toBe(0);
  expect(opened).toBeGreaterThan(0);
  expect(open).toEqual([]);
});

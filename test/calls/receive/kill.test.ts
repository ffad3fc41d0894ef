// kill -9 during load: every call that was answered 2xx is in the record, and the record opens without repair.
import { expect, test } from 'vitest';
import { inForm } from '../../helpers/form.ts';
import { killAfter, loadedListener, recorded } from '../killed.ts';

const POINTS = inForm({ short: [1, 40, 151], long: [1, 3, 10, 17, 40, 64, 100, 151, 220, 300] });

test(`killed after each of ${POINTS.length} counts of answers, nothing that was answered is missing`, async () => {
  const world = loadedListener();
  for (const [n, answers] of POINTS.entries()) {
    await killAfter(world, answers, `K${n}`);
    const record = await recorded(world);
    expect([...world.answered].filter((rma) => !record.has(rma))).toEqual([]);
  }
  expect(world.answered.size).toBeGreaterThanOrEqual(POINTS.reduce((sum, n) => sum + n - 1, 0));
});

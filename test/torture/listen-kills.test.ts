// 200 kill -9 points during loads on one record: every call that was answered 2xx is there, without repair.

import { expect, test } from 'vitest';
import { killAfter, loadedListener, recorded } from '../calls/killed.ts';
import { seeded, seedFor } from '../helpers/random.ts';

const KILLS = Number(process.env['TORTURE_KILLS'] ?? 200);

test(`${KILLS} kills during loads`, async () => {
  const world = loadedListener();
  const random = seeded(seedFor(6));
  for (let n = 0; n < KILLS; n++) {
    await killAfter(world, 1 + Math.floor(random() * 400), `K${n}`);
    if (n % 20 !== 19 && n !== KILLS - 1) continue;
    const record = await recorded(world);
    expect([...world.answered].filter((rma) => !record.has(rma))).toEqual([]);
  }
});

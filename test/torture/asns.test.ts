// 5,000 ASNs of both types and versions from NDJSON and from CSV into the sandbox at its limit, killed after each of 20
// seeded request counts and run again, with dropped answers: each is created once, none is lost.

import { expect, test } from 'vitest';
import { createKilled } from '../asns/killed.ts';
import { generateAsns } from '../helpers/asns.ts';
import { seedFor } from '../helpers/random.ts';

const FAULTS = [
  { on: 'asnCreate', do: { drop: 'after' }, share: 0.01 },
  { on: 'asnCreate', do: { status: 503 }, share: 0.005 },
] as const;

test('5,000 ASNs, killed 20 times: each created once, none lost', async () => {
  const began = performance.now();
  const all = await Promise.all(
    (['ndjson', 'csv'] as const).map((form, n) =>
      createKilled({
        asns: generateAsns({ seed: seedFor(50 + n), asns: 5000 }),
        form,
        seed: seedFor(60 + n),
        kills: 20,
        between: 350,
        sandbox: { faults: FAULTS, rateLimit: 2500 },
        flags: [],
      }),
    ),
  );
  const seconds = Math.round((performance.now() - began) / 1000);
  for (const figures of all) {
    process.stderr.write(`asns: ${JSON.stringify({ ...figures, seconds })}\n`);
    expect(figures.kills).toBe(20);
    expect(figures.recovered).toBeGreaterThan(0);
    // At its limit, and never beyond it.
    expect(figures.s429).toBe(0);
  }
});

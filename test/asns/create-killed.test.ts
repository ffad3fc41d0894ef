// ASNs are created exactly once, even when the process is killed or answers are lost: short form of
// test/torture/asns.test.ts.
import { expect, test } from 'vitest';
import { generateAsns } from '../helpers/asns.ts';
import { createKilled } from './killed.ts';

const FAULTS = [
  { on: 'asnCreate', do: { drop: 'after' }, share: 0.05 },
  { on: 'asnCreate', do: { status: 503 }, share: 0.03 },
] as const;

test.each(['ndjson', 'csv'] as const)(
  '150 ASNs from %s, killed three times, with lost answers',
  async (form) => {
    const figures = await createKilled({
      asns: generateAsns({ seed: form === 'csv' ? 1 : 2, asns: 150 }),
      form,
      seed: 5,
      kills: 3,
      between: 40,
      sandbox: { faults: FAULTS },
      flags: ['--rate', 'off'],
    });
    expect(figures.kills).toBe(3);
    // Some answers must have been lost, otherwise the test proves nothing: the service then says that the
    // number is taken.
    expect(figures.recovered).toBeGreaterThan(0);
  },
);

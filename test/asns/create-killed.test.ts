// ASNs are created exactly once, even when the process is killed or answers are lost.
import { expect, test } from 'vitest';
import { generateAsns } from '../helpers/asns.ts';
import { inForm } from '../helpers/form.ts';
import { createKilled } from './killed.ts';

const FAULTS = [
  { on: 'asnCreate', do: { drop: 'after' }, share: 0.05 },
  { on: 'asnCreate', do: { status: 503 }, share: 0.03 },
] as const;

const [ASNS, KILLS] = inForm({ short: [50, 1], share: [80, 2], long: [1500, 10] });

test.each(inForm({ short: ['csv'], share: ['csv'], long: ['ndjson', 'csv'] } as const))(
  `${ASNS} ASNs from %s, killed ${KILLS} times, with lost answers`,
  async (form) => {
    const figures = await createKilled({
      asns: generateAsns({ seed: form === 'csv' ? 1 : 2, asns: ASNS }),
      form,
      seed: 5,
      kills: KILLS,
      between: inForm({ short: 25, long: 40 }),
      sandbox: { faults: FAULTS },
      flags: ['--rate', 'off'],
    });
    expect(figures.kills).toBe(KILLS);
    // Some answers must have been lost, otherwise the test proves nothing: the service then says that the
    // number is taken.
    expect(figures.recovered).toBeGreaterThan(0);
  },
);

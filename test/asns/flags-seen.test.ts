// Flags of the commands about ASNs, given to the program: what each changes in what is sent, recorded or refused.
import { expect, test } from 'vitest';
import { targetEnvironment } from '../helpers/cli.ts';
import { fakeClock } from '../helpers/platform.ts';
import { returns } from '../helpers/returns.ts';
import { mostOpen, sandboxFor } from '../helpers/sandbox.ts';
import { asnOf } from './support.ts';

test('asns create --concurrency: so many requests are open at once', async () => {
  const asns = Array.from({ length: 20 }, (_, n) => asnOf(`A-${n}`));
  const mostOf = (open: string) =>
    mostOpen('/asns', ['asns', 'create', 'a.json', '--concurrency', open], { 'a.json': asns });
  expect(await mostOf('1')).toBe(1);
  const three = await mostOf('3');
  expect([three > 1, three <= 3]).toEqual([true, true]);
});

test('asns update --max-outage: it gives up after so long', async () => {
  const service = await sandboxFor();
  const env = { ...targetEnvironment(service), RETURNS_RATE: 'off' };
  const { root } = await returns(['asns', 'create', 'a.json'], { env }, { 'a.json': [asnOf('A-1')] });
  service.setFaults([{ on: 'asnUpdate', do: { status: 503 } }]);
  const secondsOf = async (outage: string) => {
    const clock = fakeClock(undefined, { auto: true });
    const start = clock.now();
    const line = ['asns', 'update', 'A-1', '--carrier', 'UPS', '--yes', '--max-outage', outage];
    const { code, stderr } = await returns(line, { env, root, clock });
    expect(code, stderr).toBe(75);
    return (clock.now() - start) / 1000;
  };
  expect(await secondsOf('30s')).toBeLessThan(200);
  expect(await secondsOf('20m')).toBeGreaterThan(1000);
});

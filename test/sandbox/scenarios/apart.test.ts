// Sandboxes do not mix: what a scenario or certify starts is never the one of the profile `local`.
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../helpers/platform.ts';
import { returns } from '../../helpers/returns.ts';
import { whileRunning } from '../client.ts';
import { makeRetailer } from '../retailer.ts';

/** An endpoint that knows nothing: the run takes its whole time. */
const WAIT = ['--wait', '2s', '--settle', '0s', '--port', '0'];

test('while a scenario and a certification run, the profile local is the sandbox that a person started', async () => {
  const root = temporaryFolder();
  const at = { root };
  const retailer = await makeRetailer();
  await whileRunning(
    ['--no-pages'],
    async (first) => {
      const local = async () =>
        (await returns(['whoami', '--profile', 'local', '--json'], at)).document()['addresses'];
      expect(await local()).toMatchObject({ orders: first });
      const run = returns(
        ['sandbox', 'scenario', 'run', 'mail-back-single', '--customer-url', retailer.url, ...WAIT],
        at,
      );
      const certificate = returns(
        ['certify', '--area', 'refunds', '--customer-url', retailer.url, '--answer', '1s', ...WAIT],
        at,
      );
      // Both have opened theirs.
      while (retailer.heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      expect(await local()).toMatchObject({ orders: first });
      expect([(await run).code, (await certificate).code]).toEqual([8, 3]);
      expect(await local()).toMatchObject({ orders: first });
    },
    {},
    root,
  );
});

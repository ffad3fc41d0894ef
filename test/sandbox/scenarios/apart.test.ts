// Sandboxes do not mix: what a scenario or certify starts is never the one of the profile `local`.
import { expect, test } from 'vitest';
import { sampleOrder } from '../../../src/contract/sample.ts';
import { temporaryFolder } from '../../helpers/platform.ts';
import { returns } from '../../helpers/returns.ts';
import { whileRunning } from '../client.ts';
import { makeRetailer } from '../retailer.ts';

/** An endpoint that knows nothing: the run takes its whole time. */
const WAIT = ['--wait', '2s', '--settle', '0s', '--port', '0'];

test('two sandboxes, a scenario run, a certification and an upload: each order arrives where a person expects it', async () => {
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
      // Both have opened theirs before the upload begins.
      while (retailer.heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      expect(await local()).toMatchObject({ orders: first });
      const upload = await returns(
        ['orders', 'upload', 'o.json', '--profile', 'local', '--yes', '--json'],
        at,
        { 'o.json': sampleOrder() },
      );
      expect(upload.document()).toMatchObject({ orders: { accepted: 1 }, target: first });
      const status = await returns(['sandbox', 'status', '--json', '--url', first], at);
      expect(status.document()).toMatchObject({ orders: { stored: 1 } });
      expect([(await run).code, (await certificate).code]).toEqual([8, 3]);
      // Another one that a person starts later is theirs to name.
      await whileRunning(
        ['--no-pages'],
        async (second) => {
          expect(await local()).toMatchObject({ orders: second });
          const quiet = ['orders', 'upload', 'o.json', '--profile', 'local', '--yes', '--quiet'];
          const { stderr } = await returns(quiet, at, { 'o.json': sampleOrder() });
          expect(stderr).toContain(`several sandboxes run here: local is ${second}, which was started last`);
        },
        {},
        root,
      );
      expect(await local()).toMatchObject({ orders: first });
    },
    {},
    root,
  );
});

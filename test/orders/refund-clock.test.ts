// `orders refund` on a machine whose clock is not the service's: the date of the refund goes by it, so it is told.
import { expect, test } from 'vitest';
import { realClock } from '../../src/platform/node-platform.ts';
import { SINGLE } from '../calls/refund-story.ts';
import { targetEnvironment } from '../helpers/cli.ts';
import { returns } from '../helpers/returns.ts';
import { sandboxFor } from '../helpers/sandbox.ts';

const MINUTE = 60_000;

test.each([
  [-2 * 24 * 60, "this machine's clock is 48 h 00 min behind the service's"],
  [-7, "this machine's clock is 7 min 00 s behind the service's"],
  [365 * 24 * 60, "this machine's clock is 365 days ahead of the service's"],
  [0, undefined],
  [-0.5, undefined],
])('%i minutes: %s', async (minutes, said) => {
  const sandbox = await sandboxFor();
  const now = () => realClock.now() + minutes * MINUTE;
  const done = await returns(
    ['orders', 'refund', SINGLE.identifier, '--from', 'orders.json', '--yes'],
    { env: targetEnvironment(sandbox), clock: { ...realClock, now } },
    { 'orders.json': [SINGLE] },
  );
  expect(done.code, done.stderr).toBe(0);
  const plain = done.stderr.replace(/\s+/g, ' ').replace(/\b(6 min 59|7 min 01) s/, '7 min 00 s');
  if (said === undefined) expect(plain).not.toContain("machine's clock");
  else expect(plain).toContain(`${said}: the refund is dated by it`);
});

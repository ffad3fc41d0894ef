// Every fault between this machine and the service is named by one check, and by no other.
import { expect, test } from 'vitest';
import { connectionOf, notOk, settingsFor, startService } from './support.ts';

const here = (port: number, scheme = 'http') => `${scheme}://127.0.0.1:${port}`;

test('a service that answers as it should has only ok, and is sent nothing but the sign-in', async () => {
  const { port, lines } = await startService();
  const checks = await connectionOf(settingsFor(here(port)));
  expect(notOk(checks)).toEqual({});
  expect(checks.map(({ id }) => id.replace('connection.', '')).join(' ')).toBe(
    'addresses dns proxy reach tls clock orders asns sign-in limits',
  );
  expect(lines).toEqual([
    'POST /returns_portal_orders 0',
    'POST /asns 0',
    expect.stringMatching(/^POST \/oauth\/token/),
  ]);
});

// One rule for the address of endpoints, in every program that calls them: kept byte for byte, said at the start, its query
// in no view; a redirect shows where it leads and is not followed.
import { describe, expect, it } from 'vitest';
import { until } from '../../helpers/cli.ts';
import { testPlatform } from '../../helpers/platform.ts';
import { settled, stage } from '../../sandbox/deliveries/support.ts';
import { runTrigger } from '../../sandbox/trigger/run-trigger.ts';
import { startListen } from '../run-listen.ts';
import { callOf, document, endpoint, NOON, recorded, returns, rma } from '../support.ts';

const SECRET = 'k-s3cr3t';

type Program = (to: string, paths?: readonly string[]) => Promise<string>;

/** Each sends one RMA message to an address, and returns all that a person can see of it. */
const PROGRAMS: Readonly<Record<string, Program>> = {
  async 'listen --forward-to'(to) {
    const listen = await startListen(['--forward-to', to]);
    await listen.post('/rmas', rma('RMA-1'));
    listen.interrupt();
    await listen.done;
    const { stdout } = await returns(listen.here, ['calls', 'show', 'last', '--http']);
    return listen.here.stdout() + listen.here.stderr() + stdout;
  },
  async 'trigger --to'(to) {
    const { stdout, stderr } = await runTrigger(['rma.created', '--to', to]);
    return stdout + stderr;
  },
  async 'calls replay --to'(to) {
    const here = testPlatform();
    await recorded(here, [callOf({ at: NOON, rma: 'RMA-1', bytesOf: JSON.stringify(rma('RMA-1')) })]);
    const done = await document(here, ['calls', 'replay', 'last', '--to', to]);
    const planned = await returns(here, ['calls', 'replay', 'last', '--to', to, '--dry-run']);
    return JSON.stringify(done) + planned.stdout + planned.stderr;
  },
};

describe.each(Object.entries(PROGRAMS))('%s', (_name, send) => {
  it.each([
    ['/hooks/', '/hooks/rmas'],
    ['/v1/rmas', '/v1/rmas'],
    ['/v1/rmas/', '/v1/rmas/'],
    [`?code=${SECRET}`, `/rmas?code=${SECRET}`],
    [`/v1/rmas/?option=com&task=${SECRET}%3D`, `/v1/rmas/?option=com&task=${SECRET}%3D`],
  ])('%s is called as %s', async (path, target) => {
    const shop = await endpoint(() => ({ status: 200 }));
    const seen = await send(`${shop.url}${path}`);
    expect(shop.received.map((request) => request.target)).toEqual([target]);
    expect(seen).toContain(target.replace(/(code|task|option)=[^&]*/g, '$1=***'));
    expect(seen).not.toContain(SECRET);
  });

  it('says where a redirect leads, and does not follow it', async () => {
    const shop = await endpoint(({ target }) => ({
      status: 308,
      headers: { location: `${target}/?sig=${SECRET}` },
    }));
    const seen = await send(`${shop.url}/in`);
    expect(shop.received).toHaveLength(1);
    expect(seen).toContain('/in/rmas/?sig=***');
    expect(seen).toMatch(/not followed|"status":308/);
    expect(seen).not.toContain(SECRET);
  });
});

it('listen says what it calls for each kind; an address of one kind is taken as it is', async () => {
  const shop = await endpoint(() => ({ status: 200 }));
  const to = [`rma=${shop.url}/hooks/in/?code=${SECRET}`, `exchange_order=${shop.url}`];
  const listen = await startListen(to.flatMap((one) => ['--forward-to', one]));
  await listen.post('/rmas?x=1', rma('RMA-1'));
  await until(() => shop.received.length === 1, 'the call');
  expect(shop.received[0]!.target).toBe(`/hooks/in/?code=${SECRET}&x=1`);
  expect(listen.here.stderr()).toContain(
    `rma to ${shop.url}/hooks/in/?code=***, exchange_order to ${shop.url}/exchange_orders`,
  );
  listen.interrupt();
  await listen.done;
});

it('a delivery of the sandbox goes there, too, and its record says where a redirect leads', async () => {
  const shop = await endpoint(() => ({ status: 308, headers: { location: '/rmas/?code=k-1' } }));
  const on = stage({ to: `${shop.url}/v1/rmas/?code=${SECRET}` });
  on.deliveries.send({
    ...{ kind: 'rma', key: 'R-1', rma: 'R-1', method: 'POST', path: '/rmas', body: '{}' },
  });
  await settled(on);
  expect(shop.received.map(({ target }) => target)).toEqual([`/v1/rmas/?code=${SECRET}`]);
  expect(on.deliveries.find('D-1')!.attempts[0]!.note).toBe(
    'Location /rmas/?code=*** is not followed: give that address',
  );
});

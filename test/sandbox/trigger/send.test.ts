// Sending to real servers: where a message goes, how it signs in, what each answer and each silence means for the exit code.
import { describe, expect, it, test } from 'vitest';
import type { ServerAnswer } from '../../../src/platform/platform.ts';
import type { TriggerDocument } from '../../../src/sandbox/commands/trigger.ts';
import { type Heard, makeRetailer } from '../retailer.ts';
import { runTrigger } from './run-trigger.ts';

const answer = (status: number, body = ''): ServerAnswer => ({ status, headers: {}, body });
/** Nobody can listen there without being root. */
const NOBODY = 'http://127.0.0.1:1';

const documentIn = (stdout: string) => JSON.parse(stdout) as TriggerDocument;

describe('where it goes', () => {
  test.each([
    ['rma.created', '', '/rmas'],
    ['rma.created', '/hooks/rmas', '/hooks/rmas'],
    ['rma.created', '/hooks/exchange_orders', '/hooks/rmas'],
    ['exchange-order.even', '/v1/exchange_orders', '/v1/exchange_orders'],
    ['variants', '/v1/sku/ANY/variants', '/v1/sku/TEE-GRN/variants'],
  ])('%s to %s arrives at %s', async (name, path, arrives) => {
    const retailer = await makeRetailer();
    const { code } = await runTrigger([name, '--to', `${retailer.url}${path}`]);
    expect(code).toBe(0);
    expect(retailer.heard.map((heard) => heard.path)).toEqual([arrives]);
  });

  test('paths of its own', async () => {
    const retailer = await makeRetailer();
    const paths = [
      ...['--rmas-path', '/in/returns', '--variants-path', 'options'],
      ...['--exchange-orders-path', '/swap'],
    ];
    for (const name of ['rma.created', 'variants', 'exchange-order.even'])
      await runTrigger([name, '--to', `${retailer.url}/in/returns`, ...paths]);
    expect(retailer.heard.map(({ path }) => path)).toEqual(['/in/returns', '/sku/TEE-GRN/options', '/swap']);
  });

  test('with the headers of the service', async () => {
    const retailer = await makeRetailer();
    await runTrigger(['rma.created', '--to', retailer.url]);
    expect(retailer.heard[0]?.headers).toMatchObject({
      ...{ 'content-type': 'application/json', 'x-service-api-version': '3', 'x-account-id': 'sandbox' },
      // By this, `returns status` knows that no service sent it.
      'user-agent': 'returns-trigger',
    });
  });

  test.each([
    [['rma.created'], 'needs one of --to and --print'],
    [['rma.created', '--to', NOBODY, '--print'], 'needs one of --to and --print'],
    [['rma.created', '--to', 'http://shop.example'], 'unencrypted'],
    [['rma.created', '--to', 'https://user:secret@shop.example'], 'user or password'],
    [['rma.creatd', '--to', NOBODY], 'Did you mean "rma.created"?'],
    [['mail-back-single', '--to', NOBODY], 'returns sandbox scenario run NAME'],
    [['no-such', '--to', NOBODY], 'List the messages with: returns trigger'],
    [['--to', NOBODY], 'needs the name of a message'],
  ])('%j is a usage failure', async (args, message) => {
    const { code, stdout, stderr } = await runTrigger(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('secret@');
  });
});

describe('what the answer means', () => {
  test.each([
    [200, 0],
    [204, 0],
    [302, 3],
    [401, 3],
    [422, 3],
    [500, 3],
  ])('%i ends with %i, after one attempt', async (status, exit) => {
    const retailer = await makeRetailer(() => answer(status, 'why \u001b[31m not'));
    const { code, stdout } = await runTrigger(['rma.created', '--to', retailer.url]);
    expect(code).toBe(exit);
    expect(retailer.heard).toHaveLength(1);
    expect(stdout).toContain(`${status}  POST /rmas  rma.created`);
    expect(stdout.includes('why')).toBe(exit === 3);
    expect(stdout).not.toContain('\u001b');
  });

  it('nobody there: exit 75 and what to do', async () => {
    const { code, stdout, stderr } = await runTrigger(['rma.created', '--to', NOBODY]);
    expect(code).toBe(75);
    expect(stdout).toContain('refused  POST /rmas');
    expect(stderr).toContain(
      `Nobody answers at ${NOBODY} (refused). Start your side, or a receiver: returns listen`,
    );
  });

  it('an answer that does not come in time: exit 75', async () => {
    const silent = await makeRetailer(() => new Promise(() => {}) as never);
    const args = ['rma.created', '--to', silent.url, '--timeout', '50ms', '--json'];
    const { code, stdout, stderr } = await runTrigger(args);
    expect(code).toBe(75);
    expect(documentIn(stdout).messages).toMatchObject([{ status: null, fault: 'timeout', answer: '' }]);
    expect(stderr).toContain('--timeout 60s');
  });
});

test('Ctrl-C ends the attempt under way: exit 130', async () => {
  let interrupt = () => {};
  const silent = await makeRetailer(() => {
    interrupt();
    return new Promise(() => {}) as never;
  });
  const { code, stdout } = await runTrigger(['rma.created', '--to', silent.url, '--json'], {
    system: {
      onSignal(listener) {
        interrupt = () => listener('SIGINT');
        return () => {};
      },
    },
  });
  expect(code).toBe(130);
  expect(documentIn(stdout).messages).toMatchObject([{ fault: 'aborted' }]);
});

describe('--customer-auth', () => {
  const right = ({ headers }: Heard) =>
    headers['x-api-key'] === 'the-key' ? undefined : answer(401, 'who are you?');
  const signedIn = { files: { 'key.txt': 'X-Api-Key: the-key' } };

  it('signs in', async () => {
    const retailer = await makeRetailer(right);
    const args = ['rma.created', '--to', retailer.url, '--customer-auth', 'header:key.txt'];
    expect((await runTrigger(args, signedIn)).code).toBe(0);
    expect((await runTrigger(args.slice(0, 3))).code).toBe(3);
  });

  it('a token that cannot be fetched is exit 4, and nothing is sent', async () => {
    // It reads JSON only, and a token is asked for with a form.
    const retailer = await makeRetailer();
    const oauth = { token_url: `${retailer.url}/token`, client_id: 'a', client_secret: 'a-secret' };
    const files = { 'oauth.json': JSON.stringify(oauth) };
    const args = ['rma.created', '--to', retailer.url, '--customer-auth', 'oauth:oauth.json'];
    const { code, stdout, stderr } = await runTrigger(args, { files });
    expect(code).toBe(4);
    expect(stdout).toContain('the token endpoint answers 500');
    expect(stdout + stderr).not.toContain('a-secret');
    expect(retailer.heard.map(({ path }) => path)).toEqual([]);
  });
});

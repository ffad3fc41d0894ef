// How the sandbox signs in at the retailer: basic, header and OAuth 2, and what a 401 leads to. Secrets stay out of records.
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ServerRequest } from '../../../src/platform/platform.ts';
import { readCustomerAuth } from '../../../src/sandbox/deliveries/sign-in.ts';
import type { CustomerAuth } from '../../../src/sandbox/deliveries/types.ts';
import { testPlatform } from '../../helpers/platform.ts';
import {
  attemptsOf,
  HOUR,
  retailer,
  rmaMessage,
  START,
  type Stage,
  settled,
  stage,
  variantsMessage,
} from './support.ts';

const basic = (password: string): CustomerAuth => ({ kind: 'basic', user: 'oms', password });
const basicHeader = (password: string) => `Basic ${Buffer.from(`oms:${password}`).toString('base64')}`;

/** Accepts calls whose header has this value at the time. */
const guarded = (header: string, value: () => string) =>
  retailer((call) => ({ status: call.headers[header] === value() ? 200 : 401 }));

describe('what is shown at the endpoint', () => {
  test('what a program gives, as UTF-8, without the line end of its file', async () => {
    const shop = await guarded('authorization', () => basicHeader('pä:ss'));
    const on = stage({ to: shop.url, auth: () => basic('pä:ss\r\n') });
    on.deliveries.send(rmaMessage('R-1', 1));
    await settled(on);
    expect(attemptsOf(on, 'D-1')).toEqual(['200']);
  });
});

describe('a 401', () => {
  test('reads the file again and tries once more at once', async () => {
    const here = testPlatform();
    here.file('secret', 'oms:old-password');
    let accepted = basicHeader('old-password');
    const shop = await guarded('authorization', () => accepted);
    let reads = 0;
    const auth = () => {
      reads++;
      return readCustomerAuth(here.platform, 'basic:secret');
    };
    const on = stage({ to: shop.url, auth });
    for (const n of [1, 2]) on.deliveries.send(rmaMessage('R-1', n));
    await settled(on);
    expect(reads).toBe(1);
    accepted = basicHeader('new-password');
    here.file('secret', 'oms:new-password');
    on.deliveries.send(rmaMessage('R-1', 3));
    expect(await on.deliveries.askOnce(variantsMessage)).toMatchObject({ delivered: true });
    await settled(on);
    expect(attemptsOf(on, 'D-3')).toEqual(['401', '200 new credentials']);
    expect(reads).toBeLessThanOrEqual(3);
  });

  test('that stays: backs off as for an outage, reads again before each attempt, and gives up after 32 hours', async () => {
    let password = 'wrong-one';
    const shop = await guarded('authorization', () => basicHeader('right-one'));
    const on = stage({ to: shop.url, auth: () => basic(password) });
    on.deliveries.send(rmaMessage('R-1', 1));
    on.deliveries.send(rmaMessage('R-2', 1));
    await on.timeline.advanceTo(START + 10_000);
    const early = attemptsOf(on, 'D-1');
    expect(early.slice(0, 3)).toEqual(['401', '401 new credentials', '401']);
    expect(early.length).toBeLessThan(7);
    password = 'right-one';
    await on.timeline.advanceTo(START + 60_000);
    expect(on.deliveries.find('D-1')!.state).toBe('delivered');
    expect(attemptsOf(on, 'D-1').at(-1)).toBe('200');
    password = 'wrong-again';
    on.deliveries.customer = { ...on.deliveries.customer!, auth: () => basic(password) };
    on.deliveries.send(rmaMessage('R-1', 2));
    const begun = on.timeline.clock.now();
    await on.timeline.runUntilIdle();
    const { state, reason, attempts } = on.deliveries.find('D-3')!;
    expect(state).toBe('given_up');
    expect(reason).toMatch(/No 2xx within 32 hours.*last: 401/);
    expect(attempts.at(-1)!.at).toBe(begun + 32 * HOUR);
  });

  test('when the credentials cannot be read: nothing is sent, and it is tried again', async () => {
    const here = testPlatform();
    const shop = await retailer();
    const on = stage({ to: shop.url, auth: () => readCustomerAuth(here.platform, 'basic:secret') });
    on.deliveries.send(rmaMessage('R-1', 1));
    await settled(on);
    expect(attemptsOf(on, 'D-1')).toEqual([
      expect.stringMatching(/^sign_in the credentials cannot be read: .*ENOENT/),
    ]);
    expect(shop.calls).toHaveLength(0);
    here.file('secret', 'oms:password');
    await on.timeline.runUntilIdle();
    expect(attemptsOf(on, 'D-1').at(-1)).toBe('200');
  });
});

describe('OAuth 2', () => {
  const formOf = (call: ServerRequest) =>
    Object.fromEntries(new URLSearchParams(Buffer.from(call.body).toString()));
  const answer = (token: string, more: object = { expires_in: 3600 }) => ({
    status: 200,
    body: JSON.stringify({ access_token: token, token_type: 'Bearer', ...more }),
  });
  const oauth = (desk: { readonly url: string }, scope?: string) => (): CustomerAuth => ({
    kind: 'oauth',
    tokenUrl: `${desk.url}/token`,
    clientId: 'the-id',
    clientSecret: 'the-secret',
    ...(scope !== undefined && { scope }),
  });

  test('asks for one token, whatever waits for it, and uses it until it expires on the clock of the sandbox', async () => {
    const desk = await retailer((_call, number) => answer(`token-${number}`));
    const shop = await retailer();
    const on = stage({ to: shop.url, auth: oauth(desk, 'rmas exchange') });
    const sendAll = async (n: number): Promise<Set<string | undefined>> => {
      shop.calls.length = 0;
      for (let i = 0; i < 50; i++) on.deliveries.send(rmaMessage(`R-${i}`, n));
      await settled(on);
      expect(shop.calls).toHaveLength(50);
      return new Set(shop.calls.map((call) => call.headers['authorization']));
    };
    expect(await sendAll(1)).toEqual(new Set(['Bearer token-1']));
    expect(desk.calls.map(({ method, target }) => `${method} ${target}`)).toEqual(['POST /token']);
    expect(desk.calls[0]!.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(formOf(desk.calls[0]!)).toEqual({
      grant_type: 'client_credentials',
      client_id: 'the-id',
      client_secret: 'the-secret',
      scope: 'rmas exchange',
    });
    await on.timeline.advanceTo(START + 3_500_000);
    expect(await sendAll(2)).toEqual(new Set(['Bearer token-1']));
    await on.timeline.advanceTo(START + HOUR);
    expect(await sendAll(3)).toEqual(new Set(['Bearer token-2']));
    expect(desk.calls).toHaveLength(2);
    expect(formOf(desk.calls[1]!)['scope']).toBe('rmas exchange');
  });

  test('a token without a lifetime is used until a 401; then all get one new token', async () => {
    const desk = await retailer((_call, number) => answer(`token-${number}`, {}));
    let accepted = 'Bearer token-1';
    const shop = await guarded('authorization', () => accepted);
    const on = stage({ to: shop.url, auth: oauth(desk) });
    on.deliveries.send(rmaMessage('R-0', 0));
    await on.timeline.advanceTo(START + 1000 * HOUR);
    accepted = 'Bearer token-2';
    for (let i = 1; i < 30; i++) on.deliveries.send(rmaMessage(`R-${i}`, i));
    await settled(on);
    expect(on.deliveries.counts()).toMatchObject({ delivered: 30, waiting: 0 });
    expect(desk.calls).toHaveLength(2);
  });

  const failing: [what: string, reply: Parameters<typeof retailer>[0], note: RegExp][] = [
    [
      'refuses',
      () => ({ status: 400, body: '{"error":"invalid_client"}' }),
      /^sign_in the token endpoint answers 400$/,
    ],
    ['is no token endpoint', () => ({ status: 200, body: '<html>' }), /^sign_in .* without an access_token$/],
    ['answers an impossible token', () => answer('a\r\nb'), /an access_token that no header can hold$/],
    ['breaks off', () => ({ status: 200, drop: true }), /^dropped no answer of the token endpoint$/],
  ];
  test.each(failing)('a token endpoint that %s: the delivery is tried again', async (_what, reply, note) => {
    const desk = await retailer((call, number) => (number === 1 ? reply!(call, number) : answer('token')));
    const shop = await retailer();
    const on = stage({ to: shop.url, auth: oauth(desk) });
    on.deliveries.send(rmaMessage('R-1', 1));
    await on.timeline.runUntilIdle();
    expect(attemptsOf(on, 'D-1')).toEqual([expect.stringMatching(note), '200']);
    expect(desk.calls).toHaveLength(2);
    expect(shop.calls).toHaveLength(1);
  });
});

describe('secrets', () => {
  /** Everything that the sandbox stores or tells about its deliveries. */
  async function told(on: Stage): Promise<string> {
    const shown = JSON.stringify(on.deliveries.list({ limit: 100 }));
    await on.close();
    const stored = fs.readdirSync(on.folder).map((name) => fs.readFileSync(`${on.folder}/${name}`, 'latin1'));
    return [shown, ...stored].join('\n');
  }

  test('do not stand in records, also when the endpoint repeats them', async () => {
    const echo = (call: ServerRequest) => ({
      status: 500,
      body: `${JSON.stringify(call.headers)} ${Buffer.from(call.body)} pass"word ${encodeURIComponent('pass"word')}`,
    });
    const shop = await retailer(echo);
    const desk = await retailer((call, number) =>
      number === 1 ? echo(call) : { status: 200, body: '{"access_token":"the-token"}' },
    );
    const url = `${desk.url}/token`;
    const auths: CustomerAuth[] = [
      basic('pass"word'),
      { kind: 'header', name: 'X-Api-Key', value: 'the-key-of-it' },
      { kind: 'oauth', tokenUrl: url, clientId: 'the-id', clientSecret: 'the-secret' },
    ];
    const pair = basicHeader('pass"word').slice(6);
    for (const auth of auths) {
      const on = stage({ to: shop.url, auth: () => auth });
      on.deliveries.send(rmaMessage('R-1', 1));
      await on.timeline.advanceTo(START + 5000);
      const text = await told(on);
      expect(text).toContain('x-account-id');
      for (const secret of [pair, 'the-key-of-it', 'the-secret', 'the-token'])
        expect(text).not.toContain(secret);
      if (auth.kind === 'basic') expect(text).not.toMatch(/pass(?:"|\\"|\\\\"|%22)word/);
    }
  });

  test.each([
    ['Bearer the-token-of-it', 'the-token-of-it', ['the-token-of-it']],
    ['token  the-token-of-it ', 'the-token-of-it', ['the-token-of-it']],
    [basicHeader('pass:word'), 'oms pass:word', ['pass:word']],
    [`basic ${Buffer.from('a-user:a-word').toString('base64')}`, 'a-user and a-word', ['a-user', 'a-word']],
  ])('of the header %s: its parts are secrets, too', async (value, body, secrets) => {
    const shop = await retailer(() => ({ status: 500, body: `${body}; a-text-to-keep` }));
    const on = stage({ to: shop.url, auth: () => ({ kind: 'header', name: 'Authorization', value }) });
    on.deliveries.send(rmaMessage('R-1', 1));
    await settled(on);
    const text = await told(on);
    expect(text).toContain('a-text-to-keep');
    for (const secret of secrets) expect(text).not.toContain(secret);
  });
});

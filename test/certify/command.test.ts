// `returns certify` as a command line: what is tried, what is a mistake, the connection, an interruption, what never appears.
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AREAS } from '../../src/certify/certify.ts';
import { CONNECTION_SUBJECTS } from '../../src/certify/checks.ts';
import { connectionChecks, localService } from '../../src/certify/subject-checks.ts';
import { sampleOrder } from '../../src/contract/sample.ts';
import { CONNECTION_CHECKS } from '../../src/doctor/connection-checks.ts';
import { sandboxEnvironment, targetEnvironment } from '../helpers/cli.ts';
import { sandboxFor } from '../helpers/sandbox.ts';
import { certified, ndjson } from './support.ts';

const ORDERS = { 'o.ndjson': ndjson([sampleOrder()]) };

describe('a mistake of the command line', () => {
  const mistakes: readonly (readonly [argv: string, code: string])[] = [
    ['--map shop.json', 'usage.flag.missing'],
    ['--currency EUR --asns a.json', 'usage.flag.missing'],
    ['--asns-map wms.json', 'usage.flag.missing'],
    ['--rmas-path /in', 'usage.flag.missing'],
    ['--level order.status.unknown=off', 'usage.flag.missing'],
    ['--retailer-can all', 'usage.flag.missing'],
    ['--area refunds', 'usage.flag.missing'],
    ['--area refunds --orders o.ndjson', 'usage.conflict'],
    ['--area orders --orders o.ndjson --asns a.json', 'usage.conflict'],
    ['--area orders --orders o.ndjson --customer-url localhost:1', 'usage.conflict'],
    ['--area order --orders o.ndjson', 'usage.value'],
    ['--orders - --asns -', 'usage.conflict'],
    ['--area orders --orders o.ndjson --level nonsense=off', 'usage.level'],
    ['--customer-url http://oms:3000', 'usage.address.http'],
    ['', 'usage.target.missing'],
  ];
  it.each(mistakes)('certify %s: %s, exit 2', async (argv, code) => {
    const { code: exit, document } = await certified(ORDERS, argv === '' ? [] : argv.split(' '));
    expect({ exit, code: document.code }).toEqual({ exit: 2, code });
  });

  it.each([
    ['a second file that cannot be written', ['--junit', 'no-folder/c.xml']],
    ['stdout as a file', ['--junit', '-']],
    ['credentials that cannot be read', ['--customer-url', 'localhost:1', '--customer-auth', 'basic:nobody']],
  ])('%s leaves no unfinished page', async (_name, argv) => {
    const { code, host } = await certified(ORDERS, ['--orders', 'o.ndjson', '--report', 'c.html', ...argv]);
    expect(code).toBe(2);
    expect(fs.readdirSync(host.platform.cwd).filter((name) => /^c\.html|^-/.test(name))).toEqual([]);
  });

  it('in --area is said once, with what was meant', async () => {
    const { document } = await certified({}, ['--area', 'refund']);
    const said = { message: '--area does not know "refund"', hint: 'Did you mean "refunds"?' };
    expect(document).toMatchObject(said);
    expect(JSON.stringify(document)).not.toContain('..');
  });

  it('about an endpoint in another container says how it can be reached', async () => {
    const { document } = await certified({}, ['--customer-url', 'http://oms:3000/in']);
    expect(document.hint).toContain('--network container:NAME');
    expect(document.hint).toContain('http://127.0.0.1:3000/in');
  });

  it('of somebody who is not signed in says what else can be given', async () => {
    const { document } = await certified({}, []);
    expect(document.hint).toContain('--orders FILE, --asns FILE or --customer-url URL');
  });
});

describe('what is tried', () => {
  it('is what is given; the rest is there and says what to give', async () => {
    const { code, document } = await certified(ORDERS, ['--orders', 'o.ndjson']);
    expect(code).toBe(0);
    const ofArea = (area: string) => document.checks.filter((one) => one.area === area);
    for (const area of AREAS) expect(ofArea(area).length, area).toBeGreaterThan(0);
    expect(ofArea('connection')[0]).toMatchObject({ result: 'not_tried' });
    expect(ofArea('connection')[0]!.evidence).toContain('Not signed in');
    expect(ofArea('asns')[0]!.evidence).toContain('--asns FILE');
    expect(ofArea('refunds')[0]!.evidence).toContain('--customer-url URL');
    const left = document.checks.filter(({ result }) => result === 'not_tried');
    expect(document.counts.not_tried).toBe(left.length);
  });
});

describe('the connection', () => {
  it('passes against a service that answers, and holds no secret', async () => {
    const sandbox = await sandboxFor();
    const { code, document, host } = await certified({}, [], { env: targetEnvironment(sandbox) });
    expect(code).toBe(0);
    const passed = document.checks.filter(({ area, result }) => `${area} ${result}` === 'connection passed');
    expect(passed.length).toBeGreaterThan(5);
    expect(document.environment).toBe('local');
    expect(host.stdout() + host.stderr()).not.toContain(sandbox.clientSecret);
  });

  it('fails where the sign-in is refused', async () => {
    const sandbox = await sandboxFor();
    const env = { ...targetEnvironment(sandbox), RETURNS_CLIENT_SECRET: 'another' };
    const { code, failedOf } = await certified({}, [], { env });
    expect(failedOf('connection')).toContain('connection.sign-in');
    expect(code).toBe(3);
  });

  const NOBODY = sandboxEnvironment('http://127.0.0.1:9');

  it('to a sandbox that does not run fails with the command that starts it', async () => {
    const { code, check } = await certified({}, [], { env: NOBODY });
    expect(code).toBe(3);
    expect(check('connection.reach').hint).toContain('returns sandbox start --port 9');
  });

  it('to a sandbox that does not run is not tried when certify plays the service itself', async () => {
    const argv = ['--customer-url', 'http://127.0.0.1:9', '--port', '0'];
    const { code, failedOf, check } = await certified({}, argv, { env: NOBODY });
    expect(failedOf('connection')).toEqual([]);
    expect(check('connection.sign-in')).toMatchObject({ result: 'not_tried', hint: null });
    expect(check('connection.sign-in').evidence).toContain('--profile NAME');
    expect(code).toBe(8);
    const some = [...argv, '--orders', 'o.ndjson', '--area', 'connection,orders,messages'];
    const left = await certified(ORDERS, some, { env: NOBODY });
    expect(left.failedOf('connection')).toEqual([]);
  });

  it('that fails elsewhere than on this machine is never excused', () => {
    const target = (host: string) => ({ addresses: { auth: host, orders: host, base: '' } });
    expect(localService(target('https://orders.example'), true)).toBeUndefined();
    expect(localService(target('http://127.0.0.1:4500'), false)?.start).toBe('returns sandbox start');
    const refused = { id: 'connection.sign-in', result: 'failure', text: 'refused', hint: null } as const;
    const checks = connectionChecks([refused], localService(target('http://127.0.0.1:4500'), true));
    expect(checks.find(({ id }) => id === refused.id)?.result).toBe('failed');
  });

  it('has a subject for each check of the doctor, in its order', () => {
    expect(CONNECTION_SUBJECTS.map(({ id }) => id)).toEqual([...CONNECTION_CHECKS]);
  });

  it('takes a warning as passed and worth reading, a failure with its hint, and the rest as not reached', () => {
    const [addresses, dns, proxy, reach] = connectionChecks([
      { id: 'connection.addresses', result: 'ok', text: '3 addresses', hint: null },
      { id: 'connection.dns', result: 'warning', text: 'slow', hint: 'Ask the network.' },
      { id: 'connection.proxy', result: 'failure', text: 'refuses', hint: 'Set NO_PROXY.' },
    ]);
    expect(addresses).toMatchObject({ result: 'passed', evidence: '3 addresses' });
    expect(dns).toMatchObject({ result: 'passed', notable: true });
    expect(dns!.evidence).toBe('Warning: slow\nAsk the network.');
    expect(proxy).toMatchObject({ result: 'failed', evidence: 'refuses', hint: 'Set NO_PROXY.' });
    expect(reach).toMatchObject({ result: 'not_tried', evidence: 'Not reached: an earlier check failed' });
  });
});

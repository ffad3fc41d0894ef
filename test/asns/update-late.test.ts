// An update that ended without an answer may still be stored, also after a repeat of it was queued. Until a minute later nobody
// sends another version of its ASN, or the older one would win.
import { expect, it } from 'vitest';
import type { ServerAnswer } from '../../src/platform/platform.ts';
import { type Cli, makeCli } from '../helpers/cli.ts';
import { sandboxFor } from '../helpers/sandbox.ts';
import { asnOf, created, later, type UpdateDocument, update } from './support.ts';

type Sent = Record<string, unknown>;
const AT_ONCE = ['--timeout', '300ms', '--max-outage', '0s'];
const IN_DOUBT = { exit: 75, code: 'asns.in_doubt' };

/** The first update gets no answer; the service stores it when `arrive` is called. */
async function slow(...asns: Record<string, unknown>[]) {
  let stores: (() => Promise<ServerAnswer>) | undefined;
  const sandbox = await sandboxFor(
    { asnDelayMs: 0 },
    async (count, answer) => {
      if (count > 1) return await answer();
      stores = answer;
      return await new Promise<ServerAnswer>(() => {});
    },
    '/asns/',
  );
  const cli = makeCli({ target: sandbox });
  await created(cli, ...asns);
  const carriers = () => sandbox.asns().map(({ asn }) => (asn as Sent)['carrier']);
  return { sandbox, cli, carriers, arrive: () => stores!() };
}
const carrier = (cli: Cli, name: string, ...more: string[]) =>
  update(cli, 'ASN-1', '--carrier', name, ...more);

it('another version waits, also after a repeat was queued; then it stays', async () => {
  const { sandbox, cli, carriers, arrive } = await slow(asnOf('ASN-1'));
  expect(await carrier(cli, 'OLD', ...AT_ONCE)).toMatchObject({ exit: 75, code: 'service.unavailable' });
  const early = await cli.run(['asns', 'update', 'ASN-1', '--carrier', 'NEW', '--yes']);
  expect(early).toMatchObject({
    code: 75,
    stderr: expect.stringContaining('1 ASN cannot be sent yet ("ASN-1")'),
  });
  expect(early.stderr).toMatch(/again in \d+ s, at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/);
  cli.file('whole.json', JSON.stringify(asnOf('ASN-1', { carrier: 'WHOLE' })));
  expect(await update(cli, 'ASN-1', 'whole.json')).toMatchObject(IN_DOUBT);
  expect(carriers()).toEqual([undefined]);
  // The same version is sent at once.
  expect(await carrier(cli, 'OLD')).toMatchObject({ exit: 0, state: 'queued' });
  expect(await carrier(cli, 'NEW')).toMatchObject(IN_DOUBT);
  await arrive();
  expect(await carrier(later(cli, sandbox), 'NEW')).toMatchObject({ exit: 0, state: 'queued' });
  expect(carriers()).toEqual(['NEW']);
});

it('of many, the others are sent, and the same command goes on', async () => {
  const { sandbox, cli, carriers } = await slow(asnOf('ASN-1'), asnOf('ASN-2'));
  await carrier(cli, 'OLD', ...AT_ONCE);
  cli.file('list.txt', 'ASN-1\nASN-2');
  const line = ['--select', 'list.txt', '--carrier', 'NEW'];
  const early = await update(cli, ...line);
  expect(early).toMatchObject({
    ...{ exit: 75, state: 'partial', counts: { queued: 1, pending: 1 } },
    ...{ asns: [{ fate: 'pending' }, { fate: 'queued' }], error: { code: 'asns.in_doubt' } },
  });
  expect(carriers()).toEqual([undefined, 'NEW']);
  expect(await update(later(cli, sandbox), ...line)).toMatchObject({
    exit: 0,
    counts: { queued: 1, unchanged: 1 },
  });
  expect(carriers()).toEqual(['NEW', 'NEW']);
});

it('--lock-wait waits for that long', async () => {
  const { sandbox, cli, carriers } = await slow(asnOf('ASN-1'));
  await carrier(cli, 'OLD', ...AT_ONCE);
  const soon = later(cli, sandbox, 2000);
  expect(await carrier(soon, 'NEW', '--lock-wait', '0s')).toMatchObject(IN_DOUBT);
  const waited = await soon.run([
    'asns',
    'update',
    'ASN-1',
    '--carrier',
    'NEW',
    '--yes',
    '--lock-wait',
    '9s',
  ]);
  expect(waited).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/Waiting .* with 1 ASN: an earlier/),
  });
  expect(carriers()).toEqual(['NEW']);
});

it('an answer of the service puts nothing in doubt', async () => {
  const sandbox = await sandboxFor({ asnDelayMs: 0 });
  const cli = makeCli({ target: sandbox });
  await created(cli, asnOf('ASN-1'));
  sandbox.setFaults([{ on: 'asnUpdate', do: { status: 503 } }]);
  expect(await carrier(cli, 'OLD', ...AT_ONCE)).toMatchObject({ exit: 75 });
  sandbox.setFaults([]);
  expect(await carrier(cli, 'NEW')).toMatchObject({ exit: 0, state: 'queued' });
});

it('the same again has the time of sending that it had, and is no other version; another change has its own', async () => {
  const { sandbox, cli } = await slow(asnOf('ASN-1', { messagetimestamp: '2026-05-01T10:00:00Z' }));
  const stored = () => sandbox.asns()[0]! as { asn: Sent; versions: readonly object[] };
  const before = stored().versions.length;
  await carrier(cli, 'OLD', ...AT_ONCE);
  expect(await carrier(later(cli, sandbox, 30_000), 'OLD')).toMatchObject({ exit: 0, state: 'queued' });
  const first = String(stored().asn['messagetimestamp']);
  expect(Math.abs(Date.parse(first) - Date.now())).toBeLessThan(20_000);
  expect(await carrier(later(cli, sandbox), 'NEW')).toMatchObject<Partial<UpdateDocument>>({
    state: 'queued',
  });
  expect(Date.parse(String(stored().asn['messagetimestamp']))).toBeGreaterThan(Date.parse(first) + 30_000);
  expect(stored().versions.length).toBe(before + 2);
});

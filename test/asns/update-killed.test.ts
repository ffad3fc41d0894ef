// `asns update --select` with many numbers, killed in the middle: after further runs, each is changed once and
// none is lost.

import { expect, test } from 'vitest';
import { documentOf, makeCli } from '../helpers/cli.ts';
import { inForm } from '../helpers/form.ts';
import { seeded } from '../helpers/random.ts';
import { requestKiller, sandboxFor } from '../helpers/sandbox.ts';
import { asnOf, created, type UpdateDocument } from './support.ts';

const ASNS = inForm({ short: 60, share: 90, long: 200 });

/** Whether it is killed after the service did its work, or before. */
const KILLS = inForm({ short: [true], long: [false, true] });

test(`killed at ${KILLS.length} requests`, async () => {
  const random = seeded(11);
  const killer = requestKiller();
  const sandbox = await sandboxFor({ seed: 11 }, killer.ear, '/asns/');
  const cli = makeCli({ target: sandbox });
  const asns = Array.from({ length: ASNS }, (_, n) => asnOf(`ASN-${n}`));
  await created(cli, ...asns);
  cli.file('list.txt', asns.map((asn) => asn['asn_number']).join('\n'));
  const args = [
    ...['asns', 'update', '--select', 'list.txt', '--status', 'shipped', '--set', 'carrier=UPS'],
    ...['--yes', '--json', '--rate', 'off'],
  ];
  for (const after of KILLS) {
    const ended = await killer.run(() => cli.start(args), 20 + Math.floor(random() * 40), after);
    expect(ended).toMatchObject({ signal: 'SIGKILL', stdout: '' });
  }
  const last = documentOf(await killer.run(() => cli.start(args))) as unknown as UpdateDocument;
  expect(last).toMatchObject({ state: 'queued', exit_code: 0, counts: { refused: 0, pending: 0 } });
  expect(last.counts.queued + last.counts.unchanged).toBe(ASNS);
  // What the killed runs had recorded is not sent again.
  expect(last.counts.unchanged).toBeGreaterThan(0);

  const stored = sandbox.asns();
  expect(stored).toHaveLength(ASNS);
  for (const { asn_number: number, asn, versions } of stored) {
    expect(asn).toEqual(asnOf(number, { status: 'shipped', carrier: 'UPS' }));
    // Created, and changed to one other body: after a lost answer the same body was sent again.
    expect(new Set(versions.map(({ sha256 }) => sha256)).size).toBe(2);
    expect(versions[0]!.sha256).not.toBe(versions[1]!.sha256);
  }
  const again = stored.filter(({ versions }) => versions.length > 2).length;
  expect(again).toBeGreaterThan(0);
  // Never more than the requests in flight of the killed runs.
  expect(again).toBeLessThanOrEqual(KILLS.length * 64);
  const done = await cli.json<UpdateDocument>(args.filter((word) => word !== '--json'));
  expect(done).toMatchObject({ state: 'unchanged', run: null, exit: 0 });
});

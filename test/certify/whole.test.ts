// A whole certification by the command: a service, a retailer's endpoint, own orders and ASNs, all good.
import { expect, it } from 'vitest';
import type { CertifyDocument } from '../../src/certify/certify.ts';
import { sampleAsn, sampleOrder } from '../../src/contract/sample.ts';
import { run } from '../../src/main.ts';
import { ABILITIES } from '../../src/sandbox/scenarios/abilities.ts';
import { targetAt, targetEnvironment } from '../helpers/cli.ts';
import { testPlatform } from '../helpers/platform.ts';
import { sandboxFor } from '../helpers/sandbox.ts';
import { judgeDesk } from '../sandbox/judge-desk.ts';
import { ndjson } from './support.ts';

const ALL = ['connection', 'orders', 'asns', 'messages', 'variants', 'exchanges', 'refunds'];

it('a good retailer is ready: every area was tried, nothing failed, nothing leaked', async () => {
  const { retailer } = await judgeDesk();
  const here = testPlatform({ env: targetEnvironment(await sandboxFor()) });
  here.file('o.ndjson', ndjson([sampleOrder()]));
  here.file('a.ndjson', ndjson([sampleAsn()]));
  here.file('key.txt', 'X-Api-Key: the-right-key\n');
  retailer.service = () => {
    const url = /The sandbox of this run is at (\S+);/.exec(here.stderr())![1]!;
    return targetAt(url);
  };
  const code = await run(
    [
      ...['certify', '--orders', 'o.ndjson', '--asns', 'a.ndjson', '--json'],
      ...['--customer-url', retailer.url, '--customer-auth', 'header:key.txt', '--port', '0'],
      ...['--retailer-can', ABILITIES.join(','), '--wait', '5s', '--settle', '30ms', '--restart', 'true'],
    ],
    here.platform,
  );
  const { checks, agreements } = JSON.parse(here.stdout()) as CertifyDocument;
  expect(checks.filter(({ result }) => result === 'failed').map(({ id }) => id)).toEqual([]);
  expect(code).toBe(0);
  const tried = checks.filter(({ result }) => result === 'passed').map(({ area }) => area);
  expect([...new Set(tried)]).toEqual(ALL);
  expect(agreements.find(({ id }) => id === 'cancelled-spelling')?.ours).toBe('Cancelled');
  // Neither credentials nor anything personal.
  for (const secret of ['the-right-key', 'local-secret', 'shopper@shop.example'])
    expect(here.stdout() + here.stderr()).not.toContain(secret);
});

// A whole certification by the built program: a service, a retailer's endpoint, own orders and ASNs, all good.
import { expect, it } from 'vitest';
import type { CertifyDocument } from '../../src/certify/document.ts';
import { sampleAsn, sampleOrder } from '../../src/contract/sample.ts';
import { ABILITIES } from '../../src/sandbox/scenarios/abilities.ts';
import { makeCli } from '../helpers/cli.ts';
import { sandboxFor } from '../helpers/sandbox.ts';
import { endpointDesk } from './endpoint-desk.ts';
import { ndjson } from './support.ts';

const ALL = ['connection', 'orders', 'asns', 'messages', 'variants', 'exchanges', 'refunds'];

async function whole() {
  const { retailer } = await endpointDesk();
  const cli = makeCli({ target: await sandboxFor() });
  cli.file('o.ndjson', ndjson([sampleOrder()]));
  cli.file('a.ndjson', ndjson([sampleAsn()]));
  cli.file('key.txt', 'X-Api-Key: the-right-key\n');
  const certify = async (...flags: string[]) => {
    const { child, ended } = cli.start([
      ...['certify', '--orders', 'o.ndjson', '--asns', 'a.ndjson', '--json'],
      ...['--customer-url', retailer.url, '--customer-auth', 'header:key.txt', '--port', '0'],
      ...[
        '--retailer-can',
        ABILITIES.join(','),
        '--wait',
        '5s',
        '--settle',
        '30ms',
        '--restart',
        'true',
        ...flags,
      ],
    ]);
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const url = /The sandbox of this run is at (\S+);/.exec(said)?.[1];
      if (url === undefined) return;
      const credentials = { clientId: 'local-client', clientSecret: 'local-secret' };
      retailer.service = () => ({ authUrl: url, ordersUrl: url, baseUrl: url, ...credentials });
    });
    const { code, stdout, stderr } = await ended;
    const document = JSON.parse(stdout) as CertifyDocument;
    const failed = document.checks.filter(({ result }) => result === 'failed').map(({ id }) => id);
    return { code, document, failed, stderr, stdout };
  };
  return { retailer, cli, certify };
}

it('a good retailer is ready: every area was tried, nothing failed, nothing leaked', async () => {
  const { certify } = await whole();
  const first = await certify();
  expect(first.failed).toEqual([]);
  expect(first.code).toBe(0);
  const tried = first.document.checks.filter(({ result }) => result === 'passed').map(({ area }) => area);
  expect([...new Set(tried)]).toEqual(ALL);
  expect(first.document.agreements.find(({ id }) => id === 'endpoint-auth')?.ours).toBe('header');
  // Neither credentials nor anything personal.
  for (const secret of ['the-right-key', 'local-secret', 'shopper@shop.example'])
    expect(first.stdout + first.stderr).not.toContain(secret);
}, 120_000);

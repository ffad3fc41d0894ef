// The sandbox accepts --level like the client.

import { describe, expect, test } from 'vitest';
import { sampleAsn, sampleOrder } from '../../src/contract/sample.ts';
import { targetEnvironment } from '../helpers/cli.ts';
import { returns } from '../helpers/returns.ts';
import { whileRunning } from './client.ts';

describe('the sandbox', () => {
  const started = (argv: readonly string[], work: (url: string) => Promise<void>) =>
    whileRunning(['--json', ...argv], work);
  const envOf = (url: string) =>
    targetEnvironment({
      authUrl: url,
      ordersUrl: url,
      baseUrl: url,
      clientId: 'local-client',
      clientSecret: 'local-secret',
    });

  test('--level: a raised finding is answered 422, a lowered one is stored', async () => {
    const flags = [
      '--level',
      'order.field.recommended:raw_status=error',
      '--level',
      'asn.merchant.missing=error',
    ];
    const ended = await started(flags, async (url) => {
      const order = { 'o.json': sampleOrder({ raw_status: undefined }) };
      const line = ['orders', 'upload', 'o.json', '--json'];
      const refused = (await returns(line, { env: envOf(url) }, order)).document();
      expect(refused).toMatchObject({ exit_code: 3, requests: { s422: 1 } });
      const asn = await returns(
        ['asns', 'create', 'a.json', '--json'],
        { env: envOf(url) },
        { 'a.json': sampleAsn() },
      );
      expect(asn.document()).toMatchObject({
        exit_code: 3,
        refused: { answers: [{ path: 'cartons[0].details[0].merchant' }] },
      });
    });
    expect(JSON.parse(ended.stdout.split('\n')[0] ?? '')).toMatchObject({
      levels: { 'order.field.recommended:raw_status': 'error', 'asn.merchant.missing': 'error' },
    });
    const wrong = await started(['--level', 'order.field.type=off'], async () => {});
    expect(wrong.code).toBe(2);
  });
});

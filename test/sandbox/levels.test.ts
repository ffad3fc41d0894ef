// The sandbox accepts --level like the client.

import { describe, expect, test } from 'vitest';
import { sampleAsn, sampleLine, sampleOrder } from '../../src/contract/sample.ts';
import { sandboxEnvironment } from '../helpers/cli.ts';
import { returns } from '../helpers/returns.ts';
import { whileRunning } from './client.ts';

describe('the sandbox', () => {
  test('--level: a raised finding is answered 422, a lowered one is stored', async () => {
    const raised = ['order.field.recommended:raw_status=error', 'asn.merchant.missing=error'] as const;
    const lower = 'order.field.missing:sku=note';
    const flags = ['--level', raised[1], '--level', lower];
    const ended = await whileRunning(['--json', '--level', raised[0], ...flags], async (url) => {
      const { sku: _none, ...item } = sampleLine();
      const lowered = { 'o.json': sampleOrder({ items: [item] }) };
      const words = ['orders', 'upload', 'o.json', '--level', lower, '--json'];
      const taken = (await returns(words, { env: sandboxEnvironment(url) }, lowered)).document();
      expect(taken).toMatchObject({ exit_code: 0 });
      expect(await (await fetch(`${url}/_sandbox/orders`)).json()).toMatchObject({
        orders: [{ received: 1 }],
      });
      const order = { 'o.json': sampleOrder({ raw_status: undefined }) };
      const upload = ['orders', 'upload', 'o.json', '--json'];
      const refused = (await returns(upload, { env: sandboxEnvironment(url) }, order)).document();
      expect(refused).toMatchObject({ exit_code: 3, requests: { s422: 1 } });
      const asn = await returns(
        ['asns', 'create', 'a.json', '--json'],
        { env: sandboxEnvironment(url) },
        { 'a.json': sampleAsn() },
      );
      expect(asn.document()).toMatchObject({
        exit_code: 3,
        refused: { answers: [{ path: 'cartons[0].details[0].merchant' }] },
      });
    });
    expect(JSON.parse(ended.stdout.split('\n')[0] ?? '')).toMatchObject({
      levels: {
        'order.field.recommended:raw_status': 'error',
        'asn.merchant.missing': 'error',
        'order.field.missing:sku': 'note',
      },
    });
  });
});

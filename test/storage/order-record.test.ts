// The digests of an order: over the canonical JSON, with and without its own updated_at, whatever else the order contains.

import { expect, it } from 'vitest';
import { canonicalJson } from '../../src/basics/json.ts';
import type { Order } from '../../src/contract/order.ts';
import { realPlatform } from '../../src/platform/node-platform.ts';
import { ReadyOrder } from '../../src/storage/order-record.ts';
import { fc } from '../helpers/random.ts';

const { crypto } = realPlatform({});
const plainly = (value: unknown) => crypto.sha256(canonicalJson(value)).slice(0, 32);

it('equal the digests of canonical JSON serialized without the optimization', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('2026-05-01T00:00:00Z', '"updated_at":"x"}', ',"updated_at":""}', '\u2028"'),
  );
  const order = fc.record(
    {
      identifier: text,
      updated_at: text,
      items: fc.array(fc.record({ updated_at: text, sku: text }), { maxLength: 2 }),
      // Key names that sort after updated_at.
      variants: fc.record({ updated_at: text }, { requiredKeys: [] }),
      zone: text,
    },
    { requiredKeys: ['updated_at'] },
  );
  fc.assert(
    fc.property(order, (value) => {
      const { updated_at: _, ...rest } = value;
      const { digest, content } = new ReadyOrder(crypto, value as unknown as Order);
      expect({ digest, content }).toEqual({ digest: plainly(value), content: plainly(rest) });
    }),
    { numRuns: 500 },
  );
});

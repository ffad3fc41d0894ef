// What was agreed is no finding: a sandbox that plays each choice of the agreements, and a receiver that goes by the same.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkCall, makeRmaMemories } from '../../../src/calls/messages/check-message.ts';
import { agreedMessages } from '../../../src/contract/agreed-messages.ts';
import { sampleRma, withUnit } from '../../../src/contract/sample-rma.ts';
import { ASSUMPTIONS } from '../../../src/sandbox/life-cycle/assumptions.ts';
import type { Command } from '../../../src/sandbox/life-cycle/types.ts';
import { makeWorld, orderOf, refundOf, variant, type World, wants } from '../../sandbox/life-cycle/world.ts';

const rma = 'RMA-1';
const carrier = (...steps: readonly string[]) =>
  steps.map((step) => ({ kind: 'carrier', rma, step }) as Command);
const warehouse = (...steps: readonly string[]) =>
  steps.map((step) => ({ kind: 'warehouse', rma, step }) as Command);
const placed: Command = { kind: 'exchange-placed', rma, exchangeOrder: 'EX-1' };
const refund = (world: World, units: Readonly<Record<string, number>>) =>
  world.posts({ refunds: [...world.book.order.refunds, refundOf(`R-${world.now}`, units, rma)] });

type Settle = Parameters<typeof wants>[2];

/** A return of two units, one of which is settled by `settle`, and what comes after; what is refused under an assumption is left out. */
const story =
  (
    settle: Settle,
    method: 'mail-back' | 'express-returns' | 'customer-keep' | 'home-pickup',
    ...commands: Command[]
  ) =>
  (world: World) => {
    const lines = [wants('L1', 1, settle), wants('L2')];
    world.act({ kind: 'return', order: 'SO-1', lines, method, giftee: null });
    for (const command of commands) {
      world.passes(60_000);
      world.act(command);
    }
    refund(world, { L2: 1 });
    world.passes(1000);
    refund(world, { L1: 1 });
  };

const STORIES: readonly ((world: World) => void)[] = [
  story('refund', 'mail-back', ...carrier('label', 'scan', 'deliver'), ...warehouse('receive', 'close')),
  story('refund', 'mail-back', ...warehouse('receive'), ...carrier('scan')),
  story('refund', 'mail-back', ...carrier('label', 'scan', 'lose', 'scan', 'deliver', 'return')),
  story('refund', 'mail-back', ...carrier('label'), { kind: 'cancel', rma }),
  story('refund', 'mail-back', ...carrier('label', 'scan'), ...warehouse('not-received', 'receive', 'close')),
  story('refund', 'express-returns', ...carrier('accept', 'scan'), ...warehouse('receive')),
  story('refund', 'express-returns', ...carrier('not-dropped-off')),
  story('refund', 'customer-keep'),
  story('refund', 'home-pickup', ...carrier('accept', 'scan')),
  story(variant('X-1', 2000), 'mail-back', placed, ...carrier('label', 'scan'), {
    kind: 'exchange-fulfilled',
    rma,
  }),
  story(variant('X-1', 2000), 'mail-back', placed, { kind: 'cancel', rma }),
  story(variant('X-1', 2000), 'mail-back', { kind: 'exchange-failed', rma }, ...carrier('scan')),
  story('gift_card', 'mail-back', placed, ...carrier('label', 'scan')),
];

/** Every word of every entry, and a value of those that take a form. */
const CHOICES = ASSUMPTIONS.flatMap(({ id, choices, form }) => {
  const words = choices.filter((one) => !one.includes(' '));
  const made = form ? ['7d', '77', 'Other'].filter((one) => form.test(one)) : [];
  return [...words, ...made].map((value) => [id, value] as const);
});

const verdictsOf = (
  id: string,
  value: string,
  messages: readonly unknown[],
  kind: 'rma' | 'exchange_order',
) => {
  const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');
  const agreed = agreedMessages(new Map([[id, { value }]]));
  const parts = { sha256, memories: makeRmaMemories(), agreed };
  return messages
    .flatMap((message) => checkCall(parts, kind, Buffer.from(JSON.stringify(message))).findings)
    .filter(({ severity }) => severity !== 'note')
    .map(({ severity, code, path }) => `${severity} ${code} ${path}`);
};

test.each(CHOICES)('%s=%s', (id, value) => {
  const found = STORIES.map((play) => {
    const world = makeWorld(orderOf([{ id: 'L1' }, { id: 'L2' }]), { [id]: value });
    play(world);
    return [
      ...verdictsOf(id, value, world.messages, 'rma'),
      ...verdictsOf(id, value, world.exchangeOrders, 'exchange_order'),
    ];
  });
  expect(found).toEqual(STORIES.map(() => []));
});

test('not agreed, or another word: a warning', () => {
  const canceled = [sampleRma({ status: 'CANCELLED' })];
  expect(verdictsOf('canceled_status', 'CANCELED', canceled, 'rma')).toEqual([
    'warning rma.status.unknown status',
  ]);
  const held = [sampleRma({ status: 'ON_HOLD' })];
  expect(verdictsOf('rma-statuses', 'ON_HOLD, EXPIRED', held, 'rma')).toEqual([]);
  expect(verdictsOf('rma-statuses', 'ON_HOLDS', held, 'rma')).toEqual(['warning rma.status.unknown status']);
  const parcel = [withUnit({ package_tracking_status: 'AT_DEPOT', tracking_number: '1Z0002' })];
  expect(verdictsOf('package-statuses', 'AT_DEPOT', parcel, 'rma')).toEqual([]);
  expect(verdictsOf('rma-statuses', 'AT_DEPOT', parcel, 'rma')).toEqual([
    'warning rma.package_status.unknown items[0].package_tracking_status',
  ]);
  const bare = [
    { items: [{ sku: 'A', quantity: 1 }], customer: { identifier: 'C', email: 'a@b.example' }, payment: 'T' },
  ];
  expect(verdictsOf('exchange_fields', 'field_notes', bare, 'exchange_order')).toHaveLength(5);
  expect(
    verdictsOf('exchange_fields', 'interface', [{ ...bare[0], payment: null }], 'exchange_order'),
  ).toEqual(['error exchange.field.missing payment']);
});

test('an RMA that was CANCELLED stays so, in either spelling', () => {
  const messages = ['CREATED', 'CANCELLED', 'CREATED'].map((status, i) =>
    sampleRma({ status, updated_at: `2026-03-10T1${i}:00:00Z` }),
  );
  expect(verdictsOf('canceled_status', 'CANCELLED', messages, 'rma')).toEqual([
    'warning rma.status.backward status',
  ]);
});

// Every transition and every refusal of the parcel, the warehouse and the cancellation, as a table worked out by hand.
import { describe, expect, it } from 'vitest';
import { nextSteps } from '../../../src/sandbox/life-cycle/decide.ts';
import type {
  CarrierStep,
  Command,
  ReturnMethod,
  WarehouseStep,
} from '../../../src/sandbox/life-cycle/types.ts';
import { makeWorld, orderOf, refundOf, START, variant, type World, wants } from './world.ts';

type Step = `carrier ${CarrierStep}` | `warehouse ${WarehouseStep}` | 'cancel' | 'refund';

const STEPS: readonly Step[] = [
  ...(['label', 'accept', 'not-dropped-off', 'scan', 'deliver', 'return', 'lose'] as const).map(
    (step) => `carrier ${step}` as const,
  ),
  ...(['receive', 'not-received', 'close'] as const).map((step) => `warehouse ${step}` as const),
  'cancel',
];

const commandOf = (step: Step): Command => {
  const [kind, name] = step.split(' ');
  return { kind, rma: 'RMA-1', ...(name !== undefined && { step: name }) } as Command;
};

/** Two units of L1 in one return, and what was done with it. */
function worldAfter(method: ReturnMethod, path: readonly Step[]): World {
  const world = makeWorld(orderOf([{ id: 'L1', quantity: 2 }]), { express_status: 'ACCEPTED' });
  world.returns([wants('L1', 2)], { method });
  for (const step of path)
    if (step === 'refund') world.posts({ refunds: [refundOf('R-1', { L1: 2 }, 'RMA-1')] });
    else world.must(commandOf(step));
  return world;
}

const stateOf = (world: World): string => {
  const { status, units } = world.rma();
  const { packageStatus, receiving } = units[0]!;
  return [status, packageStatus ?? '-', receiving ?? '-'].join(' ');
};

type Row = readonly [
  method: ReturnMethod,
  path: readonly Step[],
  state: string,
  possible: Readonly<Partial<Record<Step, string>>>,
];

const LABEL = 'carrier label';
const SCAN = 'carrier scan';
const ACCEPT = 'carrier accept';
const DELIVER = 'carrier deliver';
const RECEIVE = 'warehouse receive';

/** After `path` the return is in `state`; each possible step leads to its state, every other step is refused. */
const TABLE: readonly Row[] = [
  ['mail-back', [], 'CREATED - -', { [LABEL]: 'CREATED PRE_TRANSIT -', cancel: 'CANCELED - -' }],
  [
    'mail-back',
    [LABEL],
    'CREATED PRE_TRANSIT -',
    { [SCAN]: 'CREATED TRANSIT -', cancel: 'CANCELED PRE_TRANSIT -' },
  ],
  [
    'mail-back',
    [LABEL, SCAN],
    'CREATED TRANSIT -',
    {
      [DELIVER]: 'CREATED DELIVERED -',
      'carrier return': 'CREATED RETURNED -',
      'carrier lose': 'CREATED FAILURE -',
      [RECEIVE]: 'CREATED TRANSIT RECEIVED',
      'warehouse not-received': 'CREATED TRANSIT NOT_RECEIVED',
    },
  ],
  [
    'mail-back',
    [LABEL, SCAN, DELIVER],
    'CREATED DELIVERED -',
    { [RECEIVE]: 'CREATED DELIVERED RECEIVED', 'warehouse not-received': 'CREATED DELIVERED NOT_RECEIVED' },
  ],
  [
    'mail-back',
    [LABEL, SCAN, 'carrier lose'],
    'CREATED FAILURE -',
    {
      [SCAN]: 'CREATED TRANSIT -',
      [DELIVER]: 'CREATED DELIVERED -',
      'carrier return': 'CREATED RETURNED -',
      [RECEIVE]: 'CREATED FAILURE RECEIVED',
      'warehouse not-received': 'CREATED FAILURE NOT_RECEIVED',
    },
  ],
  [
    'mail-back',
    [LABEL, SCAN, 'carrier return'],
    'CREATED RETURNED -',
    { 'warehouse not-received': 'CREATED RETURNED NOT_RECEIVED', cancel: 'CANCELED RETURNED -' },
  ],
  [
    'mail-back',
    [LABEL, SCAN, DELIVER, RECEIVE],
    'CREATED DELIVERED RECEIVED',
    { 'warehouse close': 'PARTIAL_REFUND DELIVERED RECEIVED' },
  ],
  [
    'mail-back',
    [LABEL, SCAN, DELIVER, 'warehouse not-received'],
    'CREATED DELIVERED NOT_RECEIVED',
    { [RECEIVE]: 'CREATED DELIVERED RECEIVED', 'warehouse close': 'PARTIAL_REFUND DELIVERED NOT_RECEIVED' },
  ],
  ['mail-back', [LABEL, SCAN, DELIVER, RECEIVE, 'warehouse close'], 'PARTIAL_REFUND DELIVERED RECEIVED', {}],
  ['mail-back', [LABEL, SCAN, 'refund'], 'REFUNDED TRANSIT -', {}],
  ['mail-back', ['refund'], 'REFUNDED - -', {}],
  [
    'mail-back',
    [LABEL, SCAN, DELIVER, RECEIVE, 'warehouse close', 'refund'],
    'REFUNDED DELIVERED RECEIVED',
    {},
  ],
  ['mail-back', ['cancel'], 'CANCELED - -', {}],
  ['express-returns', [], 'CREATED - -', { [ACCEPT]: 'CREATED ACCEPTED -', cancel: 'CANCELED - -' }],
  [
    'express-returns',
    [ACCEPT],
    'CREATED ACCEPTED -',
    {
      [SCAN]: 'CREATED TRANSIT -',
      'carrier lose': 'CREATED FAILURE -',
      [RECEIVE]: 'CREATED ACCEPTED RECEIVED',
      'warehouse not-received': 'CREATED ACCEPTED NOT_RECEIVED',
    },
  ],
  ['home-pickup', [], 'CREATED - -', { [ACCEPT]: 'CREATED ACCEPTED -', cancel: 'CANCELED - -' }],
  [
    'home-pickup',
    [ACCEPT, SCAN, DELIVER],
    'CREATED DELIVERED -',
    { [RECEIVE]: 'CREATED DELIVERED RECEIVED', 'warehouse not-received': 'CREATED DELIVERED NOT_RECEIVED' },
  ],
  ['customer-keep', [], 'CREATED - -', { cancel: 'CANCELED - -' }],
  ['customer-keep', ['refund'], 'REFUNDED - -', {}],
];

describe.each(TABLE)('%s after %j', (method, path, state, possible) => {
  it(`is ${state}, and lists what can happen next`, () => {
    const world = worldAfter(method, path);
    expect(stateOf(world)).toBe(state);
    expect(nextSteps(world.rma(), world.assume)).toEqual(
      STEPS.filter((step) => possible[step] !== undefined),
    );
  });

  it.each(STEPS)('%s', (step) => {
    const world = worldAfter(method, path);
    const before = world.book;
    const sent = world.messages.length;
    const expected = possible[step];
    if (expected === undefined) {
      const { code, message } = world.refused(commandOf(step));
      expect(code).toMatch(/^(?:rma\.closed|(?:carrier|warehouse|cancel)\.[a-z_]+)$/);
      expect(message).toMatch(/nothing more happens to it\.$|Possible now: .+\.$/);
      expect(world.book).toBe(before);
    } else {
      world.must(commandOf(step));
      expect(stateOf(world)).toBe(expected);
      expect(world.messages).toHaveLength(sent + 1);
    }
  });
});

describe('refusals', () => {
  const one = (lines = [wants('L1', 2)], assume = {}) => {
    const world = makeWorld(orderOf([{ id: 'L1', quantity: 2 }, { id: 'L2' }]), assume);
    world.returns(lines);
    return world;
  };

  it.each([
    [{ kind: 'carrier', rma: 'RMA-9', step: 'scan' }, 'rma.unknown', 'There is no RMA "RMA-9".'],
    [
      { kind: 'carrier', rma: 'RMA-1', step: 'scan' },
      'carrier.order',
      'RMA-1 cannot take carrier scan now. Possible now: carrier label, cancel.',
    ],
    [{ kind: 'carrier', rma: 'RMA-1', step: 'accept' }, 'carrier.order', undefined],
    [{ kind: 'carrier', rma: 'RMA-1', step: 'scann' as 'scan' }, 'carrier.order', undefined],
    [
      { kind: 'carrier', rma: 'RMA-1', step: 'label', units: { L1: 3 } },
      'carrier.order',
      '2 units of line L1 in RMA-1 can take carrier label, 3 wanted. Possible now: carrier label, cancel.',
    ],
    [
      { kind: 'carrier', rma: 'RMA-1', step: 'label', units: { L1: 0 } },
      'units.number',
      'The units of line L1 must be a number from 1. Possible now: carrier label, cancel.',
    ],
    [
      { kind: 'carrier', rma: 'RMA-1', step: 'label', units: {} },
      'units.number',
      'No units are named. Possible now: carrier label, cancel.',
    ],
    [{ kind: 'warehouse', rma: 'RMA-1', step: 'recieve' as 'receive' }, 'warehouse.order', undefined],
    [
      { kind: 'exchange-placed', rma: 'RMA-1', exchangeOrder: 'EX-1' },
      'exchange.order',
      'The exchange order of RMA-1 cannot be placed: it has none. Possible now: carrier label, cancel.',
    ],
    [{ kind: 'exchange-fulfilled', rma: 'RMA-1' }, 'exchange.order', undefined],
    [{ kind: 'exchange-failed', rma: 'RMA-1' }, 'exchange.order', undefined],
  ] as const)('%j: %s', (command, code, message) => {
    const refused = one().refused(command);
    expect(refused.code).toBe(code);
    if (message) expect(refused.message).toBe(message);
  });

  it('does not let a label come, or a parcel go, before the exchange order is placed', () => {
    const world = one([wants('L1', 1, variant('X', 2500))]);
    expect(world.refused({ kind: 'carrier', rma: 'RMA-1', step: 'label' })).toMatchObject({
      code: 'carrier.order',
      assumed: [],
      message: 'RMA-1 cannot take carrier label now. Possible now: nothing but a snapshot of the order.',
    });
  });
});

describe('the label', () => {
  it.each([
    ['mail-back', [START + 3000]],
    ['express-returns', []],
    ['home-pickup', []],
    ['customer-keep', []],
  ] as const)('of a %s return comes by itself at %j', (method, times) => {
    expect(worldAfter(method, []).later.map(({ at }) => at)).toEqual(times);
  });

  it('does not come any more when the return was cancelled before', () => {
    const world = worldAfter('mail-back', ['cancel']);
    world.passes(3000);
    expect(world.rma().units[0]!.packageStatus).toBe(null);
    expect(world.messages.map(({ status }) => status)).toEqual(['CREATED', 'CANCELED']);
  });
});

describe('units of one RMA', () => {
  it('go their own ways in parcels of their own', () => {
    const world = makeWorld(orderOf([{ id: 'L1', quantity: 2 }, { id: 'L2' }]), { label_delay: 'never' });
    world.returns([wants('L1', 2), wants('L2')]);
    expect(world.later).toEqual([]);
    world.must({ kind: 'carrier', rma: 'RMA-1', step: 'label', units: { L1: 2 } });
    world.must({ kind: 'carrier', rma: 'RMA-1', step: 'label' });
    const parcels = world.rma().units.map(({ tracking }) => tracking);
    expect(parcels).toEqual(['TRK-RMA-1-1', 'TRK-RMA-1-1', 'TRK-RMA-1-2']);
    const scan = { kind: 'carrier', rma: 'RMA-1', step: 'scan' } as const;
    expect(world.refused({ ...scan, units: { L1: 1 } }).code).toBe('carrier.parcel');
    world.must({ ...scan, units: { L2: 1 } });
    const states = world.rma().units.map(({ packageStatus }) => packageStatus);
    expect(states).toEqual(['PRE_TRANSIT', 'PRE_TRANSIT', 'TRANSIT']);
  });

  it('are dropped off one by one, and the ones that were not are NOT_DROPPED_OFF', () => {
    const world = makeWorld(orderOf([{ id: 'L1', quantity: 3 }]), { express_status: 'ACCEPTED' });
    world.returns([wants('L1', 3)], { method: 'express-returns' });
    const missing: Command = { kind: 'carrier', rma: 'RMA-1', step: 'not-dropped-off' };
    expect(world.refused(missing).code).toBe('carrier.order');
    world.must({ kind: 'carrier', rma: 'RMA-1', step: 'accept', units: { L1: 1 } });
    world.must(missing);
    const statuses = () => world.rma().units.map(({ packageStatus }) => packageStatus);
    expect(statuses()).toEqual(['ACCEPTED', 'NOT_DROPPED_OFF', 'NOT_DROPPED_OFF']);
    world.must({ kind: 'carrier', rma: 'RMA-1', step: 'accept', units: { L1: 1 } });
    expect(statuses()).toEqual(['ACCEPTED', 'ACCEPTED', 'NOT_DROPPED_OFF']);
  });

  it('are received one by one: the first step of the warehouse makes the others PENDING, closing NOT_RECEIVED', () => {
    const world = worldAfter('mail-back', [LABEL, SCAN, DELIVER]);
    world.must({ kind: 'warehouse', rma: 'RMA-1', step: 'receive', units: { L1: 1 } });
    const receiving = () => world.rma().units.map((unit) => unit.receiving);
    expect(receiving()).toEqual(['RECEIVED', 'PENDING']);
    world.must({ kind: 'warehouse', rma: 'RMA-1', step: 'close' });
    expect(receiving()).toEqual(['RECEIVED', 'NOT_RECEIVED']);
    expect(world.rma().status).toBe('PARTIAL_REFUND');
    world.must({ kind: 'warehouse', rma: 'RMA-1', step: 'receive' });
    expect(receiving()).toEqual(['RECEIVED', 'RECEIVED']);
    world.posts({ refunds: [refundOf('R-1', { L1: 2 }, 'RMA-1')] });
    expect(world.rma().status).toBe('REFUNDED');
  });

  it('can be returned again after a cancellation', () => {
    const world = makeWorld(orderOf([{ id: 'L1' }]));
    world.returns([wants('L1')]);
    const again = { kind: 'return', order: 'SO-1', method: 'mail-back', giftee: null } as const;
    expect(world.refused({ ...again, lines: [wants('L1')] })).toMatchObject({
      code: 'return.units',
      message:
        '0 units of line L1 can be returned: 1 shipped, 1 in returns, 0 refunded without one. Nothing of this order can be returned now.',
    });
    world.must({ kind: 'cancel', rma: 'RMA-1' });
    world.returns([wants('L1')]);
    world.passes(3000);
    expect(world.rma('RMA-2').units[0]!.packageStatus).toBe('PRE_TRANSIT');
    expect(world.rma().units[0]!.packageStatus).toBe(null);
  });

  it('are cancelled no more after one of them is settled', () => {
    const world = worldAfter('mail-back', []);
    world.posts({ refunds: [refundOf('R-1', { L1: 1 }, 'RMA-1')] });
    expect(world.refused({ kind: 'cancel', rma: 'RMA-1' })).toMatchObject({ code: 'cancel.settled' });
  });
});

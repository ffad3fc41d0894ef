// Random commands for the life cycle: a move is five numbers, which the state of the world makes a command. So a short list of
// moves shrinks well, and the same numbers give the same commands.
import { nextSteps } from '../../../src/sandbox/life-cycle/decide.ts';
import {
  type Command,
  type LineUnits,
  METHODS,
  type WantedLine,
} from '../../../src/sandbox/life-cycle/types.ts';
import { makeWorld, orderOf, refundOf, variant, type World, wants } from './world.ts';

/** Whole numbers from 0. */
export type Move = readonly [kind: number, which: number, how: number, many: number, time: number];

const CARRIER = ['scan', 'deliver', 'label', 'accept', 'not-dropped-off', 'return', 'lose'] as const;
const WAREHOUSE = ['receive', 'not-received', 'close'] as const;
const TIMES = [0, 1, 900, 4000, 86_400_000, 3_600_000, 40 * 86_400_000];
/** Assumptions of a run; most runs have the initial ones. */
const ASSUMED: readonly Readonly<Record<string, string>>[] = [
  ...Array.from({ length: 6 }, () => ({})),
  { warehouse: 'on', partial_refund: 'at_refund', exchange_per_order: 'many' },
  { gift_card_settled_by: 'scanned', exchange_per_order: 'many' },
  { failed_exchange: 'cancel', cancel_exchange: 'allowed', cancel_until: 'received' },
  { express_status: 'ACCEPTED', partial_refund: 'never', cancel_until: 'label' },
  { exchange_settled_by: 'placed', exchange_status: 'PENDING_EXCHANGE', refund_message: 'status_only' },
  { refund_without_lines: 'whole_rma', return_shipping_cents: '495' },
];

const LINES = ['L1', 'L2', 'L3', 'L4'] as const;

/** An order with a line of odd cents, one that ships in parts, one with a discount, and one that cannot come back. */
export const worldFor = (seed: number): World =>
  makeWorld(
    orderOf([
      { id: 'L1', quantity: 3, price: 1999, tax: 500, discount: 100 },
      { id: 'L2', quantity: 4, shipped: 1 + (seed % 3), price: 5000, tax: 413 },
      { id: 'L3', quantity: 2, price: 100, tax: 1, discount: 99 },
      { id: 'L4', tags: ['FinalSale'] },
    ]),
    ASSUMED[seed % ASSUMED.length],
  );

/** One command; undefined when the move was a snapshot or a wait, which it carries out itself. */
export function commandOf([kind, which, how, many, time]: Move, world: World): Command | undefined {
  const { rmas } = world.book;
  // Mostly one that is open: the closed ones take nothing any more.
  const open = rmas.filter(({ status }) => status !== 'REFUNDED' && status !== 'CANCELED');
  const some = which % 5 === 0 || open.length === 0 ? rmas : open;
  const rma = some[how % (some.length || 1)]?.identifier ?? 'RMA-0';
  const units = many % 3 === 0 ? { [LINES[which % 3]!]: 1 + (many % 2) } : undefined;
  switch (kind % 14) {
    case 0:
    case 1:
    case 2:
      return {
        kind: 'return',
        order: 'SO-1',
        method: METHODS[how % METHODS.length]!,
        giftee: many % 5 === 0 ? 'g@mail.example' : null,
        lines: linesOf(which, how, many),
      };
    case 3:
    case 4:
    case 5:
      return possibleStep(rma, how, units, world);
    case 6:
      return { kind: 'carrier', rma, step: CARRIER[how % CARRIER.length]!, ...(units && { units }) };
    case 7:
      return { kind: 'warehouse', rma, step: WAREHOUSE[how % 3]!, ...(units && how % 3 < 2 && { units }) };
    case 8:
      return how % 3 === 0
        ? { kind: 'cancel', rma }
        : { kind: 'exchange-placed', rma, exchangeOrder: `EX-${rma}` };
    case 9:
      return { kind: how % 3 === 0 ? 'exchange-failed' : 'exchange-fulfilled', rma };
    case 10:
      return possibleStep(rma, which, undefined, world);
    case 11:
      addRefund(world, rma, which, how, many);
      return { kind: 'snapshot' };
    case 12:
      if (how % 3 === 0) shipMore(world, many);
      return { kind: 'snapshot' };
    default:
      world.passes(TIMES[time % TIMES.length]!);
      return undefined;
  }
}

/** A step that the RMA can take, so that a sequence comes far. */
function possibleStep(rma: string, how: number, units: LineUnits | undefined, world: World): Command {
  const known = world.book.rmas.find(({ identifier }) => identifier === rma);
  const steps = (known ? nextSteps(known, world.assume) : []).filter((step) => step !== 'cancel');
  const [kind, step] = (steps[how % (steps.length || 1)] ?? 'carrier label').split(' ');
  // Not everything is dropped off at once.
  if (step === 'accept' && known) return { kind, rma, step, units: { [known.units[0]!.line]: 1 } } as Command;
  return { kind, rma, step, ...(units && step !== 'close' && { units }) } as Command;
}

function linesOf(which: number, how: number, many: number): WantedLine[] {
  const settle = (n: number): WantedLine['settle'] =>
    (['refund', 'refund', 'refund', 'gift_card', variant('X-1', 1999), variant('X-2', 4444)] as const)[
      n % 6
    ]!;
  const lines = [wants(LINES[which % 3]!, 1 + (many % 3), settle(how))];
  if (many % 2 === 0) lines.push(wants(LINES[(which + how) % 3]!, 1, settle(how + many), ''));
  if (which % 17 === 16) lines.push(wants('L4'));
  return lines;
}

/** A refund: of what the RMA holds, of some other units, of too many, of none; with and without the name of the RMA. */
function addRefund(world: World, rma: string, which: number, how: number, many: number): void {
  const { order } = world.book;
  const units: Record<string, number> = {};
  if (how % 4 < 2)
    for (const unit of world.rma(rma)?.units ?? []) units[unit.line] = (units[unit.line] ?? 0) + 1;
  else if (how % 4 === 2) units[LINES[which % 3]!] = 1 + (many % 3);
  const refund = refundOf(
    `R-${order.refunds.length + 1}`,
    units,
    many % 3 === 0 ? undefined : rma,
    which % 7 === 6 ? { tags: ['ignore_refund'] } : {},
  );
  world.book = { ...world.book, order: { ...order, refunds: [...order.refunds, refund] } };
}

/** One more unit of L2 ships, with its tax. */
function shipMore(world: World, many: number): void {
  const { order } = world.book;
  const items = order.items.map((item) =>
    item.identifier === 'L2' && item.quantity_shipped < item.quantity
      ? {
          ...item,
          quantity_shipped: item.quantity_shipped + 1,
          tax_amount_cents: item.tax_amount_cents + 100 + (many % 2),
        }
      : item,
  );
  world.book = { ...world.book, order: { ...order, items } };
}

// The life cycle of returns: what follows from one thing that somebody does, given the order and its RMAs. Pure: the same
// book, command and circumstances give the same decision.

import { createReturn } from './create-return.ts';
import { changed, isClosed, labelLater, logged, named, outcome, refuse, unknownRma } from './parts.ts';
import { settleOthers, settleRefunds } from './settle.ts';
import {
  CARRIER_STEPS,
  cancelRefusal,
  cancelReturn,
  canReceive,
  canTake,
  moveParcel,
  receiveUnits,
  WAREHOUSE_STEPS,
} from './steps.ts';
import type {
  Assumed,
  Book,
  CarrierStep,
  Circumstances,
  Command,
  Decision,
  ReturnUnit,
  Rma,
} from './types.ts';

/** Decides, and refuses what cannot be: a refusal says what was found and what is possible instead. Never throws. */
export function decide(book: Book, command: Command, circumstances: Circumstances): Decision {
  if (command.kind === 'return') return createReturn(book, command, circumstances);
  if (command.kind === 'snapshot') return settleRefunds(book, circumstances);
  const rma = book.rmas.find(({ identifier }) => identifier === command.rma);
  if (!rma) return { refused: unknownRma(command.rma) };
  if (isClosed(rma))
    return refuse(
      'rma.closed',
      `${rma.identifier} is ${rma.status}, so it is closed: nothing more happens to it.`,
    );
  const decision = act(rma, command, circumstances);
  if (!decision.refused) return decision;
  const next = nextSteps(rma, circumstances.assume).join(', ') || 'nothing but a snapshot of the order';
  return {
    refused: { ...decision.refused, message: `${decision.refused.message} Possible now: ${next}.` },
  };
}

type Act = Exclude<Command, { kind: 'return' | 'snapshot' }>;

function act(rma: Rma, command: Act, circumstances: Circumstances): Decision {
  if (command.kind === 'carrier' || command.kind === 'warehouse') {
    const words = `${command.kind} ${command.step}`;
    if (!nextSteps(rma, circumstances.assume).includes(words))
      return refuse(`${command.kind}.order`, `${rma.identifier} cannot take ${words} now.`);
  }
  switch (command.kind) {
    case 'carrier':
      return moveParcel(rma, command.step, command.units, circumstances);
    case 'warehouse':
      return receiveUnits(rma, command.step, command.units, circumstances);
    case 'cancel':
      return cancelReturn(rma, circumstances);
    case 'exchange-placed':
      return placeExchange(rma, command.exchangeOrder, circumstances);
    case 'exchange-failed':
      return failExchange(rma, command.reason, circumstances);
    case 'exchange-fulfilled':
      return fulfilExchange(rma, circumstances);
  }
}

/** What can happen next: `carrier scan`, `warehouse receive`, `cancel` ...; nothing for a closed RMA. */
export function nextSteps(rma: Rma, assume: Assumed): string[] {
  if (isClosed(rma)) return [];
  const carrier = Object.keys(CARRIER_STEPS) as CarrierStep[];
  return [
    ...carrier
      .filter((step) => rma.units.some((unit) => canTake(rma, unit, step)))
      .map((step) => `carrier ${step}`),
    ...WAREHOUSE_STEPS.filter((step) => rma.units.some((unit) => canReceive(rma, unit, step, assume))).map(
      (step) => `warehouse ${step}`,
    ),
    ...(cancelRefusal(rma, assume) ? [] : ['cancel']),
  ];
}

// What the retailer's answers to an exchange order (or gift-card order) make of the RMA (field notes).

function placeExchange(rma: Rma, exchangeOrder: string, { now, assume }: Circumstances): Decision {
  if (rma.exchange !== 'asked') return unexpected(rma, 'placed');
  const placed = changed(rma, { status: afterPending(rma), exchange: 'placed', exchangeOrder }, now);
  const { states, log } = settleOthers(placed, assume, now);
  const text = `The retailer placed the exchange order ${named(exchangeOrder)}: the RMA is ${placed.status}.`;
  return outcome(
    [...states],
    [logged(rma, text, ['exchange_status']), ...log],
    labelLater(states.at(-1)!, assume),
  );
}

function fulfilExchange(rma: Rma, { now, assume }: Circumstances): Decision {
  if (rma.exchange !== 'placed') return unexpected(rma, 'fulfilled');
  const before: Rma = { ...rma, exchange: 'fulfilled' };
  const { states, log } = settleOthers(before, assume, now);
  const line = logged(rma, 'The retailer fulfilled the exchange order.', ['exchange_settled_by']);
  // Nothing that the message shows has changed unless the RMA is closed by it.
  const [open, end] = states;
  return end ? outcome([end], [line, ...log]) : { rmas: [open!], effects: [], log: [line] };
}

/** Not placed, or placed and never fulfilled: the units turn into REFUND. */
function failExchange(rma: Rma, reason: string | undefined, { now, assume }: Circumstances): Decision {
  if (rma.exchange !== 'asked' && rma.exchange !== 'placed') return unexpected(rma, 'failed');
  const isOpen = ({ refundType, settled }: ReturnUnit) => refundType !== 'REFUND' && !settled;
  if (!rma.units.some(isOpen))
    return refuse('exchange.settled', `The exchange of ${rma.identifier} is settled already.`);
  const units = rma.units.map(
    (unit): ReturnUnit => (isOpen(unit) ? { ...unit, refundType: 'REFUND', exchangeSku: null } : unit),
  );
  const failed = changed(rma, { status: afterPending(rma), exchange: 'failed', units }, now);
  const why = reason === undefined ? '' : ` (${reason})`;
  const isCancelled = assume.failed_exchange === 'cancel' && cancelRefusal(failed, assume) === null;
  if (isCancelled) {
    const text = `The exchange order was not placed or fulfilled${why}: the return is CANCELED.`;
    return outcome([{ ...failed, status: 'CANCELED' }], [logged(rma, text, ['failed_exchange'])]);
  }
  const text = `The exchange order was not placed or fulfilled${why}: its units are to be refunded (REFUND).`;
  return outcome([failed], [logged(rma, text, ['failed_exchange'])], labelLater(failed, assume));
}

const afterPending = ({ status }: Rma) => (status === 'PENDING_EXCHANGE' ? 'CREATED' : status);

const unexpected = ({ identifier, exchange }: Rma, wanted: string): Decision =>
  refuse(
    'exchange.order',
    `The exchange order of ${identifier} cannot be ${wanted}: ${exchange === 'none' ? 'it has none' : `it is ${exchange}`}.`,
  );

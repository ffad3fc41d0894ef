// The life cycle of returns: what follows from one thing that somebody does, given the order and its RMAs. Pure: the same
// book, command and circumstances give the same decision.
import { cancelRefusal, cancelReturn } from './cancel.ts';
import { CARRIER_STEPS, canTake, moveParcel } from './carrier.ts';
import { createReturn } from './create-return.ts';
import { failExchange, fulfilExchange, placeExchange } from './exchange.ts';
import { isClosed, refuse, unknownRma } from './parts.ts';
import { settleRefunds } from './settle.ts';
import type { Assumed, Book, CarrierStep, Circumstances, Command, Decision, Rma } from './types.ts';
import { canReceive, receiveUnits, WAREHOUSE_STEPS } from './warehouse.ts';

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

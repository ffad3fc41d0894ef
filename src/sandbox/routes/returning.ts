// What the shopper, the carrier and the warehouse do. What cannot be is refused; then nothing changed.
import type * as z from 'zod';
import { formatInstant } from '../../contract/time.ts';
import type {
  LogDocument,
  ReturnableDocument,
  RmaDocument,
  RmaList,
  VariantsDocument,
} from '../documents.ts';
import type { Service } from '../intake/service.ts';
import { nextSteps } from '../life-cycle/decide.ts';
import { rmaMessage, statusWord } from '../life-cycle/messages.ts';
import { LOOKED_AT, orderWithoutBody, RefusedAct, unknownOrder } from '../life-cycle/parts.ts';
import { CARRIER_STEPS, WAREHOUSE_STEPS } from '../life-cycle/steps.ts';
import {
  type Assumed,
  type CarrierStep,
  METHODS,
  type Rma,
  type StoredSnapshot,
} from '../life-cycle/types.ts';
import type { Acted, StepCommand } from '../returns/returns.ts';
import type { ReturnRequest } from '../returns/wanted-lines.ts';
import { act } from './act.ts';
import { count, counts, flag, keys, list, NO_KEYS, text, word } from './read-request.ts';

const MOST_HISTORY = 1_000;

const ORDER = text('identifier of the order');
const LINE = text('identifier of the order line');
const UNITS = counts(
  'units by line, such as `{"L1": 1}`; all that can take the step when left out',
).exactOptional();

const RETURN = keys({
  order: ORDER,
  lines: list(
    'lines to return; all that can be returned when left out',
    keys({
      line: LINE,
      units: count('how many units'),
      reason: text('why it comes back').exactOptional(),
      exchange: text('sku of a variant that the shopper takes instead').exactOptional(),
      gift_card: flag('true: refunded as a gift card').exactOptional(),
    }),
  ).exactOptional(),
  method: word(METHODS, 'how it comes back; `mail-back` when left out').exactOptional(),
  reason: text('for lines without a reason').exactOptional(),
  exchange: text('the same for every line without its own').exactOptional(),
  gift_card: flag('the same for every line without its own').exactOptional(),
  giftee: text('e-mail of the receiver of a gift: makes it a gift return').exactOptional(),
});

export const RETURNING = {
  startReturn: act('POST /_sandbox/returns', {
    purpose: 'The shopper confirms a return.',
    body: RETURN,
    answers: 'sandbox-rma',
    does: (service, wish) => startReturn(service, returnRequest(wish)),
  }),
  returnable: act('GET /_sandbox/returnable', {
    purpose: 'Lines of an order, and how many units of each can be returned now.',
    query: { order: ORDER },
    answers: 'sandbox-returnable',
    does(service, { order }): ReturnableDocument {
      const { currency } = knownOrder(service, order);
      const lines = service.state.returns.returnable(order) ?? [];
      return { schema: 'sandbox-returnable/1', order_identifier: order, currency, lines };
    },
  }),
  variants: act('GET /_sandbox/variants', {
    purpose: 'Asks the retailer for the variants of a line, as the portal does before an exchange.',
    query: { order: ORDER, line: LINE },
    answers: 'sandbox-variants',
    async does(service, { order, line }): Promise<VariantsDocument> {
      knownOrder(service, order);
      const offered = await service.state.returns.variants(order, line);
      if (offered.refused) throw new RefusedAct(offered.refused);
      return { schema: 'sandbox-variants/1', order_identifier: order, line, variants: offered.variants };
    },
  }),
  rmas: act('GET /_sandbox/rmas', {
    purpose: 'The RMAs, newest first.',
    query: {
      order: text('only those of this order').exactOptional(),
      limit: count('at most so many (100)').exactOptional(),
    },
    answers: 'sandbox-rmas',
    does(service, { limit = 100, ...filter }): RmaList {
      const { returns } = service.state;
      if (filter.order !== undefined) knownOrder(service, filter.order);
      const rmas = returns.list({ limit, ...filter });
      return {
        schema: 'sandbox-rmas/1',
        rmas: rmas.map((rma) => listedRma(rma, returns.assumptions.values)),
      };
    },
  }),
  rma: act('GET /_sandbox/rmas/{rma}', {
    purpose: 'One RMA with its history, and what can happen next.',
    answers: 'sandbox-rma',
    does: (service, { rma }) => shownRma(service, rma),
  }),
  carrier: act('POST /_sandbox/rmas/{rma}/carrier', {
    purpose: 'The carrier does something with the package.',
    body: keys({ step: word(Object.keys(CARRIER_STEPS), 'what'), lines: UNITS }),
    answers: 'sandbox-rma',
    does: (service, { lines: units, step, ...given }) =>
      perform(service, { kind: 'carrier', ...given, step: step as CarrierStep, ...(units && { units }) }),
  }),
  warehouse: act('POST /_sandbox/rmas/{rma}/warehouse', {
    purpose: 'The warehouse receives units, misses them, or closes the return.',
    body: keys({ step: word(WAREHOUSE_STEPS, 'what'), lines: UNITS }),
    answers: 'sandbox-rma',
    does: (service, { lines: units, ...given }) =>
      perform(service, { kind: 'warehouse', ...given, ...(units && { units }) }),
  }),
  cancel: act('POST /_sandbox/rmas/{rma}/cancel', {
    purpose: 'The return is cancelled.',
    body: NO_KEYS,
    answers: 'sandbox-rma',
    does: (service, { rma }) => perform(service, { kind: 'cancel', rma }),
  }),
  log: act('GET /_sandbox/log', {
    purpose: 'What happened to returns, oldest first, with the assumptions behind it.',
    query: {
      after: count('only lines after this sequence number').exactOptional(),
      rma: text('only lines of this RMA').exactOptional(),
      limit: count('at most so many (1,000)').exactOptional(),
    },
    answers: 'sandbox-log',
    does(service, { after = 0, limit = MOST_HISTORY, ...filter }): LogDocument {
      return { schema: 'sandbox-log/1', lines: service.state.returns.log({ after, limit, ...filter }) };
    },
  }),
};

export async function startReturn(service: Service, request: ReturnRequest): Promise<RmaDocument> {
  knownOrder(service, request.order);
  return acted(service, await service.state.returns.start(request));
}

const perform = (service: Service, command: StepCommand): RmaDocument =>
  acted(service, service.state.returns.act(command));

function acted(service: Service, done: Acted): RmaDocument {
  if (done.refused) throw new RefusedAct(done.refused);
  return shownRma(service, done.rma.identifier);
}

function shownRma(service: Service, identifier: string): RmaDocument {
  const { returns } = service.state;
  const rma = returns.find(identifier);
  if (!rma) throw new RefusedAct(returns.unknown(identifier));
  const log = returns.log({ rma: identifier, after: 0, limit: MOST_HISTORY });
  return {
    schema: 'sandbox-rma/1',
    ...listedRma(rma, returns.assumptions.values),
    history: log.map(({ at, text, assumed }) => ({ at, text, assumed })),
  };
}

type ListedRma = RmaList['rmas'][number];

function listedRma(rma: Rma, assumed: Assumed): ListedRma {
  return {
    rma_identifier: rma.identifier,
    status: statusWord(rma, assumed),
    order_identifier: rma.order,
    return_method: rma.method,
    created_at: formatInstant(rma.createdAt),
    updated_at: formatInstant(rma.updatedAt),
    items: rmaMessage(rma, assumed).items,
    exchange: {
      state: rma.exchange,
      order_identifier: rma.exchangeOrder,
      gift_card_items: rma.units.flatMap(({ refundType }, i) => (refundType === 'UNEVEN_GC' ? [i] : [])),
    },
    next: nextSteps(rma, assumed),
  };
}

/** The last snapshot. */
function knownOrder({ state: { orders } }: Service, identifier: string): StoredSnapshot {
  const order = orders.snapshot(identifier);
  if (order !== undefined) return order as StoredSnapshot;
  if (orders.find(identifier)) throw new RefusedAct(orderWithoutBody(identifier));
  const known = [...orders.list({ body: false, limit: LOOKED_AT })].map((one) => one.identifier);
  throw new RefusedAct(unknownOrder(identifier, known));
}

function returnRequest({ gift_card: giftCard, lines, ...rest }: z.infer<typeof RETURN>): ReturnRequest {
  const card = (given: boolean | undefined) => given !== undefined && { giftCard: given };
  return {
    ...rest,
    ...card(giftCard),
    ...(lines && { lines: lines.map(({ gift_card: own, ...line }) => ({ ...line, ...card(own) })) }),
  };
}

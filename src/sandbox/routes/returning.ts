// Routes of the shopper, the carrier and the warehouse.
import type * as z from 'zod';
import { CARRIER_STEPS } from '../life-cycle/carrier.ts';
import { METHODS } from '../life-cycle/types.ts';
import { WAREHOUSE_STEPS } from '../life-cycle/warehouse.ts';
import type { ReturnRequest } from '../returns/wanted-lines.ts';
import { route } from './route.ts';
import { count, counts, flag, keys, list, text, word } from './shapes.ts';

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

export const RETURNING = [
  route('POST /_sandbox/returns', {
    purpose: 'The shopper confirms a return.',
    body: RETURN,
    answers: 'sandbox-rma',
    act: ({ acts }, _given, wish) => acts.startReturn(returnRequest(wish)),
  }),
  route('GET /_sandbox/returnable', {
    purpose: 'Lines of an order, and how many units of each can be returned now.',
    query: { order: ORDER },
    answers: 'sandbox-returnable',
    act: ({ acts }, { order }) => acts.returnable(order),
  }),
  route('GET /_sandbox/variants', {
    purpose: 'Asks the retailer for the variants of a line, as the portal does before an exchange.',
    query: { order: ORDER, line: LINE },
    answers: 'sandbox-variants',
    act: ({ acts }, { order, line }) => acts.variants(order, line),
  }),
  route('GET /_sandbox/rmas', {
    purpose: 'The RMAs, newest first.',
    query: {
      order: text('only those of this order').exactOptional(),
      limit: count('at most so many (100)').exactOptional(),
    },
    answers: 'sandbox-rmas',
    act: ({ acts }, filter) => acts.rmas(filter),
  }),
  route('GET /_sandbox/rmas/{rma}', {
    purpose: 'One RMA with its history, and what can happen next.',
    answers: 'sandbox-rma',
    act: ({ acts }, { rma }) => acts.rma(rma),
  }),
  route('POST /_sandbox/rmas/{rma}/carrier', {
    purpose: 'The carrier does something with the package.',
    body: keys({ step: word(Object.keys(CARRIER_STEPS), 'what'), lines: UNITS }),
    answers: 'sandbox-rma',
    act: ({ acts }, { rma }, { step, lines }) => acts.carrier(rma, step, lines),
  }),
  route('POST /_sandbox/rmas/{rma}/warehouse', {
    purpose: 'The warehouse receives units, misses them, or closes the return.',
    body: keys({ step: word(WAREHOUSE_STEPS, 'what'), lines: UNITS }),
    answers: 'sandbox-rma',
    act: ({ acts }, { rma }, { step, lines }) => acts.warehouse(rma, step, lines),
  }),
  route('POST /_sandbox/rmas/{rma}/cancel', {
    purpose: 'The return is cancelled.',
    body: keys({}),
    answers: 'sandbox-rma',
    act: ({ acts }, { rma }) => acts.cancel(rma),
  }),
  route('GET /_sandbox/log', {
    purpose: 'What happened to returns, oldest first, with the assumptions behind it.',
    query: {
      after: count('only lines after this sequence number').exactOptional(),
      rma: text('only lines of this RMA').exactOptional(),
      limit: count('at most so many (1,000)').exactOptional(),
    },
    answers: 'sandbox-log',
    act: ({ acts }, filter) => acts.log(filter),
  }),
];

function returnRequest({ gift_card: giftCard, lines, ...rest }: z.infer<typeof RETURN>): ReturnRequest {
  return {
    ...rest,
    ...(giftCard !== undefined && { giftCard }),
    ...(lines && {
      lines: lines.map(({ gift_card: card, ...line }) => ({
        ...line,
        ...(card !== undefined && { giftCard: card }),
      })),
    }),
  };
}

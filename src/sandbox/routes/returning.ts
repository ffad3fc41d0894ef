// Routes of the shopper, the carrier and the warehouse.
import { CARRIER_STEPS } from '../life-cycle/carrier.ts';
import { METHODS } from '../life-cycle/types.ts';
import { WAREHOUSE_STEPS } from '../life-cycle/warehouse.ts';
import type { ReturnRequest } from '../wanted-lines.ts';
import type { BodyOf, Fields } from './fields.ts';
import { route } from './route.ts';

const EXCHANGE = { kind: 'text', text: 'sku of a variant that the shopper takes instead' } as const;
const GIFT_CARD = { kind: 'flag', text: 'true: refunded as a gift card' } as const;
const REASON = { kind: 'text', text: 'why it comes back' } as const;

const RETURN = {
  order: { kind: 'text', text: 'identifier of the order', required: true },
  lines: {
    kind: 'list',
    text: 'lines to return; all that can be returned when left out',
    of: {
      line: { kind: 'text', text: 'identifier of the order line', required: true },
      units: { kind: 'count', text: 'how many units', required: true },
      reason: REASON,
      exchange: EXCHANGE,
      gift_card: GIFT_CARD,
    },
  },
  method: { kind: 'word', oneOf: METHODS, text: 'how it comes back; `mail-back` when left out' },
  reason: { ...REASON, text: 'for lines without a reason' },
  exchange: { ...EXCHANGE, text: 'the same for every line without its own' },
  gift_card: { ...GIFT_CARD, text: 'the same for every line without its own' },
  giftee: { kind: 'text', text: 'e-mail of the receiver of a gift: makes it a gift return' },
} as const satisfies Fields;

const UNITS = {
  kind: 'counts',
  text: 'units by line, such as `{"L1": 1}`; all that can take the step when left out',
} as const;
const ORDER = { kind: 'text', text: 'identifier of the order', required: true } as const;

export const RETURNING = [
  route('POST /_sandbox/returns', {
    purpose: 'The shopper confirms a return.',
    body: RETURN,
    answers: 'sandbox-rma',
    act: ({ acts }, { body }) => acts.startReturn(returnRequest(body)),
  }),
  route('GET /_sandbox/returnable', {
    purpose: 'Lines of an order, and how many units of each can be returned now.',
    query: { order: ORDER },
    answers: 'sandbox-returnable',
    act: ({ acts }, { query }) => acts.returnable(query.order),
  }),
  route('GET /_sandbox/variants', {
    purpose: 'Asks the retailer for the variants of a line, as the portal does before an exchange.',
    query: { order: ORDER, line: { kind: 'text', text: 'identifier of the order line', required: true } },
    answers: 'sandbox-variants',
    act: ({ acts }, { query }) => acts.variants(query.order, query.line),
  }),
  route('GET /_sandbox/rmas', {
    purpose: 'The RMAs, newest first.',
    query: {
      order: { kind: 'text', text: 'only those of this order' },
      limit: { kind: 'count', text: 'at most so many (100)' },
    },
    answers: 'sandbox-rmas',
    act: ({ acts }, { query }) => acts.rmas(query),
  }),
  route('GET /_sandbox/rmas/{rma}', {
    purpose: 'One RMA with its history, and what can happen next.',
    answers: 'sandbox-rma',
    act: ({ acts }, { parameters }) => acts.rma(parameters['rma'] ?? ''),
  }),
  route('POST /_sandbox/rmas/{rma}/carrier', {
    purpose: 'The carrier does something with the package.',
    body: {
      step: { kind: 'word', oneOf: Object.keys(CARRIER_STEPS), text: 'what', required: true },
      lines: UNITS,
    },
    answers: 'sandbox-rma',
    act: ({ acts }, { parameters, body: { step, lines } }) =>
      acts.carrier(parameters['rma'] ?? '', step, lines),
  }),
  route('POST /_sandbox/rmas/{rma}/warehouse', {
    purpose: 'The warehouse receives units, misses them, or closes the return.',
    body: {
      step: { kind: 'word', oneOf: WAREHOUSE_STEPS, text: 'what', required: true },
      lines: UNITS,
    },
    answers: 'sandbox-rma',
    act: ({ acts }, { parameters, body: { step, lines } }) =>
      acts.warehouse(parameters['rma'] ?? '', step, lines),
  }),
  route('POST /_sandbox/rmas/{rma}/cancel', {
    purpose: 'The return is cancelled.',
    body: {},
    answers: 'sandbox-rma',
    act: ({ acts }, { parameters }) => acts.cancel(parameters['rma'] ?? ''),
  }),
  route('GET /_sandbox/log', {
    purpose: 'What happened to returns, oldest first, with the assumptions behind it.',
    query: {
      after: { kind: 'count', text: 'only lines after this sequence number' },
      rma: { kind: 'text', text: 'only lines of this RMA' },
      limit: { kind: 'count', text: 'at most so many (1,000)' },
    },
    answers: 'sandbox-log',
    act: ({ acts }, { query }) => acts.log(query),
  }),
];

function returnRequest({ gift_card: giftCard, lines, ...rest }: BodyOf<typeof RETURN>): ReturnRequest {
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

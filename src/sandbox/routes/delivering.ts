// The messages to the retailer: looked at, sent again, and made to go wrong.
import { isObject, parsedJson } from '../../basics/json.ts';
import { quote } from '../../basics/text.ts';
import { rmaState } from '../../contract/rma-words.ts';
import { formatInstant } from '../../contract/time.ts';
import { DELIVERY_CHANGES, deliveryOptions } from '../deliveries/delivery-options.ts';
import { DELIVERY_STATES, type Delivery } from '../deliveries/types.ts';
import type { DeliveryDocument, DeliveryList, OutageDocument } from '../documents.ts';
import { RefusedAct, refusedAct } from '../life-cycle/parts.ts';
import { act } from './act.ts';
import { count, duration, durationOf, keys, LAST_TIME, NO_KEYS, text, word } from './read-request.ts';

export const DELIVERING = {
  deliveries: act('GET /_sandbox/deliveries', {
    purpose: 'The messages to the retailer with every attempt, newest first.',
    query: {
      rma: text('only those of this RMA').exactOptional(),
      state: word(DELIVERY_STATES, 'only those in this state').exactOptional(),
      limit: count('at most so many (100)').exactOptional(),
    },
    answers: 'sandbox-deliveries',
    does({ deliveries }, { limit = 100, ...filter }): DeliveryList {
      const listed = deliveries.list({ limit, ...filter }).map(listedDelivery);
      return { schema: 'sandbox-deliveries/1', counts: deliveries.counts(), deliveries: listed };
    },
  }),
  delivery: act('GET /_sandbox/deliveries/{id}', {
    purpose: 'One message with its body.',
    answers: 'sandbox-delivery',
    does: ({ deliveries }, { id }) => shown(deliveries.find(id), id),
  }),
  redeliver: act('POST /_sandbox/deliveries/{id}/redeliver', {
    purpose: 'Sends it once more from the beginning.',
    body: NO_KEYS,
    answers: 'sandbox-delivery',
    does({ deliveries, state: { returns } }, { id }) {
      const delivery = deliveries.find(id);
      const refused = delivery && returns.resendRefusal(delivery);
      if (refused) throw new RefusedAct(refused);
      return shown(deliveries.redeliver(id), id);
    },
  }),
  outage: act('POST /_sandbox/deliveries/outage', {
    purpose: "The retailer cannot be reached for so long, on the sandbox's clock.",
    body: keys({ for: duration('a duration such as `31h`') }),
    answers: 'sandbox-outage',
    does({ deliveries, timeline }, { for: time }): OutageDocument {
      const until = Math.min(timeline.clock.now() + durationOf(time, 'for'), LAST_TIME);
      deliveries.outage(until);
      return { schema: 'sandbox-outage/1', until: formatInstant(until) };
    },
  }),
  deliveryOptions: act('POST /_sandbox/deliveries/options', {
    purpose: 'How deliveries go wrong on purpose, from now on.',
    body: DELIVERY_CHANGES,
    answers: '`{"options": {}}` with what was given',
    does({ deliveries }, given) {
      deliveries.setOptions(deliveryOptions(given));
      return { options: given };
    },
  }),
};

function shown(delivery: Delivery | undefined, id: string): DeliveryDocument {
  if (!delivery)
    throw refusedAct(
      'delivery.unknown',
      `There is no delivery ${quote(id)}. Deliveries are named D-1, D-2 ...`,
    );
  const { body } = delivery.message;
  const message = body === null ? null : (parsedJson(body) ?? body);
  return { schema: 'sandbox-delivery/1', ...listedDelivery(delivery), body: message };
}

function listedDelivery(delivery: Delivery): DeliveryList['deliveries'][number] {
  const { id, message, state, createdAt, nextAt, reason, attempts } = delivery;
  return {
    id,
    kind: message.kind,
    rma_identifier: message.rma,
    ...contentOf(message),
    state,
    method: message.method,
    path: message.path,
    created_at: formatInstant(createdAt),
    next_at: nextAt === null ? null : formatInstant(nextAt),
    reason,
    attempts: attempts.map(({ at, ...attempt }) => ({ at: formatInstant(at), ...attempt })),
  };
}

/** What the message says, at a glance. */
function contentOf({
  kind,
  body,
}: Delivery['message']): Pick<DeliveryDocument, 'order_identifiers' | 'says'> {
  const value = body === null ? null : parsedJson(body);
  const { status, items, original_order_id: original } = isObject(value) ? value : {};
  const units = kind === 'rma' && Array.isArray(items) ? items : [];
  const orders = [original, ...units.map((unit) => isObject(unit) && unit['order_identifier'])];
  return {
    order_identifiers: [...new Set(orders.filter((order) => typeof order === 'string'))],
    says: kind === 'rma' ? rmaState(typeof status === 'string' ? status : null, units) : null,
  };
}

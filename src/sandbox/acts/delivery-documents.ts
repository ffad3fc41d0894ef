// A delivery as a document: its message, and every attempt with the retailer's answer.
import { formatInstant } from '../../contract/time.ts';
import type { Delivery } from '../deliveries/types.ts';
import type { DeliveryDocument, DeliveryList } from '../documents.ts';

export function listedDelivery(delivery: Delivery): DeliveryList['deliveries'][number] {
  const { id, message, state, createdAt, nextAt, reason, attempts } = delivery;
  return {
    id,
    kind: message.kind,
    rma_identifier: message.rma,
    state,
    method: message.method,
    path: message.path,
    created_at: formatInstant(createdAt),
    next_at: nextAt === null ? null : formatInstant(nextAt),
    reason,
    attempts: attempts.map(({ at, ms, status, fault, answer, note }) => ({
      ...{ at: formatInstant(at), ms, status, fault, answer, note },
    })),
  };
}

export const deliveryDocument = (delivery: Delivery): DeliveryDocument => ({
  schema: 'sandbox-delivery/1',
  ...listedDelivery(delivery),
  body: bodyOf(delivery.message.body),
});

function bodyOf(body: string | null): unknown {
  if (body === null) return null;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

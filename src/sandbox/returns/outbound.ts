// What goes to the retailer's endpoints as requests: which endpoint takes which message, and in which queue it waits.
import { uriPart } from '../../basics/text.ts';
import type { EndpointPaths } from '../../contract/customer-endpoints.ts';
import type { OutboundMessage } from '../deliveries/types.ts';
import { exchangeOrderMessage, rmaMessage } from '../life-cycle/messages.ts';
import type { Assumed, Rma, StoredSnapshot } from '../life-cycle/types.ts';

export function rmaDelivery(rma: Rma, paths: EndpointPaths, assumed: Assumed): OutboundMessage {
  const { identifier } = rma;
  const body = JSON.stringify(rmaMessage(rma, assumed));
  return { kind: 'rma', key: identifier, rma: identifier, method: 'POST', path: paths.rmas, body };
}

/** It has a queue of its own: the messages of the RMA do not wait for the retailer's answer to it. */
export function exchangeDelivery(
  rma: Rma,
  order: StoredSnapshot,
  paths: EndpointPaths,
  assumed: Assumed,
): OutboundMessage {
  const { identifier } = rma;
  const body = JSON.stringify(exchangeOrderMessage(rma, order, assumed));
  const key = `${identifier} exchange`;
  return { kind: 'exchange_order', key, rma: identifier, method: 'POST', path: paths.exchangeOrders, body };
}

export function variantsRequest(variant: string, paths: EndpointPaths): OutboundMessage {
  const path = `/sku/${uriPart(variant)}/${paths.variants}`;
  return { kind: 'variants', key: '', rma: null, method: 'GET', path, body: null };
}

// The messages to the retailer: looked at, sent again, and made to go wrong.
import { inputFailure } from '../../basics/failure.ts';
import { isObject } from '../../basics/json.ts';
import { quote } from '../../basics/text.ts';
import { rmaState } from '../../contract/rma-words.ts';
import { formatInstant } from '../../contract/time.ts';
import type { Delivery, DeliveryFilter, DeliveryOptions } from '../deliveries/types.ts';
import type { DeliveryDocument, DeliveryList, OutageDocument } from '../documents.ts';
import type { Service } from '../intake/service.ts';
import { parsedJson } from '../parsed-json.ts';
import { durationOf, LAST_TIME } from './clock-acts.ts';
import { RefusedAct, refusedAct } from './refused.ts';

/** Durations in ms, or as texts such as `1s`. */
export interface DeliveryChanges {
  /** Share (0 to 1) of messages that are sent twice. */
  readonly duplicates?: number;
  /** Messages of one RMA may overtake each other. */
  readonly reorder?: boolean;
  /** Wait before each first attempt, on the sandbox's clock. */
  readonly delay?: number | string;
  /** Requests at the same time. */
  readonly concurrency?: number;
  /** Real time that an attempt may take. */
  readonly timeout?: number | string;
}

export function makeDeliveryActs(service: Service) {
  const there = (delivery: Delivery | undefined, id: string): DeliveryDocument => {
    if (delivery) return deliveryDocument(delivery);
    throw refusedAct(
      'delivery.unknown',
      `There is no delivery ${quote(id)}. Deliveries are named D-1, D-2 ...`,
    );
  };
  return {
    /** Newest first, at most `limit` (100). */
    list({ limit = 100, ...filter }: Partial<DeliveryFilter> = {}): DeliveryList {
      const { deliveries } = service;
      const listed = deliveries.list({ limit, ...filter }).map(listedDelivery);
      return { schema: 'sandbox-deliveries/1', counts: deliveries.counts(), deliveries: listed };
    },
    show: (id: string): DeliveryDocument => there(service.deliveries.find(id), id),
    /** Sends it once more from the beginning, whatever became of it. */
    redeliver(id: string): DeliveryDocument {
      const delivery = service.deliveries.find(id);
      const refused = delivery && service.state.returns.resendRefusal(delivery);
      if (refused) throw new RefusedAct(refused);
      return there(service.deliveries.redeliver(id), id);
    },
    /** The retailer cannot be reached for so long (ms, or a text such as `31h`), on the sandbox's clock. */
    outage(duration: number | string): OutageDocument {
      const now = service.timeline.clock.now();
      const until = Math.min(now + durationOf(duration, 'for'), LAST_TIME);
      service.deliveries.outage(until);
      return { schema: 'sandbox-outage/1', until: formatInstant(until) };
    },
    /** How deliveries go wrong on purpose, from now on; what is left out stays as it is. @throws Failure */
    setOptions({ delay, timeout, ...changes }: DeliveryChanges): void {
      const options: Partial<DeliveryOptions> = {
        ...changes,
        ...(delay !== undefined && { delayMs: durationOf(delay, 'delay') }),
        ...(timeout !== undefined && { timeoutMs: durationOf(timeout, 'timeout') }),
      };
      for (const [key, name, least, most] of BOUNDS) {
        const value = options[key];
        if (value !== undefined && !(value >= least && value <= most))
          throw outside(name, value, least, most);
      }
      service.deliveries.setOptions(options);
    },
  };
}

/** Timers are limited to 2^31 ms. */
const LONGEST = 2 ** 31 - 1;
const BOUNDS = [
  ['duplicates', 'duplicates', 0, 1],
  ['concurrency', 'concurrency', 1, 10_000],
  ['timeoutMs', 'timeout', 1, LONGEST],
] as const satisfies readonly (readonly [keyof DeliveryOptions, keyof DeliveryChanges, number, number])[];

const outside = (name: string, value: number, least: number, most: number) =>
  inputFailure('sandbox.delivery', `${name} does not understand ${value}`, {
    place: { path: name },
    expected: `a number from ${least} to ${most}`,
    found: String(value),
    hint: `Give ${name} a number from ${least} to ${most}.`,
  });

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
    attempts: attempts.map(({ at, ms, status, fault, answer, note }) => ({
      ...{ at: formatInstant(at), ms, status, fault, answer, note },
    })),
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

function deliveryDocument(delivery: Delivery): DeliveryDocument {
  const { body } = delivery.message;
  const shown = body === null ? null : (parsedJson(body) ?? body);
  return { schema: 'sandbox-delivery/1', ...listedDelivery(delivery), body: shown };
}

// What happened to an RMA and which messages went out, in one order of time. Pure.
import type { DeliveryList, RmaDocument } from '../types.ts';

export type Delivery = DeliveryList['deliveries'][number];

export type Entry =
  | {
      readonly at: string;
      readonly text: string;
      readonly assumed: readonly string[];
      readonly delivery?: undefined;
    }
  | { readonly at: string; readonly delivery: Delivery };

/** Oldest first. Of the same time, what happened stands before the message about it. */
export function entriesOf(history: RmaDocument['history'], deliveries: readonly Delivery[]): Entry[] {
  const messages = [...deliveries].reverse().map((delivery) => ({ at: delivery.created_at, delivery }));
  const time = ({ at }: Entry) => Date.parse(at);
  return [...history, ...messages].sort((a, b) => time(a) - time(b));
}

// Messages on their way: parcels, the batches they travel in, and how a batch is cut.

/** One message with everything the sender needs to know of it. At most one open request holds a given key. */
export interface Parcel<T> {
  /** What must not overtake itself: an order id, an ASN number. */
  readonly key: string;
  /** The message as JSON text, exactly as it is sent. */
  readonly text: string;
  readonly bytes: number;
  readonly cargo: T;
}

/** Why the service (or we in its name) refused one message. */
export interface Refusal {
  /** HTTP status; 0 when no answer named one. */
  readonly status: number;
  readonly code: string;
  /** Field path inside the message. */
  readonly field: string;
  readonly message: string;
}

export interface Batch<T> {
  readonly parcels: readonly Parcel<T>[];
  /** Tries that failed (5xx, time-out, dropped). */
  failures: number;
  firstFailureAt: number;
  /** Not sent before this (monotonic ms). */
  notBefore: number;
  /** 401s with different tokens. */
  tokenRefusals: number;
  /** Known to hold at least one message that the service refuses: never sent whole again. */
  guilty: boolean;
  /** The right half that waits for what becomes of this left half. */
  held: Batch<T> | undefined;
}

export function batchOf<T>(parcels: readonly Parcel<T>[]): Batch<T> {
  return {
    parcels,
    failures: 0,
    firstFailureAt: 0,
    notBefore: 0,
    tokenRefusals: 0,
    guilty: false,
    held: undefined,
  };
}

export function halves<T>(batch: Batch<T>): [Batch<T>, Batch<T>] {
  const middle = Math.ceil(batch.parcels.length / 2);
  return [batchOf(batch.parcels.slice(0, middle)), batchOf(batch.parcels.slice(middle))];
}

/** Sizes of the first batches: a wrong mapping is noticed after a handful of orders, not after fifty times that. */
const RAMP = [1, 1, 2, 4, 8, 16, 32];

export const rampSize = (finished: number, batchSize: number): number =>
  Math.min(batchSize, RAMP[finished] ?? batchSize);

export const isRamping = (finished: number): boolean => finished < RAMP.length;

/** How a kind of message stands in a request body. */
export interface Envelope {
  readonly before: string;
  readonly after: string;
  /** Name of the array in field paths: `orders`. */
  readonly list: string;
}

export const composeBody = <T>(envelope: Envelope, parcels: readonly Parcel<T>[]): string =>
  `${envelope.before}${parcels.map((parcel) => parcel.text).join(',')}${envelope.after}`;

/**
 * Which messages of a batch the errors of a 422 name: index -> refusals. Understands `orders[3].items[0].sku`,
 * `orders.3.sku` and `/orders/3/sku`, with or without the wrapper's name in front. Empty when none is named.
 */
export function namedRefusals(
  errors: readonly { field: string; code: string }[],
  envelope: Envelope,
  size: number,
  status: number,
  message: string,
): Map<number, Refusal[]> {
  const pattern = new RegExp(`(?:^|[./])${envelope.list}(?:\\[(\\d+)\\]|[./](\\d+))(?:[./]?(.*))$`);
  const named = new Map<number, Refusal[]>();
  for (const { field, code } of errors) {
    const m = pattern.exec(field);
    const index = m ? Number(m[1] ?? m[2]) : Number.NaN;
    if (!(index < size)) continue;
    const inside = (m?.[3] ?? '').replace(/[./](\d+)(?=[./]|$)/g, '[$1]').replace(/\//g, '.');
    const list = named.get(index) ?? [];
    list.push({ status, code: code || 'invalid', field: inside, message });
    named.set(index, list);
  }
  return named;
}

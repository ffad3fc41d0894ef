// The record of the newest requests: enough to check what a client did, without secrets.

export interface RequestRecord {
  /** From 1, in order of arrival. */
  readonly sequence: number;
  /** Arrival on the monotonic clock, ms. */
  readonly at: number;
  /** Arrival on the wall clock, ms since the epoch. */
  readonly time: number;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Name of the endpoint; null for an unknown path. */
  readonly endpoint: string | null;
  readonly bytes: number;
  /** SHA-256 of the body; null for an empty body, and for the token endpoint, whose body contains a secret. */
  readonly sha256: string | null;
  /** Identifiers of the orders in the body, as far as it was read; at most 200. Only the newest requests have them. */
  orders: readonly string[];
  /** Number of orders in the body. */
  count: number;
  /** `status 503`, `drop after`, `delay 100`, `rate limit` or `defect`; null for a normal request. */
  fault: string | null;
  /** Status of the answer; null before the answer, and when the connection was dropped. */
  status: number | null;
  /** Time from arrival to answer, ms; null before the answer. */
  ms: number | null;
}

export interface Statistics {
  readonly total: number;
  /** Endpoint -> status (or `dropped`) -> count. */
  readonly by_endpoint: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Maximum number of requests in any 60 s, including refused ones. */
  readonly max_in_60s: number;
}

export class Records {
  readonly #list: RequestRecord[] = [];
  readonly #counts: Record<string, Record<string, number>> = {};
  readonly #window = new LastMinute();
  #sequence = 0;

  /** `size`: maximum number of stored requests. `named`: how many of the newest, fewer than that, keep their identifiers. */
  constructor(
    readonly size = 100_000,
    readonly named = 5_000,
  ) {}

  add(
    arrival: Omit<RequestRecord, 'sequence' | 'orders' | 'count' | 'fault' | 'status' | 'ms'>,
  ): RequestRecord {
    const record: RequestRecord = {
      sequence: ++this.#sequence,
      ...arrival,
      orders: [],
      count: 0,
      fault: null,
      status: null,
      ms: null,
    };
    this.#list.push(record);
    if (this.#list.length > this.size) this.#list.shift();
    const older = this.#list.at(-1 - this.named);
    if (older) older.orders = [];
    this.#window.add(arrival.at);
    return record;
  }

  /** Records the orders of a request. */
  name(record: RequestRecord, orders: readonly string[], count: number): void {
    Object.assign(record, { orders, count });
  }

  close(record: RequestRecord, status: number | null, now: number): void {
    record.status = status;
    record.ms = Math.round((now - record.at) * 1000) / 1000;
    const name = record.endpoint ?? 'none';
    this.#counts[name] ??= {};
    const counts = this.#counts[name];
    const key = status === null ? 'dropped' : String(status);
    counts[key] = (counts[key] ?? 0) + 1;
  }

  /** The requests after a sequence number, oldest first, as far as they are still stored. */
  after(sequence: number, limit = this.size): RequestRecord[] {
    const from = Math.max(0, sequence - this.#sequence + this.#list.length);
    return this.#list.slice(from, from + limit);
  }

  statistics(): Statistics {
    return {
      total: this.#sequence,
      by_endpoint: structuredClone(this.#counts),
      max_in_60s: this.#window.most,
    };
  }
}

// The rate limit per IP address: no 60 s hold more requests than it. A refused request does not count. Pure functions of time.
/** Decides about one request at `now` (monotonic ms), and counts it when it is allowed. */
type Gate = (now: number) => boolean;
/** The gate of one address. @param start ms */
export type MakeGate = (limit: number, start: number) => Gate;

const sliding: MakeGate = (limit) => {
  const passed = new LastMinute();
  return (now) => {
    if (passed.count(now) >= limit) return false;
    passed.add(now);
    return true;
  };
};

// Limits memory: a normal machine has few addresses, a hostile client could use many.
const MOST_ADDRESSES = 10_000;

export function makeLimiter(limit: number | 'off', start: number, gateOf: MakeGate = sliding) {
  const gates = new Map<string, Gate>();
  return {
    limit,
    admit(address: string, now: number): boolean {
      if (limit === 'off') return true;
      if (!gates.has(address) && gates.size >= MOST_ADDRESSES) gates.clear();
      const gate = gates.get(address) ?? gateOf(limit, start);
      gates.set(address, gate);
      return gate(now);
    },
  };
}

const MINUTE = 60_000;

/** Counts the events of the last 60 s. Times must be added in ascending order. An event counts until exactly 60 s after it. */
export class LastMinute {
  readonly #times: number[] = [];
  /** The maximum number of events in any 60 s so far. */
  most = 0;

  /** Events in the 60 s that end at `now`. */
  count(now: number): number {
    while (this.#times[0]! <= now - MINUTE) this.#times.shift();
    return this.#times.length;
  }

  add(now: number): void {
    this.#times.push(now);
    this.most = Math.max(this.most, this.count(now));
  }
}

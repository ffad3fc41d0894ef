// Every request the sandbox got, in a bounded ring: enough to prove what a client did, nothing that is secret.
import { LastMinute } from './last-minute.ts';

export interface RequestRecord {
  /** From 1, in the order of arrival. */
  readonly sequence: number;
  /** Arrival on the monotonic clock, ms. */
  readonly at: number;
  /** Arrival on the wall clock, ms since the epoch. */
  readonly time: number;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Name of the endpoint; null for a path that is none. */
  readonly endpoint: string | null;
  readonly bytes: number;
  /** SHA-256 of the body; null for the token endpoint, whose body holds a secret, and for an empty one. */
  readonly sha256: string | null;
  /** Identifiers of the orders in the body, as far as it was read; at most 200 of them. */
  orders: readonly string[];
  /** How many orders the body held. */
  count: number;
  /** `status 503`, `drop after`, `delay 100`, `rate limit`, `defect`; null when nothing interfered. */
  fault: string | null;
  /** What was answered; null while it is not, and when the connection was dropped. */
  status: number | null;
  /** From arrival to answer; null while there is none. */
  ms: number | null;
}

export interface Statistics {
  readonly total: number;
  /** Endpoint -> status (or `dropped`) -> how many. */
  readonly by_endpoint: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The most requests that any 60 s held, refused ones included. */
  readonly max_in_60s: number;
}

export class Records {
  readonly #ring: RequestRecord[] = [];
  readonly #counts: Record<string, Record<string, number>> = {};
  readonly #window = new LastMinute();
  #sequence = 0;

  /** `size`: how many requests are remembered. */
  constructor(readonly size = 100_000) {}

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
    this.#ring[(record.sequence - 1) % this.size] = record;
    this.#window.add(arrival.at);
    return record;
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

  /** Those after a sequence number, oldest first, as far as the ring still has them. */
  after(sequence: number, limit = this.size): RequestRecord[] {
    const found: RequestRecord[] = [];
    for (let next = Math.max(sequence, this.#sequence - this.size) + 1; next <= this.#sequence; next++) {
      if (found.length >= limit) break;
      found.push(this.#ring[(next - 1) % this.size]!);
    }
    return found;
  }

  statistics(): Statistics {
    return {
      total: this.#sequence,
      by_endpoint: structuredClone(this.#counts),
      max_in_60s: this.#window.most,
    };
  }
}

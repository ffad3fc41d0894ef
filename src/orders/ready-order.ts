// An order that passed the checks, with what is computed from it: the bytes that are sent, their digests, the facts that the
// ledger records. Each is computed once, in the first pass; the second pass parses nothing.
import { canonicalJson } from '../basics/json.ts';
import type { Order } from '../contract/order.ts';
import type { CanonicalText } from '../input/types.ts';
import type { Crypto } from '../platform/platform.ts';
import { factsOf, type OrderFacts, type OrderRecord } from '../storage/order-record.ts';

/** What the pass cache stores of an order, beside its text. */
export interface Computed {
  readonly digest: string;
  readonly facts: OrderFacts;
}

export class ReadyOrder implements Computed {
  private ownDigest: string | undefined;
  private ownFacts: OrderFacts | undefined;
  private canonical: string | undefined;

  private constructor(
    private readonly crypto: Crypto,
    private parsed: Order | undefined,
    private json: Uint8Array | undefined,
    computed?: Partial<Computed>,
  ) {
    this.ownDigest = computed?.digest;
    this.ownFacts = computed?.facts;
  }

  /** `known`: what is known of the order already. */
  static of(crypto: Crypto, order: Order, known?: CanonicalText): ReadyOrder {
    const ready = new ReadyOrder(crypto, order, undefined);
    ready.ownDigest = known && digestIn(known.sha256);
    ready.canonical = known?.text;
    return ready;
  }

  static restored(crypto: Crypto, json: Uint8Array, computed: Computed): ReadyOrder {
    return new ReadyOrder(crypto, undefined, json, computed);
  }

  /** Another version of the order. */
  with(order: Order): ReadyOrder {
    return ReadyOrder.of(this.crypto, order);
  }

  get id(): string {
    return this.parsed?.identifier ?? this.facts.id;
  }

  get order(): Order {
    this.parsed ??= JSON.parse(this.text) as Order;
    return this.parsed;
  }

  /** Canonical JSON in UTF-8: as it is sent. */
  get bytes(): Uint8Array {
    this.json ??= Buffer.from(this.canonical ?? canonicalJson(this.parsed));
    return this.json;
  }

  /** Canonical JSON. */
  get text(): string {
    return new TextDecoder().decode(this.bytes);
  }

  /** JSON with the keys in the order of the message: as a check writes it. */
  get written(): string {
    return JSON.stringify(this.order);
  }

  /** 128 bits of SHA-256 over the bytes, hexadecimal. */
  get digest(): string {
    this.ownDigest ??= this.digestOf(this.bytes);
    return this.ownDigest;
  }

  /** The digest without `updated_at`. */
  get content(): string {
    return this.digestOf(this.withoutUpdatedAt());
  }

  get facts(): OrderFacts {
    this.ownFacts ??= factsOf(this.order);
    return this.ownFacts;
  }

  record(about: Pick<OrderRecord, 'at' | 'run' | 'source'>): OrderRecord {
    // Named one by one: spreading facts that were parsed takes longer than everything else here.
    const { id, updatedAt, status, currency, totalCents, lines, refunds } = this.facts;
    const { at, run, source } = about;
    const { digest, content } = this;
    return {
      id,
      updatedAt,
      status,
      currency,
      totalCents,
      lines,
      refunds,
      digest,
      content,
      at,
      run,
      source,
      past: [],
      previous: null,
    };
  }

  private digestOf(json: string | Uint8Array): string {
    return digestIn(this.crypto.sha256(json));
  }

  /**
   * `updated_at` is the last key of the interface in sorted order, so the bytes usually end with it: cutting it off costs a
   * tenth of writing the order again.
   */
  private withoutUpdatedAt(): string | Uint8Array {
    const { bytes } = this;
    const updatedAt = this.parsed?.updated_at ?? this.facts.updatedAt;
    const end = Buffer.from(`,"updated_at":${JSON.stringify(updatedAt)}}`);
    const at = bytes.length - end.length;
    if (at > 0 && end.equals(bytes.subarray(at))) return Buffer.concat([bytes.subarray(0, at), CLOSE]);
    const { updated_at: _, ...rest } = this.order;
    return canonicalJson(rest);
  }
}

const CLOSE = Buffer.from('}');
const digestIn = (sha256: string): string => sha256.slice(0, 32);

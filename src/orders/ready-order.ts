// An order that passed the checks, with what is computed from it: the text that is sent, its digests, the facts that the
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

  private constructor(
    private readonly crypto: Crypto,
    private parsed: Order | undefined,
    private json: string | undefined,
    computed?: Partial<Computed>,
  ) {
    this.ownDigest = computed?.digest;
    this.ownFacts = computed?.facts;
  }

  /** `known`: what is known of the order already. */
  static of(crypto: Crypto, order: Order, known?: CanonicalText): ReadyOrder {
    return new ReadyOrder(crypto, order, known?.text, known && { digest: digestIn(known.sha256) });
  }

  static restored(crypto: Crypto, text: string, computed: Computed): ReadyOrder {
    return new ReadyOrder(crypto, undefined, text, computed);
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

  /** Canonical JSON: as it is sent. */
  get text(): string {
    this.json ??= canonicalJson(this.parsed);
    return this.json;
  }

  /** JSON with the keys in the order of the message: as a check writes it. */
  get written(): string {
    return JSON.stringify(this.order);
  }

  /** 128 bits of SHA-256 over the text, hexadecimal. */
  get digest(): string {
    this.ownDigest ??= this.digestOf(this.text);
    return this.ownDigest;
  }

  /** The digest without `updated_at`. */
  get content(): string {
    return this.digestOf(this.textWithoutUpdatedAt());
  }

  get facts(): OrderFacts {
    this.ownFacts ??= factsOf(this.order);
    return this.ownFacts;
  }

  record(about: Pick<OrderRecord, 'at' | 'run' | 'source'>): OrderRecord {
    const { facts, digest, content } = this;
    return { ...facts, digest, content, ...about, past: [], previous: null };
  }

  private digestOf(text: string): string {
    return digestIn(this.crypto.sha256(text));
  }

  /**
   * `updated_at` is the last key of the interface in sorted order, so the text usually ends with it: cutting it off costs
   * a tenth of writing the text again.
   */
  private textWithoutUpdatedAt(): string {
    const { text } = this;
    const end = `,"updated_at":${JSON.stringify(this.parsed?.updated_at ?? this.facts.updatedAt)}}`;
    if (text.endsWith(end)) return `${text.slice(0, -end.length)}}`;
    const { updated_at: _, ...rest } = this.order;
    return canonicalJson(rest);
  }
}

const digestIn = (sha256: string): string => sha256.slice(0, 32);

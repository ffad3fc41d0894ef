// Checks one snapshot: the verdict is skipped, refused or ready to be sent, with what is computed from the order then. Both
// passes use the same function.

import type { Shard } from '../account/connect.ts';
import { canonicalJson, isObject } from '../basics/json.ts';
import type { Finding } from '../contract/finding.ts';
import { applyLevels, type LevelUse, refuses } from '../contract/levels.ts';
import type { Order } from '../contract/order.ts';
import { allFindings } from '../contract/order-rules/input.ts';
import { isUnshipped } from '../contract/order-rules/status.ts';
import type { StatusSpelling } from '../contract/status-spelling.ts';
import { finishOrder } from '../contract/validate-order.ts';
import type { CanonicalText, Inputs, Snapshot } from '../input/types.ts';
import type { Window } from '../input/window.ts';
import type { Crypto } from '../platform/platform.ts';
import { type OrderFacts, type OrderRecord, orderFactsOf } from '../storage/order-record.ts';
import type { RefundOwners } from './refund-owners.ts';
import { inShard } from './shard.ts';

export type SkipReason = 'other_shard' | 'outside_window' | 'left_out' | 'unshipped';

export type SnapshotVerdict =
  | { readonly kind: 'skipped'; readonly reason: SkipReason }
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] }
  | { readonly kind: 'ready'; readonly order: ReadyOrder; readonly findings: readonly Finding[] };

export interface CheckContext extends LevelUse {
  readonly crypto: Crypto;
  /** ms since the epoch. The whole run uses one time, so that both passes give the same result. */
  readonly now: number;
  readonly statusSpelling: StatusSpelling;
  readonly strict: boolean;
  readonly currency?: string | undefined;
  readonly window?: Window | undefined;
  readonly shard?: Shard | undefined;
  /** Skips orders of which nothing has shipped, unless `isAccepted` says that the service has them. */
  readonly skipUnshipped?: boolean | undefined;
  readonly isAccepted?: ((id: string) => boolean) | undefined;
  /** Refund identifiers of the input; filled while it is read. */
  readonly owners?: RefundOwners | undefined;
}

export function checkSnapshot(snapshot: Snapshot, context: CheckContext): SnapshotVerdict {
  if (context.shard && !inShard(snapshot.id, context.shard))
    return { kind: 'skipped', reason: 'other_shard' };
  if (context.window && !context.window.includes(snapshot.raw))
    return { kind: 'skipped', reason: 'outside_window' };
  // Left out by a rule of the mapping; the snapshot holds the reason.
  if (snapshot.skip !== undefined) return { kind: 'skipped', reason: 'left_out' };
  // When the service holds the order, every event matters, even that none of its units count as shipped any
  // more.
  if (context.skipUnshipped && isObject(snapshot.raw) && isUnshipped(snapshot.raw))
    if (!context.isAccepted?.(snapshot.id)) return { kind: 'skipped', reason: 'unshipped' };
  const raw = withCurrency(snapshot.raw, context.currency);
  const { order, findings } = finishOrder(raw, context);
  const read = applyLevels(snapshot.findings, context.levels, context.touched);
  const all = allFindings(read, findings);
  if (!order || all.some((finding) => refuses(finding, context))) return { kind: 'refused', findings: all };
  const ready = ReadyOrder.of(context.crypto, order, order === snapshot.raw ? snapshot.canonical : undefined);
  const claimed =
    order.refunds.length > 0 ? (context.owners?.claim(snapshot, ready.facts.refunds) ?? []) : [];
  const shared = applyLevels(claimed, context.levels, context.touched);
  if (shared.length === 0) return { kind: 'ready', order: ready, findings: all };
  const whole = [...all, ...shared];
  const isRefused = shared.some((finding) => refuses(finding, context));
  return isRefused ? { kind: 'refused', findings: whole } : { kind: 'ready', order: ready, findings: whole };
}

function withCurrency(raw: unknown, currency: string | undefined): unknown {
  if (currency === undefined || typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw;
  const order = raw as Record<string, unknown>;
  return order['currency'] === undefined || order['currency'] === null ? { ...order, currency } : raw;
}

/** What is still needed of a snapshot after its check. */
export type SnapshotRef = Pick<Snapshot, 'id' | 'ordinal' | 'rows' | 'placeOf'>;

export interface CheckedSnapshot {
  readonly snapshot: SnapshotRef;
  readonly verdict: SnapshotVerdict;
  /** Canonical JSON of a refused order, as it is in the input. */
  content(): string;
}

/** Canonical JSON of an order as it is in the input. */
export const canonicalTextOf = ({ raw, canonical }: Snapshot): string =>
  canonical?.text ?? canonicalJson(raw);

/** One array per chunk of the file. @throws Failure exit 6 when a file changed since the first pass */
export async function* checkedAgain(
  inputs: Inputs,
  checks: CheckContext,
): AsyncGenerator<readonly CheckedSnapshot[]> {
  for await (const group of inputs.read('counted'))
    yield group.map((snapshot) => ({
      snapshot,
      verdict: checkSnapshot(snapshot, checks),
      content: () => canonicalTextOf(snapshot),
    }));
}

/** What the pass cache stores of an order, beside its text. */
export interface Computed {
  readonly digest: string;
  readonly facts: OrderFacts;
}

/**
 * An order that passed the checks, with what is computed from it: the bytes that are sent, their digests, the facts that the
 * ledger records. Each is computed once, in the first pass; the second pass parses nothing.
 */
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
    this.ownFacts ??= orderFactsOf(this.order);
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

// Orders and updates of ASNs in doubt. A request that ended without an answer of the service may still be stored later, even
// after a repeat of it was accepted. Until that can no longer happen, no process sends another version of them, or it could be overwritten.
// So it is with a request that was under way when its process was killed. What is stored later than that, nobody here can know of.
// After it, the version counts as one that the service may hold, until an answer about the order says more.
import type { Database, Platform } from '../platform/platform.ts';
import type { targetNumber } from './names.ts';
import type { OrderFacts } from './order-record.ts';

/** How long after its end a request without an answer may still be stored, ms. */
export const DOUBT_MS = 60_000;

/** How long a version without an answer is remembered, ms. */
const KEPT_MS = 30 * 86_400_000;

/** One version of an order or ASN: its identifier, and the digest of what is sent. */
export interface SentVersion {
  readonly id: string;
  readonly digest: string;
  readonly facts?: Pick<OrderFacts, 'updatedAt' | 'refunds'>;
}

/** `accepted`: what was accepted is recorded next. `answered`: any other answer that settles it. `unknown`: it may still be stored. */
export type RequestEnd = 'accepted' | 'answered' | 'unknown';

const REMOVE = 'DELETE FROM doubts WHERE no = ?';

/** A version whose request ended without an answer, `endedAt` ms since the epoch, with the identifiers of its refunds. */
export interface Unanswered {
  readonly digest: string;
  readonly updatedAt: string;
  readonly refunds: readonly string[];
  readonly endedAt: number;
}

/** Those of an order of which no version was accepted since. */
export const unsettledIn = (
  all: ReadonlyMap<string, readonly Unanswered[]>,
  id: string,
  accepted: (id: string) => { readonly at: number } | undefined,
): readonly Unanswered[] => all.get(id)?.filter(({ endedAt }) => (accepted(id)?.at ?? 0) < endedAt) ?? [];

/** As it is stored. Earlier builds kept no more than the first two. */
type Row = readonly [id: string, digest: string, updatedAt?: string, refunds?: readonly string[]];
const rowOf = ({ id, digest, facts }: SentVersion): Row =>
  facts ? [id, digest, facts.updatedAt, facts.refunds.map(({ identifier }) => identifier)] : [id, digest];

export type Doubts = ReturnType<typeof doubtsOf>;

/** Part of the ledger of one target. */
export function doubtsOf(
  { clock }: Pick<Platform, 'clock'>,
  store: Database,
  target: ReturnType<typeof targetNumber>,
) {
  /** Requests of this object, which themselves keep two versions of an order apart. */
  const underWay = new Set<number>();
  /** Those whose versions were accepted: removed in the transaction that records that. */
  let accepted: number[] = [];
  return {
    /**
     * A request with these versions begins: until its end is known they are in doubt, also after a kill. Returns what is
     * called at the end, with what is known then. @throws Failure exit 7
     */
    begin(versions: readonly SentVersion[]): (end: RequestEnd) => void {
      const now = clock.now();
      const rows = JSON.stringify(versions.map(rowOf));
      const begun = store.transaction(
        () => {
          store.run('DELETE FROM doubts WHERE abs(? - ended_at) >= ?', now, KEPT_MS);
          return store.insert(
            'INSERT INTO doubts (target, ended_at, orders) VALUES (?, ?, ?)',
            ...[target.write(), now, rows],
          );
        },
        // A power cut ends the request as well.
        { durable: false },
      );
      underWay.add(begun);
      return (end) => {
        if (end === 'accepted') accepted.push(begun);
        else underWay.delete(begun);
        if (end === 'answered') store.transaction(() => store.run(REMOVE, begun), { durable: false });
        if (end !== 'unknown') return;
        store.transaction(() => {
          const ended = clock.now();
          store.run('UPDATE doubts SET ended_at = ? WHERE no = ?', ended, begun);
          // An earlier try of the same says no more.
          store.run(
            'DELETE FROM doubts WHERE target = ? AND orders = ? AND no < ? AND abs(? - ended_at) >= ?',
            ...[target.read(), rows, begun, ended, DOUBT_MS],
          );
        });
      };
    },
    /** Part of the transaction that records the accepted versions. */
    settle(): void {
      for (const no of accepted) {
        store.run(REMOVE, no);
        underWay.delete(no);
      }
      accepted = [];
    },
    /**
     * Those of the versions that must not be sent yet, because another version of the same order is in doubt: for how long
     * from now, ms, by identifier.
     */
    of(versions: readonly SentVersion[]): ReadonlyMap<string, number> {
      const found = new Map<string, number>();
      const now = clock.now();
      // A row of the future was written before the clock was set back: it counts no longer than any other.
      const rows = store.all(
        `SELECT ended_at, orders FROM doubts WHERE target = ? AND abs(? - ended_at) < ?
         AND no NOT IN (SELECT value FROM json_each(?))`,
        ...[target.read(), now, DOUBT_MS, JSON.stringify([...underWay])],
      ) as [number, string][];
      if (rows.length === 0) return found;
      const asked = new Map(versions.map(({ id, digest }) => [id, digest]));
      for (const [endedAt, orders] of rows)
        for (const [id, digest] of JSON.parse(orders) as Row[])
          if ((asked.get(id) ?? digest) !== digest)
            found.set(id, Math.max(endedAt + DOUBT_MS - now, found.get(id) ?? 0));
      return found;
    },
    /** What the service may hold, by identifier, of requests that ended so long ago that nothing is stored any more. */
    unanswered(no = target.read()): ReadonlyMap<string, readonly Unanswered[]> {
      const found = new Map<string, Unanswered[]>();
      const rows = store.all(
        'SELECT ended_at, orders FROM doubts WHERE target = ? AND abs(? - ended_at) >= ?',
        ...[no, clock.now(), DOUBT_MS],
      ) as [number, string][];
      for (const [endedAt, orders] of rows)
        for (const [id, digest, updatedAt, refunds = []] of JSON.parse(orders) as Row[])
          if (updatedAt !== undefined)
            found.set(id, [...(found.get(id) ?? []), { digest, updatedAt, refunds, endedAt }]);
      return found;
    },
    /** The service refused this version: no earlier request with it was stored. */
    refused({ id, digest }: SentVersion): void {
      const rows = store.all(
        'SELECT no, orders FROM doubts WHERE target = ? AND orders LIKE ?',
        ...[target.read(), `%${digest}%`],
      ) as [number, string][];
      for (const [no, orders] of rows) {
        const others = (JSON.parse(orders) as Row[]).filter((one) => one[0] !== id || one[1] !== digest);
        store.run('UPDATE doubts SET orders = ? WHERE no = ?', JSON.stringify(others), no);
      }
    },
  };
}

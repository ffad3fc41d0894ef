// Orders in doubt. A request that ended without an answer of the service may still be stored later, even after a repeat of it
// was accepted. Until that can no longer happen, no process sends another version of its orders, or it could be overwritten.
// So it is with a request that was under way when its process was killed. What is stored later than that, nobody here can know of.
import type { Database, Platform } from '../platform/platform.ts';
import type { targetNumber } from './names.ts';

/** How long after its end a request without an answer may still be stored, ms. */
export const DOUBT_MS = 60_000;

/** One version of an order: its identifier, and the digest of what is sent. */
export interface SentVersion {
  readonly id: string;
  readonly digest: string;
}

/** Part of the ledger of one target. */
export function doubtsOf(
  { clock }: Pick<Platform, 'clock'>,
  store: Database,
  target: ReturnType<typeof targetNumber>,
) {
  return {
    /**
     * A request with these versions begins: until its end is known they are in doubt, also after a kill. Returns what is
     * called at the end, with whether the service may still store them. @throws Failure exit 7
     */
    begin(versions: readonly SentVersion[]): (mayArrive: boolean) => void {
      const now = clock.now();
      const pairs = versions.map(({ id, digest }) => [id, digest]);
      const begun = store.transaction(
        () => {
          store.run('DELETE FROM doubts WHERE abs(? - ended_at) >= ?', now, DOUBT_MS);
          return store.insert(
            'INSERT INTO doubts (target, ended_at, orders) VALUES (?, ?, ?)',
            ...[target.write(), now, JSON.stringify(pairs)],
          );
        },
        // A power cut ends the request as well.
        { durable: false },
      );
      return (mayArrive) =>
        store.transaction(
          () => {
            if (!mayArrive) store.run('DELETE FROM doubts WHERE no = ?', begun);
            else store.run('UPDATE doubts SET ended_at = ? WHERE no = ?', clock.now(), begun);
          },
          { durable: mayArrive },
        );
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
        'SELECT ended_at, orders FROM doubts WHERE target = ? AND abs(? - ended_at) < ?',
        ...[target.read(), now, DOUBT_MS],
      ) as [number, string][];
      if (rows.length === 0) return found;
      const asked = new Map(versions.map(({ id, digest }) => [id, digest]));
      for (const [endedAt, orders] of rows)
        for (const [id, digest] of JSON.parse(orders) as [string, string][])
          if ((asked.get(id) ?? digest) !== digest)
            found.set(id, Math.max(endedAt + DOUBT_MS - now, found.get(id) ?? 0));
      return found;
    },
  };
}

// ASNs are worked on some time after their 202: "ASN request queued for creation" (interface, Errors). Until then an ASN is
// queued; then it is created, or rejected where a fault rule says so. A rejected one was never created.
import type { SavedState } from './database.ts';
import type { Timeline } from './timeline.ts';

export type AsnState = 'queued' | 'created' | 'rejected';

export type AsnWork = ReturnType<typeof makeAsnWork>;

export function makeAsnWork(
  { database }: SavedState,
  timeline: Pick<Timeline, 'at' | 'clock'>,
  delayMs: () => number,
) {
  let cancel: (() => void) | undefined;
  const finish = (no: number) => {
    const done = database.get(
      `UPDATE asns SET state = CASE WHEN reason IS NULL THEN 'created' ELSE 'rejected' END, worked_at = ?
       WHERE no = ? AND state = 'queued' RETURNING state`,
      ...[timeline.clock.now(), no],
    );
    // Its unit identifiers are free again.
    if (done?.[0] === 'rejected') database.run('DELETE FROM units WHERE asn_no = ?', no);
  };
  const plan = () => {
    const [due] = database.get(`SELECT min(due_at) FROM asns WHERE state = 'queued'`)!;
    if (cancel || typeof due !== 'number') return;
    cancel = timeline.at(due, () => {
      cancel = undefined;
      database.transaction(() => {
        const now = timeline.clock.now();
        for (const [no] of database.all(
          `SELECT no FROM asns WHERE state = 'queued' AND due_at <= ? ORDER BY due_at, no`,
          now,
        ))
          finish(Number(no));
      });
      plan();
    });
  };
  // What was queued when an earlier sandbox on the same data ended.
  plan();
  return {
    /** ms of the sandbox's clock. */
    get delayMs(): number {
      return delayMs();
    },
    /** Plans the work on what is queued, if it is not planned. */
    plan,
    /** Works on one ASN now, if it is queued. */
    finish: (no: number): void => database.transaction(() => finish(no)),
    /** Nothing is planned any more. */
    end: (): void => cancel?.(),
  };
}

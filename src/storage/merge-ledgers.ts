// Puts what one ledger knows into another: orders, refusals, ASNs, refunds decided on, runs. Of two versions of an order the one
// with the newer `updated_at` stays, with the refunds of both, and the other goes into its history. Twice is the same as
// once, so a merge that was cut short is simply repeated.
import { unitPlacesOf } from '../contract/asn-words.ts';
import { describeOrderFinding } from '../contract/order-catalog.ts';
import type { Database, Platform } from '../platform/platform.ts';
import { acceptedHeads, lastAccepted } from './accepted-walk.ts';
import { type AsnKey, AsnRecords } from './asn-records.ts';
import { heldAgainst, refundFindings } from './forbidden-changes.ts';
import { Ledger } from './ledger.ts';
import { targetNumber } from './names.ts';
import { HISTORY, isOlder, type OrderRecord, type PastVersion, packed } from './order-record.ts';
import { type RefundPlan, RefundPlans, refundIntents } from './refund-plans.ts';
import { getRun, listRuns, putRun } from './runs.ts';

/**
 * The same order or ASN with other content on both sides, by the run whose version stays and the other; or a unit that two ASNs
 * have, by their numbers.
 */
export interface Contradiction {
  readonly kind: 'order' | 'asn' | 'unit';
  readonly target: string;
  readonly id: string;
  readonly kept: string;
  readonly other: string;
  /** What a check would refuse of the version that stays, as a change of the other. */
  readonly code?: string;
  readonly message?: string;
  /** With `order.refunds.lost`: identifiers of the other that the version that stays lacks; the service does not have them any more. */
  readonly refunds?: readonly string[];
}

/** Rows that are written in one transaction. */
const CHUNK = 500;

/** The targets of a ledger: key, and address with client id for people. */
export const targetsIn = (store: Database): { readonly key: string; readonly name: string }[] =>
  store
    .all('SELECT key, coalesce(name, key) FROM targets ORDER BY key')
    .map(([key, name]) => ({ key, name }) as { key: string; name: string });

/** One ledger into another. An aborted signal ends it between two transactions; what was merged stays. */
export class LedgerMerge {
  readonly counts = {
    orders: { added: 0, newer: 0, older: 0, same: 0 },
    refusals: 0,
    asns: { added: 0, changed: 0, same: 0 },
    runs: 0,
    /** Runs that are still at work: they are recorded by merging again after their end. */
    at_work: [] as string[],
  };
  readonly contradictions: Contradiction[] = [];

  constructor(
    private readonly platform: Platform,
    private readonly into: Database,
    private readonly signal: AbortSignal,
  ) {}

  /** Called for one ledger after the other. */
  take(from: Database, isAtWork: (run: string) => boolean): void {
    const { counts, into } = this;
    for (const { key, name } of targetsIn(from)) {
      this.orders(from, key, name);
      this.refusals(from, key);
      this.asns(from, key, name);
      this.refundPlans(from, key);
    }
    // Last: a run that is known here has its orders here.
    for (const run of listRuns(from, Number.POSITIVE_INFINITY)) {
      const there = getRun(into, run.id);
      if (there && (there.ended !== null || run.ended === null)) continue;
      // Its end is not known yet, and here it would look like one that was killed.
      if (run.state === 'running' && isAtWork(run.id)) {
        counts.at_work.push(run.id);
        continue;
      }
      putRun(into, run);
      counts.runs++;
    }
  }

  /** Calls `put` for all items, a chunk in a transaction. */
  private each<T>(items: Iterable<T>, put: (item: T) => void): void {
    let chunk: T[] = [];
    const write = () => {
      this.signal.throwIfAborted();
      this.into.transaction(() => chunk.forEach(put));
      chunk = [];
    };
    for (const item of items) if (chunk.push(item) >= CHUNK) write();
    if (chunk.length > 0) write();
  }

  private orders(from: Database, key: string, target: string): void {
    const { platform, into, contradictions } = this;
    const { orders } = this.counts;
    const [source, known] = [from, into].map((store) => new Ledger(platform, store, key)) as [Ledger, Ledger];
    this.each(acceptedHeads(from, key, lastAccepted(from)), ({ id }) => {
      const record = source.order(id);
      // Forgotten meanwhile.
      if (!record) return;
      const before = known.known(id)?.record();
      const { merged, other, lost } = before
        ? joinRecords(before, record)
        : { merged: record, other: record.run, lost: [] };
      const found = { kind: 'order', target, id, kept: merged.run, other } as const;
      const apart = before ? apartIn(merged, merged.digest === record.digest ? before : record) : undefined;
      const isSameTime = before?.updatedAt === record.updatedAt && before.digest !== record.digest;
      if (lost.length > 0) contradictions.push({ ...found, code: 'order.refunds.lost', refunds: lost });
      if (apart || (isSameTime && lost.length === 0)) contradictions.push({ ...found, ...apart });
      if (before && JSON.stringify(merged) === JSON.stringify(before)) {
        orders[isOlder(record.updatedAt, before.updatedAt) ? 'older' : 'same']++;
        return;
      }
      orders[!before ? 'added' : merged.digest === before.digest ? 'older' : 'newer']++;
      known.put(merged, known.known(id)?.no);
    });
  }

  private refusals(from: Database, key: string): void {
    const { platform, into, counts } = this;
    const [source, known] = [from, into].map((store) => new Ledger(platform, store, key)) as [Ledger, Ledger];
    const rows = from.all(
      'SELECT identifier FROM refusals WHERE target = ?',
      targetNumber(from, key).read(),
    ) as [string][];
    this.each(rows, ([id]) => {
      const record = source.refused(id);
      const seen = Math.max(known.known(id)?.at ?? 0, known.refused(id)?.at ?? 0);
      if (!record || seen >= record.at) return;
      known.write([], [[id, record]]);
      counts.refusals++;
    });
  }

  private asns(from: Database, targetKey: string, target: string): void {
    const { platform, into, contradictions } = this;
    const { asns } = this.counts;
    const source = new AsnRecords(platform, from, targetKey);
    const known = new AsnRecords(platform, into, targetKey);
    this.each(source.list(), ({ program, number, last, past }) => {
      const key = { program, number };
      const there = known.get(key);
      const versions = there ? [there.last, ...there.past] : [];
      const missing = [...past.toReversed(), last].filter(
        (one) => !versions.some(({ digest, at }) => digest === one.digest && at === one.at),
      );
      // The bodies of both in the order of their time: the newest is the one that the service has.
      const newest = missing.filter(({ at }) => at > (there?.last.at ?? 0));
      const { digest: oldest } = past.at(-1) ?? last;
      if (there && missing.length > 0 && versions.every(({ digest }) => digest !== oldest)) {
        const kept = (newest.at(-1) ?? there.last).run;
        const other = (newest.length > 0 ? there.last : last).run;
        contradictions.push({ kind: 'asn', target, id: number, kept, other });
      }
      for (const { identifier: id } of unitPlacesOf(JSON.parse(last.body))) {
        const owner = known.ownerOf(id);
        if (owner && (owner.number !== number || owner.program !== program))
          contradictions.push({ kind: 'unit', target, id, kept: number, other: owner.number });
      }
      known.queued(newest.map((queued) => [key, queued] as const));
      asns[!there ? 'added' : newest.length > 0 ? 'changed' : 'same']++;
    });
    const no = targetNumber(from, targetKey).read();
    this.each(from.all('SELECT program, number FROM asn_intents WHERE target = ?', no), (row) => {
      const [program, number] = row;
      const key = { program, number } as AsnKey;
      const intent = source.intent(key);
      if (intent && !known.intent(key) && !known.get(key)) known.intend([[key, intent]]);
    });
  }

  private refundPlans(from: Database, key: string): void {
    const { platform, into } = this;
    const [source, known] = [new RefundPlans(platform, from, key), new RefundPlans(platform, into, key)];
    const no = targetNumber(from, key).read();
    this.each(from.all('SELECT identifier FROM rmas WHERE target = ?', no), ([rma]) => {
      const plan = source.get(rma as string);
      if (plan) known.change(plan.rma, (before) => joinPlans(before, plan));
    });
    const own = targetNumber(into, key).write();
    this.each(from.all('SELECT ended_at, orders FROM doubts WHERE target = ?', no), ([endedAt, orders]) => {
      into.run(
        `INSERT INTO doubts (target, ended_at, orders) SELECT ?1, ?2, ?3
         WHERE NOT EXISTS (SELECT 1 FROM doubts WHERE target = ?1 AND orders = ?3 AND ended_at >= ?2)`,
        ...[own, endedAt!, orders!],
      );
    });
    const [intents, there] = [refundIntents(platform, from, key), refundIntents(platform, into, key)];
    this.each(from.all('SELECT refund FROM refund_intents WHERE target = ?', no), ([refund]) => {
      const intent = intents.get(refund as string);
      if (intent && !there.get(refund as string)) there.put(refund as string, intent);
    });
  }
}

/**
 * The newer of two records, with the versions and the refunds of both; of two of the same time the one that was accepted later.
 * `lost`: the refunds that its message lacks; `other`: the run of the version that has them, or that does not stay.
 */
function joinRecords(one: OrderRecord, other: OrderRecord) {
  const isOther =
    isOlder(one.updatedAt, other.updatedAt) ||
    (!isOlder(other.updatedAt, one.updatedAt) && other.at > one.at);
  const [kept, loser] = isOther && one.digest !== other.digest ? [other, one] : [one, other];
  const { updatedAt, status, digest, at, run } = loser;
  const versions = new Map<string, PastVersion>();
  for (const version of [...kept.past, { updatedAt, status, digest, at, run }, ...loser.past])
    if (version.digest !== kept.digest) versions.set(`${version.digest} ${version.updatedAt}`, version);
  const past = [...versions.values()].sort((a, b) => b.at - a.at).slice(0, HISTORY);
  const previous = kept.previous ?? (loser.digest === kept.digest ? loser.previous : packed(loser));
  const added = refundsBeside(loser, kept);
  // Of one message, what was known at its last acceptance; a version that stays is marked as it was.
  const isRestored =
    kept.isRestored === loser.isRestored || kept.digest !== loser.digest || kept.at !== loser.at
      ? kept.isRestored
      : true;
  // The same message, merged before with a version that has more refunds.
  const isMerged = kept.digest === loser.digest;
  const lost = added.length > 0 || !isMerged ? added : refundsBeside(kept, loser);
  const less = added.length > 0 ? kept : loser;
  const source = isMerged
    ? past.find(({ digest }) => less.past.every((version) => version.digest !== digest))
    : loser;
  const refunds = [...kept.refunds, ...added];
  if (added.length > 0) refunds.sort((a, b) => (a.identifier < b.identifier ? -1 : 1));
  return {
    merged: { ...kept, isRestored, content: added.length > 0 ? '' : kept.content, refunds, past, previous },
    other: (source ?? loser).run,
    lost: lost.map(({ identifier }) => identifier),
  };
}

/** What a check finds of a version, where the other was accepted, but for edits and corrections. */
function apartIn(kept: OrderRecord, other: OrderRecord) {
  if (kept.digest === other.digest) return undefined;
  const ofRefunds = refundFindings(kept, other.refunds, false).filter(({ severity }) => severity === 'error');
  const ofOrder = heldAgainst(kept, other, true).filter(({ severity }) => severity !== 'note');
  const [first, ...more] = [...ofOrder, ...ofRefunds];
  return first && { code: first.code, message: [first, ...more].map(describeOrderFinding).join('; ') };
}

const refundsBeside = ({ refunds }: OrderRecord, other: OrderRecord) =>
  refunds.filter(({ identifier }) => other.refunds.every((one) => one.identifier !== identifier));

/** A refund that has an answer on one side has it. */
function joinPlans(before: RefundPlan, plan: RefundPlan): RefundPlan {
  const refunds = new Map(before.refunds.map((refund) => [refund.identifier, refund]));
  for (const refund of plan.refunds)
    if ((refunds.get(refund.identifier)?.state ?? 'planned') === 'planned')
      refunds.set(refund.identifier, refund);
  const said = [...new Set([...(before.said ?? []), ...(plan.said ?? [])])];
  return {
    rma: before.rma,
    refunds: [...refunds.values()],
    isSettled: before.isSettled || plan.isSettled,
    ...(said.length > 0 && { said }),
  };
}

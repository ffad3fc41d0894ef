// The invariants of every history of the model: after each run, after each step, and at the end. The service
// of the model checks the requests when they arrive.
import { EXIT } from '../../src/basics/exit-codes.ts';
import type { UploadSummary } from '../../src/orders/upload/order-run.ts';
import type { Plan } from '../../src/orders/upload/plan.ts';
import type { Version } from './model-orders.ts';
import { ledgerIn, type UploadStep, type World } from './model-run.ts';
import type { Mortal } from './mortal.ts';
import { type Caller, nameOf } from './orders-service.ts';

/** How often something occurred: histories without variety prove little. */
export type Counts = Record<string, number>;

export function countOf(counts: Counts, what: string, number = 1): void {
  counts[what] = (counts[what] ?? 0) + number;
}

export class Invariants {
  /** The newest time of every order that a run found in the ledger. */
  private readonly known = new Map<string, number>();

  constructor(
    private readonly world: World,
    private readonly counts: Counts,
  ) {}

  private wrong(what: string): void {
    this.world.service.violations.push(what);
  }

  private count(what: string, number?: number): void {
    countOf(this.counts, what, number);
  }

  /** A complete run must have reported the correct outcome of every version of the export. */
  run(
    caller: Caller,
    step: UploadStep,
    { plan, summary }: { plan: Plan | undefined; summary: UploadSummary },
  ): void {
    const versions = step.lines.length;
    const { orders, rows, exit_code: code } = summary;
    const wrong = (what: string) => this.wrong(`${caller.mortal.name}: ${what} ${JSON.stringify(summary)}`);
    this.count(`exit ${code}`);
    if (summary.error?.code === 'orders.in_doubt') this.count('orders in doubt are left');
    if (this.world.service.asked.some(({ by, isOpen }) => isOpen && by === caller.mortal))
      wrong('it ends with a request open');
    // Interrupted before it had read anything.
    if (!plan) return;
    for (const { code, count } of summary.refused.by_code) this.count(code, count);
    if (orders.superseded > plan.superseded || orders.already_accepted > plan.alreadyAccepted)
      this.count('decided by another process meanwhile');
    if (plan.olderThanLedger > 0) this.count('older than the ledger');
    if (plan.alreadyAccepted > 0) this.count('accepted before');
    const sum = Object.values(orders).reduce((a, b) => a + b, 0);
    if (!summary.balanced || code === EXIT.defect) wrong('the accounts do not balance');
    if (sum !== versions) wrong(`${versions} versions in the export, ${sum} in the summary`);
    if (rows.read !== versions || rows.accounted !== versions) wrong('rows are missing');
    if (summary.state === 'completed' && orders.pending > 0) wrong('completed with orders pending');
    const isSilent = code === EXIT.done || code === EXIT.refused;
    if (orders.pending > 0 && isSilent && step.canary === undefined)
      wrong('orders are left without a reason');
    const known = this.acceptances(caller, code === EXIT.state);
    if (orders.accepted > known) wrong(`only ${known} of the accepted orders are in the ledger`);
    if (code === EXIT.state) return;
    if (orders.accepted !== caller.accepted.size) wrong(`${caller.accepted.size} orders were accepted`);
    this.world.service.endRun(caller);
  }

  /**
   * What a process learned as accepted is in the ledger when it ends, unless it reports that the disk failed.
   */
  acceptances({ mortal, accepted }: Caller, mayLack = false): number {
    const ledger = ledgerIn(this.world);
    let known = 0;
    for (const [id, text] of accepted) {
      const { updated_at } = JSON.parse(text) as { updated_at: string };
      const record = ledger.order(id);
      const at = record ? Date.parse(record.updatedAt) : Number.NEGATIVE_INFINITY;
      this.known.set(id, Math.max(at, this.known.get(id) ?? at));
      if (at >= Date.parse(updated_at)) known++;
      else if (!mayLack) this.wrong(`${mortal.name}: ${id} ${updated_at} was accepted and forgotten`);
    }
    return known;
  }

  /**
   * What is accepted according to the ledger was accepted by the service: the same version with the same
   * money and refunds.
   */
  ledger(ids: Iterable<string>): void {
    const ledger = ledgerIn(this.world);
    const names = (refunds: readonly { identifier: string }[]) => refunds.map((r) => r.identifier).join();
    for (const id of ids) {
      const record = ledger.order(id);
      if (!record) continue;
      if (Date.parse(record.updatedAt) < (this.known.get(id) ?? 0))
        this.wrong(`the ledger went back to ${nameOf(record)}`);
      const taken = this.world.service.versions.get(nameOf(record)) ?? [];
      const isSame = taken.some(
        (order) =>
          order.total_amount_cents === record.totalCents && names(order.refunds) === names(record.refunds),
      );
      if (!isSame) this.wrong(`the ledger has ${nameOf(record)}, which the service never took`);
      // What is written in one transaction must be there together.
      for (const { identifier } of record.refunds)
        if (ledger.ownerOfRefund('refund', identifier, '') !== id)
          this.wrong(`the ledger does not know whose ${identifier} is`);
      if (ledger.refused(id)?.digest === record.digest)
        this.wrong(`${nameOf(record)} is accepted and refused`);
    }
  }

  /**
   * The service has the newest version, unless it refused that version, or the version would undo a refund, also one that was sent
   * without an answer.
   */
  end(version: Version): void {
    const { service, compare } = this.world;
    const held = service.held.get(version.id);
    if (held && held.at >= Date.parse(version.updatedAt)) return;
    const ledger = ledgerIn(this.world);
    const lacks = (refund: string) => !version.refunds.includes(refund);
    const undoes = ledger.order(version.id)?.refunds.some(({ identifier }) => lacks(identifier));
    const mayUndo = ledger.unanswered(version.id).some(({ refunds }) => refunds.some(lacks));
    if (version.isBad || service.saidNo.has(nameOf(version)) || mayUndo) return;
    if (undoes && !compare.keepRefunds) return;
    this.wrong(
      held
        ? `${nameOf(version)} is newer than ${held.updatedAt} in the end`
        : `${nameOf(version)} is missing`,
    );
  }

  /** Of the accepted requests of a killed process, at most those in flight may be repeated. */
  repeats(mortal: Mortal): void {
    const { asked } = this.world.service;
    const last = asked.findLastIndex(({ by }) => by === mortal);
    const others = asked.slice(last + 1).filter(({ by }) => by !== mortal);
    const later = new Set(others.flatMap(({ orders }) => orders.map(({ text }) => text)));
    const repeated = asked.filter(
      ({ by, isTaken, isDropped, orders }) =>
        by === mortal && isTaken && !isDropped && orders.some(({ text }) => later.has(text)),
    ).length;
    this.count('requests that kills repeat', repeated);
    const { concurrency = 64 } = this.world.sending;
    if (repeated > concurrency) this.wrong(`${mortal.name}: ${repeated} requests came again`);
  }
}

// `listen --auto-refund`: a refund for every unit whose parcel has come so far, planned before the message is answered,
// posted once whatever is repeated or breaks, and followed until the service says REFUNDED.
import type { Target } from '../account/settings.ts';
import { Failure } from '../base/failure.ts';
import type { Host } from '../base/host.ts';
import { quote } from '../base/text.ts';
import { formatCents, plural } from '../base/units.ts';
import { rmaOf } from '../contract/rma-story.ts';
import { dueRefunds } from '../receiver/due-refunds.ts';
import { bodyOf } from '../receiver/restore.ts';
import type { EmitReceived } from '../receiver/types.ts';
import type { CallRecord } from '../store/calls.ts';
import type { Folders } from '../store/folders.ts';
import { openLedgerStore } from '../store/ledger.ts';
import { type PlannedRefund, type PlanState, refundPlans } from '../store/refund-plans.ts';
import { describeFinding } from '../upload/catalog.ts';
import type { Follower } from './listen.ts';
import type { OrderInput } from './order-input.ts';
import { refundJourney } from './refund-order.ts';

export interface AutoRefund {
  /** The package_tracking_status that a unit is refunded at. */
  readonly status: string;
  /** Where the orders are read from. */
  readonly input: OrderInput;
  readonly target: Target;
  readonly argv: readonly string[];
  readonly agent: string;
}

/** How long the service may be away for one refund; it is tried again with the next message and at the next start. */
const MAX_OUTAGE_MS = 60_000;
/** An upload to the same target goes first. */
const LOCK_WAIT_MS = 600_000;

export async function autoRefund(
  host: Host,
  folders: Folders,
  request: AutoRefund,
  emit: EmitReceived,
): Promise<Follower> {
  const { target, status } = request;
  const store = openLedgerStore(host, folders);
  const plans = refundPlans(host, store, target.key);
  const notice = (severity: 'note' | 'warning', text: string) => emit({ type: 'notice', severity, text });
  // One after the other: each builds on the snapshot with the refunds before it.
  let work: Promise<void> = Promise.resolve();
  const waiting = new Set<string>();

  const settle = (rma: string, identifier: string, state: PlanState) =>
    plans.change(rma, (plan) => ({
      ...plan,
      refunds: plan.refunds.map((one) => (one.identifier === identifier ? { ...one, state } : one)),
    }));

  const post = async (rma: string, refund: PlannedRefund): Promise<void> => {
    const done = await refundJourney(host, folders, {
      input: request.input,
      target,
      orderId: refund.order,
      refund: {
        units: unitsByLine(refund),
        amountCents: refund.cents ?? undefined,
        rma,
        identifier: refund.identifier,
      },
      dryRun: false,
      maxOutageMs: MAX_OUTAGE_MS,
      lockWaitMs: LOCK_WAIT_MS,
      hasLockWait: false,
      argv: request.argv,
      agent: request.agent,
      warn: (text) => notice('warning', text),
      confirm: async () => true,
    });
    const name = `refund ${quote(refund.identifier)} for RMA ${quote(rma)}`;
    if ('invalid' in done) {
      const [finding] = done.invalid.findings.filter(({ severity }) => severity === 'error');
      notice(
        'warning',
        `${name} waits: its order breaks a rule${finding ? ` (${describeFinding(finding)})` : ''}`,
      );
    } else if (done.state === 'refused') {
      settle(rma, refund.identifier, 'refused');
      const why = done.refusals.map(({ status: code, field }) => `${code} ${field}`.trim()).join(', ');
      notice('warning', `${name} was refused by the service (${why}); it is not posted again`);
    } else if (done.state === 'accepted' || done.state === 'already_accepted') {
      settle(rma, refund.identifier, 'accepted');
      const amount = `${formatCents(done.refund.total_refund_amount_cents)} ${done.order.currency}`;
      notice('note', `${name}: ${amount} posted; it waits for REFUNDED`);
    }
  };

  const enqueue = (rma: string) => {
    if (waiting.has(rma)) return;
    waiting.add(rma);
    work = work.then(async () => {
      waiting.delete(rma);
      for (const refund of plans.get(rma)?.refunds ?? []) {
        if (refund.state !== 'planned') continue;
        try {
          await post(rma, refund);
        } catch (error) {
          const why = error instanceof Failure ? `${error.message}. ${error.hint}` : String(error);
          notice('warning', `refund ${quote(refund.identifier)} for RMA ${quote(rma)} waits: ${why}`);
        }
      }
    });
  };

  for (const { rma } of plans.unfinished()) enqueue(rma);
  return {
    /** Before the message is answered: a plan that cannot be written makes the sender try again. */
    heard(record) {
      const message = messageOf(record);
      const rma = rmaOf(message);
      if (rma === undefined) return;
      const isRefunded = record.status === 'REFUNDED';
      const known = plans.get(rma);
      if (!isRefunded && dueRefunds(message, status, known?.refunds ?? []).length === 0) {
        if (known?.refunds.some(({ state }) => state === 'planned')) enqueue(rma);
        return;
      }
      if (isRefunded && (!known || known.isSettled)) return;
      const plan = plans.change(rma, (before) => {
        if (isRefunded) return { ...before, isSettled: true };
        const due = dueRefunds(message, status, before.refunds);
        const planned = due.map((refund, i): PlannedRefund => {
          const wish = JSON.stringify([rma, refund.order, before.refunds.length + i]);
          const identifier = `${refund.order}-RF-${host.crypto.sha256(wish).slice(0, 10)}`;
          return { ...refund, identifier, state: 'planned' };
        });
        return planned.length === 0 ? before : { ...before, refunds: [...before.refunds, ...planned] };
      });
      if (isRefunded) notice('note', `RMA ${quote(rma)} is REFUNDED: ${refundsText(plan.refunds)}`);
      else enqueue(rma);
    },
    async close() {
      await work;
      store.close();
    },
  };
}

/** A refund is made for what was taken: what was refused, dropped or broken comes again. */
function messageOf(record: CallRecord): unknown {
  const isTaken = record.kind === 'rma' && record.response.status >= 200 && record.response.status < 300;
  if (!isTaken || record.truncated) return undefined;
  try {
    return JSON.parse(bodyOf(record).toString('utf8'));
  } catch {
    return undefined;
  }
}

function unitsByLine({ units }: PlannedRefund): Map<string, number> {
  const lines = new Map<string, number>();
  for (const { line, units: count } of units) lines.set(line, (lines.get(line) ?? 0) + count);
  return lines;
}

const refundsText = (refunds: readonly PlannedRefund[]): string =>
  `${plural(refunds.length, 'refund')} (${refunds.map(({ identifier, state }) => `${quote(identifier)} ${state}`).join(', ')})`;

// `listen --auto-refund`: makes one refund for every unit that has reached the chosen status. The refund is planned before
// the message is answered, and posted once, also after repeated messages or a crash. It is followed until the service says
// REFUNDED. For units that are not refunded, the reason is reported.
import type { Target } from '../../account/settings.ts';
import { Failure } from '../../basics/failure.ts';
import { isObject } from '../../basics/json.ts';
import { shellWord } from '../../basics/text.ts';
import { describeOrderFinding } from '../../contract/order-catalog.ts';
import { returnShippingFor } from '../../contract/return-fees.ts';
import { instantOf, rmaOf } from '../../contract/rma-history.ts';
import { CANCELED_STATUSES } from '../../contract/rma-words.ts';
import { REFUND_ZERO } from '../../orders/build-refund.ts';
import type { OrderInput } from '../../orders/order-input.ts';
import { runRefund } from '../../orders/post-refund.ts';
import type { Platform } from '../../platform/platform.ts';
import type { CallRecord } from '../../storage/calls.ts';
import type { Folders } from '../../storage/folders.ts';
import { openLedgerStore } from '../../storage/ledger.ts';
import { patiently } from '../../storage/patience.ts';
import {
  type PlannedRefund,
  type PlanState,
  type RefundPlan,
  refundPlans,
} from '../../storage/refund-plans.ts';
import type { EmitReceived } from '../receive/events.ts';
import type { Follower } from '../receive/run-receiver.ts';
import { bodyValue } from '../record/call-body.ts';
import { makeBacklog } from './backlog.ts';
import { type DueRefund, decideRefunds, type UnrefundedUnits } from './due-refunds.ts';
import {
  postedNotice,
  refusedNotice,
  settledNotice,
  unitsByLine,
  unrefundedNotice,
  waitsNotice,
  zeroNotice,
} from './refund-notices.ts';

export interface AutoRefund {
  /**
   * The status at which a unit is refunded: a package_tracking_status for mail-back returns, or RECEIVED for any return
   * method.
   */
  readonly status: string;
  /** The files that hold the orders. */
  readonly input: OrderInput;
  /** Asked at each message: the sandbox of the profile `local` may have moved. */
  readonly target: () => Target;
  readonly argv: readonly string[];
  readonly agent: string;
}

interface TargetPlans {
  readonly target: Target;
  readonly plans: ReturnType<typeof refundPlans>;
}

/**
 * Maximum outage of the service for one refund. After that, the refund is tried again with the next message and at the next
 * start.
 */
const MAX_OUTAGE_MS = 60_000;
/** A refund whose ledger another process had is tried again after this time, ms. */
const AGAIN_MS = 2000;
/** Waits for an upload to the same target, which holds the lock. */
const LOCK_WAIT_MS = 600_000;

/** `newestOf` gives the latest updated_at (microseconds) received for an RMA, or null when none is known. */
export async function autoRefund(
  platform: Platform,
  folders: Folders,
  request: AutoRefund,
  emit: EmitReceived,
  newestOf: (rma: string) => number | null = () => null,
): Promise<Follower> {
  const { status } = request;
  const store = openLedgerStore(platform, folders);
  /** Plans belong to a target: those of a sandbox that has ended are not for the next one. */
  const current = (): TargetPlans => {
    const target = request.target();
    return { target, plans: refundPlans(platform, store, target.key) };
  };
  // Refunds run one after the other, because each needs the snapshot that contains the earlier refunds.
  let work: Promise<void> = Promise.resolve();
  const ending = new AbortController();
  const waiting = new Set<string>();
  // The last reported reason for each waiting refund. It is reported again only when it changes.
  const reasons = new Map<string, string>();

  const settle = ({ plans }: TargetPlans, rma: string, { identifier }: PlannedRefund, state: PlanState) => {
    reasons.delete(identifier);
    plans.update(rma, (refund) => refund.identifier === identifier, { state });
  };
  const waits = (rma: string, refund: PlannedRefund, why: string) => {
    if (reasons.get(refund.identifier) === why) return;
    reasons.set(refund.identifier, why);
    emit(waitsNotice(rma, refund, why));
  };

  const post = async (at: TargetPlans, rma: string, refund: PlannedRefund): Promise<void> => {
    const done = await runRefund(platform, folders, {
      input: request.input,
      target: at.target,
      orderId: refund.order,
      refund: {
        units: unitsByLine(refund),
        amountCents: refund.amountCents,
        returnShippingCents: refund.returnShippingCents,
        unpaid: unpaidUnits(at.plans.get(rma), refund.order),
        rma,
        identifier: refund.identifier,
      },
      dryRun: false,
      maxOutageMs: MAX_OUTAGE_MS,
      lockWaitMs: LOCK_WAIT_MS,
      hasLockWait: false,
      argv: request.argv,
      agent: request.agent,
      warn: (text) => emit({ type: 'notice', severity: 'warning', text }),
      async confirm(_order, { total_refund_amount_cents: amountCents }) {
        const planned = at.plans.get(rma)?.refunds.find(({ identifier }) => identifier === refund.identifier);
        if (planned?.state !== 'planned') return false;
        if (planned.amountCents === undefined)
          at.plans.update(rma, ({ identifier }) => identifier === refund.identifier, { amountCents });
        return true;
      },
    });
    if ('invalid' in done) {
      const [finding] = done.invalid.findings.filter(({ severity }) => severity === 'error');
      waits(rma, refund, `its order breaks a rule${finding ? ` (${describeOrderFinding(finding)})` : ''}`);
    } else if (done.state === 'refused') {
      settle(at, rma, refund, 'refused');
      const why = done.refusals.map(({ status: code, field }) => `${code} ${field}`.trim()).join(', ');
      emit(refusedNotice(rma, refund, why));
    } else if (done.state === 'accepted' || done.state === 'already_accepted') {
      settle(at, rma, refund, 'accepted');
      emit(postedNotice(rma, refund, done, at.target));
    }
  };

  const later = (at: TargetPlans, rma: string) => {
    if (!ending.signal.aborted) enqueue(at, rma);
  };
  const enqueue = (at: TargetPlans, rma: string) => {
    const turn = `${at.target.key} ${rma}`;
    if (waiting.has(turn)) return;
    waiting.add(turn);
    const postAll = async () => {
      waiting.delete(turn);
      for (const refund of at.plans.get(rma)?.refunds ?? []) {
        if (refund.state !== 'planned') continue;
        try {
          await post(at, rma, refund);
        } catch (error) {
          if (error instanceof Failure && error.code === REFUND_ZERO) {
            await patiently(platform.clock, () => settle(at, rma, refund, 'zero'));
            emit(zeroNotice(rma, refund, error.message));
          } else {
            waits(rma, refund, whyOf(error, refund.order));
            if (passes(error)) void platform.clock.sleep(AGAIN_MS, ending.signal).then(() => later(at, rma));
          }
        }
      }
    };
    // What fails here, such as the ledger, must not end the refunds behind it.
    work = work.then(postAll).catch((error) => {
      const text = `the refunds of ${rma} wait for the next start: ${error instanceof Error ? error.message : error}`;
      emit({ type: 'notice', severity: 'warning', text });
    });
  };

  /** Reports why units are not refunded, once for each line and reason of an RMA. */
  const report = (
    { plans }: TargetPlans,
    rma: string,
    groups: readonly UnrefundedUnits[],
    tell: EmitReceived,
  ) => {
    const digest = ({ order, reason }: UnrefundedUnits, line: string) =>
      platform.crypto.sha256(JSON.stringify([order, line, reason.field, reason.value])).slice(0, 16);
    const said = new Set(plans.get(rma)?.said);
    const before = said.size;
    for (const group of groups) {
      const lines = group.lines.filter(({ line }) => !said.has(digest(group, line)));
      for (const { line } of lines) said.add(digest(group, line));
      if (lines.length > 0)
        tell(unrefundedNotice(rma, { ...group, lines }, status, request.input.paths[0] ?? ''));
    }
    if (said.size > before) plans.change(rma, (plan) => ({ ...plan, said: [...said] }));
  };

  const begin = current();
  for (const { rma } of begin.plans.unfinished()) enqueue(begin, rma);

  /** Plans what follows from a message. In one transaction: while another process has the ledger, nothing of it has happened. */
  const plan = (record: CallRecord): void => {
    const message = messageOf(record);
    const rma = rmaOf(message);
    if (rma === undefined || !isObject(message)) return;
    const at = current();
    const events: Parameters<EmitReceived>[0][] = [];
    store.transaction(() => planMessage(at, rma, message, record.status, (event) => events.push(event)));
    for (const event of events) emit(event);
    if (at.plans.get(rma)?.refunds.some(({ state }) => state === 'planned')) enqueue(at, rma);
  };
  const planMessage = (
    at: TargetPlans,
    rma: string,
    message: Readonly<Record<string, unknown>>,
    rmaStatus: string | null,
    tell: EmitReceived,
  ): void => {
    const { plans } = at;
    // Messages can arrive in any order. The newest one has the current state of the RMA and all its units.
    const isOutdated = (instantOf(message) ?? Number.POSITIVE_INFINITY) < (newestOf(rma) ?? 0);
    // A refund that may have been posted stays, because its result is still unknown.
    if (ENDED.has(rmaStatus) && !isOutdated) plans.update(rma, isUntried, { state: 'dropped' });
    const known = plans.get(rma);
    const { due, unrefunded: notRefunded } = decideRefunds(message, status, standing(known));
    report(at, rma, isOutdated ? due.map(outdated) : notRefunded, tell);
    if (rmaStatus === 'REFUNDED') {
      const refunds = standing(known);
      if (known?.isSettled || refunds.length === 0) return;
      plans.change(rma, (plan) => ({ ...plan, isSettled: true }));
      tell(settledNotice(rma, refunds));
      return;
    }
    if (due.length === 0 || isOutdated) return;
    const isGift = message['gift_refund_only'] === true;
    plans.change(rma, (before) => {
      const planned = decideRefunds(message, status, standing(before)).due.map((refund, i): PlannedRefund => {
        const wish = JSON.stringify([rma, refund.order, before.refunds.length + i]);
        const identifier = `${refund.order}-RF-${platform.crypto.sha256(wish).slice(0, 10)}`;
        const returnShippingCents = returnShippingFor(message, refund.order);
        return { ...refund, identifier, ...(isGift && { isGift }), returnShippingCents, state: 'planned' };
      });
      return planned.length === 0 ? before : { ...before, refunds: [...before.refunds, ...planned] };
    });
  };

  const backlog = makeBacklog(platform.clock, plan, ending.signal);
  return {
    follow: (record) => (messageOf(record) === undefined ? Promise.resolve(true) : backlog.add(record)),
    again: backlog.again,
    async close() {
      ending.abort();
      await work;
      store.close();
    },
  };
}

/** In these states the service expects no more refunds: the refund was made elsewhere, or the return was cancelled. */
const ENDED: ReadonlySet<string | null> = new Set(['REFUNDED', ...CANCELED_STATUSES]);

/** Never posted, for all that is known. */
const isUntried = ({ state, amountCents }: PlannedRefund): boolean =>
  state === 'planned' && amountCents === undefined;

const standing = (plan: RefundPlan | undefined): PlannedRefund[] =>
  plan?.refunds.filter(({ state }) => state !== 'dropped') ?? [];

/** Units of the order whose refund came to 0: their worth counts in the fees of the next one. */
const unpaidUnits = (plan: RefundPlan | undefined, order: string): Map<string, number> =>
  unitsByLine({
    units: standing(plan).flatMap((refund) =>
      refund.order === order && refund.state === 'zero' ? refund.units : [],
    ),
  });

/**
 * Errors that say that the order does not contain what is to be refunded. Their hints are about the flags of `orders
 * refund`, so they are replaced here.
 */
const NOT_IN_ORDER: ReadonlySet<string> = new Set([
  'refund.too_many',
  'refund.line_unknown',
  'refund.amount',
]);

/** Another process has the ledger, or the order is in doubt: both pass by themselves. */
const passes = (error: unknown): boolean =>
  error instanceof Failure && ['state.locked', 'refund.in_doubt'].includes(error.code);

function whyOf(error: unknown, order: string): string {
  if (!(error instanceof Failure)) return String(error);
  if (error.code === 'state.locked') return 'another process has the ledger; it is tried again by itself';
  return NOT_IN_ORDER.has(error.code)
    ? `${error.message}. Compare the RMA with the order: returns orders show ${shellWord(order)}`
    : `${error.message}. ${error.hint}`;
}

/** Units that an older message would refund and a newer message would not. */
const outdated = ({ order, units }: DueRefund): UnrefundedUnits => ({
  order,
  reason: { field: 'updated_at', value: null },
  lines: units,
});

/** Only messages that were answered 2xx lead to refunds. The service sends all others again. */
function messageOf(record: CallRecord): unknown {
  const isTaken = record.kind === 'rma' && record.response.status >= 200 && record.response.status < 300;
  return isTaken && !record.truncated ? bodyValue(record) : undefined;
}

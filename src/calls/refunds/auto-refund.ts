// `listen --auto-refund`: makes one refund for every unit that has reached the chosen status. The refund is planned before
// the message is answered, and posted once, also after repeated messages or a crash. It is followed until the service says
// REFUNDED. For units that are not refunded, the reason is reported.
import type { Target } from '../../account/settings.ts';
import { Failure, textOfError, usageFailure } from '../../basics/failure.ts';
import { isObject } from '../../basics/json.ts';
import { quote, shellWord } from '../../basics/text.ts';
import { type Levels, levelAt } from '../../contract/levels.ts';
import type { Order } from '../../contract/order.ts';
import { rmaOf } from '../../contract/rma-rules/history.ts';
import { lineSku } from '../../contract/rma-rules/known-orders.ts';
import { shortenedText } from '../../contract/rma-units.ts';
import type { OrderInput } from '../../orders/read/order-input.ts';
import { REFUND_ZERO } from '../../orders/refund/build-refund.ts';
import { runRefund } from '../../orders/refund/post-refund.ts';
import { RMA_DONE } from '../../orders/refund/refund-conflicts.ts';
import type { Database, Platform } from '../../platform/platform.ts';
import { patiently } from '../../storage/busy-ledger.ts';
import type { CallRecord } from '../../storage/calls.ts';
import type { Folders } from '../../storage/folders.ts';
import { openLedgerStore } from '../../storage/ledger.ts';
import {
  type PlannedRefund,
  type PlanState,
  type RefundPlan,
  RefundPlans,
} from '../../storage/refund-plans.ts';
import { type EmitReceived, warningOf } from '../events.ts';
import { isSuccess } from '../record/call-state.ts';
import { bodyValue } from '../record/recorded-call.ts';
import { Backlog } from './backlog.ts';
import {
  notDropped,
  planRefunds,
  postedNotice,
  type RefundRule,
  unitsByLine,
  unpostedNotice,
} from './plan-refunds.ts';

interface AutoRefundRequest {
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
  /** Of findings, where the user changed them. */
  readonly levels?: Levels | undefined;
}

/** What the receiver gives: where events go, and what it knows of an RMA. */
export interface RefundWatch extends Pick<RefundRule, 'newestOf'> {
  readonly emit: EmitReceived;
}

/** Plans belong to a target: those of a sandbox that has ended are not for the next one. */
interface TargetPlans {
  readonly target: Target;
  readonly plans: RefundPlans;
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

export class AutoRefund {
  private readonly store: Database;
  private readonly rule: RefundRule;
  private readonly ending = new AbortController();
  private readonly backlog: Backlog;
  /** Refunds run one after the other, because each needs the snapshot that contains the earlier refunds. */
  private work: Promise<void> = Promise.resolve();
  private readonly waiting = new Set<string>();
  /** The last reported reason for each waiting refund. It is reported again only when it changes. */
  private readonly reasons = new Map<string, string>();

  /** Goes on with refunds that an earlier receiver planned. @throws Failure exit 7 */
  constructor(
    private readonly platform: Platform,
    private readonly folders: Folders,
    private readonly request: AutoRefundRequest,
    private readonly watch: RefundWatch,
  ) {
    const { crypto, clock } = platform;
    this.rule = { status: request.status, crypto, newestOf: watch.newestOf };
    this.store = openLedgerStore(platform, folders);
    this.backlog = new Backlog(clock, (record) => this.plan(record), this.ending.signal);
    const begin = this.current();
    for (const { rma } of begin.plans.unfinished()) this.enqueue(begin, rma);
  }

  /**
   * Called before a call is recorded and answered. False when the ledger could not be written in time: then the record says so, and
   * the call is followed as soon as the ledger is free, or at the next start (`again`).
   */
  follow = async (record: CallRecord): Promise<boolean> =>
    messageOf(record) === undefined || (await this.backlog.add(record));

  /** Calls of an earlier receiver that could not be followed, oldest first. */
  again = (records: readonly CallRecord[]): void => this.backlog.again(records);

  async close(): Promise<void> {
    this.ending.abort();
    await this.work;
    this.store.close();
  }

  private current(): TargetPlans {
    const target = this.request.target();
    return { target, plans: new RefundPlans(this.platform, this.store, target.key) };
  }

  /** Plans what follows from a message. In one transaction: while another process has the ledger, nothing of it has happened. */
  private plan(record: CallRecord): void {
    const message = messageOf(record);
    const rma = rmaOf(message);
    if (rma === undefined || !isObject(message)) return;
    const at = this.current();
    const { status, findings } = record;
    const notices = this.store.transaction(() =>
      planRefunds(at.plans, { rma, message, status, findings }, this.rule),
    );
    for (const notice of notices) this.watch.emit(notice);
    if (at.plans.get(rma)?.refunds.some(isPlanned)) this.enqueue(at, rma);
  }

  private enqueue(at: TargetPlans, rma: string): void {
    const turn = `${at.target.key} ${rma}`;
    if (this.waiting.has(turn)) return;
    this.waiting.add(turn);
    const postAll = async () => {
      this.waiting.delete(turn);
      for (const refund of at.plans.get(rma)?.refunds.filter(isPlanned) ?? [])
        await this.post(at, rma, refund).catch((error) => this.notPosted(at, rma, refund, error));
    };
    // What fails here, such as the ledger, must not end the refunds behind it.
    this.work = this.work.then(postAll).catch((error) => {
      this.warn(`the refunds of ${rma} wait for the next start: ${textOfError(error)}`);
    });
  }

  private async post(at: TargetPlans, rma: string, refund: PlannedRefund): Promise<void> {
    const { emit } = this.watch;
    const { input, argv, levels } = this.request;
    const isThis = ({ identifier }: PlannedRefund) => identifier === refund.identifier;
    const done = await runRefund(this.platform, this.folders, {
      input,
      argv,
      target: at.target,
      orderId: refund.order,
      refund: {
        units: unitsByLine(refund),
        planned: unitsByLine({ units: ofOrder(at.plans.get(rma), refund.order).flatMap((one) => one.units) }),
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
      warn: (text) => this.warn(text),
      confirm: async (order, { total_refund_amount_cents: amountCents }) => {
        const planned = at.plans.get(rma)?.refunds.find(isThis);
        if (planned?.state !== 'planned') return false;
        if (levelAt(levels, lineSku, 'items[].sku') === 'error') checkArticles(order, planned);
        if (refund.amountCents === undefined) at.plans.update(rma, isThis, { amountCents });
        return true;
      },
    });
    if (done.state === 'refused') {
      this.settle(at, rma, refund, 'refused');
      const why = done.refusals.map(({ status: code, field }) => `${code} ${field}`.trim()).join(', ');
      const what = `was refused by the service (${why}); it is not posted again`;
      emit(unpostedNotice(rma, refund, 'refused', what));
    } else if (done.state === 'accepted' || done.state === 'already_accepted') {
      this.settle(at, rma, refund, 'accepted');
      emit(postedNotice(rma, refund, done, at.target));
    }
  }

  private async notPosted(
    at: TargetPlans,
    rma: string,
    refund: PlannedRefund,
    error: unknown,
  ): Promise<void> {
    const { clock } = this.platform;
    const { emit } = this.watch;
    const { code, message } = error instanceof Failure ? error : { code: '', message: '' };
    if (code === REFUND_ZERO || code === RMA_DONE) {
      const [state, told, why] =
        code === REFUND_ZERO
          ? (['zero', 'zero', message] as const)
          : (['dropped', 'kept_back', 'its units are refunded already'] as const);
      await patiently(clock, () => this.settle(at, rma, refund, state));
      emit(unpostedNotice(rma, refund, told, `is not posted: ${why}`));
      return;
    }
    const why = whyOf(error, refund.order);
    if (this.reasons.get(refund.identifier) !== why) {
      this.reasons.set(refund.identifier, why);
      emit(unpostedNotice(rma, refund, 'waits', `waits: ${why}`));
    }
    // Another process has the ledger, or the order is in doubt: both pass by themselves.
    if (!['state.locked', 'refund.in_doubt'].includes(code)) return;
    const { signal } = this.ending;
    void clock.sleep(AGAIN_MS, signal).then(() => {
      if (!signal.aborted) this.enqueue(at, rma);
    });
  }

  private settle(
    { plans }: TargetPlans,
    rma: string,
    { identifier: id }: PlannedRefund,
    state: PlanState,
  ): void {
    this.reasons.delete(id);
    plans.update(rma, ({ identifier }) => identifier === id, { state });
  }

  private warn = (text: string): void => this.watch.emit(warningOf(text));
}

const isPlanned = ({ state }: PlannedRefund): boolean => state === 'planned';

/** Units of the order whose refund came to 0: their worth counts in the fees of the next one. */
const unpaidUnits = (plan: RefundPlan | undefined, order: string): Map<string, number> =>
  unitsByLine({
    units: ofOrder(plan, order).flatMap((refund) => (refund.state === 'zero' ? refund.units : [])),
  });

const ofOrder = (plan: RefundPlan | undefined, order: string): PlannedRefund[] =>
  notDropped(plan).filter((refund) => refund.order === order);

/**
 * Errors that say that the order does not contain what is to be refunded. Their hints are about the flags of `orders
 * refund`, so they are replaced here.
 */
const NOT_IN_ORDER: ReadonlySet<string> = new Set([
  'refund.too_many',
  'refund.line_unknown',
  'refund.amount',
]);

/** The ledger may not have known the order when its message was checked. @throws Failure exit 2 */
function checkArticles({ identifier, items }: Order, { articles = [] }: PlannedRefund): void {
  for (const { line, sku } of articles) {
    const known = shortenedText(items.find((item) => item.identifier === line)?.sku);
    if (known === null || known === sku) continue;
    const what = `Line ${quote(line)} of order ${quote(identifier)} has the sku ${quote(known)}, the unit ${quote(sku)}`;
    throw usageFailure('refund.line_unknown', what, { hint: 'Ask the service which article came back' });
  }
}

function whyOf(error: unknown, order: string): string {
  if (!(error instanceof Failure)) return String(error);
  if (error.code === 'state.locked') return 'another process has the ledger; it is tried again by itself';
  return NOT_IN_ORDER.has(error.code)
    ? `${error.message}. Compare the RMA with the order: returns orders show ${shellWord(order)}`
    : `${error.message}. ${error.hint}`;
}

/** Only messages that were answered 2xx lead to refunds. The service sends all others again. */
function messageOf(record: CallRecord): unknown {
  const isTaken = record.kind === 'rma' && isSuccess(record.response.status);
  return isTaken && !record.truncated ? bodyValue(record) : undefined;
}

// The second pass: decides every snapshot (sent, already accepted, superseded, refused, skipped) and counts the outcomes. A
// delivery is a second pass whose messages are sent, and which records what came of them.

import { type Failure, stateFailure } from '../../basics/failure.ts';
import { quote } from '../../basics/text.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { Finding } from '../../contract/finding.ts';
import { refuses } from '../../contract/levels.ts';
import { describeOrderFinding } from '../../contract/order-catalog.ts';
import type { Snapshot } from '../../input/types.ts';
import type { Platform } from '../../platform/platform.ts';
import { againAt, holdsOf, leftInDoubt, WHY_IN_DOUBT } from '../../runs/holds.ts';
import { Accounts, CodeCounts } from '../../runs/run-outcome.ts';
import type { SendJob } from '../../runs/send-job.ts';
import type { Message, Refusal } from '../../sending/batch.ts';
import type { Caller } from '../../sending/call.ts';
import type { Holds } from '../../sending/types.ts';
import { makeRecorder, type Recorder } from '../../storage/grouped-writes.ts';
import type { SentVersion } from '../../storage/in-doubt.ts';
import type { Ledger, LedgerView, RefusedRecord } from '../../storage/ledger.ts';
import type { ReadyOrder } from '../../storage/order-record.ts';
import {
  beforeText,
  type Compared,
  compareOrder,
  isLedgerRefusal,
  type Reason,
  reasonOf,
  refusalDigest,
} from '../compare/compare.ts';
import { type CheckedSnapshot, canonicalTextOf, checkedAgain, placeIn } from '../read/check-snapshot.ts';
import { REFUSALS_LISTED, type RefusedField } from './first-pass.ts';
import type { OrderTransport, UploadParts, UploadRequest } from './plan.ts';

/** How orders stand in the body of a request. */
export const ORDERS_ENVELOPE = {
  before: '{"returns_portal_order":{"orders":[',
  after: ']}}',
  list: 'orders',
};

export const orderPost =
  (caller: Caller): OrderTransport['post'] =>
  (body, token, signal) =>
    caller.call(ENDPOINTS.orders, { body, token, signal });

/** What a message keeps of its snapshot: not the cells, which would fill the memory while it waits. */
type Origin = Pick<Snapshot, 'id' | 'ordinal' | 'rows'>;

/** The context of a message, beside its text. */
interface OrderDeliveryContext {
  readonly order: ReadyOrder;
  readonly origin: Origin;
}

/** Number of orders that are named after a canary. */
const TO_LOOK_AT = 5;

export class SecondPass {
  readonly accounts = new Accounts();
  readonly refusals = new CodeCounts();
  /** The first of the service, with their orders. */
  readonly listed: RefusedField[] = [];
  /** Refusals by the service in this run, and those of our check that the ledger lacks. */
  newlyRefused = 0;

  /**
   * @param most maximum number of orders to yield
   * @param whole also yields orders that need not be sent: a check writes every order that is not refused
   * @param recorder records refusals for the next run; a check has none
   */
  constructor(
    protected readonly parts: UploadParts,
    private readonly most: number,
    private readonly whole: boolean,
    private readonly recorder?: Recorder,
  ) {}

  /**
   * Every message to be sent, in the order of the input. The outcome of all other snapshots is recorded on
   * the way.
   */
  async *messages(): AsyncGenerator<Message<OrderDeliveryContext>> {
    const { inputs, checks, ledger } = this.parts;
    let left = this.most;
    for await (const group of checkedAgain(inputs, checks)) {
      const view = ledger?.view(group.map(({ snapshot }) => snapshot.id));
      for (const checked of group) {
        const message = this.messageOf(checked, view);
        if (!message) continue;
        if (left-- <= 0) return;
        yield message;
      }
    }
  }

  private messageOf(
    { snapshot, verdict }: CheckedSnapshot,
    ledger: LedgerView | undefined,
  ): Message<OrderDeliveryContext> | undefined {
    const { compare } = this.parts;
    if (verdict.kind === 'skipped') {
      const outcome = verdict.reason === 'superseded' ? 'superseded' : 'skipped';
      return void this.accounts.record(snapshot.ordinal, outcome);
    }
    if (verdict.kind === 'refused')
      return void this.refuseOurselves(snapshot, verdict.findings, () => canonicalTextOf(snapshot));
    const compared = compareOrder(ledger, verdict.order, compare);
    if (this.decidesWithoutSending(snapshot, compared)) return undefined;
    const { order } = compared;
    const { id, ordinal, rows } = snapshot;
    const context = { order, origin: { id, ordinal, rows } };
    if (this.whole) return messageFor(context, order.written);
    order.pack();
    return messageFor(context, order.bytes);
  }

  /**
   * Records the outcome of an order that need not or must not be sent. Returns false for an order to be sent.
   */
  protected decidesWithoutSending(snapshot: Origin, { comparison, order, findings }: Compared): boolean {
    const { compare, ledger } = this.parts;
    const isResumed = comparison === 'resumed' || comparison === 'resumed_refused';
    if (isLedgerRefusal(comparison)) this.refuseOurselves(snapshot, findings, () => order.text);
    else if (this.whole || (compare.force && !isResumed)) return false;
    else if (comparison === 'unchanged' || comparison === 'resumed')
      this.accounts.record(snapshot.ordinal, 'already_accepted');
    else if (comparison === 'older' || comparison === 'refunded')
      this.accounts.record(snapshot.ordinal, 'superseded');
    else if (ledger && (comparison === 'refused_before' || isResumed)) this.refuseAgain(snapshot, ledger);
    else return false;
    return true;
  }

  private refuseOurselves(snapshot: Origin, findings: readonly Finding[], content: () => string): void {
    const { rejects, rejectsAll, checks, inputs } = this.parts;
    const refusing = findings.filter((finding) => refuses(finding, checks));
    const isNew = this.isNewRefusal(snapshot.id, content, refusing[0]!);
    if (isNew || rejectsAll)
      rejects?.add(
        snapshot,
        refusing.map((finding) => ({ ...reasonOf(finding), status: '' })),
      );
    this.refusals.add(refusing, placeIn(snapshot, inputs));
    if (isNew) this.newlyRefused++;
    this.accounts.record(snapshot.ordinal, 'refused');
  }

  /** Whether our check refuses this content for the first time, as far as that is recorded. */
  private isNewRefusal(id: string, content: () => string, { code, path }: Finding): boolean {
    if (!this.recorder || id === '') return true;
    const { ledger, platform } = this.parts;
    const digest = refusalDigest(platform.crypto, content());
    const before = ledger?.refused(id);
    if (before?.status === 0 && before.digest === digest) return false;
    // Not awaited: flush() throws when the write fails.
    if (before === undefined || before.status === 0)
      void this.recorder.refuse(id, this.refusal(digest, code, path, 0));
    return true;
  }

  protected refusal(digest: string, code: string, field: string, status: number): RefusedRecord {
    return { digest, code, field, status, at: this.parts.platform.clock.now(), run: this.parts.run };
  }

  private refuseAgain(snapshot: Origin, ledger: Ledger): void {
    const before = ledger.refused(snapshot.id);
    const reason = beforeText(before);
    if (this.parts.rejectsAll)
      this.parts.rejects?.add(snapshot, [{ ...reason, status: before?.status ?? '' }]);
    this.countCodes(snapshot, [reason]);
    this.accounts.record(snapshot.ordinal, 'refused');
  }

  protected countCodes(snapshot: Origin, reasons: readonly Reason[]): void {
    const place = placeIn(snapshot, this.parts.inputs)('');
    // The explanation of `refused_before` stands once above the codes, so it is not repeated per code.
    const codes = new Map(reasons.map((reason) => [reason.code, reason]));
    for (const { code, field, message } of codes.values()) {
      const isBefore = code === 'refused_before';
      this.refusals.addOther(code, () => place, { field, ...(isBefore ? {} : { message }) });
      if (!isBefore && this.listed.length < REFUSALS_LISTED)
        this.listed.push({ order: snapshot.id, ...place, code, field, message });
    }
  }
}

/** The orders of an upload: sent as long as the ledger does not say otherwise, and recorded there. */
export class Delivery extends SecondPass implements SendJob<OrderDeliveryContext> {
  /** The first orders that were accepted: the user looks at them after a canary. */
  readonly firstAccepted: string[] = [];
  readonly post: OrderTransport['post'];
  readonly holds: Holds<OrderDeliveryContext>;
  readonly flush: Recorder['flush'];
  private readonly accept: Recorder['accept'];
  private readonly refuse: Recorder['refuse'];

  constructor(parts: UploadParts & { readonly ledger: Ledger }, request: UploadRequest) {
    const { ledger, compare } = parts;
    const { clock } = parts.platform;
    const recorder = makeRecorder(ledger, clock, compare.force);
    super(parts, request.canary ?? Number.POSITIVE_INFINITY, false, recorder);
    ({ accept: this.accept, refuse: this.refuse, flush: this.flush } = recorder);
    this.post = request.transport.post;
    this.holds = orderHolds(ledger, request.lockWaitMs, (ids, ms) => leftInDoubt(clock, 'order', ids, ms));
  }

  /**
   * Compares a batch with the ledger again at send time. Another process may meanwhile have sent a newer version, or
   * a refund that the order now has to contain.
   */
  admit(messages: readonly Message<OrderDeliveryContext>[]): readonly Message<OrderDeliveryContext>[] {
    const { ledger, compare } = this.parts;
    const view = ledger?.view(messages.map(({ key }) => key));
    return messages.flatMap((message) => {
      const { origin } = message.context;
      const compared = compareOrder(view, message.context.order, compare);
      if (this.decidesWithoutSending(origin, compared)) return [];
      const { order } = compared;
      return order === message.context.order ? [message] : [messageFor({ order, origin }, order.bytes)];
    });
  }

  async accepted(messages: readonly Message<OrderDeliveryContext>[]): Promise<void> {
    const { platform, run } = this.parts;
    const at = platform.clock.now();
    const records = messages.map(({ context }) => {
      const source = placeIn(context.origin, this.parts.inputs)('');
      return context.order.record({ at, run, source });
    });
    await this.accept(records);
    for (const { context } of messages) {
      this.accounts.record(context.origin.ordinal, 'accepted');
      if (this.firstAccepted.length < TO_LOOK_AT) this.firstAccepted.push(context.order.id);
    }
  }

  /** Refused by the service: recorded, so that the same content is not sent again. */
  async refused(message: Message<OrderDeliveryContext>, refusals: readonly Refusal[]): Promise<void> {
    const { origin, order } = message.context;
    this.parts.rejects?.add(
      origin,
      refusals.map(({ code, field, message, status }) => ({ code, field, message, status })),
    );
    this.countCodes(origin, refusals);
    this.newlyRefused++;
    this.accounts.record(origin.ordinal, 'refused');
    const { code, field, status } = refusals[0]!;
    // A server error says nothing about the order: the next run may try it again.
    if (code !== 'server_error') await this.refuse(order.id, this.refusal(order.digest, code, field, status));
  }
}

function messageFor(context: OrderDeliveryContext, text: string | Uint8Array): Message<OrderDeliveryContext> {
  return { key: context.order.id, text, bytes: Buffer.byteLength(text), context };
}

// Orders in doubt: an upload leaves them pending when it ends, a refund of one is turned away.

/** `left`: as for `holdsOf`. */
export const orderHolds = <T extends { readonly order: SentVersion }>(
  { doubts }: Pick<Ledger, 'doubts'>,
  patienceMs: number,
  left: Holds<T>['left'],
) => holdsOf<T>(doubts, ({ order }) => order, patienceMs, left);

/** Exit 7, for a refund. */
export const refundInDoubt = (clock: Platform['clock'], id: string, ms: number): Failure =>
  stateFailure('refund.in_doubt', `Order ${quote(id)} cannot be refunded yet: ${WHY_IN_DOUBT}`, {
    hint: `Nothing was sent. Run the same command again ${againAt(clock, ms)}.`,
  });

/** Exit 7, for a refund: what an earlier request may have stored would be undone. */
export const refundUnsettled = (id: string, finding: Finding): Failure =>
  stateFailure(
    'refund.unanswered',
    `Order ${quote(id)} cannot be refunded: ${describeOrderFinding(finding)}`,
    {
      hint: 'Nothing was sent. Send what had no answer again, with the same command line: returns status has it.',
    },
  );

// `orders refund`: finds the order in a file, builds the refund, and posts the snapshot with the refund once.
import type { Target } from '../../account/settings.ts';
import { EXIT, type ExitCode } from '../../basics/exit-codes.ts';
import { defectFailure } from '../../basics/failure.ts';
import { escapeControls, quote, shellWord } from '../../basics/text.ts';
import { formatCents } from '../../basics/units.ts';
import { levelsDocument } from '../../contract/levels.ts';
import type { Order, OrderRefund } from '../../contract/order.ts';
import type { OrderContext } from '../../contract/order-rules/check-order.ts';
import { type AgreedRefund, cappedText, returnFees } from '../../contract/refund-amount.ts';
import { validateOrder } from '../../contract/validate-order.ts';
import type { Snapshot } from '../../input/types.ts';
import type { Platform } from '../../platform/platform.ts';
import { type EndedRun, fileRows, inSession, mappingRow, type Session } from '../../runs/session.ts';
import type { Turn } from '../../runs/turn.ts';
import type { Refusal } from '../../sending/batch.ts';
import { clockAhead, clockText, WARN_SKEW_MS } from '../../sending/clock-skew.ts';
import type { SenderNotice } from '../../sending/types.ts';
import { patiently } from '../../storage/busy-ledger.ts';
import type { Folders } from '../../storage/folders.ts';
import { articleOf } from '../../storage/forbidden-changes.ts';
import { Ledger } from '../../storage/ledger.ts';
import { ReadyOrder } from '../../storage/order-record.ts';
import { type RefundIntents, refundIntents } from '../../storage/refund-plans.ts';
import { compareOrder, openRmaLines, unsettledBy } from '../compare/compare.ts';
import type { RmaLines } from '../compare/rma-lines.ts';
import { checkSnapshot } from '../read/check-snapshot.ts';
import { checkContext, latestOf, type OrderInput, openOrderInput } from '../read/order-input.ts';
import { orderPost, refundInDoubt, refundUnsettled } from '../upload/second-pass.ts';
import {
  canceledLeft,
  checkedRefund,
  differenceText,
  findRefund,
  type RefundRequest,
  refundIdentifier,
  unitsToRefund,
  withRefund,
  withUnitsOf,
} from './build-refund.ts';
import {
  checkAsAsked,
  checkNotOutdated,
  checkOwnIdentifier,
  checkPrices,
  doneRma,
  invalidOrder,
  orderNotFound,
  refundedRma,
  refundInInput,
} from './refund-conflicts.ts';
import { type RefundToSend, refundTimes, sendRefund, timesToSend } from './send-refund.ts';

export interface RefundRun {
  readonly input: OrderInput;
  readonly target: Target;
  readonly orderId: string;
  readonly refund: RefundRequest;
  readonly dryRun: boolean;
  readonly maxOutageMs: number;
  readonly lockWaitMs: number;
  /** False when the command has no --lock-wait flag, so a hint must not name it. */
  readonly hasLockWait?: boolean;
  readonly argv: readonly string[];
  readonly warn: (text: string) => void;
  /** Called for an outage or a pause. */
  readonly notice?: (notice: SenderNotice) => void;
  /** Shows what will be posted and asks for confirmation; false ends the command. */
  confirm(order: Order, refund: OrderRefund, agreed: AgreedRefund | undefined): Promise<boolean>;
}

export interface RefundResult extends Pick<EndedRun, 'error'> {
  readonly state: 'planned' | 'accepted' | 'already_accepted' | 'refused' | 'interrupted';
  readonly exitCode: ExitCode;
  readonly order: Order;
  readonly refund: OrderRefund;
  /** How the amount was found; absent when it was given, or posted before. */
  readonly agreed?: AgreedRefund | undefined;
  readonly run: string;
  readonly refusals: readonly Refusal[];
}

const EXIT_OF = { accepted: EXIT.done, refused: EXIT.refused, interrupted: EXIT.interrupted };

export async function runRefund(
  platform: Platform,
  folders: Folders,
  request: RefundRun,
): Promise<RefundResult> {
  const { target, orderId, hasLockWait: hasFlag = true, lockWaitMs: waitMs } = request;
  const notFound = () => orderNotFound(orderId, request.input.paths, hasFlag ? '--from' : '--orders');
  return inSession(platform, folders, request, async (session) => {
    const inputs = session.use(await openOrderInput(platform, folders, request.input, session.signal));
    let snapshot: Snapshot | undefined;
    for await (const latest of latestOf(inputs, orderId)) snapshot = latest;
    if (!snapshot) throw notFound();
    const checks = await checkContext(platform, request.input.reading, inputs);
    const verdict = checkSnapshot(snapshot, checks);
    if (verdict.kind === 'refused') throw invalidOrder(orderId, verdict.findings, snapshot);
    if (verdict.kind === 'skipped') throw notFound();
    const store = session.ledger();
    const turn = await session.turn(store, target, null, { waitMs, hasFlag });
    const ledger = new Ledger(platform, store, target.key);
    const intents = refundIntents(platform, store, target.key);
    const rmas = session.use(await openRmaLines(platform, folders, target.environment));
    const base = { platform, ledger, intents, checks, rmas, request, given: verdict.order };
    const run = session.begin(store, target, {
      kind: 'orders refund',
      address: target.addresses.orders,
      shard: null,
      levels: levelsDocument(checks.levels),
      mapping: mappingRow(inputs.mapping),
      silent: false,
      waits: true,
    });
    const line = snapshot.rows[0]?.line ?? 0;
    const source = { file: request.input.paths.join(' '), line };
    for (let again = false; ; again = true) {
      if (again) request.warn(againText(orderId));
      const planned = build(base, platform.clock.now());
      for (const text of cautions(request, planned)) request.warn(text);
      const { order, refund, agreed, basedOn } = planned;
      const files = fileRows(inputs.files);
      const unsent = (state: 'planned' | 'already_accepted') => {
        if (again) session.end({ state: 'completed', exit_code: EXIT.done, input: { files } }, {});
        return { state, order, refund, agreed, run: run.id, refusals: [], exitCode: EXIT.done };
      };
      if (planned.known) return unsent('already_accepted');
      if (!request.dryRun) {
        const { id, digest } = new ReadyOrder(platform.crypto, order);
        const ms = ledger.doubts.of([{ id, digest }]).get(id) ?? 0;
        if (ms > waitMs) throw refundInDoubt(platform.clock, id, ms);
      }
      if (request.dryRun || !(await turn.idle(request.confirm(order, refund, agreed))))
        return unsent('planned');
      run.begin();
      await turn.hold();
      const posted = await post(session, turn, { ...base, basedOn, run: run.id, source, files });
      if (posted) return posted;
    }
  });
}

/** While it waited for the turn, another refund or upload of the order went in between. */
const againText = (order: string) =>
  `the service took another version of order ${quote(order)} meanwhile: the refund is built again`;

/** Undefined: it has to be built again. */
async function post(session: Session, turn: Turn, prepared: PreparedRefund) {
  const { platform, ledger, intents, request, basedOn, run, source, files } = prepared;
  const { target, warn, maxOutageMs, lockWaitMs, notice } = request;
  // The confirmation may have taken so long that the time of the refund is in the past: the order is built again.
  const { order, refund, agreed } = build(prepared, platform.clock.now());
  const { caller, ...line } = await session.connect(target, { warn });
  const send = orderPost(caller);
  let ahead = 0;
  const transport = {
    ...line,
    turn,
    post: async (...args: Parameters<typeof send>) => {
      const times = { createdAt: refund.created_at, updatedAt: order.updated_at };
      await patiently(platform.clock, () => intents.put(refund.identifier, times));
      const sentAt = platform.clock.now();
      const answer = await send(...args);
      ahead = clockAhead({ answer, sentAt, cameAt: platform.clock.now() }) ?? ahead;
      return answer;
    },
  };
  const ready = new ReadyOrder(platform.crypto, order);
  const outcome = await sendRefund(
    platform,
    { order: ready, basedOn, run, source, ledger, transport, maxOutageMs, lockWaitMs, notice },
    session.signal,
  );
  if (outcome.kind === 'overtaken') return undefined;
  if (Math.abs(ahead) > WARN_SKEW_MS)
    warn(
      `${clockText(ahead)}: the refund is dated by it, and its date should be a little in the future. Look at it with returns doctor`,
    );
  const refusals = outcome.kind === 'refused' ? outcome.refusals : [];
  // A server error says nothing about the refund: the service may have stored it.
  if (outcome.kind !== 'interrupted' && refusals[0]?.code !== 'server_error') {
    intents.forget(refund.identifier);
    if (outcome.kind === 'refused') ledger.doubts.refused(ready);
  }
  const { exit_code: exitCode, error } = session.end<EndedRun>(
    {
      state: outcome.kind === 'interrupted' ? 'interrupted' : 'completed',
      exit_code: EXIT_OF[outcome.kind],
      input: { files },
    },
    { orders: { accepted: outcome.kind === 'accepted' ? 1 : 0, refused: refusals.length > 0 ? 1 : 0 } },
  );
  return { state: outcome.kind, exitCode, order, refund, agreed, run, refusals, ...(error && { error }) };
}

/** What the user should know before the refund is posted. */
function cautions(
  { orderId, target, refund: wish }: RefundRun,
  { known, order, refund, agreed, canceled, said }: BuiltRefund,
): string[] {
  const money = (cents: number) => formatCents(cents, order.currency, target.minorUnits);
  const posted = refund.total_refund_amount_cents;
  if (known)
    return wish.amountCents === undefined || wish.amountCents === posted
      ? []
      : [`it was posted with ${money(posted)}, and a refund cannot be changed`];
  const capped = cappedText(agreed, money);
  const texts = capped
    ? [`Order ${quote(orderId)}: ${capped}. Compare: returns orders show ${shellWord(orderId)}`]
    : [];
  texts.push(...said);
  if (!wish.rma && !wish.units && canceled.length > 0)
    texts.push(
      `a refund that names no RMA counts for cancelled units first (${canceled.map(quote).join(', ')}): name the RMA of a return with --rma`,
    );
  return texts;
}

interface RefundBase {
  readonly platform: Platform;
  readonly ledger: Ledger;
  readonly intents: RefundIntents;
  readonly checks: OrderContext;
  readonly rmas: RmaLines;
  readonly request: RefundRun;
  /** The order as the input has it. */
  readonly given: ReadyOrder;
}

interface PreparedRefund extends RefundBase, Pick<RefundToSend, 'basedOn' | 'run' | 'source'> {
  readonly files: EndedRun['input']['files'];
}

interface BuiltRefund extends Pick<RefundResult, 'order' | 'refund' | 'agreed'> {
  /** The refund was posted before. */
  readonly known: boolean;
  /** Lines with cancelled units that are not refunded. */
  readonly canceled: readonly string[];
  /** What of its RMA is not as it should be. */
  readonly said: readonly string[];
  readonly basedOn: string | undefined;
}

function build(prepared: RefundBase, now: number): BuiltRefund {
  const { platform, ledger, intents, checks, rmas, request, given } = prepared;
  const before = ledger.order(given.id);
  const compared = compareOrder(ledger, given, {
    force: false,
    keepRefunds: true,
    now,
    levels: checks.levels,
    rmas,
  });
  checkNotOutdated(before, compared);
  const { order: base } = compared.order;
  const named = request.refund.rma === undefined ? undefined : rmas.ofRma(request.refund.rma, base);
  const wish = withUnitsOf(base, request.refund, named);
  const found = findRefund(base, wish);
  if (found) {
    checkAsAsked(base, found, request.refund, request.target.minorUnits);
    if (!before?.refunds.some(({ identifier }) => identifier === found.identifier))
      throw refundInInput(found);
    return {
      order: base,
      refund: found,
      agreed: undefined,
      canceled: [],
      said: [],
      known: true,
      basedOn: before.digest,
    };
  }
  const sha256 = (text: string) => platform.crypto.sha256(text);
  if (wish.units?.size === 0) throw doneRma(wish.rma!, given.id);
  const hint =
    named && !request.refund.units
      ? `RMA ${quote(wish.rma)} names more than the order has left. Name what is refunded: --rma and --lines LINE=UNITS.`
      : undefined;
  const units = unitsToRefund(base, wish.units, wish.allowsCanceled, hint);
  const identifier = wish.identifier ?? refundIdentifier(sha256, base, units, wish.rma);
  // One that was sent, and of which no answer came, is sent again.
  if (named?.isRefunded && !intents.get(identifier)) throw refundedRma(wish.rma!, given.id);
  const { minorUnits, answers } = request.target;
  if (before && wish.amountCents === undefined) checkPrices(before, base, units, minorUnits);
  const fees = returnFees(answers);
  const { cents: amountCents, agreed } = checkedRefund(base, units, wish, { minorUnits, fees });
  const times = timesToSend(refundTimes(base, before?.updatedAt, now), intents.get(identifier), now);
  const order = withRefund(base, units, { identifier, amountCents, rma: wish.rma }, times);
  checkOwnIdentifier(ledger, order);
  const unsettled = unsettledBy(new ReadyOrder(platform.crypto, order), ledger.unanswered(given.id));
  if (unsettled) throw refundUnsettled(given.id, unsettled);
  const wrong = validateOrder(order, { ...checks, now }).find((f) => f.severity === 'error');
  if (wrong)
    throw defectFailure(
      'defect.refund',
      `The refund that was built breaks a rule of the contract: ${wrong.code} at ${wrong.path}`,
      {
        hint: 'Nothing was sent. Please report this with the command line.',
      },
    );
  const canceled = [...canceledLeft(base)].flatMap(([line, left]) =>
    left > 0 && units.has(line) ? [line] : [],
  );
  const differs = wish.allowsCanceled && named ? differenceText(base, wish, units, named) : '';
  const asks = fees.shipping && wish.rma !== undefined && wish.amountCents === undefined;
  const articles = given.facts.lines.map(articleOf);
  const isNumberedAgain = !before && given.namesLines && new Set(articles).size < articles.length;
  const said = [
    differs,
    isNumberedAgain
      ? 'this computer never sent the order, and several of its lines are of one article without a number of their own: they may have other numbers at the service. Use the ledger of the upload: --state-dir, or returns runs merge'
      : '',
    asks && wish.returnShippingCents === undefined
      ? `no message of RMA ${escapeControls(wish.rma)} was received here, so its return shipping, which the shopper bears (returns agreements), is not taken off: give --amount-cents without it`
      : '',
  ].filter(Boolean);
  const refund = order.refunds.at(-1)!;
  return { order, refund, agreed, canceled, said, known: false, basedOn: before?.digest };
}

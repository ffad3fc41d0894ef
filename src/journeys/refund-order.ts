// `orders refund`: finds the order in a file, builds the refund, and posts the snapshot once however often it is asked.
import { connect } from '../account/connect.ts';
import type { Target } from '../account/settings.ts';
import { EXIT, type ExitCode } from '../base/exit.ts';
import { defectFailure } from '../base/failure.ts';
import type { Host } from '../base/host.ts';
import { shellWord } from '../base/text.ts';
import type { Refusal } from '../client/batch.ts';
import { noRequests } from '../client/counts.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { judgeOrder } from '../contract/judge-order.ts';
import type { Order, OrderRefund } from '../contract/order.ts';
import type { Inputs, Snapshot } from '../intake/types.ts';
import type { Folders } from '../store/folders.ts';
import { forgetRefundIntent, refundIntent } from '../store/intents.ts';
import { type Ledger, ledgerOf, openLedgerStore } from '../store/ledger.ts';
import { takeLock, uploadLock } from '../store/locks.ts';
import { putRun, runId } from '../store/runs.ts';
import { compareOrder } from '../upload/compare.ts';
import { judgeSnapshot, type Verdict } from '../upload/judge.ts';
import {
  checkNotOutdated,
  orderNotFound,
  type RefundRequest,
  refundCents,
  refundIdentifier,
  refundTimes,
  unitsToRefund,
  withRefund,
} from '../upload/refund.ts';
import { sendOne } from '../upload/send-one.ts';
import { interruption, judgeContext, type OrderInput, openOrderInput } from './order-input.ts';

export interface RefundJourney {
  readonly input: OrderInput;
  readonly target: Target;
  readonly orderId: string;
  readonly refund: RefundRequest;
  readonly dryRun: boolean;
  readonly maxOutageMs: number;
  readonly lockWaitMs: number;
  readonly argv: readonly string[];
  readonly agent: string;
  readonly warn: (text: string) => void;
  /** Shows what is about to be posted and asks; false ends it. */
  confirm(order: Order, refund: OrderRefund): Promise<boolean>;
}

export interface RefundResult {
  readonly state: 'planned' | 'accepted' | 'already_accepted' | 'refused' | 'interrupted';
  readonly exitCode: ExitCode;
  readonly order: Order;
  readonly refund: OrderRefund;
  readonly run: string;
  readonly refusals: readonly Refusal[];
}

/** The order is in the input but cannot be sent: its verdict says why. */
export type InvalidOrder = { readonly invalid: Verdict & { kind: 'refused' }; readonly snapshot: Snapshot };

export async function refundJourney(
  host: Host,
  folders: Folders,
  request: RefundJourney,
): Promise<RefundResult | InvalidOrder> {
  const { target, orderId } = request;
  const stop = interruption(host, () => {});
  const cleanUp: (() => void | Promise<void>)[] = [stop.release];
  try {
    const inputs = await openOrderInput(host, folders, request.input, stop);
    cleanUp.unshift(() => inputs.close());
    const snapshot = await findOrder(inputs, orderId);
    if (!snapshot) throw orderNotFound(orderId, request.input.paths);
    const verdict = judgeSnapshot(snapshot, judgeContext(host, request.input.reading, target.statusSpelling));
    if (verdict.kind === 'refused') return { invalid: verdict, snapshot };
    if (verdict.kind === 'skipped') throw orderNotFound(orderId, request.input.paths);
    const store = openLedgerStore(host, folders);
    cleanUp.unshift(() => store.close());
    const lock = await takeLock(host, store, uploadLock(target, null), {
      purpose: `uploads to ${target.environment} (profile ${target.profile})`,
      waitMs: request.lockWaitMs,
      signal: stop.signal,
    });
    cleanUp.unshift(() => lock.release());
    const ledger = ledgerOf(host, store, target.key);
    const started = host.clock.now();
    const run = runId(started, host.random.hex(3));
    const { order, refund, known } = build(host, ledger, target, verdict.order, request, started);
    const result = (
      state: RefundResult['state'],
      exitCode: ExitCode,
      refusals: readonly Refusal[] = [],
    ): RefundResult => ({
      state,
      exitCode,
      order,
      refund,
      run,
      refusals,
    });
    if (known) return result('already_accepted', EXIT.done);
    if (request.dryRun || !(await request.confirm(order, refund))) return result('planned', EXIT.done);

    const counts = noRequests();
    const connection = await connect(host, folders, target, {
      agent: request.agent,
      warn: request.warn,
      onTokenCall: () => counts.tokens++,
    });
    cleanUp.unshift(() => connection.close());
    const file = request.input.paths.join(' ');
    const outcome = await sendOne(
      host,
      ledger,
      {
        tokens: connection.tokens,
        pacer: connection.pacer,
        counts,
        post: (body, token, signal) => connection.caller.call(ENDPOINTS.orders, { body, token, signal }),
      },
      { order, run, source: { file, line: snapshot.rows[0]?.line ?? 0 } },
      request.maxOutageMs,
      stop.signal,
    );
    const accepted = outcome.kind === 'accepted';
    putRun(store, {
      id: run,
      kind: 'orders refund',
      state: accepted ? 'completed' : outcome.kind === 'refused' ? 'completed' : 'interrupted',
      user: host.system.user,
      host: host.system.hostname,
      profile: target.profile,
      environment: target.environment,
      target: `${target.addresses.orders} as ${target.clientId}`,
      targetKey: target.key,
      shard: null,
      files: inputs.files.map(({ path, bytes, rows, sha256 }) => ({ path, bytes, rows, sha256 })),
      command: ['returns', ...request.argv.map(shellWord)].join(' '),
      started,
      ended: host.clock.now(),
      exitCode: accepted ? EXIT.done : EXIT.refused,
      orders: { accepted: accepted ? 1 : 0, refused: outcome.kind === 'refused' ? 1 : 0 },
    });
    if (accepted) forgetRefundIntent(store, target.key, refund.identifier);
    if (outcome.kind === 'interrupted') return result('interrupted', stop.exitCode());
    return accepted ? result('accepted', EXIT.done) : result('refused', EXIT.refused, outcome.refusals);
  } finally {
    for (const step of cleanUp) await step();
  }
}

/** The latest snapshot of an order in the input. */
async function findOrder(inputs: Inputs, id: string): Promise<Snapshot | undefined> {
  let found: Snapshot | undefined;
  for await (const _ of inputs.read('survey'));
  for await (const group of inputs.read('counted'))
    for (const snapshot of group)
      if (snapshot.id === id && inputs.tally.isLatest(snapshot.slot)) found = snapshot;
  return found;
}

function build(
  host: Host,
  ledger: Ledger,
  target: Target,
  given: Order,
  request: RefundJourney,
  now: number,
) {
  const before = ledger.order(given.identifier);
  checkNotOutdated(given, before);
  const { order: base } = compareOrder(ledger, host.crypto, given, { force: false, keepRefunds: true });
  const wish = request.refund;
  // Asked for by name and posted before: nothing to build.
  const named =
    wish.identifier === undefined ? undefined : base.refunds.find((r) => r.identifier === wish.identifier);
  if (named) return { order: base, refund: named, known: true };
  const sha256 = (text: string) => host.crypto.sha256(text);
  const units = unitsToRefund(base, wish.units);
  const identifier = wish.identifier ?? refundIdentifier(sha256, base, units, wish.rma);
  const amountCents = refundCents(base, units, wish.amountCents);
  const times = request.dryRun
    ? refundTimes(base, before?.updatedAt, now)
    : refundIntent(ledger.store, target.key, identifier, () => refundTimes(base, before?.updatedAt, now));
  const order = withRefund(base, units, { identifier, amountCents, rma: wish.rma }, times);
  const wrong = judgeOrder(order, { now, statusSpelling: target.statusSpelling }).find(
    (f) => f.severity === 'error',
  );
  if (wrong)
    throw defectFailure(
      'defect.refund',
      `The refund that was built breaks a rule of the contract: ${wrong.code} at ${wrong.path}`,
      {
        hint: 'Nothing was sent. Please report this with the command line.',
      },
    );
  return { order, refund: order.refunds.at(-1)!, known: false };
}

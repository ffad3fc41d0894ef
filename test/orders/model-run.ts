// One upload or one refund of the model: the real code from the input to the summary, in a process that can
// be killed, with the disk and the service of the model.
import type { Shard } from '../../src/account/connect.ts';
import type { Order } from '../../src/contract/order.ts';
import { type CompareOptions, compareOrder } from '../../src/orders/compare/compare.ts';
import { checkContext, openInputs } from '../../src/orders/read/order-input.ts';
import { shardText } from '../../src/orders/read/shard.ts';
import { withRefund } from '../../src/orders/refund/build-refund.ts';
import { checkNotOutdated } from '../../src/orders/refund/refund-conflicts.ts';
import {
  type RefundOutcome,
  refundTimes,
  sendRefund,
  timesToSend,
} from '../../src/orders/refund/send-refund.ts';
import type { UploadSummary } from '../../src/orders/upload/order-run.ts';
import type { OrderTransport, Plan, SendingOptions } from '../../src/orders/upload/plan.ts';
import { uploadOrders } from '../../src/orders/upload/upload.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { Turn } from '../../src/runs/turn.ts';
import { Pacer } from '../../src/sending/pacer.ts';
import { noRequests } from '../../src/sending/types.ts';
import { Ledger } from '../../src/storage/ledger.ts';
import { uploadLock } from '../../src/storage/locks.ts';
import { ReadyOrder } from '../../src/storage/order-record.ts';
import { refundIntents } from '../../src/storage/refund-plans.ts';
import type { FakeClock } from '../helpers/clock.ts';
import { filesOf } from './memory-files.ts';
import type { ModelDisk, ModelMachine } from './model-disk.ts';
import type { Version } from './model-orders.ts';
import type { Mortal } from './mortal.ts';
import type { Caller, OrdersService } from './orders-service.ts';

/** What all processes of a history share. */
export interface World {
  readonly base: Platform;
  readonly clock: FakeClock;
  readonly disk: ModelDisk;
  /** The pace of the machine: in another file, which never is full. */
  readonly machine: ModelMachine;
  readonly service: OrdersService;
  readonly random: () => number;
  readonly sending: SendingOptions & { readonly limit: number };
  readonly compare: CompareOptions;
}

export const TARGET = 'target';

export interface UploadStep {
  readonly lines: readonly Version[];
  readonly shard?: Shard | undefined;
  readonly canary?: number | undefined;
  readonly maxRejects?: number | undefined;
  /** Called between the passes. */
  confirm?(plan: Plan): Promise<void>;
}

function hostOf({ base, random }: World, mortal: Mortal): Platform {
  return { ...base, clock: mortal.clock, random: { unit: random, hex: (n) => 'a'.repeat(2 * n) } };
}

function lineOf({ machine, service, sending, random }: World, caller: Caller): OrderTransport {
  const { mortal } = caller;
  let token = 0;
  const get = async () => `T${token}`;
  return {
    counts: noRequests(),
    tokens: {
      get,
      async refused(refused) {
        if (refused === `T${token}`) token++;
        return await get();
      },
      endsAt: () => undefined,
    },
    pacer: new Pacer({
      clock: mortal.clock,
      random: { unit: random, hex: () => '' },
      store: machine.open(mortal),
      environment: 'local',
      limit: sending.limit,
    }),
    post: service.postOf(caller),
  };
}

/** Runs `work` as a command does: with the turn to send, which other processes may ask for. Its locks end with the process. */
async function withTurn<T>(
  world: World,
  { mortal, asksNobody }: Caller,
  shard: Shard | undefined,
  work: (turn: Turn | undefined) => Promise<T>,
): Promise<T> {
  if (asksNobody) return await work(undefined);
  const { databases } = world.base;
  const platform: Platform = {
    ...hostOf(world, mortal),
    databases: {
      ...databases,
      tryLock(file) {
        const lock = databases.tryLock(file);
        if (lock) mortal.onDeath(() => lock.release());
        return lock;
      },
    },
  };
  const lock = uploadLock({ key: TARGET }, shardText(shard));
  const options = { purpose: 'uploads', command: mortal.name, signal: mortal.signal, waitMs: 0 };
  const turn = await Turn.begin(platform, world.disk.open(mortal), lock, options);
  try {
    return await work(turn);
  } finally {
    turn.close();
  }
}

export const ledgerIn = (world: World, mortal?: Mortal): Ledger =>
  new Ledger({ ...world.base, clock: world.clock }, world.disk.open(mortal), TARGET);

/** Returns the plan and the summary, or undefined when the process was killed. */
export async function upload(
  world: World,
  caller: Caller,
  step: UploadStep,
): Promise<{ plan: Plan | undefined; summary: UploadSummary } | undefined> {
  const ended = await beforeDeath(
    withTurn(world, caller, step.shard, (turn) => uploadIn(world, caller, step, turn)),
    caller.mortal,
  );
  return ended === 'killed' ? undefined : ended;
}

async function uploadIn(world: World, caller: Caller, step: UploadStep, turn: Turn | undefined) {
  const { mortal } = caller;
  const files = filesOf(step.lines.map(({ text }) => `${text}\n`).join(''));
  const platform = { ...hostOf(world, mortal), files };
  const inputs = await openInputs(platform, ['export.ndjson'], { format: 'auto', memory: 1e8 }, '/spool');
  const ledger = ledgerIn(world, mortal);
  let plan: Plan | undefined;
  const summary = await uploadOrders(
    {
      platform,
      inputs,
      ledger,
      rejects: undefined,
      checks: await checkContext(platform, { strict: false, shard: step.shard }, inputs, ledger),
      compare: world.compare,
      plan: {
        profile: 'model',
        environment: 'local',
        target: 'http://localhost',
        batchSize: world.sending.batchSize,
        limit: world.sending.limit,
      },
      run: mortal.name,
      resume: 'again',
      emit: (event) => {
        turn?.giveIfAsked();
        if (event.type === 'plan') plan = event.plan;
      },
      signal: mortal.signal,
    },
    {
      ...{ ...world.sending, canary: step.canary, maxRejects: step.maxRejects },
      transport: { ...lineOf(world, caller), turn },
      dryRun: false,
      async confirm(plan) {
        const asking = step.confirm?.(plan) ?? Promise.resolve();
        await (turn ? turn.idle(asking) : asking);
        return true;
      },
    },
  );
  return { plan, summary };
}

/** Like `orders refund`: posts the snapshot of the export again, with its one unit refunded. */
export const refund = (world: World, caller: Caller, version: Version) =>
  beforeDeath(
    withTurn(world, caller, undefined, async (turn) => {
      await turn?.hold();
      return await postRefund(world, caller, version);
    }),
    caller.mortal,
  );

async function postRefund(
  world: World,
  caller: Caller,
  version: Version,
): Promise<RefundOutcome | 'refunded already'> {
  const { mortal } = caller;
  const platform = hostOf(world, mortal);
  const ledger = ledgerIn(world, mortal);
  const given = JSON.parse(version.text) as Order;
  const before = ledger.order(version.id);
  const ready = new ReadyOrder(platform.crypto, given);
  const compared = compareOrder(ledger, ready, {
    force: false,
    keepRefunds: true,
    now: platform.clock.now(),
  });
  checkNotOutdated(before, compared);
  const { order } = compared.order;
  if (order.refunds.length > 0) return 'refunded already';
  const units = new Map([[`${version.id}-1`, 1]]);
  const wish = { identifier: `RF-${version.id}-posted`, amountCents: 1, rma: undefined };
  const now = platform.clock.now();
  const fresh = refundTimes(order, before?.updatedAt, now);
  const intents = refundIntents(platform, ledger.store, TARGET);
  const times = timesToSend(fresh, intents.get(wish.identifier), now);
  intents.put(wish.identifier, times);
  const source = { file: 'export.ndjson', line: 1 };
  const post = {
    order: ready.with(withRefund(order, units, wish, times)),
    basedOn: before?.digest,
    run: mortal.name,
    source,
    ledger,
    transport: lineOf(world, caller),
  };
  const outcome = await sendRefund(platform, { ...world.sending, ...post }, mortal.signal);
  if (outcome.kind === 'accepted') intents.forget(wish.identifier);
  return outcome;
}

/** The result of a process. What it returns or throws after it was killed is ignored. */
async function beforeDeath<T>(work: Promise<T>, mortal: Mortal): Promise<T | 'killed'> {
  try {
    const done = await Promise.race([work, mortal.died]);
    return mortal.dead ? 'killed' : done;
  } catch (error) {
    if (mortal.dead) return 'killed';
    throw error;
  }
}

// `orders upload` from files to summary: opens what the run needs, plans, sends.
import path from 'node:path';
import { limitOf, timedBy } from '../../account/connect.ts';
import type { Target } from '../../account/settings.ts';
import { levelsDocument } from '../../contract/levels.ts';
import { openRejects } from '../../input/rejects.ts';
import type { Database, Platform } from '../../platform/platform.ts';
import { cutShort } from '../../runs/find-run.ts';
import { askToSend, sendJob } from '../../runs/send-job.ts';
import { commandOf, inSession, mappingRow } from '../../runs/session.ts';
import { type Folders, rejectsFolder } from '../../storage/folders.ts';
import { Ledger } from '../../storage/ledger.ts';
import { heldSince, runLock } from '../../storage/locks.ts';
import { openRmaLines } from '../compare/compare.ts';
import { checkContext, type OrderInput, openOrderInput } from '../read/order-input.ts';
import { shardText } from '../read/shard.ts';
import {
  orderSummaryOfDelivered,
  orderSummaryOfUnsent,
  planOrders,
  type UploadSummary,
} from './order-run.ts';
import {
  type Emit,
  orderRejectBudget,
  type Plan,
  type SendingOptions,
  TOO_MANY_REFUSED,
  type UploadParts,
  type UploadRequest,
} from './plan.ts';
import { Delivery, ORDERS_ENVELOPE, orderPost } from './second-pass.ts';

export interface UploadRun extends SendingOptions {
  readonly input: OrderInput;
  readonly target: Target;
  /** Sends orders independent of what the ledger says. */
  readonly force: boolean;
  /** Adds refunds to orders that are in the ledger and not in the input. */
  readonly keepRefunds: boolean;
  readonly dryRun: boolean;
  /** The command line as the user typed it. */
  readonly argv: readonly string[];
  readonly warn: (text: string) => void;
  confirm(plan: Plan): Promise<boolean>;
}

export async function runUpload(
  platform: Platform,
  folders: Folders,
  request: UploadRun,
  emit: Emit,
): Promise<UploadSummary> {
  const { target, input, force, keepRefunds, canary } = request;
  const shard = input.reading.shard;
  const onInterrupt = () => emit({ type: 'interrupted' });
  return inSession(platform, folders, { ...request, onInterrupt }, async (session) => {
    const inputs = session.use(await openOrderInput(platform, folders, input, session.signal));
    const store = session.ledger();
    const turn = await session.turn(store, target, shardText(shard), {
      waitMs: request.lockWaitMs,
      onWait: ({ pid, since }) => emit({ type: 'waiting', pid, since }),
    });
    const { caller, ...line } = await session.connect(target, {
      warn: request.warn,
      connections: request.concurrency ?? 64,
      ...(shard ? { shard } : {}),
    });
    const ledger = new Ledger(platform, store, target.key);
    const checks = await checkContext(platform, input.reading, inputs, ledger);
    const rmas = session.use(await openRmaLines(platform, folders, target.environment));
    const key = { targetKey: target.key, shard: shardText(shard), command: session.command };
    const before = force ? cutShort(store, key) : [];
    if (before[0]) request.warn(goesOnText(platform, store, before[0].id));
    const resumed = new Set(before.map(({ id }) => id));
    const run = session.begin(store, target, {
      kind: 'orders upload',
      address: target.addresses.orders,
      shard: shardText(shard),
      files: input.paths,
      levels: levelsDocument(checks.levels),
      mapping: mappingRow(inputs.mapping),
      silent: request.dryRun,
    });
    if (!request.dryRun) emit({ type: 'begun', run: run.id });
    const summary = await uploadOrders(
      {
        platform,
        inputs,
        ledger,
        rejects: openRejects(
          platform,
          inputs,
          input.rejects ?? path.join(rejectsFolder(folders), run.id, '/'),
        ),
        rejectsAll: input.rejects !== undefined,
        checks,
        compare: { force, keepRefunds, resumed, levels: checks.levels, now: checks.now, rmas },
        plan: {
          profile: target.profile,
          environment: target.environment,
          minorUnits: target.minorUnits,
          target: target.addresses.orders,
          batchSize: request.batchSize,
          limit: limitOf(target, shard),
          timed: timedBy(target, platform.clock.now()),
        },
        run: run.id,
        resume: session.command,
        emit(event) {
          turn.giveIfAsked();
          emit(event);
        },
        signal: session.signal,
      },
      {
        ...request,
        confirm(plan) {
          run.hasRead(inputs.files);
          return turn.idle(request.confirm(plan));
        },
        transport: { ...line, turn, post: orderPost(caller) },
      },
    );
    const afterCanary = canary !== undefined && summary.state === 'partial' && !summary.error;
    // The canary is done: the command that resumes the run omits --canary.
    const resume = afterCanary && {
      resume: summary.resume && commandOf(withoutCanary(request.argv)),
    };
    return session.end({ ...summary, ...resume }, { orders: summary.orders });
  });
}

/** Bytes of a request. The service may accept fewer: then the batch is halved (413). */
const BATCH_BYTES = 1_000_000;

/** The two passes over what is open. */
export async function uploadOrders(
  parts: UploadParts & { readonly ledger: Ledger },
  request: UploadRequest,
): Promise<UploadSummary> {
  const { platform, signal, rejects, emit } = parts;
  const { dryRun, canary, transport, batchSize, concurrency, maxOutageMs, maxDurationMs } = request;
  const planned = await planOrders(parts, request, true);
  const { plan } = planned;
  const { unsent, started } = await askToSend(planned, dryRun ? undefined : request, parts);
  if (unsent) {
    // A run that stops for its refusals writes them all, with the rows, and records them.
    if (unsent.state === 'stopped' && unsent.stop?.code === TOO_MANY_REFUSED) {
      const delivery = new Delivery(parts, request);
      for await (const _ of delivery.messages()) if (signal.aborted) break;
      await delivery.flush();
    }
    return orderSummaryOfUnsent(parts, plan, unsent);
  }
  const delivery = new Delivery(parts, request);
  const { own, budget } = orderRejectBudget(plan, request.maxRejects);
  const sent = await sendJob(
    delivery,
    {
      transport,
      rejects,
      emit,
      envelope: ORDERS_ENVELOPE,
      batchSize,
      batchBytes: BATCH_BYTES,
      concurrency,
      maxOutageMs,
      endsAt: maxDurationMs === undefined ? undefined : started + maxDurationMs,
      maxRefused: budget - own,
      toSend: Math.min(plan.toSend, canary ?? plan.toSend),
    },
    platform,
    signal,
  );
  return orderSummaryOfDelivered(parts, request, plan, { ...sent, delivery, started });
}

const withoutCanary = (argv: readonly string[]): string[] =>
  argv.filter((word, index) => !/^--canary(=|$)/.test(word) && argv[index - 1] !== '--canary');

function goesOnText(platform: Platform, store: Database, run: string): string {
  const isAtWork = heldSince(platform, store, runLock(run)) !== undefined;
  return isAtWork
    ? `Run ${run}, the same command, is still at work: what it has sent up to now is not sent again`
    : `Goes on with run ${run}, which was cut short: what it sent is not sent again. To send that again, too, first: returns orders forget --run ${run}`;
}

// `orders upload` from files to summary: lock, ledger, connection, run record around the upload itself.
import { connect, limitOf } from '../account/connect.ts';
import type { Target } from '../account/settings.ts';
import { EXIT } from '../basics/exit.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { levelsDocument } from '../contract/levels.ts';
import type { Host } from '../platform/platform.ts';
import { interruption } from '../runs/interruption.ts';
import { beginRun, commandOf, everyStep } from '../runs/run.ts';
import { ordersRun, resumeCommand } from '../runs/runs.ts';
import type { UploadSummary } from '../runs/summary.ts';
import { noRequests } from '../sending/counts.ts';
import type { Folders } from '../storage/folders.ts';
import { ledgerOf, openLedgerStore } from '../storage/ledger.ts';
import { takeLock, uploadLock } from '../storage/locks.ts';
import type { Emit } from './events.ts';
import { withoutPersonal } from './hide-personal.ts';
import type { Expectations, SendingOptions } from './options.ts';
import { judgeContext, keepOf, type OrderInput, openOrderInput, rejectsOf } from './order-input.ts';
import type { Plan } from './plan.ts';
import { shardText } from './shard.ts';
import { uploadOrders } from './upload.ts';

export interface UploadJourney extends Expectations {
  readonly input: OrderInput;
  readonly target: Target;
  readonly sending: Omit<SendingOptions, 'limit' | 'resumed'>;
  /** Runs that a forced run goes on with, as given: ids, their beginnings, or `last`. */
  readonly resumeRuns: readonly string[];
  readonly dryRun: boolean;
  readonly lockWaitMs: number;
  /** The command line as given. */
  readonly argv: readonly string[];
  readonly agent: string;
  readonly warn: (text: string) => void;
  confirm(plan: Plan): Promise<boolean>;
}

export async function uploadJourney(
  host: Host,
  folders: Folders,
  request: UploadJourney,
  emit: Emit,
): Promise<UploadSummary> {
  const { target, input } = request;
  const shard = input.reading.shard;
  const command = commandOf(request.argv);
  const stop = interruption(host, () => emit({ type: 'interrupted' }));
  const cleanUp: (() => void | Promise<void>)[] = [stop.release];
  try {
    const inputs = await openOrderInput(host, folders, input, stop);
    cleanUp.unshift(() => inputs.close());
    const store = openLedgerStore(host, folders);
    cleanUp.unshift(() => store.close());
    const lock = await takeLock(host, store, uploadLock(target, shardText(shard)), {
      purpose: `uploads to ${target.environment} (profile ${target.profile})`,
      command,
      waitMs: request.lockWaitMs,
      signal: stop.signal,
      onWait: ({ pid, since }) => emit({ type: 'waiting', pid, since }),
    });
    cleanUp.unshift(() => lock.release());
    const counts = noRequests();
    const connection = await connect(host, folders, target, {
      agent: request.agent,
      warn: request.warn,
      connections: request.sending.concurrency ?? 64,
      ...(shard ? { shard } : {}),
      onTokenCall: () => {
        counts.tokens++;
        counts.total++;
      },
    });
    cleanUp.unshift(() => connection.close());
    const limit = limitOf(target, shard);
    const judge = judgeContext(host, input.reading, target.statusSpelling, inputs.mapping);
    const resumed = new Set(request.resumeRuns.map((given) => ordersRun(store, target, given).id));
    const run = beginRun(host, store, target, {
      kind: 'orders upload',
      address: target.addresses.orders,
      shard: shardText(shard),
      command,
      files: input.paths,
      levels: levelsDocument(judge.levels),
      silent: request.dryRun,
    });
    try {
      const summary = await uploadOrders(
        {
          host,
          inputs,
          ledger: ledgerOf(host, store, target.key),
          keep: keepOf(input),
          rejects: rejectsOf(host, folders, inputs, input, run.id),
          rejectsAll: input.rejects !== undefined,
          judge,
          plan: {
            profile: target.profile,
            environment: target.environment,
            target: target.addresses.orders,
            batchSize: request.sending.batchSize,
            limit,
          },
          run: run.id,
          resume: resumeCommand(request.argv, request.sending.force, run.id),
          emit,
          signal: stop.signal,
        },
        {
          ...request,
          sending: { ...request.sending, limit, resumed },
          line: {
            tokens: connection.tokens,
            pacer: connection.pacer,
            counts,
            post: withoutPersonal((body, token, signal) =>
              connection.caller.call(ENDPOINTS.orders, { body, token, signal }),
            ),
          },
        },
      );
      const afterCanary =
        request.sending.canary !== undefined && summary.state === 'partial' && !summary.error;
      const final: UploadSummary = {
        ...summary,
        ...(summary.exit_code === EXIT.interrupted && { exit_code: stop.exitCode() }),
        // The canary is there: the rest goes without it.
        ...(afterCanary && {
          resume: summary.resume && resumeCommand(withoutCanary(request.argv), request.sending.force, run.id),
        }),
      };
      return run.endWith(final, { orders: final.orders });
    } catch (error) {
      run.endFailed(error);
      throw error;
    }
  } finally {
    await everyStep(cleanUp);
  }
}

const withoutCanary = (argv: readonly string[]): string[] =>
  argv.filter((word, index) => !/^--canary(=|$)/.test(word) && argv[index - 1] !== '--canary');

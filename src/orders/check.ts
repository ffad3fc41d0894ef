// `orders check` from files to summary, offline. Compares with the ledger of the target where there is one.
import type { KnownTarget } from '../account/known-target.ts';
import type { Platform } from '../platform/platform.ts';
import { inSession } from '../runs/session.ts';
import type { UploadSummary } from '../runs/summary.ts';
import type { Folders } from '../storage/folders.ts';
import { ledgerOf, ledgerPath } from '../storage/ledger.ts';
import { runId } from '../storage/runs.ts';
import {
  checkContext,
  type OrderInput,
  openOrderInput,
  passCacheBytes,
  rejectsOf,
  spoolFolder,
} from './order-input.ts';
import { type CheckOptions, checkOrders } from './order-run.ts';
import type { Emit } from './plan.ts';

export interface CheckRequest extends CheckOptions {
  readonly input: OrderInput;
  readonly target: KnownTarget | undefined;
  readonly batchSize: number;
  /** Maximum number of refused fields that are listed. */
  readonly limit?: number | undefined;
  /** Receives every finished order as one line of NDJSON. */
  readonly write?: ((text: string) => Promise<void>) | undefined;
}

export async function runCheck(
  platform: Platform,
  folders: Folders,
  request: CheckRequest,
  emit: Emit,
): Promise<UploadSummary> {
  const { input, target } = request;
  const onInterrupt = () => emit({ type: 'interrupted' });
  return inSession(platform, folders, { onInterrupt }, async (session) => {
    const inputs = session.use(await openOrderInput(platform, folders, input, session.stop));
    const ledger =
      target && platform.files.stat(ledgerPath(folders)) && ledgerOf(platform, session.ledger(), target.key);
    const run = runId(platform.clock.now(), platform.random.hex(3));
    const summary = await checkOrders(
      {
        platform,
        inputs,
        ledger,
        passCacheBytes: passCacheBytes(input),
        spoolFolder: spoolFolder(folders),
        rejects: input.rejects === undefined ? undefined : rejectsOf(platform, folders, inputs, input, run),
        rejectsAll: true,
        listed: request.limit,
        checks: await checkContext(
          platform,
          input.reading,
          target?.statusSpelling ?? 'Cancelled',
          inputs.mapping,
        ),
        plan: {
          profile: target?.profile ?? null,
          environment: target?.environment ?? null,
          target: target?.address ?? null,
          batchSize: request.batchSize,
          limit: target?.limit ?? Number.POSITIVE_INFINITY,
        },
        run,
        resume: null,
        emit,
        signal: session.signal,
      },
      request,
      request.write,
    );
    session.throwIfInterrupted();
    return summary;
  });
}

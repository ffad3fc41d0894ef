// `orders check` from files to summary, offline. Compares with the ledger of the target where there is one.
import type { KnownTarget } from '../../account/known-target.ts';
import { openRejects } from '../../input/rejects.ts';
import type { Platform } from '../../platform/platform.ts';
import { askToSend } from '../../runs/send-job.ts';
import { inSession } from '../../runs/session.ts';
import type { Folders } from '../../storage/folders.ts';
import { runId } from '../../storage/runs.ts';
import { openRmaLines } from '../compare/compare.ts';
import type { CheckContext } from '../read/check-snapshot.ts';
import type { OrderInput } from '../read/order-input.ts';
import type { ReportFile } from '../report/page.ts';
import { openOffline, type Watch } from './first-pass.ts';
import { orderSummaryOfUnsent, planOrders } from './order-run.ts';
import type { CheckOptions, Emit, UploadParts } from './plan.ts';
import { SecondPass } from './second-pass.ts';

export interface CheckRequest extends CheckOptions {
  readonly input: OrderInput;
  readonly target: KnownTarget | undefined;
  readonly batchSize: number;
  readonly force?: boolean;
  readonly keepRefunds?: boolean;
  /** Maximum number of refused fields that are listed. */
  readonly limit?: number | undefined;
  /** Receives every finished order as one line of NDJSON. */
  readonly write?: ((text: string) => Promise<void>) | undefined;
  /** Sees every order of the check. */
  readonly watch?: ((checks: CheckContext) => Watch) | undefined;
  /** Number of orders to show whole. */
  readonly sample?: number | undefined;
  /** Writes the report page into this file, but does not finish it. */
  readonly report?: ReportFile | undefined;
}

export async function runCheck(platform: Platform, folders: Folders, request: CheckRequest, emit: Emit) {
  const { input, target, sample, report, force = false, keepRefunds = false } = request;
  const onInterrupt = () => emit({ type: 'interrupted' });
  return inSession(platform, folders, { onInterrupt }, async (session) => {
    const { inputs, ledger, checks } = await openOffline(session, input, target);
    const rmas = ledger && session.use(await openRmaLines(platform, folders, target!.environment));
    const run = runId(platform.clock.now(), platform.random.hex(3));
    const fileName = (file: number) => inputs.files[file]?.path ?? '';
    const chooser =
      sample === undefined ? undefined : new (await import('../look/trace.ts')).SampleChooser(sample);
    const collector =
      report &&
      new (await import('../report/collect.ts')).ReportCollector(checks, fileName, report.about.withPersonal);
    const { summary, plan } = await checkOrders(
      {
        platform,
        inputs,
        ledger,
        rejects: input.rejects === undefined ? undefined : openRejects(platform, inputs, input.rejects),
        rejectsAll: true,
        listed: request.limit,
        checks,
        compare: { force, keepRefunds, levels: checks.levels, now: checks.now, rmas },
        watches: [chooser, collector, request.watch?.(checks)].filter((watch) => watch !== undefined),
        plan: {
          profile: target?.profile ?? null,
          environment: target?.environment ?? null,
          minorUnits: input.intake.minorUnits,
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
    if (report) {
      const { writeReport } = await import('../report/page.ts');
      writeReport(platform, report, { plan, summary, refused: collector!.refused });
    }
    /** Only when samples were asked for. */
    const samples = chooser?.take(checks, fileName);
    return { summary, plan, samples };
  });
}

/**
 * Only the first pass, or with `write` also the second, which writes every finished order as it would be
 * sent.
 */
export async function checkOrders(
  parts: UploadParts,
  options: CheckOptions,
  write: ((text: string) => Promise<void>) | undefined,
) {
  const planned = await planOrders(parts, options);
  const { plan } = planned;
  const { unsent } = await askToSend(planned, undefined, parts);
  if (unsent?.state === 'checked' && (write || (parts.rejects && plan.refused > 0))) {
    const pass = new SecondPass(parts, Number.POSITIVE_INFINITY, write !== undefined);
    for await (const { text } of pass.messages()) {
      await write?.(`${text}\n`);
      if (parts.signal.aborted) break;
    }
  }
  return { summary: orderSummaryOfUnsent(parts, plan, unsent!), plan };
}

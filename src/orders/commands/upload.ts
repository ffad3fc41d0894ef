// `returns orders upload`: sends a backfill, and later what changed since.

import { resolveTarget, sayNotes } from '../../account/settings.ts';
import { parseDuration, plural } from '../../basics/units.ts';
import {
  type Context,
  countFrom,
  defineCommand,
  flag,
  inGroup,
  type OptionsOf,
  PROGRESS_FLAG,
  rare,
} from '../../cli/command.ts';
import { clean } from '../../cli/presenter.ts';
import {
  CONCURRENCY_FLAG,
  lockWaitFlag,
  MAX_OUTAGE_FLAG,
  maxRejectsFlag,
  RATE_FLAG,
} from '../../runs/sending-flags.ts';
import { correctText } from '../../runs/text/code-lines.ts';
import { BATCH_SIZE_FLAG, FAIL_ON_FLAG, orderInput, READING_FLAGS } from '../order-flags.ts';
import { makeUploadView, summaryText } from '../text/summary-text.ts';
import type { UploadSummary } from '../upload/order-run.ts';
import { runUpload, type UploadRun } from '../upload/upload.ts';

export const FLAGS = [
  ...READING_FLAGS,
  ...inGroup(
    'Sending',
    flag('--dry-run', 'stop after the plan'),
    flag('--canary <n>', 'send so many orders, then stop and say what to look at', { parse: countFrom(1) }),
    RATE_FLAG,
    maxRejectsFlag('orders'),
    flag('--max-duration <duration>', 'end after so long (exit 75); the same command goes on', {
      parse: parseDuration,
    }),
    flag(
      '--force',
      'send everything, whatever was accepted or refused before; off a terminal with --yes only',
    ),
    ...rare(
      BATCH_SIZE_FLAG,
      CONCURRENCY_FLAG,
      MAX_OUTAGE_FLAG,
      FAIL_ON_FLAG,
      PROGRESS_FLAG,
      lockWaitFlag('another upload to the same target', '0s'),
    ),
  ),
];

export const command = defineCommand({
  args: '<files...>',
  flags: FLAGS,
  examples: [
    ['returns orders upload orders.csv --dry-run', 'read, check, and show the plan'],
    ['returns orders upload orders.csv --canary 20', 'send 20 orders and look at them in the portal'],
    ['returns orders upload part-*.csv.gz --yes', 'the backfill, without the question'],
    ['export-orders | returns orders upload - --json', 'in a script: one JSON document on stdout'],
  ],
  run,
});

/** Turns arguments into a request for the engine. @throws Failure exit 2 */
export function requestOf(context: Context, files: readonly string[], options: OptionsOf<typeof FLAGS>) {
  return {
    ...options,
    input: orderInput(context, files, options),
    maxAgeMs: options.maxAge,
    maxOutageMs: options.maxOutage,
    maxDurationMs: options.maxDuration,
    lockWaitMs: options.lockWait,
  } satisfies Partial<UploadRun>;
}

async function run(context: Context, files: readonly string[], options: OptionsOf<typeof FLAGS>) {
  const { platform, folders, show, globals, argv } = context;
  const request = requestOf(context, files, options);
  if (options.force && !options.dryRun) {
    const { checkConfirmable } = await import('../../cli/prompts.ts');
    checkConfirmable(context, 'An upload with --force');
  }
  const target = await resolveTarget(platform, folders, { ...globals, rate: options.rate });
  sayNotes(show, target);
  const view = await makeUploadView(platform, show, options.progress);
  try {
    const summary = await runUpload(
      platform,
      folders,
      {
        ...request,
        target,
        argv,
        warn: (text) => show.warn(text),
        async confirm(plan) {
          if (!globals.mayAsk || globals.yes) return true;
          view.stop();
          const { makeAsk } = await import('../../cli/prompts.ts');
          return await makeAsk(platform).confirm(
            `Send ${plural(plan.toSend, 'order')} to ${plan.environment}?`,
            false,
          );
        },
      },
      view.emit,
    );
    view.stop();
    const columns = platform.terminal.columns();
    await show.result(summary, () =>
      summaryText(summary, { paint: show.outPaint, columns, withCodes: true }),
    );
    const [rejects] = summary.refused.files;
    if (summary.canary && summary.canary.length > 0) show.note(canaryText(summary));
    else if (rejects !== undefined) show.next(correctText(rejects));
    else if (summary.orders.accepted > 0) show.next(`returns runs show ${summary.run}`);
    return summary.exit_code;
  } finally {
    view.stop();
  }
}

/** The next steps after a canary: a canary only helps when a user looks at its orders. */
function canaryText({ orders, canary = [], run }: UploadSummary): string {
  const more = orders.accepted > canary.length ? ` and ${orders.accepted - canary.length} more` : '';
  return [
    `Canary: look at ${canary.map(clean).join(', ')}${more} in the returns portal.`,
    '  Are lines, prices, tax, currency, pictures and the return window right?',
    `  Yes: run the same command without --canary (${plural(orders.pending, 'order')} to go).`,
    '  No:  correct the input or the mapping, and take this run back:',
    `       returns orders forget --run ${run}`,
  ].join('\n');
}

// `returns orders check`: reads, maps, validates and plans; needs neither network nor login.

import { knownTarget } from '../../account/known-target.ts';
import { EXIT, type ExitCode } from '../../basics/exit-codes.ts';
import { usageFailure } from '../../basics/failure.ts';
import { VERSION } from '../../basics/version.ts';
import {
  type Context,
  checkStdout,
  countFrom,
  defineCommand,
  flag,
  type OptionsOf,
  optionsOf,
  PROGRESS_FLAG,
} from '../../cli/command.ts';
import { clean, labelled, type Paint } from '../../cli/presenter.ts';
import { maxRejectsFlag } from '../../runs/sending-flags.ts';
import { commandOf } from '../../runs/session.ts';
import { type OutFile, openOutFile } from '../../storage/out-file.ts';
import { runTrace } from '../look/trace.ts';
import { BATCH_SIZE_FLAG, FAIL_ON_FLAG, orderInput, READING_FLAGS } from '../order-flags.ts';
import type { OrderInput } from '../read/order-input.ts';
import { planText } from '../text/plan-text.ts';
import { makeUploadView, summaryText } from '../text/summary-text.ts';
import { sampleDocument, samplesText, traceText } from '../text/trace-text.ts';
import { type CheckRequest, runCheck } from '../upload/check.ts';
import { REFUSALS_LISTED } from '../upload/first-pass.ts';

export const FLAGS = [
  ...READING_FLAGS,
  flag('--out <file>', 'write the finished orders as NDJSON, as they would be sent (- is stdout)'),
  flag('--limit <n>', 'refused fields that --json lists with their orders', {
    initial: String(REFUSALS_LISTED),
    parse: countFrom(0, 1_000_000),
  }),
  maxRejectsFlag('orders'),
  FAIL_ON_FLAG,
  PROGRESS_FLAG,
  flag('--force', 'as an upload with --force would see it'),
  flag('--trace <id>', 'only show where every field of this order came from'),
  flag('--sample <n>', 'also show n finished orders whole, beside their rows: with names and addresses', {
    otherwise: 'none',
    parse: countFrom(1, 100),
  }),
  flag('--report <file>', 'also write a page for who owns the data: every refusal with its rows (HTML)'),
  flag('--report-personal', 'the page holds names, addresses and e-mails, which are hidden otherwise'),
];

export const command = defineCommand({
  args: '<files...>',
  flags: FLAGS,
  examples: [
    [
      'returns orders check export.csv --map shop.json --trace 1001',
      'see where every field of one order came from',
    ],
    ['returns orders check orders.csv', 'look at the plan and at every finding'],
    [
      'returns orders check export.csv --map shop.json --sample 3',
      'see three finished orders beside their rows',
    ],
    ['returns orders check orders.csv --rejects bad.csv', 'put the refused rows aside'],
    ['returns orders check orders.csv --report report.html', 'a page for who owns the data'],
    ['returns orders check orders.csv --out - | jq .', 'see the messages'],
    ['zcat export.csv.gz | returns orders check - --json', 'in a script'],
  ],
  run,
});

/** Turns arguments into a request for the engine. @throws Failure exit 2 */
export function requestOf(context: Context, files: readonly string[], options: OptionsOf<typeof FLAGS>) {
  const { report, reportPersonal, trace, sample } = options;
  if (sample !== undefined && options.out === '-')
    throw usageFailure('usage.conflict', '--sample and --out - both want stdout', {
      hint: 'Give --out a file, or omit --sample.',
    });
  if (report === '-')
    throw usageFailure('usage.conflict', '--report is a page: stdout carries the result', {
      hint: 'Give --report a file, such as report.html.',
    });
  if (reportPersonal && report === undefined)
    throw usageFailure('usage.conflict', '--report-personal is for the page of --report', {
      hint: 'Add --report FILE, or omit --report-personal.',
    });
  if (trace !== undefined && (report !== undefined || sample !== undefined))
    throw usageFailure('usage.conflict', '--trace shows one order only, without --sample and --report', {
      hint: 'Run the command once with --trace, and once without.',
    });
  checkStdout(context, options.out);
  return {
    ...options,
    input: orderInput(context, files, options),
    ...optionsOf([BATCH_SIZE_FLAG]),
    maxAgeMs: options.maxAge,
  } satisfies Partial<Omit<CheckRequest, 'report'>>;
}

async function run(context: Context, files: readonly string[], options: OptionsOf<typeof FLAGS>) {
  const { platform, folders, show, globals } = context;
  const { out, trace, report } = options;
  const request = requestOf(context, files, options);
  if (trace !== undefined) return await showTrace(context, request.input, trace);
  const view = await makeUploadView(platform, show, options.progress);
  const file = out === undefined || out === '-' ? undefined : openOutFile(platform, out);
  let page: OutFile | undefined;
  try {
    page = report === undefined ? undefined : openOutFile(platform, report, { flag: '--report' });
    const { summary, samples } = await runCheck(
      platform,
      folders,
      {
        ...request,
        report: page && {
          file: page,
          about: {
            at: platform.clock.now(),
            version: VERSION,
            command: commandOf(context.argv),
            withPersonal: options.reportPersonal,
          },
        },
        target: knownTarget(platform, folders, globals),
        write: out === '-' ? (text) => show.raw(text) : file && (async (text) => file.write(text)),
      },
      (event) => {
        // The plan is the result of this command, so it is printed to stdout.
        if (event.type !== 'plan' || out === '-') view.emit(event);
        else {
          view.stop();
          if (!globals.json) void show.text(planText(event.plan, show.outPaint, platform.terminal.columns()));
        }
      },
    );
    view.stop();
    file?.finish();
    page?.finish();
    const columns = platform.terminal.columns();
    if (out === '-') show.note(summaryText(summary, { paint: show.errPaint, columns }));
    else {
      const above = samples ? `${samplesText(samples, show.outPaint, columns)}\n\n` : '';
      const document = {
        ...summary,
        ...(samples && { samples: samples.map(sampleDocument) }),
        ...(report !== undefined && { report }),
      };
      await show.result(
        document,
        () =>
          `${above}${summaryText(summary, { paint: show.outPaint, columns })}${reportLine(report, show.outPaint)}`,
      );
    }
    show.next(
      summary.orders.refused > 0
        ? `returns explain ${summary.refused.by_code[0]?.code ?? 'CODE'}`
        : `returns orders upload ${files.join(' ')} --dry-run`,
    );
    return summary.exit_code;
  } catch (error) {
    file?.abandon();
    page?.abandon();
    throw error;
  } finally {
    view.stop();
  }
}

const reportLine = (report: string | undefined, paint: Paint): string =>
  report === undefined ? '' : `${labelled('report', clean(report), paint)}\n`;

async function showTrace(
  { platform, folders, show, globals }: Context,
  input: OrderInput,
  id: string,
): Promise<ExitCode> {
  const found = await runTrace(platform, folders, input, id, knownTarget(platform, folders, globals));
  const fields = found.fields.map(({ cell: _, ...field }) => field);
  await show.result({ schema: 'trace/1', id: found.id, fields }, () => traceText(found, show.outPaint));
  return EXIT.done;
}

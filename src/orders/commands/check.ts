// `returns orders check`: reads, maps, validates and plans; needs neither network nor login.
import { knownTarget } from '../../account/known-target.ts';
import { EXIT } from '../../basics/exit.ts';
import { usageFailure } from '../../basics/failure.ts';
import { type CommandSpec, numberFlag, switchFlag, textFlag } from '../../cli/command.ts';
import { countFrom } from '../../cli/flag-values.ts';
import { maxRejectsFlag, maxRejectsOf } from '../../runs/sending-flags.ts';
import { openOutFile } from '../../storage/out-file.ts';
import { checkJourney } from '../check.ts';
import { filesOf } from '../order-input.ts';
import { REFUSALS_LISTED } from '../refusal-list.ts';
import { planText } from '../text/plan-text.ts';
import { summaryText } from '../text/summary-text.ts';
import { traceText } from '../text/trace-text.ts';
import { makeUploadView } from '../text/upload-view.ts';
import { traceJourney } from '../trace-order.ts';
import { expectations, FAIL_ON_FLAG, failOnOf, orderInput, READING_FLAGS } from './order-flags.ts';

export const command: CommandSpec = {
  args: '<files...>',
  flags: [
    ...READING_FLAGS,
    {
      flag: '--out <file>',
      text: 'write the finished orders as NDJSON, as they would be sent (- is stdout)',
    },
    {
      flag: '--limit <n>',
      text: 'refused fields that --json lists with their orders',
      initial: String(REFUSALS_LISTED),
      parse: countFrom(0, 1_000_000),
    },
    maxRejectsFlag('orders'),
    FAIL_ON_FLAG,
    { flag: '--force', text: 'as an upload with --force would see it' },
    { flag: '--trace <id>', text: 'only show where every field of this order came from' },
  ],
  examples: [
    [
      'returns orders check export.csv --map shop.json --trace 1001',
      'see where every field of one order came from',
    ],
    ['returns orders check orders.csv', 'look at the plan and at every finding'],
    ['returns orders check orders.csv --rejects bad.csv', 'put the refused rows aside'],
    ['returns orders check orders.csv --out - | jq .', 'see the messages'],
    ['zcat export.csv.gz | returns orders check - --json', 'in a script'],
  ],
  async run(context, args, flags) {
    const { host, folders, show, globals } = context;
    const out = textFlag(flags, 'out');
    if (globals.json && out === '-')
      throw usageFailure('usage.conflict', '--json and --out - both want stdout', {
        hint: 'Give --out a file, or leave --json away.',
      });
    const trace = textFlag(flags, 'trace');
    if (trace !== undefined) {
      const found = await traceJourney(host, folders, orderInput(context, args, flags), trace);
      const { id, fields } = found;
      await show.result({ schema: 'trace/1', id, fields }, () => traceText(found, show.outPaint));
      return EXIT.done;
    }
    const input = orderInput(context, args, flags);
    const view = await makeUploadView(host, show);
    const file = out === undefined || out === '-' ? undefined : openOutFile(host, out, filesOf(input));
    try {
      const summary = await checkJourney(
        host,
        folders,
        {
          input,
          target: knownTarget(host, folders, globals),
          batchSize: 50,
          ...expectations(flags),
          maxRejects: maxRejectsOf(flags),
          failOn: failOnOf(flags),
          force: switchFlag(flags, 'force'),
          limit: numberFlag(flags, 'limit'),
          write: out === '-' ? (text) => show.raw(text) : file && (async (text) => file.write(text)),
        },
        (event) => {
          // The plan is this command's result: it belongs on stdout.
          if (event.type !== 'plan' || out === '-') view.emit(event);
          else {
            view.stop();
            if (!globals.json) void show.text(planText(event.plan, show.outPaint, host.terminal.columns()));
          }
        },
      );
      view.stop();
      file?.finish();
      const columns = host.terminal.columns();
      if (out === '-') show.note(summaryText(summary, { paint: show.errPaint, columns }));
      else await show.result(summary, () => summaryText(summary, { paint: show.outPaint, columns }));
      show.next(
        summary.orders.refused > 0
          ? `returns explain ${summary.refused.by_code[0]?.code ?? 'CODE'}`
          : `returns orders upload ${args.join(' ')} --dry-run`,
      );
      return summary.exit_code;
    } catch (error) {
      file?.abandon();
      throw error;
    } finally {
      view.stop();
    }
  },
};

// `returns asns create`: sends the ASNs of a file, each once. Without a file, a form on the terminal asks for
// one ASN.
import { levelsOf } from '../../account/level-flags.ts';
import { resolveTarget, sayNotes } from '../../account/settings.ts';
import { EXIT } from '../../basics/exit-codes.ts';
import { plural } from '../../basics/units.ts';
import {
  type ArgsOf,
  type Context,
  defineCommand,
  flag,
  type OptionsOf,
  PROGRESS_FLAG,
} from '../../cli/command.ts';
import { makeAsk } from '../../cli/prompts.ts';
import { CONCURRENCY_FLAG, MAX_OUTAGE_FLAG, RATE_FLAG } from '../../runs/sending-flags.ts';
import { correctText } from '../../runs/text/code-lines.ts';
import { ASN_LOCK_FLAG, ASN_READING_FLAGS, ASN_REFUSAL_FLAGS, asnSource } from '../asn-flags.ts';
import { type CreateRun, runCreate } from '../run-asns.ts';
import { answersAsInput, askForAsn, checkCanAsk, saveAnswers } from '../text/create-form.ts';
import { asnSummaryText, makeAsnView } from '../text/plan-text.ts';

const ARGS = '[file]';
export const FLAGS = [
  ...ASN_READING_FLAGS,
  flag('--dry-run', 'stop after the plan'),
  RATE_FLAG,
  CONCURRENCY_FLAG,
  MAX_OUTAGE_FLAG,
  flag('--rejects <file>', 'refused ASNs go here'),
  ...ASN_REFUSAL_FLAGS,
  PROGRESS_FLAG,
  ASN_LOCK_FLAG,
];

export const command = defineCommand({
  args: ARGS,
  flags: FLAGS,
  examples: [
    ['returns asns create', 'one ASN, question by question on a terminal'],
    ['returns asns create asns.csv --dry-run', 'read, check, and show the plan'],
    ['returns asns create asns.csv --yes', 'announce them, without the question'],
    ['export-asns | returns asns create - --json', 'in a script: one JSON document on stdout'],
  ],
  run,
});

/** Turns arguments into a request for the engine. @throws Failure exit 2 */
export function requestOf(context: Context, file: string, options: OptionsOf<typeof FLAGS>) {
  const { concurrency, maxRejects, failOn, maxOutage: maxOutageMs, rejects, dryRun, lockWait } = options;
  return {
    source: asnSource(context, file, options),
    limits: { maxRejects, failOn },
    ...{ concurrency, maxOutageMs, rejects, dryRun, lockWaitMs: lockWait },
  } satisfies Partial<CreateRun>;
}

async function run(context: Context, [file]: ArgsOf<typeof ARGS>, options: OptionsOf<typeof FLAGS>) {
  const { folders, show, globals, argv } = context;
  if (file === undefined) checkCanAsk(context);
  const settings = { ...globals, rate: options.rate };
  const target = await resolveTarget(context.platform, folders, settings, { needs: ['base'] });
  sayNotes(show, target);
  const asked =
    file === undefined ? await askForAsn(context, target.key, await levelsOf(context, options)) : undefined;
  if (asked && !asked.send) {
    const { asn, saved } = asked;
    await show.result({ schema: 'asn-draft/1' as const, saved, asn }, () => 'Nothing was sent.');
    return EXIT.done;
  }
  const platform = asked ? answersAsInput(context.platform, asked.asn) : context.platform;
  const request = requestOf(context, file ?? '-', options);
  let queued = false;
  const view = await makeAsnView(platform, show, options.progress);
  try {
    const summary = await runCreate(
      platform,
      folders,
      {
        ...request,
        target,
        argv,
        warn: (text) => show.warn(text),
        async confirm(plan) {
          if (!globals.mayAsk || globals.yes || asked) return true;
          view.stop();
          const question = `Send ${plural(plan.toSend, 'ASN')} to ${plan.environment}?`;
          return await makeAsk(platform).confirm(question, false);
        },
      },
      view.emit,
    );
    view.stop();
    await show.result(summary, () => asnSummaryText(summary, show.outPaint));
    queued = summary.asns.queued + summary.asns.already_queued > 0;
    if (summary.refused.file !== null) show.next(correctText(summary.refused.file));
    else if (summary.asns.queued > 0) show.next(`returns runs show ${summary.run}`);
    else if (options.dryRun && summary.asns.pending > 0) show.next('the same command without --dry-run');
    return summary.exit_code;
  } finally {
    view.stop();
    if (asked && !queued) saveAnswers(context, asked.asn);
  }
}

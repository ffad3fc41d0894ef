// `returns asns create`: announces the ASNs of a file, each once; without a file on a terminal, one that is asked for.
import { levelsOf } from '../../account/level-flags.ts';
import { resolveTarget } from '../../account/settings.ts';
import { EXIT } from '../../basics/exit.ts';
import { shellWord } from '../../basics/text.ts';
import { plural } from '../../basics/units.ts';
import { type CommandSpec, type Flag, numberFlag, switchFlag, textFlag } from '../../cli/command.ts';
import { makeAsk } from '../../cli/prompts.ts';
import { userAgent } from '../../cli/version.ts';
import { ASN_CATALOG } from '../../contract/asn-catalog.ts';
import { CONCURRENCY_FLAG, lockWaitFlag, MAX_OUTAGE_FLAG, RATE_FLAG } from '../../runs/sending-flags.ts';
import { createAsnsJourney } from '../create.ts';
import { asnSummaryText } from '../text/summary-text.ts';
import { makeAsnView } from '../text/view.ts';
import { ASN_READING_FLAGS, ASN_REFUSAL_FLAGS, asnRefusals, asnSource } from './asn-flags.ts';
import { answersAsInput, askForAsn, checkCanAsk, keepAnswers } from './create-form.ts';

const SENDING_FLAGS: readonly Flag[] = [
  { flag: '--dry-run', text: 'stop after the plan' },
  RATE_FLAG,
  CONCURRENCY_FLAG,
  MAX_OUTAGE_FLAG,
  { flag: '--rejects <file>', text: 'refused ASNs go here' },
  ...ASN_REFUSAL_FLAGS,
  lockWaitFlag('another command that changes ASNs of this target', '20s'),
];

export const command: CommandSpec = {
  args: '[file]',
  flags: [...ASN_READING_FLAGS, ...SENDING_FLAGS],
  examples: [
    ['returns asns create', 'one ASN, question by question on a terminal'],
    ['returns asns create asns.csv --dry-run', 'read, check, and show the plan'],
    ['returns asns create asns.csv --yes', 'announce them, without the question'],
    ['export-asns | returns asns create - --json', 'in a script: one JSON document on stdout'],
  ],
  async run(context, args, flags) {
    const { folders, show, globals, argv } = context;
    if (args.length === 0) checkCanAsk(context);
    const rate = textFlag(flags, 'rate');
    const target = await resolveTarget(
      context.host,
      folders,
      { ...globals, ...(rate === undefined ? {} : { rate }) },
      { needs: ['base'] },
    );
    for (const note of target.notes) show.detail(note);
    const asked =
      args.length === 0 ? await askForAsn(context, target.key, levelsOf(context, flags)) : undefined;
    if (asked && !asked.send) {
      const { asn, saved = null } = asked;
      await show.result({ schema: 'asn-draft/1' as const, saved, asn }, () => 'Nothing was sent.');
      if (saved !== null) show.next(`returns asns create ${shellWord(saved)}`);
      return EXIT.done;
    }
    const host = asked ? answersAsInput(context.host, asked.asn) : context.host;
    const source = asnSource(context, asked ? [asked.saved ?? '-'] : args, flags);
    let queued = false;
    const view = await makeAsnView(host, show);
    try {
      const summary = await createAsnsJourney(
        host,
        folders,
        {
          source,
          target,
          sending: {
            concurrency: numberFlag(flags, 'concurrency'),
            ...asnRefusals(flags),
            maxOutageMs: numberFlag(flags, 'maxOutage') ?? 15 * 60_000,
          },
          rejects: textFlag(flags, 'rejects'),
          dryRun: switchFlag(flags, 'dryRun'),
          lockWaitMs: numberFlag(flags, 'lockWait') ?? 20_000,
          argv,
          agent: userAgent,
          warn: (text) => show.warn(text),
          async confirm(plan) {
            if (!globals.input || globals.yes || asked) return true;
            view.stop();
            const question = `Send ${plural(plan.toSend, 'ASN')} to ${plan.environment}?`;
            return await makeAsk(host).confirm(question, false);
          },
        },
        view.emit,
      );
      view.stop();
      await show.result(summary, () => asnSummaryText(summary, show.outPaint, host.terminal.columns()));
      queued = summary.asns.queued + summary.asns.already_queued > 0;
      const refused = summary.refused.by_code.find(({ code }) => ASN_CATALOG.has(code));
      if (summary.asns.queued > 0) show.next(`returns runs show ${summary.run}`);
      else if (refused) show.next(`returns explain ${refused.code}`);
      else if (summary.state === 'checked' && summary.asns.pending > 0 && switchFlag(flags, 'dryRun'))
        show.next('the same command without --dry-run');
      return summary.exit_code;
    } finally {
      view.stop();
      if (asked && !queued && asked.saved === undefined) keepAnswers(context, asked.asn);
    }
  },
};

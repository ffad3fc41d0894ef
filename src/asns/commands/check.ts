// `returns asns check`: applies every rule to every ASN of a file; needs neither network nor login.
import { knownTarget } from '../../account/known-target.ts';
import { defineCommand, PROGRESS_FLAG } from '../../cli/command.ts';
import { ASN_READING_FLAGS, ASN_REFUSAL_FLAGS, asnSource } from '../asn-flags.ts';
import { runAsnCheck } from '../run-asns.ts';
import { asnCheckText, makeAsnView } from '../text/plan-text.ts';

export const command = defineCommand({
  args: '<file>',
  flags: [...ASN_READING_FLAGS, ...ASN_REFUSAL_FLAGS, PROGRESS_FLAG],
  examples: [
    ['returns asns check asns.csv', 'all findings of all ASNs, with their lines'],
    ['returns asns check asns.ndjson --strict', 'warnings are errors'],
    ['returns asns check export.csv --map wms.json', 'an export in columns of its own'],
    ['export-asns | returns asns check - --json', 'in a script'],
  ],
  async run(context, [file], options) {
    const { platform, folders, show, globals } = context;
    const view = await makeAsnView(platform, show, options.progress);
    try {
      const { check, plan } = await runAsnCheck(
        platform,
        folders,
        {
          source: asnSource(context, file, options),
          target: knownTarget(platform, folders, globals),
          limits: { maxRejects: options.maxRejects, failOn: options.failOn },
        },
        // The findings are the result of this command: the plan is not shown.
        (event) => event.type !== 'plan' && view.emit(event),
      );
      view.stop();
      await show.result(check, () => asnCheckText(check, plan.levels, show.outPaint));
      show.next(
        check.asns.refused > 0
          ? `returns explain ${check.by_code[0]?.code ?? 'CODE'}`
          : 'returns asns create FILE --dry-run',
      );
      return check.exit_code;
    } finally {
      view.stop();
    }
  },
});

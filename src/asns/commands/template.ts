// `returns asns template`: an example of the input, to be filled in or imitated.
import { EXIT } from '../../basics/exit.ts';
import { type CommandSpec, textFlag } from '../../cli/command.ts';
import { oneOf } from '../../cli/flag-values.ts';
import { asnTemplateCsv, asnTemplateMessages } from '../template.ts';

export const command: CommandSpec = {
  flags: [{ flag: '--format <format>', text: 'csv or json', initial: 'csv', parse: oneOf('csv', 'json') }],
  examples: [
    ['returns asns template > asns.csv', 'one row per detail line'],
    ['returns asns template --format json', 'a list of ASNs as they are sent'],
  ],
  async run({ show }, _args, flags) {
    const asns = asnTemplateMessages();
    await show.result(
      { schema: 'asns-template/1', asns },
      () => (textFlag(flags, 'format') === 'json' ? JSON.stringify(asns, null, 2) : asnTemplateCsv()),
      { verbatim: true },
    );
    show.next('returns asns check FILE');
    return EXIT.done;
  },
};

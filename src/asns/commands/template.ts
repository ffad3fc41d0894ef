// `returns asns template`: prints an example of the input, to fill in or to copy.
import { EXIT } from '../../basics/exit-codes.ts';
import { defineCommand, flag } from '../../cli/command.ts';
import { asnTemplateCsv, asnTemplateMessages } from '../template.ts';

export const command = defineCommand({
  flags: [flag('--format <format>', 'csv or json', { oneOf: ['csv', 'json'], initial: 'csv' })],
  examples: [
    ['returns asns template > asns.csv', 'one row per detail line'],
    ['returns asns template --format json', 'a list of ASNs as they are sent'],
  ],
  async run({ show }, _args, { format }) {
    const asns = asnTemplateMessages();
    await show.result(
      { schema: 'asns-template/1', asns },
      () => (format === 'json' ? JSON.stringify(asns, null, 2) : asnTemplateCsv()),
      { verbatim: true },
    );
    show.next('returns asns check FILE');
    return EXIT.done;
  },
});

// `returns orders template`: prints an example of the input, to fill in or to copy.
import { EXIT } from '../../basics/exit-codes.ts';
import { defineCommand, flag } from '../../cli/command.ts';
import { templateCsv, templateMessage } from '../template.ts';

export const command = defineCommand({
  flags: [flag('--format <format>', 'csv or json', { oneOf: ['csv', 'json'], initial: 'csv' })],
  examples: [
    ['returns orders template > orders.csv', 'one row per order line'],
    ['returns orders template --format json', 'the message as it is sent'],
  ],
  async run({ show }, _args, { format }) {
    const message = templateMessage();
    // Printed without an envelope, also with --json, so that the output can be used as input.
    await show.result(
      { schema: 'orders-template/1', ...message },
      () => (format === 'json' ? JSON.stringify(message, null, 2) : templateCsv()),
      { verbatim: true },
    );
    show.next('returns orders check FILE');
    return EXIT.done;
  },
});

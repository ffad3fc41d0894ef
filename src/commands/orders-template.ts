// `returns orders template`: an example of the input, to be filled in or imitated.
import { EXIT } from '../base/exit.ts';
import { templateCsv, templateJson } from '../intake/template.ts';
import { type CommandSpec, textFlag } from './command.ts';
import { oneOf } from './flag-values.ts';

export const command: CommandSpec = {
  flags: [{ flag: '--format <format>', text: 'csv or json', initial: 'csv', parse: oneOf('csv', 'json') }],
  examples: [
    ['returns orders template > orders.csv', 'one row per order line'],
    ['returns orders template --format json', 'the message as it is sent'],
  ],
  async run({ show, globals }, _args, flags) {
    const text = textFlag(flags, 'format') === 'json' || globals.json ? templateJson() : templateCsv();
    await show.raw(text.endsWith('\n') ? text : `${text}\n`);
    show.next('returns orders check FILE');
    return EXIT.done;
  },
};

// `returns sandbox reset`: empties a running sandbox.
import { EXIT } from '../../basics/exit.ts';
import { defineCommand } from '../../cli/command.ts';
import { sandboxOf, URL_FLAG } from './running-sandbox.ts';

export const command = defineCommand({
  flags: [URL_FLAG],
  examples: [['returns sandbox reset', 'forget all orders, ASNs and requests, also those kept with --data']],
  async run(context, _args, { url }) {
    const sandbox = sandboxOf(context, url);
    await sandbox.post('/_sandbox/reset');
    await context.show.result(
      { schema: 'sandbox-reset/1' },
      () => `The sandbox at ${sandbox.origin} is empty.`,
    );
    return EXIT.done;
  },
});

// `returns sandbox reset`: empties a running sandbox.
import { sandboxCommand } from './running-sandbox.ts';

export const command = sandboxCommand({
  examples: [['returns sandbox reset', 'forget all orders, ASNs and requests, also those kept with --data']],
  async run(sandbox, { show }) {
    await sandbox.ask('POST /_sandbox/reset', {});
    await show.result({ schema: 'sandbox-reset/1' }, () => `The sandbox at ${sandbox.origin} is empty.`);
  },
});

// `returns sandbox cancel`: a return is cancelled.
import { sandboxCommand } from './running-sandbox.ts';
import { showActed } from './show-rma.ts';

export const command = sandboxCommand({
  args: '<rma>',
  examples: [['returns sandbox cancel last', 'the shopper thinks again about the newest return']],
  async run(sandbox, context, [given]) {
    const rma = await sandbox.rmaOf(given);
    await showActed(context, sandbox, await sandbox.ask('POST /_sandbox/rmas/{rma}/cancel', { rma }));
  },
});

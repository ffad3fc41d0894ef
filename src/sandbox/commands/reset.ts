// `returns sandbox reset`: empties a running sandbox.
import { DEFAULT_TIMEOUT_MS } from '../../account/resolve.ts';
import { EXIT } from '../../basics/exit.ts';
import { defineCommand } from '../../cli/command.ts';
import { flag } from '../../cli/flags.ts';
import { findSandbox } from '../../storage/sandboxes.ts';
import { askSandbox, sandboxOrigin, URL_DEFAULT } from '../ask.ts';

export const command = defineCommand({
  flags: [flag('--url <address>', 'address of the sandbox', { otherwise: URL_DEFAULT })],
  examples: [['returns sandbox reset', 'forget all orders, ASNs and requests, also those kept with --data']],
  async run({ platform, folders, globals, show }, _args, { url }) {
    const origin = sandboxOrigin(url ?? findSandbox(platform, folders).url);
    await askSandbox(
      platform.net,
      origin,
      'POST',
      '/_sandbox/reset',
      globals.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    );
    await show.result({ schema: 'sandbox-reset/1' }, () => `The sandbox at ${origin} is empty.`);
    return EXIT.done;
  },
});

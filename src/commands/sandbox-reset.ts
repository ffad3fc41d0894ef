// `returns sandbox reset`: empties a running sandbox.
import { EXIT } from '../base/exit.ts';
import { askSandbox, DEFAULT_URL, sandboxOrigin } from '../sandbox/ask.ts';
import { type CommandSpec, textFlag } from './command.ts';

export const command: CommandSpec = {
  flags: [{ flag: '--url <address>', text: 'address of the sandbox', initial: DEFAULT_URL }],
  examples: [['returns sandbox reset', 'forget all orders, ASNs and requests, also those kept with --data']],
  async run({ host, globals, show }, _args, flags) {
    const origin = sandboxOrigin(textFlag(flags, 'url') ?? DEFAULT_URL);
    await askSandbox(host.net, origin, 'POST', '/_sandbox/reset', globals.timeoutMs ?? 30_000);
    await show.result({ schema: 'sandbox-reset/1' }, () => `The sandbox at ${origin} is empty.`);
    return EXIT.done;
  },
};

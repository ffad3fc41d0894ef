// `returns sandbox cancel`: a return is cancelled.
import { EXIT } from '../../basics/exit.ts';
import { defineCommand } from '../../cli/command.ts';
import type { RmaDocument } from '../documents.ts';
import { sandboxOf, URL_FLAG } from './running-sandbox.ts';
import { showActed } from './show-rma.ts';

export const command = defineCommand({
  args: '<rma>',
  flags: [URL_FLAG],
  examples: [['returns sandbox cancel last', 'the shopper thinks again about the newest return']],
  async run(context, [rma], { url }) {
    const sandbox = sandboxOf(context, url);
    const identifier = await sandbox.rmaOf(rma);
    const path = `/_sandbox/rmas/${encodeURIComponent(identifier)}/cancel`;
    await showActed(context, sandbox, await sandbox.post<RmaDocument>(path));
    return EXIT.done;
  },
});

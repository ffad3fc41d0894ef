// `returns sandbox cancel`: a return is cancelled.
import { defineCommand } from '../../cli/command.ts';
import { URL_FLAG } from './running-sandbox.ts';
import { actOnRma } from './show-rma.ts';

export const command = defineCommand({
  args: '<rma>',
  flags: [URL_FLAG],
  examples: [['returns sandbox cancel last', 'the shopper thinks again about the newest return']],
  run: (context, [rma], { url }) => actOnRma(context, url, rma, 'cancel'),
});

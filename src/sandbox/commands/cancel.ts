// `returns sandbox cancel`: a return is cancelled.
import { sandboxCommand } from './running-sandbox.ts';
import { actOnRma } from './show-rma.ts';

export const command = sandboxCommand({
  args: '<rma>',
  examples: [['returns sandbox cancel last', 'the shopper thinks again about the newest return']],
  run: (sandbox, context, [rma]) => actOnRma(sandbox, context, rma, 'cancel'),
});

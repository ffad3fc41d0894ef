// `returns sandbox seed`: fills a running sandbox with orders that can be returned.
import { plural } from '../../basics/units.ts';
import { countFrom, flag } from '../../cli/command.ts';
import { clean } from '../../cli/presenter.ts';
import { sandboxCommand } from './running-sandbox.ts';

/** 100,000 orders take a while, ms. */
const PATIENCE_MS = 300_000;

export const command = sandboxCommand({
  flags: [
    flag('--orders <n>', 'how many', { initial: '100', parse: countFrom(1, 100_000) }),
    flag('--seed <n>', 'the same seed makes the same orders', {
      initial: '1',
      parse: countFrom(0, 2 ** 32 - 1),
    }),
  ],
  examples: [['returns sandbox seed --orders 10', 'ten shipped orders, to return something of them']],
  async run(sandbox, { show }, _args, { orders, seed }) {
    const done = await sandbox.ask('POST /_sandbox/seed', { orders, seed }, PATIENCE_MS);
    const examples = done.examples.map(clean);
    await show.result(
      done,
      () =>
        `Added ${plural(done.orders, 'order')} to ${sandbox.origin}, for example ${examples.join(', ')}.${done.email === null ? '' : ` In the portal ${examples[0]} has the e-mail ${clean(done.email)}.`}`,
    );
    if (examples[0] !== undefined) show.next(`returns sandbox return ${examples[0]}${sandbox.urlWords}`);
  },
});

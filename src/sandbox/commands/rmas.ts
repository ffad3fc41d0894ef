// `returns sandbox rmas`: the returns of the sandbox as a list, or one of them with its history.
import { formatCents } from '../../basics/units.ts';
import { countFrom, flag } from '../../cli/command.ts';
import { clean, cutMiddle, type Paint, table } from '../../cli/presenter.ts';
import { rmaState } from '../../contract/rma-words.ts';
import type { RmaList } from '../documents.ts';
import { estimateOf } from '../text/delivery-text.ts';
import { sandboxCommand } from './running-sandbox.ts';
import { showRma } from './show-rma.ts';

export const command = sandboxCommand({
  args: '[rma]',
  flags: [
    flag('--order <id>', 'only returns of this order'),
    flag('--limit <n>', 'so many of the newest', { initial: '50', parse: countFrom(1, 100_000) }),
  ],
  examples: [
    ['returns sandbox rmas', 'the last 50'],
    ['returns sandbox rmas last', 'the newest one: units, history, messages, and what can happen next'],
    ['returns sandbox rmas --order SO-1001 --json', 'those of an order, for a script'],
  ],
  async run(sandbox, context, [rma], { order, limit }) {
    const { show } = context;
    if (rma !== undefined) {
      const found = await sandbox.ask('GET /_sandbox/rmas/{rma}', { rma: await sandbox.rmaOf(rma) });
      return await showRma(context, sandbox, found);
    }
    const list = await sandbox.ask('GET /_sandbox/rmas', { order, limit });
    await show.result(list, () => rmaListText(list, show.outPaint));
    const [newest] = list.rmas;
    show.next(
      newest
        ? `returns sandbox rmas ${clean(newest.rma_identifier)}${sandbox.urlWords}`
        : `returns sandbox return ORDER${sandbox.urlWords}`,
    );
  },
});

const WIDEST_ORDER = 20;

function rmaListText({ rmas }: RmaList, paint: Paint): string {
  if (rmas.length === 0) return 'No return was started yet.';
  const [titles = '', ...lines] = table(
    [
      ['RMA', 'order', 'units', 'estimate', 'method', 'status'],
      ...rmas.map((rma) => [
        clean(rma.rma_identifier),
        cutMiddle(clean(rma.order_identifier), WIDEST_ORDER),
        String(rma.items.length),
        formatCents(estimateOf(rma)),
        clean(rma.return_method),
        clean(rmaState(rma.status, rma.items)),
      ]),
    ],
    [2, 3],
  );
  return [paint.dim(titles), ...lines].join('\n');
}

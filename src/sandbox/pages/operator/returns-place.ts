// The RMAs of the sandbox: the list, and the chosen one with what can happen next.
import { uriPart } from '../../../basics/text.ts';
import { button, h } from '../../../page/dom.ts';
import { emptyView } from '../../../page/parts.ts';
import type { DeliveryList, RmaDocument, RmaList } from '../types.ts';
import { parcelText, shortTime, stateMark } from './parts.ts';
import { place } from './place.ts';
import { rmaDetail } from './rma-detail.ts';

const MOST = 200;

export const RETURNS = place({
  name: 'Returns',
  async load(asking, { id }) {
    const { rmas } = await asking.get<RmaList>(`/_sandbox/rmas?limit=${MOST}`);
    if (id === '') return { rmas, rma: null, deliveries: [] };
    const at = uriPart(id);
    const rma = await asking.find<RmaDocument>(`/_sandbox/rmas/${at}`);
    const { deliveries } = await asking.get<DeliveryList>(`/_sandbox/deliveries?rma=${at}&limit=200`);
    return { rmas, rma, deliveries };
  },
  list: {
    one: 'return',
    columns: ['RMA', 'Order', 'Parcel', 'Status', 'Units', 'Updated'],
    most: MOST,
    chips: ({ rmas }) => countsOf(rmas.map(({ status }) => status)),
    rows: ({ rmas }) =>
      rmas.map(({ rma_identifier: id, order_identifier: order, status, items, updated_at: updated }) => ({
        id,
        cells: [
          id,
          order,
          h('span.status', parcelText(items)),
          stateMark(status),
          String(items.length),
          h('span.time', shortTime(updated)),
        ],
        words: [id, order, status, ...items.flatMap((item) => [item.sku, item.tracking_number])].join(' '),
      })),
    empty: (acts) =>
      emptyView('No returns yet', [
        h(
          'p',
          'A shopper starts one in the portal, or with ',
          h('code', 'returns sandbox return ORDER'),
          '.',
        ),
        button('Open the portal', () => acts.openPortal()),
      ]),
  },
  detail: ({ rma, deliveries }, _view, acts) => rma && rmaDetail(rma, deliveries, acts),
});

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

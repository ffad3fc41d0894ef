// The orders of the sandbox: the list, and the chosen one with what of it can be returned.
import { uriPart } from '../../../basics/text.ts';
import { button, type Child, h } from '../../../page/dom.ts';
import { jsonBlock } from '../../../page/json-block.ts';
import { emptyView, idText, table, tag } from '../../../page/parts.ts';
import type { OrderRefund, ReturnableDocument, ReturnableLine, RmaList, StoredOrder } from '../types.ts';
import {
  type Acts,
  amount,
  cells,
  headOf,
  link,
  panel,
  place,
  shortTime,
  stateMark,
  timeText,
  two,
} from './place.ts';

const MOST = 1_000;

export const ORDERS = place({
  name: 'Orders',
  async load(asking, { id }) {
    const { orders } = await asking.get<{ orders: readonly StoredOrder[] }>(`/_sandbox/orders?limit=${MOST}`);
    const at = uriPart(id);
    const order = id === '' ? null : await asking.find<StoredOrder>(`/_sandbox/orders?id=${at}`);
    if (!order) return { orders, order, returnable: null, rmas: [] };
    const returnable = await asking.find<ReturnableDocument>(`/_sandbox/returnable?order=${at}`);
    const { rmas } = await asking.get<RmaList>(`/_sandbox/rmas?order=${at}&limit=100`);
    return { orders, order, returnable, rmas };
  },
  list: {
    one: 'order',
    columns: ['Order', 'Status', 'Snapshots', 'Updated'],
    most: MOST,
    rows: ({ orders }) =>
      orders.map(({ identifier, status, received, updated_at: updated, over_refunded: over }) => ({
        id: identifier,
        cells: [
          h('strong', idText(identifier)),
          h('span', tag(status), over && ' ', over && overTag()),
          h('span', String(received)),
          h('span.time', shortTime(updated)),
        ],
        words: `${identifier} ${status} ${over ? OVER : ''}`,
      })),
    empty: (acts) =>
      emptyView('No orders yet', [
        h('p', 'Post some with ', h('code', 'returns orders upload'), ', or let the sandbox make some.'),
        button('Add 20 orders', () => void acts.post('/_sandbox/seed', { orders: 20 }, '20 orders added')),
      ]),
    noMatch: ({ orders }, search, acts) =>
      emptyView('No order in this list matches', [
        h('p', `The list holds ${orders.length} orders. An order outside of it opens by its whole number.`),
        button(`Open ${search}`, () => acts.go({ id: search })),
      ]),
  },
  detail: ({ order, returnable, rmas }, _view, acts) =>
    order && orderDetail(order, returnable?.lines ?? [], rmas, acts),
});

function orderDetail(
  order: StoredOrder,
  lines: readonly ReturnableLine[],
  rmas: RmaList['rmas'],
  acts: Acts,
): Child {
  const { identifier, order: body = {} } = order;
  const canReturn = lines.some((line) => line.returnable > 0);
  const start = (wish: object) =>
    void acts.post('/_sandbox/returns', { order: identifier, ...wish }, 'Return started');
  const lineRows = lines.map((line) =>
    lineRow(line, (units) => start({ lines: [{ line: line.line, units }] })),
  );
  const rmaRows = rmas.map(({ rma_identifier: rma, status, items, updated_at: updated }) =>
    cells(
      link(rma, () => acts.go({ place: 'returns', id: rma })),
      stateMark(status),
      String(items.length),
      shortTime(updated),
    ),
  );
  const refundRows = (body.refunds ?? []).map(refundRow);
  return [
    headOf(
      identifier,
      [tag(order.status), order.over_refunded && overTag()],
      [
        ['E-mail', body.customer?.email],
        ['Total', `${amount(body.total_amount_cents)} ${body.currency ?? ''}`],
        ['Updated', timeText(order.updated_at)],
        ['Snapshots', String(order.received)],
      ],
    ),
    h('div.flow.next', [
      canReturn && button('Return everything', () => start({}), { id: 'return-all' }),
      button('Open the portal', () => acts.openPortal(identifier)),
    ]),
    panel(
      h('h3', 'Lines'),
      table('Lines', ['Line', 'Price', 'Shipped', 'Returnable', ''], lineRows),
      rmas.length > 0 && [
        h('h3', 'Returns'),
        table('Returns', ['RMA', 'Status', 'Units', 'Updated'], rmaRows),
      ],
      refundRows.length > 0 && [
        h('h3', 'Refunds'),
        table('Refunds', ['Refund', 'RMA', 'Units', 'Amount', 'Created'], refundRows),
      ],
      h('h3', 'Last snapshot'),
      jsonBlock(JSON.stringify(body), 'Last snapshot').element,
    ),
  ];
}

const OVER = 'over_refunded';
const overTag = () =>
  tag(OVER, { class: 'warning', title: 'Its refunds have more units or more money than there is' });

const refundRow = (refund: OrderRefund): HTMLElement =>
  cells(
    refund.identifier,
    refund.rma_identifier,
    refund.refund_line_items?.map((line) => `${line.quantity} of ${line.order_item_identifier}`).join(', '),
    amount(refund.total_refund_amount_cents),
    shortTime(refund.created_at ?? ''),
  );

function lineRow(line: ReturnableLine, start: (units: number) => void): HTMLElement {
  return cells(
    two(line.title, `line ${line.line} · ${line.sku}`),
    amount(line.unit_price_amount_cents),
    `${line.quantity_shipped} of ${line.quantity}`,
    two(String(line.returnable), line.reason?.message ?? ''),
    line.returnable > 0
      ? button('Return one', () => start(1), { 'aria-label': `Return one unit of line ${line.line}` })
      : null,
  );
}

// The orders of the sandbox: the list, and the chosen one with what of it can be returned.
import { uriPart } from '../../../basics/text.ts';
import { button, type Child, h } from '../../../page/dom.ts';
import type { ReturnableDocument, ReturnableLine, RmaList } from '../types.ts';
import { jsonBlock } from './json-block.ts';
import { missingIsNone } from './missing.ts';
import { type Acts, place } from './place.ts';
import {
  amount,
  cells,
  link,
  pairs,
  shortTime,
  stateMark,
  table,
  tag,
  textOf,
  timeText,
  two,
} from './words.ts';

const MOST = 1_000;

interface StoredOrder {
  readonly identifier: string;
  readonly status: string;
  readonly updated_at: string;
  /** Number of snapshots that arrived. */
  readonly received: number;
  readonly order?: Readonly<Record<string, unknown>>;
}

export interface OrdersData {
  readonly orders: readonly StoredOrder[];
  readonly order: StoredOrder | null;
  readonly returnable: ReturnableDocument | null;
  readonly rmas: RmaList['rmas'];
}

export const ORDERS = place<OrdersData>({
  name: 'Orders',
  columns: ['Order', 'Status', 'Snapshots', 'Updated'],
  async load(asking, { id }) {
    const { orders } = await asking.get<{ orders: readonly StoredOrder[] }>(`/_sandbox/orders?limit=${MOST}`);
    const nothing = { orders, order: null, returnable: null, rmas: [] };
    if (id === null) return nothing;
    const at = uriPart(id);
    const order = await missingIsNone(asking.get<StoredOrder>(`/_sandbox/orders?id=${at}`));
    if (!order) return nothing;
    const returnable = await missingIsNone(
      asking.get<ReturnableDocument>(`/_sandbox/returnable?order=${at}`),
    );
    const { rmas } = await asking.get<RmaList>(`/_sandbox/rmas?order=${at}&limit=100`);
    return { orders, order, returnable, rmas };
  },
  most: MOST,
  chips: () => [],
  rows: ({ orders }) =>
    orders.map(({ identifier, status, received, updated_at: updated }) => ({
      id: identifier,
      cells: [h('strong', identifier), tag(status), String(received), h('span.time', shortTime(updated))],
      words: `${identifier} ${status}`,
    })),
  empty: ({ orders }, { search }, acts) =>
    orders.length > 0 && search !== ''
      ? [
          h('h2', 'No order in this list matches'),
          h('p', `The list holds ${orders.length} orders. An order outside of it opens by its whole number.`),
          button(`Open ${search}`, () => acts.go({ id: search })),
        ]
      : [
          h('h2', 'No orders yet'),
          h('p', 'Post some with ', h('code', 'returns orders upload'), ', or let the sandbox make some.'),
          button('Add 20 orders', () => void acts.post('/_sandbox/seed', { orders: 20 }, '20 orders added')),
        ],
  detail: ({ order, returnable, rmas }, { id }, acts) => {
    if (id === null) return undefined;
    if (!order) return [h('p.empty', `There is no order ${id}.`)];
    return orderDetail(order, returnable, rmas, acts);
  },
});

function orderDetail(
  order: StoredOrder,
  returnable: ReturnableDocument | null,
  rmas: RmaList['rmas'],
  acts: Acts,
): readonly Child[] {
  const { identifier, order: body = {} } = order;
  const customer = (body['customer'] ?? {}) as Readonly<Record<string, unknown>>;
  const lines = returnable?.lines ?? [];
  const canReturn = lines.some((line) => line.returnable > 0);
  const start = (wish: object) =>
    void acts.post('/_sandbox/returns', { order: identifier, ...wish }, 'Return started');
  return [
    h('header.head', { 'data-shown': identifier }, [
      h('div.title', h('h2', identifier), tag(order.status)),
      pairs([
        ['E-mail', textOf(customer['email'])],
        ['Total', `${amount(body['total_amount_cents'])} ${textOf(body['currency'])}`],
        ['Updated', timeText(order.updated_at)],
        ['Snapshots', String(order.received)],
      ]),
    ]),
    h('div.next', [
      canReturn && button('Return everything', () => start({}), { id: 'return-all' }),
      button('Open the portal', () => acts.openPortal(identifier)),
      h('span.hint', 'The portal asks for the e-mail, too.'),
    ]),
    h('div.panel', [
      h('h3', 'Lines'),
      table(
        'Lines',
        ['Line', 'Price', 'Shipped', 'Returnable', ''],
        lines.map((line) => lineRow(line, (units) => start({ lines: [{ line: line.line, units }] }))),
      ),
      rmas.length > 0 && h('h3', 'Returns'),
      rmas.length > 0 &&
        table(
          'Returns',
          ['RMA', 'Status', 'Units', 'Updated'],
          rmas.map((rma) =>
            cells(
              link(rma.rma_identifier, () => acts.go({ place: 'returns', id: rma.rma_identifier })),
              stateMark(rma.status),
              String(rma.items.length),
              shortTime(rma.updated_at),
            ),
          ),
        ),
      h('h3', 'Last snapshot'),
      jsonBlock(body, 'Last snapshot'),
    ]),
  ];
}

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

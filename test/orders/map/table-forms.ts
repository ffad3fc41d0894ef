// The hard forms of a drawn table: columns that look like others, items in one cell or in numbered columns, lines around the table.
import type { Line, Order } from './facts.ts';
import type { Dice, Style } from './styles.ts';
import { DECOY_NAMES, type Decoy, ITEMS_NAMES } from './styles-forms.ts';
import type { Written } from './table.ts';
import { moneyText } from './table-text.ts';

/** Columns that look like those that count. */
export function decoyColumns(style: Style, draw: Dice): Written[] {
  const names = DECOY_NAMES[style.language];
  const { decoys } = style.forms;
  const noise = (label: string, cell: Written['cell'], of: 'order' | 'line' = 'order'): Written => ({
    role: 'noise',
    label,
    of,
    cell,
  });
  const place = (order: Order, from: number): string =>
    `${from}${style.decimal}${String((Number(order.internalId) * 7919) % 1_000_000).padStart(6, '0')}`;
  const isRefunded = (order: Order): boolean =>
    order.meaning === 'Shipped' && Number(order.internalId) % 9 === 0;
  const seller = 1000 + draw.below(500);
  const columns: Readonly<Record<Decoy, readonly Written[]>> = {
    seller: [noise(names.seller, (order) => String(seller + (Number(order.internalId) % 3)))],
    coordinates: [
      noise(names.coordinates, (order) => place(order, 48)),
      noise(names.longitude, (order) => place(order, 11)),
    ],
    refunded: [
      noise(names.refunded, (order) => moneyText(style, isRefunded(order) ? order.lines[0]!.unit : 0)),
    ],
    invoiced: [
      noise(
        names.invoiced,
        ({ meaning }, { quantity }) => String(meaning === 'Shipped' ? quantity : 0),
        'line',
      ),
    ],
    'second currency': [noise(names['second currency'], () => style.home.currency)],
  };
  return decoys.flatMap((decoy) => columns[decoy]);
}

/** The columns of lines for tables with one row an order. */
export function itemColumns(style: Style, lines: readonly Written[]): Written[] {
  const { items } = style.forms;
  if (items === 'rows') return [...lines];
  if (items === 'text') {
    const text = ({ quantity, title, sku }: Line): string => `${quantity} x ${title} (${sku})`;
    const cell = (order: Order): string => order.lines.map(text).join('; ');
    return [{ role: 'items', label: ITEMS_NAMES[style.language], of: 'order', cell }];
  }
  return [1, 2, 3].flatMap((n) =>
    lines.map((column): Written => {
      const cell = (order: Order): string =>
        order.lines[n - 1] ? column.cell(order, order.lines[n - 1]!, n - 1) : '';
      return { role: n === 1 ? column.role : 'noise', label: `${column.label} ${n}`, of: 'order', cell };
    }),
  );
}

/** Title lines above the header and a line of sums below the rows. */
export function around(style: Style, text: string, orders: readonly Order[]): string {
  const { above, below } = style.forms;
  const title = `Export ${orders.length}\r\n\r\n`;
  const sums = `Total: ${orders.length}\r\n`;
  return `${above ? title : ''}${text}${below ? sums : ''}`;
}

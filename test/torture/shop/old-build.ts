// An upload as the build did it that named lines by their positions, ORDER-1 and ORDER-2, where an export does not name them.
import type { Output, Tool } from './tool.ts';

interface Sent {
  readonly identifier: string;
  readonly items: { identifier: string }[];
  readonly refunds: { readonly refund_line_items: { order_item_identifier: string }[] }[];
}

/** The orders that `orders check` has written, with names by position for lines that have none yet. */
function byPosition(text: string): string {
  const orders = text.split('\n').filter(Boolean);
  return orders
    .map((line) => {
      const order = JSON.parse(line) as Sent;
      const isOld = (name: string) => /^\d+$/.test(name.slice(order.identifier.length + 1));
      const taken = new Set(order.items.map(({ identifier }) => identifier).filter(isOld));
      const names = new Map<string, string>();
      for (const item of order.items) {
        if (isOld(item.identifier)) continue;
        let position = 1;
        while (taken.has(`${order.identifier}-${position}`)) position++;
        const name = `${order.identifier}-${position}`;
        taken.add(name);
        names.set(item.identifier, name);
        item.identifier = name;
      }
      for (const refund of order.refunds)
        for (const one of refund.refund_line_items)
          one.order_item_identifier = names.get(one.order_item_identifier) ?? one.order_item_identifier;
      return `${JSON.stringify(order)}\n`;
    })
    .join('');
}

/** `reading`: files and the flags by which they are read; `more`: the flags of the upload. Gives what both commands said. */
export async function uploadAsOld(
  tool: Tool,
  name: string,
  reading: readonly string[],
  more: readonly string[],
): Promise<readonly Output[]> {
  const checked = await tool.run(['orders', 'check', ...reading, '--json', '--out', `${name}-new.ndjson`]);
  const orders = byPosition(tool.read(`${name}-new.ndjson`));
  if (orders === '') return [checked];
  tool.file(`${name}.ndjson`, orders);
  const output = await tool.run(['orders', 'upload', `${name}.ndjson`, ...more]);
  tool.makeOld();
  return [output, checked];
}

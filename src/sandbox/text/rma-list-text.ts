// The RMAs of the sandbox as a table, newest first.
import { formatCents } from '../../basics/units.ts';
import { cutTo, type Paint, table } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import type { RmaList } from '../documents.ts';
import { estimateOf } from './rma-text.ts';

const WIDEST_ORDER = 20;

export function rmaListText({ rmas }: RmaList, paint: Paint): string {
  if (rmas.length === 0) return 'No return was started yet.';
  const [titles = '', ...lines] = table(
    [
      ['RMA', 'order', 'status', 'method', 'units', 'estimate', 'package'],
      ...rmas.map((rma) => [
        clean(rma.rma_identifier),
        cutTo(clean(rma.order_identifier), WIDEST_ORDER),
        clean(rma.status),
        clean(rma.return_method),
        String(rma.items.length),
        formatCents(estimateOf(rma)),
        packagesOf(rma),
      ]),
    ],
    [4, 5],
  );
  return [paint.dim(titles), ...lines].join('\n');
}

/** `TRANSIT`, or every status of its units. */
function packagesOf({ items }: RmaList['rmas'][number]): string {
  const statuses = items.map((item) => item['package_tracking_status']).filter((status) => status !== null);
  return [...new Set(statuses.map((status) => clean(String(status))))].join(', ');
}

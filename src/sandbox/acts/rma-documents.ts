// An RMA as a document: the message as it would be posted now, and what the sandbox knows besides.
import { formatInstant } from '../../contract/time.ts';
import type { RmaDocument, RmaList } from '../documents.ts';
import { rmaMessage, statusWord } from '../life-cycle/message.ts';
import { nextSteps } from '../life-cycle/next-steps.ts';
import type { Assumed, Rma } from '../life-cycle/types.ts';
import type { StoredLogLine } from '../returns.ts';

type ListedRma = RmaList['rmas'][number];

export function listedRma(rma: Rma, assumed: Assumed): ListedRma {
  const { items } = rmaMessage(rma, assumed) as { readonly items: ListedRma['items'] };
  return {
    rma_identifier: rma.identifier,
    status: statusWord(rma, assumed),
    order_identifier: rma.order,
    return_method: rma.method,
    created_at: formatInstant(rma.createdAt),
    updated_at: formatInstant(rma.updatedAt),
    items,
    exchange: {
      state: rma.exchange,
      order_identifier: rma.exchangeOrder,
      gift_card_items: rma.units.flatMap(({ refundType }, i) => (refundType === 'UNEVEN_GC' ? [i] : [])),
    },
    next: nextSteps(rma, assumed),
  };
}

export const rmaDocument = (rma: Rma, assumed: Assumed, log: readonly StoredLogLine[]): RmaDocument => ({
  schema: 'sandbox-rma/1',
  ...listedRma(rma, assumed),
  history: log.map((line) => ({ at: formatInstant(line.at), text: line.text, assumed: line.assumed })),
});

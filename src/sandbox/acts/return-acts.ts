// What the shopper, the carrier and the warehouse do, as calls that answer with documents.
import { formatInstant } from '../../contract/time.ts';
import type {
  LogDocument,
  ReturnableDocument,
  RmaDocument,
  RmaList,
  VariantsDocument,
} from '../documents.ts';
import type { Service } from '../intake/service.ts';
import { nextSteps } from '../life-cycle/next-steps.ts';
import { orderWithoutBody, unknownOrder, unknownRma } from '../life-cycle/refusals.ts';
import { rmaMessage, statusWord } from '../life-cycle/rma-message.ts';
import type {
  Assumed,
  CarrierStep,
  LineUnits,
  Rma,
  StoredSnapshot,
  WarehouseStep,
} from '../life-cycle/types.ts';
import type { Acted, StepCommand } from '../returns/returns.ts';
import type { LogFilter, StoredLogLine } from '../returns/rma-store.ts';
import type { ReturnRequest } from '../returns/wanted-lines.ts';
import { RefusedAct } from './refused.ts';

/** Among so many identifiers the one that was meant is looked for. */
const LOOKED_AT = 2_000;
const MOST_HISTORY = 1_000;

/** All of them throw a `RefusedAct` for what cannot be; then nothing changed. */
export function makeReturnActs(service: Service) {
  const show = (identifier: string): RmaDocument => {
    const { returns } = service.state;
    const rma = returns.find(identifier);
    if (!rma) {
      const known = returns.list({ limit: LOOKED_AT }).map((one) => one.identifier);
      throw new RefusedAct(unknownRma(identifier, known));
    }
    const log = returns.log({ rma: identifier, after: 0, limit: MOST_HISTORY });
    return rmaDocument(rma, returns.assumptions.values, log);
  };
  /** The last snapshot. */
  const knownOrder = (identifier: string): StoredSnapshot => {
    const { orders } = service.state;
    const order = orders.snapshot(identifier);
    if (order !== undefined) return order as StoredSnapshot;
    throw new RefusedAct(
      orders.find(identifier)
        ? orderWithoutBody(identifier)
        : unknownOrder(
            identifier,
            [...orders.list({ body: false, limit: LOOKED_AT })].map((one) => one.identifier),
          ),
    );
  };
  const shown = (acted: Acted): RmaDocument => {
    if (acted.refused) throw new RefusedAct(acted.refused);
    return show(acted.rma.identifier);
  };
  const act = (command: StepCommand) => shown(service.state.returns.act(command));

  return {
    /** The shopper confirms a return. Without `lines`: of everything that can be returned. */
    async startReturn(request: ReturnRequest): Promise<RmaDocument> {
      knownOrder(request.order);
      return shown(await service.state.returns.start(request));
    },
    /** Lines of an order, and how many units of each can be returned now. */
    returnable(order: string): ReturnableDocument {
      const { currency } = knownOrder(order);
      const lines = service.state.returns.returnable(order) ?? [];
      return { schema: 'sandbox-returnable/1', order_identifier: order, currency, lines };
    },
    /** Asks the retailer for the variants of a line, as the portal does before an exchange. */
    async variants(order: string, line: string): Promise<VariantsDocument> {
      knownOrder(order);
      const offered = await service.state.returns.variants(order, line);
      if (offered.refused) throw new RefusedAct(offered.refused);
      const variants = offered.variants.map((variant) => ({
        sku: variant.sku,
        title: variant.title,
        unit_price_amount_cents: variant.unitPriceCents,
        quantity_in_stock: variant.quantityInStock,
        attributes: variant.attributes,
        image_url: variant.imageUrl,
      }));
      return { schema: 'sandbox-variants/1', order_identifier: order, line, variants };
    },
    /** Newest first, at most `limit` (100). */
    rmas({ order, limit = 100 }: { readonly order?: string; readonly limit?: number } = {}): RmaList {
      const { returns } = service.state;
      if (order !== undefined) knownOrder(order);
      const rmas = returns.list({ limit, ...(order !== undefined && { order }) });
      return {
        schema: 'sandbox-rmas/1',
        rmas: rmas.map((rma) => listedRma(rma, returns.assumptions.values)),
      };
    },
    rma: show,
    /** `label`, `scan`, `accept`, `deliver`, `return`, `lose` or `not-dropped-off`. `lines`: units by line; default all. */
    carrier: (rma: string, step: string, lines?: LineUnits): RmaDocument =>
      act({ kind: 'carrier', rma, step: step as CarrierStep, ...(lines && { units: lines }) }),
    /** `receive`, `not-received` or `close`. */
    warehouse: (rma: string, step: string, lines?: LineUnits): RmaDocument =>
      act({ kind: 'warehouse', rma, step: step as WarehouseStep, ...(lines && { units: lines }) }),
    cancel: (rma: string): RmaDocument => act({ kind: 'cancel', rma }),
    /** What happened after the line `after`, oldest first, at most `limit` (1,000). */
    log({ after = 0, limit = MOST_HISTORY, ...filter }: Partial<LogFilter> = {}): LogDocument {
      const lines = service.state.returns.log({ after, limit, ...filter });
      return {
        schema: 'sandbox-log/1',
        lines: lines.map((line) => ({
          sequence: line.sequence,
          at: formatInstant(line.at),
          order_identifier: line.order,
          rma_identifier: line.rma,
          text: line.text,
          assumed: line.assumed,
        })),
      };
    },
  };
}

type ListedRma = RmaList['rmas'][number];

function listedRma(rma: Rma, assumed: Assumed): ListedRma {
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

const rmaDocument = (rma: Rma, assumed: Assumed, log: readonly StoredLogLine[]): RmaDocument => ({
  schema: 'sandbox-rma/1',
  ...listedRma(rma, assumed),
  history: log.map((line) => ({ at: formatInstant(line.at), text: line.text, assumed: line.assumed })),
});

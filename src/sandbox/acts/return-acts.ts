// What the shopper, the carrier and the warehouse do, as calls that answer with documents.
import { formatInstant } from '../../contract/time.ts';
import type {
  LogDocument,
  ReturnableDocument,
  RmaDocument,
  RmaList,
  VariantsDocument,
} from '../documents.ts';
import type { LineUnits, Refusal } from '../life-cycle/types.ts';
import { orderWithoutBody, unknownOrder, unknownRma } from '../refusals.ts';
import type { Acted, ReturnRequest } from '../returns.ts';
import type { ActingService } from './acting-service.ts';
import { RefusedAct } from './refused.ts';
import { listedRma, rmaDocument } from './rma-documents.ts';

/** All of them throw a `RefusedAct` for what cannot be; then nothing changed. */
export interface ReturnActs {
  /** The shopper confirms a return. Without `lines`: of everything that can be returned. */
  startReturn(request: ReturnRequest): Promise<RmaDocument>;
  /** Lines of an order, and how many units of each can be returned now. */
  returnable(order: string): ReturnableDocument;
  /** Asks the retailer for the variants of a line, as the portal does before an exchange. */
  variants(order: string, line: string): Promise<VariantsDocument>;
  /** Newest first, at most `limit` (100). */
  rmas(filter?: { readonly order?: string; readonly limit?: number }): RmaList;
  rma(identifier: string): RmaDocument;
  /** `label`, `scan`, `accept`, `deliver`, `return`, `lose` or `not-dropped-off`. `lines`: units by line; default all. */
  carrier(rma: string, step: string, lines?: LineUnits): RmaDocument;
  /** `receive`, `not-received` or `close`. */
  warehouse(rma: string, step: string, lines?: LineUnits): RmaDocument;
  cancel(rma: string): RmaDocument;
  /** What happened after the line `after`, oldest first, at most `limit` (1,000). */
  log(filter?: { readonly rma?: string; readonly after?: number; readonly limit?: number }): LogDocument;
}

/** Among so many identifiers the one that was meant is looked for. */
const LOOKED_AT = 2_000;
const MOST_HISTORY = 1_000;

export function makeReturnActs(service: ActingService): ReturnActs {
  const show = (identifier: string): RmaDocument => {
    const { returns } = service;
    const rma = returns.find(identifier);
    if (!rma) throw noRma(identifier);
    const log = returns.log({ rma: identifier, after: 0, limit: MOST_HISTORY });
    return rmaDocument(rma, returns.assumed, log);
  };
  const noRma = (identifier: string) => {
    const known = service.returns.list({ limit: LOOKED_AT }).map((rma) => rma.identifier);
    return new RefusedAct(unknownRma(identifier, known));
  };
  const knownOrder = (identifier: string): void => {
    if (service.orderOf(identifier) !== undefined) return;
    throw new RefusedAct(
      service.hasOrder(identifier)
        ? orderWithoutBody(identifier)
        : unknownOrder(identifier, service.someOrders(LOOKED_AT)),
    );
  };
  const shown = (acted: Acted): RmaDocument => {
    if (acted.refused) throw new RefusedAct(acted.refused);
    return show(acted.rma.identifier);
  };
  /** Runs an act on an RMA that is there. */
  const actOn = (identifier: string, act: () => Acted): RmaDocument => {
    if (!service.returns.find(identifier)) throw noRma(identifier);
    return shown(act());
  };

  return {
    async startReturn(request) {
      knownOrder(request.order);
      return shown(await service.returns.start(request));
    },
    returnable(order) {
      knownOrder(order);
      const lines = service.returns.returnable(order) ?? [];
      const { currency } = service.orderOf(order) as { currency: string };
      return { schema: 'sandbox-returnable/1', order_identifier: order, currency, lines };
    },
    async variants(order, line) {
      knownOrder(order);
      const offered = await service.returns.variants(order, line);
      if (offered.refused) throw new RefusedAct(offered.refused satisfies Refusal);
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
    rmas({ order, limit = 100 } = {}) {
      const { returns } = service;
      if (order !== undefined) knownOrder(order);
      const rmas = returns.list({ limit, ...(order !== undefined && { order }) });
      return { schema: 'sandbox-rmas/1', rmas: rmas.map((rma) => listedRma(rma, returns.assumed)) };
    },
    rma: show,
    carrier: (rma, step, lines) => actOn(rma, () => service.returns.carrier(rma, step, lines)),
    warehouse: (rma, step, lines) => actOn(rma, () => service.returns.warehouse(rma, step, lines)),
    cancel: (rma) => actOn(rma, () => service.returns.cancel(rma)),
    log({ rma, after = 0, limit = MOST_HISTORY } = {}) {
      const lines = service.returns.log({ after, limit, ...(rma !== undefined && { rma }) });
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

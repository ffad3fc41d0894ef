// The acts as methods of a sandbox in the same process (`returns-cli/sandbox`): the same documents as over HTTP.
import type { DeliveryChanges, DeliveryFilter } from '../deliveries/types.ts';
import type {
  AssumptionsDocument,
  ClockDocument,
  CustomerDocument,
  DeliveryDocument,
  DeliveryList,
  LogDocument,
  OutageDocument,
  ReturnableDocument,
  RmaDocument,
  RmaList,
  SeedDocument,
  VariantsDocument,
} from '../documents.ts';
import type { Service } from '../intake/service.ts';
import type { Assumptions, LineUnits, WarehouseStep } from '../life-cycle/types.ts';
import type { LogFilter } from '../returns/rma-store.ts';
import type { ReturnRequest } from '../returns/wanted-lines.ts';
import { advance, runUntilIdle, turnTo } from './clock.ts';
import { startReturn } from './returning.ts';
import { ACTS } from './table.ts';

/** All of them throw a `RefusedAct` for what cannot be, and a `Failure` for a value that they do not understand: nothing changed then. */
export interface SandboxActs {
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
  log(filter?: Partial<LogFilter>): LogDocument;
  /** Every assumption with the value in force; `changes` sets some of them first. */
  assumptions(changes?: Assumptions): AssumptionsDocument;
  customer(): CustomerDocument;
  /**
   * Gives the service another address of the retailer; null: none, messages wait. Without new credentials those of before go
   * along within one origin only. Refuses a text that is no address, and http:// to another machine.
   */
  setCustomer(url: string | null, credentials?: Readonly<Record<string, string>>): CustomerDocument;
  /** Adds orders that can be returned: 100 unless told, the same for the same seed (1). */
  seed(wanted?: { readonly orders?: number; readonly seed?: number }): SeedDocument;
  readonly clock: {
    show(): ClockDocument;
    /** By ms, or by a text such as `2h`. */
    advance(by: number | string): Promise<ClockDocument>;
    /** To ms since the epoch, or to a text such as `2026-11-20T13:12:22Z`. */
    at(time: number | string): Promise<ClockDocument>;
    /** Until nothing is due any more. */
    runUntilIdle(): Promise<ClockDocument>;
  };
  readonly deliveries: {
    /** Newest first, at most `limit` (100). */
    list(filter?: Partial<DeliveryFilter>): DeliveryList;
    show(id: string): DeliveryDocument;
    /** Sends it once more from the beginning, whatever became of it. */
    redeliver(id: string): DeliveryDocument;
    /** The retailer cannot be reached for so long (ms, or a text such as `31h`), on the sandbox's clock. */
    outage(duration: number | string): OutageDocument;
    /** How deliveries go wrong on purpose, from now on; what is left out stays as it is. */
    setOptions(changes: DeliveryChanges): void;
  };
}

export const methodsOf = (service: Service): SandboxActs => ({
  startReturn: (request) => startReturn(service, request),
  returnable: (order) => ACTS.returnable.does(service, { order }),
  variants: (order, line) => ACTS.variants.does(service, { order, line }),
  rmas: (filter = {}) => ACTS.rmas.does(service, filter),
  rma: (rma) => ACTS.rma.does(service, { rma }),
  carrier: (rma, step, lines) => ACTS.carrier.does(service, { rma, step, ...(lines && { lines }) }),
  warehouse: (rma, step, lines) =>
    ACTS.warehouse.does(service, { rma, step: step as WarehouseStep, ...(lines && { lines }) }),
  cancel: (rma) => ACTS.cancel.does(service, { rma }),
  log: (filter = {}) => ACTS.log.does(service, filter),
  assumptions: (changes) => ACTS.assume.does(service, changes ?? {}),
  customer: () => ACTS.customer.does(service, {}),
  setCustomer: (url, auth) => ACTS.setCustomer.does(service, { url, ...(auth && { auth }) }),
  seed: (wanted = {}) => ACTS.seed.does(service, wanted),
  clock: {
    show: () => ACTS.clock.does(service, {}),
    advance: (by) => advance(service, by),
    at: (time) => turnTo(service, time),
    runUntilIdle: () => runUntilIdle(service),
  },
  deliveries: {
    list: (filter = {}) => ACTS.deliveries.does(service, filter),
    show: (id) => ACTS.delivery.does(service, { id }),
    redeliver: (id) => ACTS.redeliver.does(service, { id }),
    outage: (duration) => ACTS.outage.does(service, { for: duration }),
    setOptions: (changes) => void ACTS.deliveryOptions.does(service, changes),
  },
});

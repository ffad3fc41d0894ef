// The acts as methods of a sandbox in the same process (`returns-cli/sandbox`): the same documents as over HTTP. All of
// them throw a `RefusedAct` for what cannot be, and a `Failure` for a value that they do not understand: nothing
// changed then. A file of its own: its published types must not name zod, as those of the acts do.

import type { DeliveryChanges, DeliveryFilter } from '../deliveries/types.ts';
import type { Service } from '../intake/service.ts';
import type { Assumptions, LineUnits, WarehouseStep } from '../life-cycle/types.ts';
import type { LogFilter } from '../returns/rma-store.ts';
import type { ReturnRequest } from '../returns/wanted-lines.ts';
import { startReturn } from './returning.ts';
import { advance, runUntilIdle, turnTo } from './setting.ts';
import { ACTS } from './table.ts';

export type SandboxActs = ReturnType<typeof methodsOf>;

const unitsOf = (lines: LineUnits | undefined) => (lines ? { lines } : {});

export const methodsOf = (service: Service) => ({
  /** The shopper confirms a return. Without `lines`: of everything that can be returned. */
  startReturn: (request: ReturnRequest) => startReturn(service, request),
  /** Lines of an order, and how many units of each can be returned now. */
  returnable: (order: string) => ACTS.returnable.does(service, { order }),
  /** Asks the retailer for the variants of a line, as the portal does before an exchange. */
  variants: (order: string, line: string) => ACTS.variants.does(service, { order, line }),
  /** Newest first, at most `limit` (100). */
  rmas: (filter: { readonly order?: string; readonly limit?: number } = {}) =>
    ACTS.rmas.does(service, filter),
  rma: (rma: string) => ACTS.rma.does(service, { rma }),
  /** `label`, `scan`, `accept`, `deliver`, `return`, `lose` or `not-dropped-off`. `lines`: units by line; default all. */
  carrier: (rma: string, step: string, lines?: LineUnits) =>
    ACTS.carrier.does(service, { rma, step, ...unitsOf(lines) }),
  /** `receive`, `not-received` or `close`. */
  warehouse: (rma: string, step: string, lines?: LineUnits) =>
    ACTS.warehouse.does(service, { rma, step: step as WarehouseStep, ...unitsOf(lines) }),
  cancel: (rma: string) => ACTS.cancel.does(service, { rma }),
  /** What happened after the line `after`, oldest first, at most `limit` (1,000). */
  log: (filter: Partial<LogFilter> = {}) => ACTS.log.does(service, filter),
  /** Every assumption with the value in force; `changes` sets some of them first. */
  assumptions: (changes?: Assumptions) =>
    changes ? ACTS.assume.does(service, changes) : ACTS.assumptions.does(service, {}),
  customer: () => ACTS.customer.does(service, {}),
  /**
   * Gives the service another address of the retailer; null: none, messages wait. Without new credentials those of before go
   * along within one origin only. Refuses a text that is no address, and http:// to another machine.
   */
  setCustomer: (url: string | null, credentials?: Readonly<Record<string, string>>) =>
    ACTS.setCustomer.does(service, { url, ...(credentials && { auth: credentials }) }),
  /** Adds orders that can be returned: 100 unless told, the same for the same seed (1). */
  seed: (wanted: { readonly orders?: number; readonly seed?: number } = {}) =>
    ACTS.seed.does(service, wanted),
  clock: {
    show: () => ACTS.clock.does(service, {}),
    /** By ms, or by a text such as `2h`. */
    advance: (by: number | string) => advance(service, by),
    /** To ms since the epoch, or to a text such as `2026-11-20T13:12:22Z`. */
    at: (time: number | string) => turnTo(service, time),
    /** Until nothing is due any more. */
    runUntilIdle: () => runUntilIdle(service),
  },
  deliveries: {
    /** Newest first, at most `limit` (100). */
    list: (filter: Partial<DeliveryFilter> = {}) => ACTS.deliveries.does(service, filter),
    show: (id: string) => ACTS.delivery.does(service, { id }),
    /** Sends it once more from the beginning, whatever became of it. */
    redeliver: (id: string) => ACTS.redeliver.does(service, { id }),
    /** The retailer cannot be reached for so long (ms, or a text such as `31h`), on the sandbox's clock. */
    outage: (duration: number | string) => ACTS.outage.does(service, { for: duration }),
    /** How deliveries go wrong on purpose, from now on; what is left out stays as it is. */
    setOptions: (changes: DeliveryChanges): void => void ACTS.deliveryOptions.does(service, changes),
  },
});

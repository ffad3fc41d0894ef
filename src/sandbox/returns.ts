// What can be done with the returns of the sandbox, as its routes, its pages and its importable entry call it.
import type {
  Assumed,
  ChosenVariant,
  LineUnits,
  LogLine,
  Refusal,
  ReturnMethod,
  Rma,
} from './life-cycle/types.ts';

/** A line of an order as the shopper sees it. */
export interface ReturnableLine {
  readonly line: string;
  readonly sku: string;
  readonly title: string;
  readonly image_url: string | null;
  readonly variant_identifier: string;
  readonly unit_price_amount_cents: number;
  readonly quantity: number;
  readonly quantity_shipped: number;
  /** Units that can be returned now. */
  readonly returnable: number;
  /** Why not all shipped units can be returned; null when all can. */
  readonly reason: Refusal | null;
}

/** What a shopper asks for. Without `lines`: every unit that can be returned. */
export interface ReturnRequest {
  readonly order: string;
  readonly lines?: readonly {
    readonly line: string;
    readonly units: number;
    readonly reason?: string;
    /** SKU of a variant that the retailer offers for the line. */
    readonly exchange?: string;
    readonly giftCard?: boolean;
  }[];
  readonly method?: ReturnMethod;
  /** Default for lines without a reason. */
  readonly reason?: string;
  /** For lines without one. */
  readonly exchange?: string;
  readonly giftCard?: boolean;
  readonly giftee?: string;
}

/** A line of the log, as it was stored. */
export interface StoredLogLine extends LogLine {
  readonly sequence: number;
  /** ms since the epoch, on the sandbox's clock. */
  readonly at: number;
  readonly order: string;
}

/** A variant as the retailer offers it: what the portal shows of it. */
export interface OfferedVariant extends ChosenVariant {
  readonly quantityInStock: number;
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
  readonly imageUrl: string | null;
}

export type Acted = { readonly rma: Rma; readonly refused?: undefined } | { readonly refused: Refusal };

export type Offered =
  | { readonly variants: readonly OfferedVariant[]; readonly refused?: undefined }
  | { readonly refused: Refusal };

export interface Returns {
  /** Lines of an order and what of them can be returned; undefined: no such order. */
  returnable(order: string): readonly ReturnableLine[] | undefined;
  /** Asks the retailer for the variants of a line: a live request, recorded as a delivery. */
  variants(order: string, line: string): Promise<Offered>;
  /** The shopper confirms a return. Asks for the variants first where an exchange is wished. */
  start(request: ReturnRequest): Promise<Acted>;
  carrier(rma: string, step: string, units?: LineUnits): Acted;
  warehouse(rma: string, step: string, units?: LineUnits): Acted;
  cancel(rma: string): Acted;
  /** Called by the order endpoint after a snapshot was stored. */
  onSnapshot(order: string): void;
  find(rma: string): Rma | undefined;
  /** Newest first. */
  list(filter: { readonly order?: string; readonly limit: number }): Rma[];
  /** Oldest first. */
  log(filter: { readonly rma?: string; readonly after: number; readonly limit: number }): StoredLogLine[];
  readonly assumed: Assumed;
  /** @throws Failure exit 2 for an unknown assumption or value */
  assume(changes: Assumed): void;
  /** Before a reset: takes back what is due later, and hears of no delivery any more. */
  end(): void;
}

// What the report page holds: written by the program into the page, read by its script. Amounts are in cents.

/** `column` counts from 0 in `ReportData.columns`. A number in place of the text: it is hidden and has so many characters. */
export type PageCell = readonly [column: number, text: string | number, isPersonal?: 1];

export interface PageRow {
  readonly file: string;
  readonly line: number;
  /** The cells with a text. */
  readonly cells: readonly PageCell[];
  /** Cells with a text that are not in the page, because no field uses their column. */
  readonly unused: number;
}

/** One reason why an order is refused. */
export interface PageFinding {
  readonly code: string;
  /** Path of the field; empty for the order itself. */
  readonly field: string;
  readonly message: string;
  readonly file: string;
  readonly line: number;
  /** Number of the column in the file, from 1; null where the input has none. */
  readonly place: number | null;
  /** The cell that the field came from, as in `PageCell`; null when no cell gave it. */
  readonly cell: PageCell | null;
}

export interface RefusedOrder {
  readonly order: string;
  readonly findings: readonly PageFinding[];
  readonly moreFindings: number;
  readonly rows: readonly PageRow[];
  readonly moreRows: number;
}

/** A code with its counts and its texts from the rules. */
export interface PageCode {
  readonly code: string;
  /** Number of orders. */
  readonly count: number;
  /** What the rule requires. */
  readonly title: string;
  /** Why, and what to do. */
  readonly explanation: string;
  /** The message of one finding. */
  readonly example: string;
  readonly firstFile: string;
  readonly firstLine: number;
  readonly details: readonly {
    readonly field: string;
    readonly word: string | null;
    readonly count: number;
  }[];
}

/** An order that a warning is about. */
export interface WarnedOrder {
  readonly order: string;
  readonly field: string;
  readonly message: string;
  readonly file: string;
  readonly line: number;
}

export interface ReportData {
  /** When the page was made, ISO 8601 in UTC. */
  readonly at: string;
  readonly version: string;
  readonly command: string;
  /** `hidden`: personal cells are not in the page. */
  readonly personal: 'hidden' | 'included';
  readonly files: readonly {
    readonly path: string;
    readonly bytes: number;
    readonly rows: number;
    readonly sha256: string;
  }[];
  readonly orders: {
    readonly read: number;
    readonly ready: number;
    readonly refused: number;
    readonly unchanged: number;
    readonly superseded: number;
    readonly leftOut: number;
  };
  readonly rows: number;
  readonly money: readonly {
    readonly currency: string;
    readonly orders: number;
    readonly total: number;
    readonly ordered: number;
    readonly smallest: number;
    readonly median: number;
    readonly largest: number;
  }[];
  readonly statuses: readonly { readonly status: string; readonly orders: number }[];
  /** Days of the first and the last order; null without orders. */
  readonly created: readonly [string, string] | null;
  /** Why an upload would stop before it sends anything. */
  readonly stop: { readonly message: string; readonly hint: string } | null;
  readonly mapping: string | null;
  readonly assumed: readonly string[];
  readonly unmapped: readonly string[];
  /** Paths of the mapping that no record has. */
  readonly absent: readonly string[];
  readonly joins: readonly {
    readonly name: string;
    readonly matched: number;
    readonly unmatched: number;
    readonly duplicates: number;
  }[];
  readonly levels: readonly { readonly text: string; readonly count: number }[];
  readonly skipped: readonly { readonly reason: string; readonly orders: number; readonly rows: number }[];
  readonly refusals: readonly PageCode[];
  readonly warnings: readonly (PageCode & { readonly orders: readonly WarnedOrder[] })[];
  readonly notes: readonly PageCode[];
  /** Files with all refused rows. */
  readonly rejects: readonly string[];
  /** Refused orders in the page. */
  readonly listed: number;
  /** Names of the columns that cells of refused orders stand in. */
  readonly columns: readonly string[];
}

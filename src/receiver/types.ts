// The types of `returns-cli/receiver`: what one hands in, what comes out, and the functions that take calls.
import type { CallFinding, CallVerdict } from '../contract/finding.ts';
import type { LevelsByCode } from '../contract/library/judge.ts';
import type { ExchangeAnswer, ExchangeOrder, Rma, Variant } from '../contract/message-types.ts';
import type { Anomaly } from '../contract/rma-duplicates.ts';
import type { RmaChange } from '../contract/rma-units.ts';

/** One request as it arrived. */
export interface GivenRequest {
  readonly method: string | undefined;
  /** Path and query as on the request line, undecoded; a whole address is understood, too. */
  readonly url: string | undefined;
  /** An object (texts or lists of texts), or pairs such as a `Headers` object gives. Names in any case. */
  readonly headers:
    | Readonly<Record<string, string | readonly string[] | undefined>>
    | Iterable<readonly [string, string]>;
  /** The raw bytes (Uint8Array, ArrayBuffer) or the raw text. A body that was parsed already is refused with a TypeError. */
  readonly body?: unknown;
  /** Address of the caller, for the record. */
  readonly remote?: string | undefined;
}

/** The answer to send: hand all three on unchanged. */
export interface AnswerToSend {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What is known of a call when its message was checked. */
export interface CheckedFacts {
  readonly verdict: CallVerdict;
  readonly findings: readonly CallFinding[];
  readonly rma: string | null;
  readonly orders: readonly string[];
  readonly status: string | null;
  /** What the message repeats or contradicts; `duplicate` says that these bytes came before, not that they were handled. */
  readonly anomaly: Anomaly | null;
  /** What differs from the newest message of the RMA before. */
  readonly changes: readonly RmaChange[];
  /** Your function has ended without an error for the same bytes before, in this process. */
  readonly isHandled: boolean;
}

interface ReceivedBase extends Omit<CheckedFacts, 'isHandled'> {
  /** In the record: `returns calls show ID`. Null for the health path and after `close()`. */
  readonly id: string | null;
  /** The call and its answer are on disk; false without a record, and when the disk failed (the answer is 500 then). */
  readonly isRecorded: boolean;
  readonly answer: AnswerToSend;
  /** The error that a function of yours threw, or that of the disk. Undefined when all went well. */
  readonly error: unknown;
}

export interface ReceivedRma extends ReceivedBase {
  readonly kind: 'rma';
  /** Undefined when a field is missing or has another type, and when the call was refused before it was read. */
  readonly message: Rma | undefined;
}

export interface ReceivedExchangeOrder extends ReceivedBase {
  readonly kind: 'exchange_order';
  readonly message: ExchangeOrder | undefined;
}

export interface ReceivedVariantsRequest extends ReceivedBase {
  readonly kind: 'variants';
  readonly variantIdentifier: string;
}

export interface ReceivedOther extends ReceivedBase {
  /** `unknown`: no endpoint has this path or method. `health`: GET /_health. */
  readonly kind: 'unknown' | 'health';
}

/** One call: what it is, how it was judged, and the answer to send. */
export type Received = ReceivedRma | ReceivedExchangeOrder | ReceivedVariantsRequest | ReceivedOther;

export interface ReceiverSettings {
  /** Where the three endpoints lie; by default those of `returns listen`. `variants` is the part after `/sku/{id}/`. */
  readonly paths?:
    | {
        readonly rmas?: string | undefined;
        readonly variants?: string | undefined;
        readonly exchangeOrders?: string | undefined;
      }
    | undefined;
  /** What callers must present, compared in constant time; without it every caller is accepted. */
  readonly guard?:
    | {
        readonly headers?: Readonly<Record<string, string>> | undefined;
        readonly basic?: { readonly user: string; readonly password: string } | undefined;
      }
    | undefined;
  /** Answer 422 when a finding is an error; by default such a message is taken. */
  readonly refuseInvalid?: boolean | undefined;
  /** Bytes of the largest body, 5,000,000 by default; beyond it the answer is 413. */
  readonly maxBody?: number | undefined;
  /** The severity of findings, where your service differs. */
  readonly levels?: LevelsByCode | undefined;
  /** The answer with variants as a list, or as `{"variants": [...]}`. */
  readonly variantsShape?: 'array' | 'wrapped' | undefined;
  /** Keep every call as `returns listen` does, on disk before it is answered. False, the default: nothing is kept. */
  readonly record?: false | { readonly stateDir: string } | undefined;
  /**
   * Takes an RMA message. One with errors that lacks fields or has wrong types is answered 422 instead; one with warnings may
   * lack a field that the type names. Messages of one RMA come one after the other. When the function throws, the answer is
   * 500 and the service sends the message again.
   */
  readonly onRma?: ((message: Rma, call: CheckedFacts) => unknown) | undefined;
  /** Returns the variants of a product; undefined or an empty list when it has none. */
  readonly onVariants?:
    | ((
        variantIdentifier: string,
      ) => readonly Variant[] | undefined | Promise<readonly Variant[] | undefined>)
    | undefined;
  /**
   * Places the order and returns the answer. The service may send one exchange order several times: place it once for each
   * `original_order_id`, and return the same answer again.
   */
  readonly onExchangeOrder?:
    | ((message: ExchangeOrder, call: CheckedFacts) => ExchangeAnswer | Promise<ExchangeAnswer>)
    | undefined;
  /** Told once when calls cannot be recorded. */
  readonly onNotice?: ((text: string) => void) | undefined;
}

export interface MessageReceiver {
  /**
   * Judges one call, gives it to your function, records it, and returns the answer to send. Calls of an RMA must be handed in
   * in the order in which they arrived. @throws TypeError when the request is not a raw one; nothing else
   */
  handle(request: GivenRequest): Promise<Received>;
  /** Waits for calls in progress, and closes the record. Later calls are answered 503. */
  close(): Promise<void>;
}

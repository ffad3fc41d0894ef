// Messages to be sent, and the batches that hold them.

/** One message with everything the sender needs to know of it. At most one open request holds a given key. */
export interface Message<T> {
  /** Messages with the same key are sent one after the other: an order id, an ASN number. */
  readonly key: string;
  /** The message as JSON, exactly as it is sent: a text, or its bytes in UTF-8. */
  readonly text: string | Uint8Array;
  readonly bytes: number;
  readonly context: T;
}

/** Why the service (or the tool, from the service's answer) refused one message. */
export interface Refusal {
  /** HTTP status; 0 when no answer named one. */
  readonly status: number;
  readonly code: string;
  /** Field path inside the message. */
  readonly field: string;
  readonly message: string;
}

export interface Batch<T> {
  readonly messages: readonly Message<T>[];
  /** How often it was sent. */
  sends: number;
  /** Tries in a row that failed (5xx, time-out, dropped). */
  failures: number;
  firstFailureAt: number;
  lastFailureAt: number;
  /**
   * Outages in which its tries were used up and after which the service accepted other messages. Its halves inherit the
   * count.
   */
  outagesSurvived: number;
  /** Not sent before this time (monotonic ms). */
  notBefore: number;
  /** It was answered 401: a second one means that no token helps. */
  unauthorized: boolean;
  /** The right half, which is sent or divided only after this left half has ended. */
  rightHalf: Batch<T> | undefined;
}

export function batchOf<T>(messages: readonly Message<T>[]): Batch<T> {
  return {
    messages,
    sends: 0,
    failures: 0,
    firstFailureAt: 0,
    lastFailureAt: 0,
    outagesSurvived: 0,
    notBefore: 0,
    unauthorized: false,
    rightHalf: undefined,
  };
}

/** Bytes of the messages with the commas between them. */
export const bytesOfMessages = <T>(messages: readonly Message<T>[]): number =>
  messages.reduce((sum, message) => sum + message.bytes + 1, 0);

/** Sizes of the first batches: a wrong mapping is noticed after a few orders, not after several hundred. */
const RAMP = [1, 1, 2, 4, 8, 16, 32];

export const rampSize = (accepted: number, batchSize: number): number =>
  Math.min(batchSize, RAMP[accepted] ?? batchSize);

export const isRamping = (accepted: number): boolean => accepted < RAMP.length;

/** How messages of one kind are written in a request body. */
export interface Envelope {
  readonly before: string;
  readonly after: string;
  /** Name of the array in field paths: `orders`. */
  readonly list: string;
  /**
   * The message is named in the path, too: a 404 then says that the service does not know it, not that the address is
   * wrong.
   */
  readonly named?: boolean;
}

export const envelopeBytes = (envelope: Envelope): number => envelope.before.length + envelope.after.length;

/** Messages that are bytes are copied as they are: a batch is encoded once at most. */
export function composeBody<T>(envelope: Envelope, messages: readonly Message<T>[]): string | Uint8Array {
  const texts = messages.map(({ text }) => text);
  if (texts.every((text) => typeof text === 'string'))
    return `${envelope.before}${texts.join(',')}${envelope.after}`;
  const parts = texts.flatMap((text, i) => [i === 0 ? envelope.before : ',', text]);
  return Buffer.concat(
    [...parts, envelope.after].map((part) => (typeof part === 'string' ? Buffer.from(part) : part)),
  );
}

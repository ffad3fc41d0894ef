// The words of the tables of messages that were judged by hand. Nothing in the tables comes from the rules of the program: not the
// messages, not the expectations. Both were worked out from the texts of the interface and the field notes.

export type Json = Record<string, unknown>;

/** One message, alone or after others, and the answer that the interface asks for. */
export interface Judged {
  readonly name: string;
  readonly to: 'orders' | 'asns' | `asns/${string}` | 'token';
  /** Bodies that are posted before, each of which must be accepted. `receive A-1`: the warehouse receives goods. */
  readonly before?: readonly (Json | 'receive A-1')[];
  readonly body: unknown;
  /** Sent as they are, instead of the body as JSON. */
  readonly bytes?: Uint8Array | string;
  /** Besides those of every inbound request; null leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Hours that pass between the sign-in and the message. */
  readonly hours?: number;
  readonly status: number;
  /** Fields of the 422, all of them. With a code where the interface shows it: "One code is shown: `missing_field`." */
  readonly errors?: readonly (string | readonly [field: string, code: 'missing_field'])[];
  /** Heading of the interface (or of the field notes), and why. */
  readonly says: string;
}

export function without(object: object, ...keys: string[]): Json {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}
export type Errors = Judged['errors'];
export const takes = (name: string, body: unknown, says: string, more: Partial<Judged> = {}): Judged =>
  ({ name, to: 'orders', body, status: 200, says, ...more }) satisfies Judged;
export const refuses = (
  name: string,
  body: unknown,
  errors: Errors,
  says: string,
  more: Partial<Judged> = {},
): Judged =>
  ({ name, to: 'orders', body, status: 422, ...(errors && { errors }), says, ...more }) satisfies Judged;
export const missing = (field: string) => [[field, 'missing_field'] as const];

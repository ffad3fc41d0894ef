// Why an act cannot be: nothing changed then. The same for the life cycle and for acts that ask it: 409 over HTTP, 404 for what is
// not there.
import { meantText, quote } from '../../basics/text.ts';
import { identifierOf } from '../../contract/report.ts';
import type { RefusalDocument } from '../documents.ts';
import type { AssumptionId } from './assumption-table.ts';
import { linesOf } from './order-lines.ts';
import type { Book, Refusal } from './types.ts';

export const refusal = (code: string, message: string, assumed: readonly AssumptionId[] = []): Refusal => ({
  code,
  message,
  assumed,
});

/** The same as a decision: nothing changes. */
export const refuse = (...given: Parameters<typeof refusal>): { readonly refused: Refusal } => ({
  refused: refusal(...given),
});

/** An identifier for a message or the log: short, and not an e-mail address, which some shops use as identifier. */
export const named = (identifier: unknown): string => identifierOf(String(identifier));

/** A list of identifiers for a message: at most ten of them. */
export function listed(identifiers: Iterable<string>): string {
  const all = [...identifiers].map(named);
  return all.length <= 10 ? all.join(', ') : `${all.slice(0, 10).join(', ')} and ${all.length - 10} more`;
}

/** `known`: some of the orders that there are, to find the one that was meant. */
export const unknownOrder = (order: string, known: readonly string[] = []): Refusal =>
  refusal('order.unknown', `The sandbox has no order ${quote(order)}.${meantText(order, known)}`);

export const orderWithoutBody = (order: string): Refusal =>
  refusal(
    'order.body',
    `This sandbox does not keep the bodies of orders, so nothing can be done with order ${quote(order)}. Start it without keepBodies: false.`,
  );

export const unknownRma = (rma: string, known: readonly string[] = []): Refusal =>
  refusal('rma.unknown', `There is no RMA ${quote(rma)}.${meantText(rma, known)}`);

/** Among so many identifiers the one that was meant is looked for. */
export const LOOKED_AT = 1000;

export function unknownLine({ order }: Book, line: string): Refusal {
  const known = [...linesOf(order).keys()];
  return refusal(
    'return.line',
    `Order ${named(order.identifier)} has no line ${named(line)}.${meantText(line, known)} Its lines: ${listed(known)}.`,
  );
}

/** Why an act cannot be: nothing changed. `code` is stable (`return.window`, `rma.unknown`). */
export class RefusedAct extends Error {
  override readonly name = 'RefusedAct';
  readonly code: string;
  /** Identifiers of the assumptions that the refusal rests on: see `sandbox.assumptions()`. */
  readonly assumed: readonly string[];

  constructor({ code, message, assumed }: Refusal) {
    super(message);
    this.code = code;
    this.assumed = assumed;
  }
}

export const refusedAct = (code: string, message: string): RefusedAct =>
  new RefusedAct({ code, message, assumed: [] });

/** 404 when the thing is not there, else 409. */
export const statusOfRefusal = ({ code }: RefusedAct): 404 | 409 => (code.endsWith('.unknown') ? 404 : 409);

export const refusalDocument = ({ code, message, assumed }: RefusedAct): RefusalDocument => ({
  schema: 'sandbox-refusal/1',
  code,
  message,
  assumed,
});

// What the decisions of all subjects are made of: a changed RMA with its new time, the outcome with its messages, the
// units that a step is about; and why an act cannot be: nothing changed then. Refusals are the same for the life
// cycle and for acts that ask it: 409 over HTTP, 404 for what is not there.

import { meantText, quote } from '../../basics/text.ts';
import { plural } from '../../basics/units.ts';
import { identifierOf } from '../../contract/finding.ts';
import type { RefusalDocument } from '../documents.ts';
import type { AssumptionId } from './assumption-table.ts';
import { msOf } from './assumptions.ts';
import { linesOf } from './order-lines.ts';
import type {
  Assumed,
  Book,
  Decision,
  Effect,
  LineUnits,
  LogLine,
  Refusal,
  ReturnUnit,
  Rma,
} from './types.ts';

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

/** Closed in the service: nothing more happens to it (interface, States: RMA; CANCELED is from the field notes). */
export const isClosed = ({ status }: Rma): boolean => status === 'REFUNDED' || status === 'CANCELED';

/** The changed RMA; its updated_at grows also when the clock stands still or went back. */
export const changed = (rma: Rma, changes: Partial<Rma>, now: number): Rma => ({
  ...rma,
  ...changes,
  updatedAt: Math.max(now, rma.updatedAt + 1),
});

/** The states of one RMA that its receiver hears of, one after the other, and what else follows. */
export function outcome(
  states: readonly Rma[],
  log: readonly LogLine[],
  effects: readonly Effect[] = [],
): Decision {
  const last = states.at(-1);
  return {
    rmas: last ? [last] : [],
    effects: [...states.map((rma): Effect => ({ kind: 'message', rma })), ...effects],
    log,
  };
}

export const logged = (rma: Rma, text: string, assumed: readonly AssumptionId[] = []): LogLine => ({
  text,
  rma: rma.identifier,
  assumed,
});

/**
 * The label of a mail-back return comes by itself (interface: within a few seconds of creation); nothing when the RMA is closed,
 * its label is there, it has none, or labels come by hand only.
 */
export function labelLater(rma: Rma, assume: Assumed): Effect[] {
  const ms = msOf(assume.label_delay);
  const isMissing =
    rma.method === 'mail-back' && rma.units.some(({ packageStatus }) => packageStatus === null);
  if (ms === undefined || !isMissing || isClosed(rma)) return [];
  return [{ kind: 'later', ms, command: { kind: 'carrier', rma: rma.identifier, step: 'label' } }];
}

/**
 * Which units of an RMA a step is about: the first of each named line that can take it; all that can when none are named.
 * Places in the units of the RMA, at least one. `what` is the step in words, for the refusal.
 */
export function pickUnits(
  rma: Rma,
  what: string,
  can: (unit: ReturnUnit) => boolean,
  wanted: LineUnits | undefined,
): { readonly units: ReadonlySet<number> } | { readonly refused: Refusal } {
  const able = rma.units.flatMap((unit, i) => (can(unit) ? [i] : []));
  if (wanted === undefined) return { units: new Set(able) };
  const units = new Set<number>();
  for (const [line, count] of Object.entries(wanted)) {
    if (!Number.isSafeInteger(count) || count < 1)
      return refuse('units.number', `The units of line ${named(line)} must be a number from 1.`);
    const ofLine = able.filter((i) => rma.units[i]!.line === line);
    if (ofLine.length < count)
      return refuse(
        `${what.split(' ')[0]}.order`,
        `${plural(ofLine.length, 'unit')} of line ${named(line)} in ${rma.identifier} can take ${what}, ${count} wanted.`,
      );
    for (const i of ofLine.slice(0, count)) units.add(i);
  }
  if (units.size === 0) return refuse('units.number', 'No units are named.');
  return { units };
}

// Turns a raw order into an order ready to send, or returns findings that say why it cannot be sent.
import type { ZodError } from 'zod';
import { isObject } from '../basics/json.ts';
import { deriveOrder, lacksDerivable } from './derive-order.ts';
import type { Finding } from './finding.ts';
import { applyLevels } from './levels.ts';
import { type Order, orderShape } from './order.ts';
import { checkOrder, type OrderContext } from './order-rules/check-order.ts';
import { fieldMissing, fieldType, oversize } from './order-rules/fields.ts';
import { found, typeInWords } from './report.ts';
import { shapeFindings } from './shape-findings.ts';

export type { OrderContext } from './order-rules/check-order.ts';

export interface FinishedOrder {
  /** The order as it is sent; undefined when a finding is an error. Fields may be missing where a level lowered a rule. */
  readonly order: Order | undefined;
  readonly findings: Finding[];
}

const ORDER_SHAPE_RULES = { missing: fieldMissing, type: fieldType };

/**
 * Finishes an order: drops null in optional fields, derives what follows exactly from other fields (with a note), takes
 * given values unchanged; then checks shapes and rules (interface: Resources and their fields). `raw` is not modified; parts
 * that the finished order changes are not shared with it.
 */
export function finishOrder(raw: unknown, context: OrderContext): FinishedOrder {
  const findings: Finding[] = [];
  if (!isObject(raw)) return { order: undefined, findings: [notAnOrder(raw)] };
  const tooLarge = oversize(raw);
  if (tooLarge) return { order: undefined, findings: [tooLarge] };
  let order: Readonly<Record<string, unknown>> = raw;
  // Most orders need no derived fields, or only lists and sums: in both cases they are parsed only once.
  const lacks = lacksDerivable(raw);
  if (lacks) order = deriveOrder(raw, findings);
  let parsed = orderShape.safeParse(order);
  if (!parsed.success && !lacks) {
    order = deriveOrder(raw, findings);
    parsed = orderShape.safeParse(order);
  }
  if (!parsed.success) addShapeFindings(parsed.error, order, findings);
  checkOrder(order, context, findings);
  const counted = applyLevels(findings, context.levels, context.touched);
  return { order: hasError(counted) ? undefined : (order as Order), findings: counted };
}

/** Validates an order as given: nothing is dropped or derived. */
export function validateOrder(order: unknown, context: OrderContext): Finding[] {
  if (!isObject(order)) return [notAnOrder(order)];
  const tooLarge = oversize(order);
  if (tooLarge) return [tooLarge];
  const findings: Finding[] = [];
  const parsed = orderShape.safeParse(order);
  if (!parsed.success) addShapeFindings(parsed.error, order, findings);
  checkOrder(order, context, findings);
  return applyLevels(findings, context.levels, context.touched);
}

function addShapeFindings(error: ZodError, order: unknown, findings: Finding[]): void {
  for (const finding of shapeFindings(orderShape, error, order, ORDER_SHAPE_RULES)) findings.push(finding);
}

function notAnOrder(value: unknown): Finding {
  return found(fieldType, '', { expected: 'an object', found: typeInWords(value) });
}

function hasError(findings: readonly Finding[]): boolean {
  for (const finding of findings) if (finding.severity === 'error') return true;
  return false;
}

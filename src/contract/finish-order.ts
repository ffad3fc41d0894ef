// The client's side: a raw order becomes a finished one, or findings say why not.
import type { ZodError } from 'zod';
import { isObject } from '../basics/json.ts';
import { deriveOrder, lacksDerivable } from './derive-order.ts';
import type { Finding } from './finding.ts';
import { applyLevels } from './levels.ts';
import { type Order, orderShape } from './order.ts';
import { checkOrder, type OrderContext } from './order-rules/check-order.ts';
import { fieldMissing, fieldType, oversize } from './order-rules/fields.ts';
import { found, kindOf } from './report.ts';
import { shapeFindings } from './shape-findings.ts';

export type { OrderContext } from './order-rules/check-order.ts';

export interface FinishedOrder {
  /** The order as it is sent; undefined when a finding is an error. What a level let pass may be missing in it. */
  readonly order: Order | undefined;
  readonly findings: Finding[];
}

const ORDER_SHAPE_RULES = { missing: fieldMissing, type: fieldType };

/**
 * Finishes an order: null in an optional field is dropped, what follows exactly from the rest is derived (with a
 * note), what is given is taken literally; then shapes and rules (interface: Resources and their fields). `raw` is
 * not changed, and what the finished order changes it does not share with it.
 */
export function finishOrder(raw: unknown, context: OrderContext): FinishedOrder {
  const findings: Finding[] = [];
  if (!isObject(raw)) return { order: undefined, findings: [notAnOrder(raw)] };
  const tooLarge = oversize(raw);
  if (tooLarge) return { order: undefined, findings: [tooLarge] };
  let order: Readonly<Record<string, unknown>> = raw;
  // Most orders have nothing to derive, or their lists and sums only: either way they are parsed once.
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

/** Judges an order literally: nothing is dropped or derived. */
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
  return found(fieldType, '', { expected: 'an object', found: kindOf(value) });
}

function hasError(findings: readonly Finding[]): boolean {
  for (const finding of findings) if (finding.severity === 'error') return true;
  return false;
}

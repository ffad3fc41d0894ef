// Turns a raw order into an order ready to send, or returns findings that say why it cannot be sent.
import { isObject } from '../basics/json.ts';
import { shapeTest } from './compile-shape.ts';
import { deriveOrder, hasNullBeside } from './derive-order.ts';
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

const isOrder = shapeTest(orderShape);
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
  // A complete order is sent as it is, and needs no copy.
  const isComplete = isOrder(raw) && !hasNullBeside(raw);
  const order = isComplete ? raw : deriveOrder(raw, findings);
  if (!isComplete && !isOrder(order)) addShapeFindings(order, findings);
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
  if (!isOrder(order)) addShapeFindings(order, findings);
  checkOrder(order, context, findings);
  return applyLevels(findings, context.levels, context.touched);
}

function addShapeFindings(order: unknown, findings: Finding[]): void {
  for (const finding of shapeFindings(orderShape, order, ORDER_SHAPE_RULES)) findings.push(finding);
}

function notAnOrder(value: unknown): Finding {
  return found(fieldType, '', { expected: 'an object', found: typeInWords(value) });
}

function hasError(findings: readonly Finding[]): boolean {
  for (const finding of findings) if (finding.severity === 'error') return true;
  return false;
}

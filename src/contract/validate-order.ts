// Checks orders: finishes a raw order so that it is ready to send, or says why it cannot be; validates an order as the service
// does, without deriving anything, alone or in the whole body of a post (for 422 answers).
import { isObject } from '../basics/json.ts';
import { quote } from '../basics/text.ts';
import { Identifiers, listOf } from './checks.ts';
import { deriveOrder } from './derive-order.ts';
import type { Finding } from './finding.ts';
import { applyLevels } from './levels.ts';
import { type Order, orderShape } from './order.ts';
import { checkOrder, type OrderContext } from './order-rules/check-order.ts';
import { fieldMissing, fieldType, oversize } from './order-rules/fields.ts';
import { refundLineDuplicate } from './order-rules/refund-lines.ts';
import { refundDuplicate } from './order-rules/refunds.ts';
import { found, identifierOf, type Loose, type Report, reportTo, wrongType } from './report.ts';
import { ruleList, UNREADABLE } from './rule-list.ts';
import { sampleOrder } from './sample.ts';
import { shapeFindings } from './shape-findings.ts';

const message = (...orders: readonly unknown[]) => ({ returns_portal_order: { orders } });

const rules = ruleList({
  source: 'Returns portal order message (request body)',
  good: message(sampleOrder()),
});

const bodyForm = rules.error('orders.body.form', {
  fixed: UNREADABLE,
  title: 'The body holds returns_portal_order, and that a list of orders',
  explanation: 'The body is {"returns_portal_order": {"orders": [...]}}, also for a single order.',
  say: (args, path) => `${path || 'The body'} must be ${args.expected}, found ${args.found}.`,
  bad: { orders: [sampleOrder()] },
});

export const bodyKey = rules.error('orders.body.key', {
  title: 'The body has one key, and so has what it holds',
  explanation:
    'The body is an object with one key, returns_portal_order, that holds an array orders. Anything beside them is not read. An upload makes its own bodies, so in an input file it is only a warning.',
  say: (_, path) => `The key ${quote(path)} stands beside the orders: it is not read, and not sent.`,
  bad: { ...message(sampleOrder()), meta: {} },
});

/** So many keys beside the orders are named: a hostile body could have any number. */
const MOST_KEYS = 20;

/** Paths of the keys beside the orders. */
export function keysBeside(body: Loose): string[] {
  const { returns_portal_order: wrapper, ...around } = body;
  const { orders, ...beside } = isObject(wrapper) ? wrapper : {};
  return [...Object.keys(around), ...Object.keys(beside).map((key) => `returns_portal_order.${key}`)]
    .slice(0, MOST_KEYS)
    .map(identifierOf);
}

const bodyEmpty = rules.warning('orders.body.empty', {
  title: 'A post holds at least one order',
  explanation:
    'An empty list of orders changes nothing; the request counts against the rate limit all the same.',
  source: 'this tool',
  say: () => 'The list of orders is empty.',
  bad: message(),
});

const orderRepeated = rules.warning('orders.order.repeated', {
  title: 'An order stands once in a post',
  explanation: 'Which of two snapshots in one post wins is not shown; send the latest only.',
  source: 'this tool',
  say: (args) => `The order ${quote(args.identifier)} already stands at ${args.first}.`,
  bad: message(sampleOrder(), sampleOrder()),
});

export const messageRules = rules.all;

/**
 * Validates the whole body of a post (interface: Returns portal order message). Paths begin with the index of the order,
 * `orders[3].items[0].sku`; refund identifiers are compared across the orders, too.
 */
export function validateOrdersMessage(body: unknown, context: OrderContext): Finding[] {
  const wrong = (path: string, expected: string, value: unknown) => [
    found(bodyForm, path, wrongType(expected, value, 'nothing')),
  ];
  if (!isObject(body)) return wrong('', 'an object', body);
  const wrapper = body.returns_portal_order;
  if (!isObject(wrapper)) return wrong('returns_portal_order', 'an object', wrapper);
  const orders = wrapper.orders;
  if (!Array.isArray(orders)) return wrong('returns_portal_order.orders', 'a list of orders', orders);
  const whole = keysBeside(body).map((path) => found(bodyKey, path));
  if (orders.length === 0) whole.push(found(bodyEmpty, 'returns_portal_order.orders'));
  const findings: Finding[] = [...applyLevels(whole, context.levels)];
  let errors = 0;
  for (let i = 0; i < orders.length && errors < MAX_ERRORS; i++)
    for (const finding of validateOrder(orders[i], context)) {
      if (finding.severity === 'error') errors++;
      const path = finding.path === '' ? `orders[${i}]` : `orders[${i}].${finding.path}`;
      findings.push({ ...finding, path });
    }
  if (errors >= MAX_ERRORS) return findings;
  const across: Finding[] = [];
  checkAcrossOrders(orders, reportTo(across));
  findings.push(...applyLevels(across, context.levels));
  return findings;
}

// After this many errors the rest of a post is not validated: a hostile one could fill the memory with findings.
const MAX_ERRORS = 10_000;

/** Identifiers that two different orders share. When an order is repeated, so are its refunds: those are not reported. */
function checkAcrossOrders(orders: readonly unknown[], report: Report): void {
  const [ofOrders, ofRefunds, ofLines] = [orderRepeated, refundDuplicate, refundLineDuplicate].map(
    (rule) => new Identifiers(rule),
  );
  for (const [i, order] of orders.entries()) {
    if (!isObject(order)) continue;
    if (!ofOrders!.add(order.identifier, `orders[${i}].identifier`, report)) continue;
    // Each identifier once, with its first path: duplicates within one order are reported already.
    const [refunds, lines] = [new Map<unknown, string>(), new Map<unknown, string>()];
    for (const [r, refund] of listOf(order.refunds).entries()) {
      if (!isObject(refund)) continue;
      const at = `orders[${i}].refunds[${r}].`;
      if (!refunds.has(refund.identifier)) refunds.set(refund.identifier, `${at}identifier`);
      for (const [l, line] of listOf(refund.refund_line_items).entries())
        if (isObject(line) && !lines.has(line.identifier))
          lines.set(line.identifier, `${at}refund_line_items[${l}].identifier`);
    }
    for (const [value, path] of refunds) ofRefunds!.add(value, path, report);
    for (const [value, path] of lines) ofLines!.add(value, path, report);
  }
}

interface FinishedOrder {
  /** The order as it is sent; undefined when a finding is an error. Fields may be missing where a level lowered a rule. */
  readonly order: Order | undefined;
  readonly findings: Finding[];
}

const findingsOfShape = shapeFindings(orderShape, { missing: fieldMissing, type: fieldType });

/**
 * Finishes an order: drops null in optional fields, derives what follows exactly from other fields (with a note), takes
 * given values unchanged; then checks shapes and rules (interface: Resources and their fields). `raw` is not modified; parts
 * that the finished order changes are not shared with it.
 */
export function finishOrder(raw: unknown, context: OrderContext): FinishedOrder {
  if (!isObject(raw)) return { order: undefined, findings: [notAnOrder(raw)] };
  const tooLarge = oversize(raw);
  if (tooLarge) return { order: undefined, findings: [tooLarge] };
  const findings: Finding[] = [];
  const report = reportTo(findings);
  const order = deriveOrder(raw, report);
  for (const finding of findingsOfShape(order)) findings.push(finding);
  checkOrder(order, context, report);
  const counted = applyLevels(findings, context.levels);
  return { order: hasError(counted) ? undefined : (order as Order), findings: counted };
}

/** Validates an order as given: nothing is dropped or derived. */
export function validateOrder(order: unknown, context: OrderContext): Finding[] {
  if (!isObject(order)) return [notAnOrder(order)];
  const tooLarge = oversize(order);
  if (tooLarge) return [tooLarge];
  const findings = [...findingsOfShape(order)];
  checkOrder(order, context, reportTo(findings));
  return applyLevels(findings, context.levels);
}

const notAnOrder = (value: unknown): Finding => found(fieldType, '', wrongType('an object', value));

function hasError(findings: readonly Finding[]): boolean {
  for (const finding of findings) if (finding.severity === 'error') return true;
  return false;
}

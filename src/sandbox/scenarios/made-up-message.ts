// The body of an RMA message that a scenario makes up: a message that the sandbox itself would not send, or not in this order.
import { valueAt } from '../../basics/json.ts';
import { pathSteps } from '../../contract/set-path.ts';
import { formatInstant } from '../../contract/time.ts';
import type { StepKind } from './format.ts';
import { givenOrder } from './given-orders.ts';
import type { Play } from './play.ts';

export function madeUpBody(
  { scenario, circumstances, stage }: Play,
  deed: StepKind<'message'>,
  identifier: string,
): Record<string, unknown> {
  const createdAt = Math.floor(stage.timeline.clock.now() / 1000) * 1000;
  const itemsOf = ([id, units]: readonly [order: string, units: Readonly<Record<string, number>>]) => {
    const given = scenario.orders.find((one) => one.id === id);
    const order = given && givenOrder(scenario.name, given, circumstances);
    return (order?.items ?? []).flatMap(({ identifier: line, sku, unit_price_amount_cents: price }) => {
      const { tax_cents: tax = 0, discount_cents: discount = 0 } =
        given?.lines.find((one) => one.line === line) ?? {};
      const item = {
        order_line_item_identifier: line,
        order_identifier: order?.identifier,
        exchange_order_identifier: null,
        original_order_identifier: null,
        return_reason: 'too small',
        is_exchange: false,
        sku,
        tracking_number: deed.package === undefined ? null : `1ZMADEUP${line}`,
        package_tracking_status: deed.package ?? null,
        refund_financials: {
          estimated_refund_amount_cents: price + tax - discount,
          provider_refund_amount_cents: 0,
          shopper_refund_amount_cents: price + tax - discount,
        },
        refund_type: 'REFUND',
      };
      return Array.from({ length: units[line] ?? 0 }, () => structuredClone(item));
    });
  };
  const body: Record<string, unknown> = {
    rma_identifier: identifier,
    status: deed.status ?? 'CREATED',
    created_at: formatInstant(createdAt),
    updated_at: formatInstant(createdAt + (deed.updated ?? 0)),
    items: Object.entries({ [deed.order]: deed.lines, ...deed.others }).flatMap(itemsOf),
    return_method: deed.method ?? 'mail-back',
    return_shipping_cost_cents: 0,
    gift_refund_only: false,
  };
  // A path through something that is not there changes nothing.
  for (const [path, value] of Object.entries(deed.set ?? {})) {
    const steps = pathSteps(path) ?? [];
    const place = valueAt(body, steps.slice(0, -1));
    if (typeof place === 'object' && place !== null) Object.assign(place, { [steps.at(-1)!]: value });
  }
  return body;
}

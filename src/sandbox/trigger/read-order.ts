// The order of a message: one of a file (--order), or the one that is built in.
import { inputFailure } from '../../basics/failure.ts';
import { isObject, parsedJson, parseJsonInput } from '../../basics/json.ts';
import type { FilePlace } from '../../basics/secret.ts';
import { quote } from '../../basics/text.ts';
import { plural } from '../../basics/units.ts';
import { finishOrder } from '../../contract/validate-order.ts';
import { textOfFile } from '../flag-file.ts';
import type { StoredSnapshot } from '../life-cycle/types.ts';
import { givenOrder, type OrderCircumstances } from '../scenarios/given-orders.ts';

const FORMS =
  'an order message ({"returns_portal_order":{"orders":[...]}}), a list of orders, one order, or one order a line';

/** An order of two lines that was shipped two days before. */
export const builtInOrder = (circumstances: OrderCircumstances): StoredSnapshot =>
  givenOrder(
    'trigger',
    {
      id: '1',
      lines: [
        {
          ...{ line: '1', sku: 'TEE-GRN-M', title: 'T-shirt, green, M', product: 'TEE', variant: 'TEE-GRN' },
          ...{ units: 2, price_cents: 2500, tax_cents: 200 },
        },
        { line: '2', sku: 'MUG-BLU', title: 'Mug, blue', units: 1, price_cents: 1200, tax_cents: 96 },
      ],
    },
    circumstances,
  ) as unknown as StoredSnapshot;

/** The first order of a file. @throws Failure exit 6 when there is none, or it breaks a rule of the order endpoint */
export function readOrder(platform: FilePlace, file: string, now: number): StoredSnapshot {
  const text = textOfFile(platform, file, 'the file of --order');
  // The first line, when it is an order by itself: NDJSON.
  const line = parsedJson(text.split('\n', 1)[0]!);
  const raw = firstOrder(isObject(line) ? line : parseJsonInput(text, { file }), file);
  const { order, findings } = finishOrder(raw, { now });
  if (order) return order as unknown as StoredSnapshot;
  const errors = findings.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  throw inputFailure('trigger.order', `The order of --order breaks ${plural(errors.length, 'rule')}`, {
    place: { file },
    found: `${first?.code} at ${first?.path || 'the top'}`,
    expected: 'an order that the service accepts',
    hint: `See what is wrong with: returns orders check FILE; and with: returns explain ${first?.code}`,
  });
}

function firstOrder(value: unknown, file: string): unknown {
  const wrapper = isObject(value) ? value['returns_portal_order'] : undefined;
  const list = isObject(wrapper) ? wrapper['orders'] : value;
  const order: unknown = Array.isArray(list) ? list[0] : list;
  if (isObject(order)) return order;
  throw inputFailure('trigger.order', 'There is no order in the file of --order', {
    place: { file },
    expected: FORMS,
    found: Array.isArray(list) ? 'an empty list' : quote(typeof value),
    hint: 'Print one as an example with: returns orders template --format json',
  });
}

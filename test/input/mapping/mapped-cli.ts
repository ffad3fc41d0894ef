// The commands in this process, in a folder with a mapping; and a mapping with which orders are complete.
import { run } from '../../../src/main.ts';
import { type CliTarget, targetEnvironment } from '../../helpers/cli.ts';
import { testPlatform } from '../../helpers/platform.ts';
import { type Json, mappingOf } from './support.ts';

const PARTS = ['name', 'street1', 'city', 'state', 'zip_code', 'country_code'];
const zero = { constant: 0 };

/** What the contract asks for and the table of the tests lacks is the same for all orders. */
export function completeMapping({ order, item, ...rest }: Json): Json {
  const places = ['shipping_address', 'billing_address'].flatMap((name) =>
    PARTS.map((part) => [`${name}.${part}`, { constant: 'somewhere' }]),
  );
  return mappingOf({
    ...rest,
    order: {
      ...Object.fromEntries(places),
      status: { constant: 'Shipped' },
      currency: { constant: 'GBP' },
      discount_amount_cents: zero,
      shipping_amount_cents: zero,
      shipping_tax_amount_cents: zero,
      'customer.identifier': 'Email',
      'customer.email': 'Email',
      ...(order as Json),
    },
    item: {
      variant_identifier: 'Sku',
      title: 'Sku',
      quantity_shipped: 'Qty',
      quantity_canceled: zero,
      shipped_date: 'At',
      discount_amount_cents: zero,
      ...(item as Json),
    },
  });
}

/** The mapping is `map.json` in the folder. */
export function mappedCli(mapping: Json, target?: CliTarget) {
  const test = testPlatform(target ? { env: targetEnvironment(target) } : {});
  test.file('map.json', JSON.stringify(mapping));
  const call = async (args: readonly string[]) => {
    test.clear();
    const exit = await run(args, test.platform);
    return { exit, stdout: test.stdout(), stderr: test.stderr() };
  };
  return {
    file: test.file,
    run: call,
    async json<T>(args: readonly string[]): Promise<T & { exit: number }> {
      const { exit, stdout } = await call([...args, '--json']);
      return { ...(JSON.parse(stdout) as T), exit };
    },
  };
}

// An order and a retailer whose every text tries to run a script or to break the page.
import { sampleAddress, sampleCustomer, sampleLine, sampleOrder } from '../../../src/contract/sample.ts';
import { sampleExchangeAnswer, sampleVariant } from '../../../src/contract/sample-exchange.ts';
import type { Shop } from './shop.ts';

/** A line is returned; the other cannot be, and says why. */
export const hostileOrder = (text: string, i: number): Record<string, unknown> => {
  const line = { sku: text, title: text, product_identifier: text, variant_identifier: `V ${i} ${text}` };
  // Half a character cannot stand in an address, so no line can be asked for by it.
  const id = text.replace('\ud800', '');
  return sampleOrder({
    // What somebody can type into a field, so that the portal finds it.
    ...{ identifier: `SO-${i} <img src=x onerror=pwned()>"'</script>`, raw_status: text, tags: [text] },
    items: [
      sampleLine({ ...line, identifier: `L1 ${id}`, image_url: 'javascript:pwned()' }),
      sampleLine({ ...line, identifier: `L2 ${id}`, tags: ['FinalSale', text] }),
    ],
    ...{ product_amount_cents: 10_000, tax_amount_cents: 800, total_amount_cents: 10_800 },
    customer: sampleCustomer({ identifier: text, first_name: text, last_name: text }),
    shipping_address: sampleAddress({ name: text, street1: text, city: text }),
  });
};

export function hostileRetailer({ answers }: Shop, text: string): void {
  answers.variants = () => ({
    status: 200,
    body: JSON.stringify([
      sampleVariant({
        ...{ sku: `SKU ${text}`, title: text, image_url: 'javascript:pwned()' },
        attributes: [{ name: text, value: text }],
      }),
    ]),
  });
  answers.exchange = () =>
    JSON.stringify(sampleExchangeAnswer({ order_identifier: `EX ${text}`, [text]: text }));
}

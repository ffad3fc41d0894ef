// The shopper and the addresses of an order in a draft.

import type { Writing } from './draft-fields.ts';

/** The best place for what is said of the shopper comes first. */
const BLOCKS = ['address', 'billing_address', 'shipping_address'];
const PLACE = ['street1', 'street2', 'city', 'state', 'zip_code', 'country_code', 'phone'];

/** Excel keeps a number as text by a quote before it. */
const unquoted = (column: string) => ({ column, strip: "'" });

export function people(w: Writing): void {
  const email = w.role('customer.email')?.name;
  w.field('customer.email');
  const isKnown = w.field('customer.identifier', 'customer.identifier', (name) =>
    email === undefined ? name : { column: [name, email] },
  );
  if (!isKnown && email) w.put('customer.identifier', email);
  for (const part of ['first_name', 'last_name', 'phone'])
    BLOCKS.some((block) =>
      w.field(`customer.${part}`, `${block}.${part}`, part === 'phone' ? unquoted : undefined),
    );
  w.field('currency');
  if (!w.field('tags', 'tags', (name) => ({ column: name, split: ',' }))) w.put('tags', { constant: [] });
  w.field('note');
}

/** Both addresses: each from its own columns, else from the columns that name neither. */
export function places(w: Writing): void {
  const has = (block: string) =>
    w.role(`${block}.street1`) !== undefined || w.role(`${block}.city`) !== undefined;
  const common = has('address') ? 'address' : undefined;
  const bill = has('billing_address') ? 'billing_address' : common;
  const ship = has('shipping_address') ? 'shipping_address' : undefined;
  if (bill) place(w, 'billing_address', bill);
  if (ship) place(w, 'shipping_address', ship);
  if (ship && !bill) {
    place(w, 'billing_address', ship);
    w.limits.push('The export has no billing address: it is the shipping address');
  }
  if (!ship && bill && w.answers['shipping_address'] === 'billing') {
    place(w, 'shipping_address', bill);
    w.limits.push('The export has one address: it is sent as billing and as shipping address');
  }
}

/** A street that says what it is for may stand beside a city that does not. */
const sourcesOf = (from: string): readonly string[] =>
  from === 'address' ? [from, 'shipping_address', 'billing_address'] : [from, 'address'];

function place(w: Writing, block: string, from: string): void {
  recipient(w, block, from);
  const specs: Readonly<Record<string, (name: string) => unknown>> = {
    ...{ zip_code: unquoted, phone: unquoted },
    country_code: (column) => ({ column, code: 'country' }),
    street1: (name) => streetSpec(w, name, from),
    state: (name) => stateSpec(w, name, from),
  };
  for (const part of PLACE) {
    const field = `${block}.${part}`;
    if (sourcesOf(from).some((source) => w.field(field, `${source}.${part}`, specs[part]))) continue;
    const all = part === 'state' ? '' : part === 'country_code' ? w.answers['country'] : undefined;
    if (all !== undefined) w.put(field, { constant: all });
  }
}

/** The number of the house in a column of its own stands where the file has it: before the street or behind it. */
function streetSpec(w: Writing, name: string, from: string): unknown {
  const house = w.role(`${from}.house`);
  const street = w.role(`${from}.street1`);
  if (!house || !street) return name;
  return {
    template: house.index < street.index ? `{${house.name}} {${name}}` : `{${name}} {${house.name}}`,
  };
}

function stateSpec(w: Writing, name: string, from: string): unknown {
  const all = w.answers['country'];
  const country = w.role(`${from}.country_code`)?.name ?? (all && { constant: all });
  return { column: name, ...(country && { code: 'state', country }), default: '' };
}

function recipient(w: Writing, block: string, from: string): void {
  const field = `${block}.name`;
  for (const source of [from, ...BLOCKS]) {
    const [first, last] = [w.role(`${source}.first_name`), w.role(`${source}.last_name`)];
    const value = { template: `{${first?.name}} {${last?.name}}` };
    if (first && last) w.take(field, last, 'first and last name', { value });
    if ((first && last) || w.field(field, `${source}.name`)) return;
  }
}

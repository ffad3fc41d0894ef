// The shopper and the addresses of an order in a draft.

import type { Role } from '../decide/rules.ts';
import type { Writing } from './draft-fields.ts';

const BLOCKS = ['shipping_address', 'billing_address', 'address'] as const;
const PLACE = ['street1', 'street2', 'city', 'state', 'zip_code', 'country_code', 'phone'] as const;

export function people(w: Writing): void {
  const email = w.role('customer.email')?.name;
  w.field(w.order, 'customer.email', 'customer.email');
  if (
    !w.field(w.order, 'customer.identifier', 'customer.identifier', (name) =>
      email === undefined ? name : { column: [name, email] },
    ) &&
    email
  )
    w.order['customer.identifier'] = email;
  const named = (part: string) => BLOCKS.map((block): Role => `${block}.${part}`);
  for (const [field, roles] of [
    [
      'customer.first_name',
      [
        ...named('first_name').slice(2),
        ...named('first_name').slice(1, 2),
        ...named('first_name').slice(0, 1),
      ],
    ],
    [
      'customer.last_name',
      [...named('last_name').slice(2), ...named('last_name').slice(1, 2), ...named('last_name').slice(0, 1)],
    ],
  ] as const)
    for (const role of roles) if (w.field(w.order, field, role)) break;
  const phones = ['address.phone', 'billing_address.phone', 'shipping_address.phone'];
  for (const role of phones)
    if (w.field(w.order, 'customer.phone', role, (name) => ({ column: name, strip: "'" }))) break;
  w.field(w.order, 'currency', 'currency');
  if (!w.field(w.order, 'tags', 'tags', (name) => ({ column: name, split: ',' })))
    w.order['tags'] = { constant: [] };
  w.field(w.order, 'note', 'note');
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
  for (const part of PLACE) {
    const spec =
      part === 'country_code'
        ? (name: string) => ({ column: name, code: 'country' })
        : part === 'zip_code' || part === 'phone'
          ? (name: string) => ({ column: name, strip: "'" })
          : part === 'street1'
            ? (name: string) => streetSpec(w, name, from)
            : part === 'state'
              ? (name: string) => stateSpec(w, name, from)
              : (name: string) => name;
    if (sourcesOf(from).some((source) => w.field(w.order, `${block}.${part}`, `${source}.${part}`, spec)))
      continue;
    if (part === 'state') w.order[`${block}.state`] = { constant: '' };
    if (part === 'country_code' && typeof w.answers['country'] === 'string')
      w.order[`${block}.country_code`] = { constant: w.answers['country'] };
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
  const country = w.role(`${from}.country_code`)?.name;
  const whole = w.answers['country'];
  if (country === undefined && typeof whole !== 'string') return { column: name, default: '' };
  return { column: name, code: 'state', country: country ?? { constant: whole }, default: '' };
}

function recipient(w: Writing, block: string, from: string): void {
  const field = `${block}.name`;
  for (const source of [from, 'address', 'billing_address', 'shipping_address']) {
    const first =
      w.role(`${source}.first_name`) ??
      (w.role(`${source}.last_name`) ? w.role(`${source}.name`) : undefined);
    const last = w.role(`${source}.last_name`);
    if (first && last) {
      w.order[field] = { template: `{${first.name}} {${last.name}}` };
      w.note(field, `${source}.last_name`, last, 'likely', 'first and last name');
      return;
    }
    if (w.field(w.order, field, `${source}.name`)) return;
  }
}

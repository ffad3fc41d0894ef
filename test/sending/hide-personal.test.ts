// What a refusal repeats of a shopper is taken out, and nothing else: neither names of fields nor codes that hold a shopper's name.
import { expect, it } from 'vitest';
import { withoutPersonal } from '../../src/sending/hide-personal.ts';

const sent = (customer: object, address: object = {}) =>
  JSON.stringify({ orders: [{ customer, shipping_address: address }] });

it.each([
  ['Price', 'unit_price_amount_cents of Price, PRICE', 'unit_price_amount_cents of ***, ***'],
  ['Field', 'missing_field', 'missing_field'],
  ['Field', 'field_missing: Field-Smith', 'field_missing: ***-Smith'],
])('the last name %s in %s', (last_name, said, shown) => {
  for (const name of ['field', 'code', 'message'])
    expect(JSON.parse(withoutPersonal(JSON.stringify({ [name]: said }), sent({ last_name })))[name]).toBe(
      shown,
    );
});

it.each([
  ['+15125550108', '15125550108, +1 (512) 555-0108 and 1.512.555.0108', '***, +*** and ***'],
  ['+49 30 / 1234-567', '+49301234567', '+***'],
  ['+15125550108', '151255501089 and 7 15125550107', '151255501089 and 7 15125550107'],
  // Too short for a phone number, so that it is found as it is written.
  ['12-34', '12-34, 1234', '***, 1234'],
  ['-', '-', '-'],
])('the phone number %s in %s', (phone, said, shown) => {
  const clean = withoutPersonal(JSON.stringify({ message: said }), sent({ phone }));
  expect(JSON.parse(clean).message).toBe(shown);
});

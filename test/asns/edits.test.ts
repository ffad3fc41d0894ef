// Changes of single fields of a recorded ASN: the type comes from the schema, everything else stays the same, in its
// order, and errors name what is there.

import { describe, expect, it } from 'vitest';
import { applyEdits, checkEdits, parseSet, parseUnset } from '../../src/asns/update/edits.ts';

const RECORDED =
  '{"asn_number":"A-1","status":"pending","extra":{"n":1.5,"s":"x"},"cartons":[{"details":[' +
  '{"line_identifier":"1","sku":"007","quantity":1},{"sku":"b","quantity":2}]}]}';

const set = (...texts: string[]) => JSON.stringify(applyEdits(RECORDED, texts.map(parseSet)));
const unset = (...texts: string[]) => JSON.stringify(applyEdits(RECORDED, texts.map(parseUnset)));

describe('--set', () => {
  it.each([
    ['status=shipped', '"pending"', '"shipped"'],
    ['cartons[0].details[0].sku=00123', '"007"', '"00123"'],
    ['cartons[0].details[1].quantity=3', '"quantity":2', '"quantity":3'],
    ['extra.n=2.25', '1.5', '2.25'],
    ['extra.s=2', '"x"', '"2"'],
    ['cartons[0].details[1].upc=12', '"quantity":2}', '"quantity":2,"upc":"12"}'],
    ['carrier=A=B "C"', ']}]}', ']}],"carrier":"A=B \\"C\\""}'],
    ['cartons[0].reference.type=RMA', '"quantity":2}]', '"quantity":2}],"reference":{"type":"RMA"}'],
    ['cartons[0].details[1].eligibility_flags=["a", "b"]', '2}', '2,"eligibility_flags":["a","b"]}'],
  ])('%s', (edit, from, to) => {
    expect(set(edit)).toBe(RECORDED.replace(from, to));
  });

  it.each([
    ['stauts=x', /an ASN has no field "stauts"\. Did you mean "status"\?/],
    ['cartons[0].detials[0].sku=x', /cartons\[0\] has no field "detials"\. Did you mean "details"\?/],
    ['cartons.details=x', /cartons has no field/],
    ['cartons[0].details[2].sku=x', /cartons\[0\]\.details has no element 2$/],
    ['cartons[0].details[0].labels[0].value=x', /labels has no element 0/],
    ['status.x=1', /status has no field/],
    ['status[0]=1', /status has no element 0/],
    ['cartons[0].details[0].quantity=2.5', /"2\.5" is not an integer/],
    ['cartons[0].details[0].eligibility_flags=a', /not a JSON list/],
    ['from=STORE', /not a JSON object/],
    ['extra.n=abc', /is not JSON/],
    ['asn_number=B-1', /cannot change asn_number/],
    ['status', /names no value/],
    ['a..b=1', /does not understand the path/],
    ['[0=1', /does not understand the path/],
  ])('%s is an error (exit 2)', (edit, message) => {
    expect(() => set(edit)).toThrow(
      expect.objectContaining({ exitCode: 2, message: expect.stringMatching(message) }),
    );
  });
});

describe('--unset', () => {
  it('removes a field or an element, and nothing else', () => {
    expect(unset('extra.s')).toBe(RECORDED.replace(',"s":"x"', ''));
    expect(unset('carrier')).toBe(RECORDED);
    expect(unset('cartons[0].reference.identifier')).toBe(RECORDED);
    expect(JSON.parse(unset('cartons[0].details[0]'))).toMatchObject({
      cartons: [{ details: [{ sku: 'b' }] }],
    });
    expect(JSON.parse(unset('cartons[0].details[0]', 'cartons[0].details[1]'))).toMatchObject({
      cartons: [{ details: [] }],
    });
  });
  it('refuses a required field', () => {
    expect(() => unset('status')).toThrow(/required/);
  });
});

it('a field that is given twice is an error that names both flags', () => {
  const status = { flag: '--status', path: ['status'], value: 'shipped' };
  expect(() => checkEdits([status, parseSet('status=pending')])).toThrow(/by --status and by --set/);
});

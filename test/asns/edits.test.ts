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
    ['extra.s=y', '"x"', '"y"'],
    ['cartons[0].details[1].upc=12', '"quantity":2}', '"quantity":2,"upc":"12"}'],
    ['carrier=A=B "C"', ']}]}', ']}],"carrier":"A=B \\"C\\""}'],
    ['cartons[0].reference={"type":"RMA"}', '"quantity":2}]', '"quantity":2}],"reference":{"type":"RMA"}'],
    ['cartons[0].details[1].eligibility_flags=["a", "b"]', '2}', '2,"eligibility_flags":["a","b"]}'],
  ])('%s', (edit, from, to) => {
    expect(set(edit)).toBe(RECORDED.replace(from, to));
  });

  it.each([
    ['stauts=x', /interface has "stauts"\. Did you mean "status"\?/],
    ['cartons[0].reference.type=RMA', /no place for "cartons\[0\]\.reference\.type"/],
    ['cartons[0].details[3].sku=x', /no place for/],
    ['cartons[0].details[0].labels[0].value=x', /no place for/],
    ['status.x=1', /no place for/],
    ['cartons[0].details[0].quantity=2.5', /"2\.5" is not an integer/],
    ['cartons[0].details[0].eligibility_flags=a', /not a JSON list/],
    ['from=STORE', /not a JSON object/],
    ['asn_number=B-1', /cannot change asn_number/],
    ['status', /does not understand "status"/],
    ['[0=1', /does not understand/],
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
  it('refuses a required field, and what is not there and unknown to the interface', () => {
    expect(() => unset('status')).toThrow(/required/);
    for (const path of ['carier', 'cartons[0].details[2]', '__proto__.x', 'a..b'])
      expect(() => unset(path), path).toThrow(expect.objectContaining({ exitCode: 2 }));
  });
});

it('a field that is given twice is an error that names both flags', () => {
  const status = { flag: '--status', path: ['status'], value: 'shipped' };
  expect(() => checkEdits([status, parseSet('status=pending')])).toThrow(/by --status and by --set/);
});

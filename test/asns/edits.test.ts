// One change inside a recorded text: the type comes from the schema, all other bytes stay the same, and
// errors name what is there.

import { describe, expect, it, test } from 'vitest';
import { removeFromText, setInText } from '../../src/asns/update/edit-text.ts';
import { applyEdits, checkEdits, parseSet, parseUnset } from '../../src/asns/update/edits.ts';
import { fc } from '../helpers/random.ts';

const RECORDED = `{ "asn_number":"A-1",
  "status" : "pending", "extra": {"n": 1.50, "s": "x"},
  "cartons": [
    { "details": [ {"line_identifier": "1", "sku": "007", "quantity": 1.0},
                   {"sku":"b","quantity":2} ] } ] }`;

const set = (...texts: string[]) => applyEdits(RECORDED, texts.map(parseSet));
const unset = (...texts: string[]) => applyEdits(RECORDED, texts.map(parseUnset));

describe('--set', () => {
  it.each([
    ['status=shipped', '"pending"', '"shipped"'],
    ['cartons[0].details[0].sku=00123', '"007"', '"00123"'],
    ['cartons[0].details[1].quantity=3', '"quantity":2', '"quantity":3'],
    ['extra.n=2.25', '1.50', '2.25'],
    ['extra.s=2', '"x"', '"2"'],
    ['cartons[0].details[1].upc=12', '"quantity":2}', '"quantity":2,"upc":"12"}'],
    ['carrier=A=B "C"', '} ] } ] }', '} ] } ],\n  "carrier": "A=B \\"C\\""}'],
    ['cartons[0].reference.type=RMA', '"quantity":2} ] }', '"quantity":2} ], "reference": {"type":"RMA"} }'],
    ['cartons[0].details[1].eligibility_flags=["a", "b"]', '2}', '2,"eligibility_flags":["a", "b"]}'],
  ])('%s', (edit, from, to) => {
    expect(set(edit).replace(/\s+}$/, ' }')).toBe(RECORDED.replace(from, to).replace(/\s*}$/, ' }'));
  });

  it.each([
    ['stauts=x', /an ASN has no field "stauts"\. Did you mean "status"\?/],
    ['cartons[0].detials[0].sku=x', /cartons\[0\] has no field "detials"\. Did you mean "details"\?/],
    ['cartons.details=x', /cartons is a list/],
    ['cartons[3].identifier=x', /cartons has 1 element$/],
    ['cartons[0].details[2].sku=x', /cartons\[0\]\.details has 2 elements$/],
    ['cartons[0].details[0].labels[0].value=x', /labels has 0 elements$/],
    ['quantity=3', /an ASN has no field "quantity"\. Did you mean cartons\[0\]\.details\[0\]\.quantity\?/],
    ['status.x=1', /status has no fields: it is text/],
    ['status[0]=1', /status is not a list/],
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
  it('removes a field or an element with its comma, and nothing else', () => {
    expect(unset('extra.s')).toBe(RECORDED.replace(', "s": "x"', ''));
    expect(unset('extra.n')).toBe(RECORDED.replace('"n": 1.50, ', ''));
    expect(unset('carrier')).toBe(RECORDED);
    expect(unset('extra')).toBe(RECORDED.replace(', "extra": {"n": 1.50, "s": "x"}', ''));
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

const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string(),
    fc.integer(),
    fc.constant(null),
    tie('object'),
    tie('list'),
  ),
  object: fc.dictionary(fc.string({ maxLength: 3 }), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  list: fc.array(tie('value'), { maxLength: 3 }),
}));

test('property: setting or removing any member of any JSON does to the text what it does to the value', () => {
  fc.assert(
    fc.property(
      json.object,
      fc.string({ maxLength: 3 }),
      fc.integer(),
      fc.nat(2),
      (object, key, n, indent) => {
        fc.pre(key !== '__proto__' && !Object.hasOwn(object as object, '__proto__'));
        const value = object as Record<string, unknown>;
        const text = JSON.stringify(value, null, indent);
        expect(JSON.parse(setInText(text, [key], String(n)))).toEqual({ ...value, [key]: n });
        const { [key]: _, ...rest } = value;
        expect(JSON.parse(removeFromText(text, [key]))).toEqual(rest);
        // Undoing the change gives the original text: nothing else was changed.
        if (Object.hasOwn(value, key))
          expect(
            setInText(
              setInText(text, [key], String(n)),
              [key],
              JSON.stringify(value[key], null, indent),
            ).replace(/\s/g, ''),
          ).toBe(text.replace(/\s/g, ''));
        else if (Object.keys(value).length > 0)
          expect(removeFromText(setInText(text, [key], String(n)), [key])).toBe(text);
      },
    ),
    { numRuns: 300 },
  );
});

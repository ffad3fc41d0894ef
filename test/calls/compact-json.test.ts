// Values without the names of their members: read as they were written, in fewer characters.
import { expect, test } from 'vitest';
import { makeCompactJson } from '../../src/calls/compact-json.ts';
import { fc } from '../helpers/random.ts';

test('a value is read as it was written, whatever was written before', () => {
  const compact = makeCompactJson<unknown>();
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 4 }), (values) => {
      // JSON has one zero, and a member with this name is a prototype for an object literal.
      const plain = values.map((value) => JSON.parse(JSON.stringify(value).replaceAll('__proto__', 'x')));
      const texts = plain.map(compact.write);
      expect(texts.map(compact.read)).toEqual(plain);
    }),
  );
});

test('names are not repeated, and names with a comma are not mixed up', () => {
  const compact = makeCompactJson<unknown>();
  const units = Array.from({ length: 50 }, (_, line) => ({ tracking_number: line, package_status: null }));
  expect(compact.write(units)).not.toContain('tracking');
  const one = { 'a,b': 1, c: 2 };
  const other = { a: 1, 'b,c': 2 };
  expect([one, other].map(compact.write).map(compact.read)).toEqual([one, other]);
});

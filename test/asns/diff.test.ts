// The diff of two ASNs: cartons and details are matched by their identifiers, not by their positions.
import { expect, it } from 'vitest';
import { diffAsns } from '../../src/asns/diff.ts';
import { sampleAsn, sampleDetail } from '../../src/contract/sample.ts';

const detail = (n: number, more: object = {}) =>
  sampleDetail({ line_identifier: String(n), unit_identifier: `U-${n}`, ...more });
const asn = (...details: unknown[]) => sampleAsn({ cartons: [{ identifier: 'C-1', details }] });
const lines = (before: unknown, after: unknown) =>
  diffAsns(before, after).map(
    ({ kind, path, before: b, after: a }) => `${kind} ${path}: ${JSON.stringify(b)} -> ${JSON.stringify(a)}`,
  );

it('names a changed, an added and a removed field', () => {
  const before = sampleAsn({ carrier: 'UPS' });
  const after = sampleAsn({ status: 'shipped', tracking_number: '1Z' });
  expect(lines(before, after)).toEqual([
    'changed status: "pending" -> "shipped"',
    'added tracking_number: null -> "1Z"',
    'removed carrier: "UPS" -> null',
  ]);
});

it('ignores another order of keys and another notation of a number', () => {
  expect(
    diffAsns(JSON.parse('{"a":1.0,"b":[{"x":1,"y":2}]}'), JSON.parse('{"b":[{"y":2,"x":1}],"a":1}')),
  ).toEqual([]);
});

it('finds a line that was removed from the middle, not a change of all lines after it', () => {
  expect(lines(asn(detail(1), detail(2), detail(3)), asn(detail(1), detail(3)))).toEqual([
    `removed cartons[0].details[1]: ${JSON.stringify(detail(2))} -> null`,
  ]);
});

it('matches a line by its line_identifier when the unit changed, and by its unit when the line_identifier did', () => {
  expect(lines(asn(detail(1), detail(2)), asn(detail(1), detail(2, { unit_identifier: 'U-9' })))).toEqual([
    'changed cartons[0].details[1].unit_identifier: "U-2" -> "U-9"',
  ]);
  expect(lines(asn(detail(1), detail(2)), asn(detail(1), detail(2, { line_identifier: '7' })))).toEqual([
    'changed cartons[0].details[1].line_identifier: "2" -> "7"',
  ]);
});

it('reports that a line moved, and what changed in it', () => {
  expect(lines(asn(detail(1), detail(2)), asn(detail(2, { sku: 'X' }), detail(1)))).toEqual([
    'changed cartons[0].details[0].sku: "TEE-GRN-M" -> "X"',
    'moved cartons[0].details[1]: "cartons[0].details[0]" -> "cartons[0].details[1]"',
  ]);
});

it('compares lines without an identifier by position, lists of texts by index', () => {
  const [a, b] = [
    sampleDetail({ unit_identifier: undefined }),
    sampleDetail({ unit_identifier: undefined, quantity: 2 }),
  ];
  expect(lines(asn(a, a), asn(a, b))).toEqual(['changed cartons[0].details[1].quantity: 1 -> 2']);
  expect(
    lines(asn(detail(1, { eligibility_flags: ['a', 'b'] })), asn(detail(1, { eligibility_flags: ['b'] }))),
  ).toEqual([
    'changed cartons[0].details[0].eligibility_flags[0]: "a" -> "b"',
    'removed cartons[0].details[0].eligibility_flags[1]: "b" -> null',
  ]);
});

it('compares 20,000 lines in reverse order quickly', () => {
  const many = Array.from({ length: 20_000 }, (_, n) => detail(n));
  expect(diffAsns(asn(...many), asn(...many.toReversed()))).toHaveLength(19_999);
});

// The area of the retailer's ASNs: each check passed, failed for its own fault and for no other, and not tried.
import { describe, expect, it } from 'vitest';
import { ASN_SUBJECTS, checkOfCode } from '../../src/certify/checks.ts';
import { ASN_CATALOG } from '../../src/contract/asn-catalog.ts';
import { sampleAsn, sampleDetail } from '../../src/contract/sample.ts';
import { certified, ndjson } from './support.ts';

const of = (asns: readonly unknown[], ...flags: string[]) =>
  certified({ 'asns.ndjson': ndjson(asns) }, ['--area', 'asns', '--asns', 'asns.ndjson', ...flags]);

const asn = (number: string, changes: Record<string, unknown> = {}, detail: Record<string, unknown> = {}) =>
  sampleAsn({
    asn_number: number,
    cartons: [{ details: [sampleDetail({ unit_identifier: `U-${number}`, ...detail })] }],
    ...changes,
  });
const label = { type: 'text', name: 'Size', value: 'M' };

describe('good ASNs', () => {
  it('pass every check, with figures', async () => {
    const { code, document, check } = await of([asn('A-1'), asn('A-2', {}, { labels: [label] })]);
    expect(code).toBe(0);
    expect(document.checks.filter(({ area }) => area === 'asns').map(({ result }) => result)).toEqual(
      ASN_SUBJECTS.map(() => 'passed'),
    );
    expect(check('asns.api-version').evidence).toBe('version 1 1, version 2 1');
    expect(check('asns.findings').evidence).toBe('2 ASNs looked at: none is refused for this');
  });
});

describe('a fault', () => {
  const cases: readonly (readonly [check: string, code: string, asns: readonly unknown[]])[] = [
    ['asns.findings', 'asn.ship_date.form', [asn('A-1', { ship_date: '2026-05-06T10:00:00Z' })]],
    [
      'asns.numbers',
      'asn.number.conflict',
      [asn('A-1'), asn('A-1', { carrier: 'other' }, { unit_identifier: 'U-9' })],
    ],
    ['asns.statuses', 'asn.status.unknown', [asn('A-1'), asn('A-2', { status: 'canceled' })]],
    ['asns.unit-identifiers', 'asn.unit.shared', [asn('A-1'), asn('A-2', {}, { unit_identifier: 'U-A-1' })]],
    ['asns.api-version', 'asn.labels.count', [asn('A-1', {}, { labels: [label, label, label] })]],
  ];
  it.each(cases)('fails %s: %s', async (id, code, asns) => {
    const result = await of(asns);
    expect(result.check(id).evidence).toContain(code);
    expect(result.failedOf('asns')).toEqual([id]);
    expect(result.code).toBe(3);
  });
});

it('groups codes under checks that there are', () => {
  const ids = new Set(ASN_SUBJECTS.map(({ id }) => id));
  for (const code of ASN_CATALOG.keys()) expect(ids).toContain(checkOfCode('asns', code));
});

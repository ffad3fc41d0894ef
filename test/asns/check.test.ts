// `returns asns check` and `asns template`: offline, all findings at once with their places, and the template
// has none.
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AsnCheck } from '../../src/asns/run-asns.ts';
import { sampleAsn, sampleDetail } from '../../src/contract/sample.ts';
import { run } from '../../src/main.ts';
import { asnCsv } from '../helpers/asns.ts';
import { testPlatform } from '../helpers/platform.ts';

async function check(name: string, content: string, ...flags: string[]) {
  // No network, no credentials.
  const t = testPlatform({ platform: { net: { client: never, serve: never, checkCertificate: never } } });
  t.file(name, content);
  const code = await run(['asns', 'check', name, '--json', ...flags], t.platform);
  return { code, out: JSON.parse(t.stdout()) as AsnCheck, t };
}
const never = () => {
  throw new Error('a check needs no network');
};

const bad = sampleAsn({
  asn_number: 'A-2',
  status: 'canceled',
  ship_date: '2026-05-06T10:00:00+02:00',
  cartons: [{ details: [sampleDetail(), sampleDetail({ unit_identifier: 'U-1', upc: '1 2', quantity: 2 })] }],
});

describe('asns check', () => {
  it('reports all findings of all ASNs at once, with file, line, cell and path, and creates no ledger', async () => {
    const { code, out, t } = await check('asns.csv', asnCsv([sampleAsn(), bad]));
    expect(code).toBe(3);
    expect(out).toMatchObject({
      schema: 'asn-check/1',
      asns: { ready: 0, already_queued: 0, refused: 2 },
      balanced: true,
      input: { asns: 2, rows: 3 },
    });
    const byCode = new Map(out.findings.map((finding) => [finding.code, finding]));
    expect(byCode.get('asn.ship_date.form')).toMatchObject({
      line: 3,
      column: 10,
      path: 'ship_date',
      message: expect.stringContaining('write 2026-05-06T00:00:00'),
    });
    expect(byCode.get('asn.status.unknown')).toMatchObject({
      line: 3,
      column: 11,
      asn_number: 'A-2',
      program_identifier: 'PRG-1',
      message: 'Unknown status "canceled". Did you mean "cancelled"?',
      hint: expect.stringMatching(/\.$/),
    });
    expect(byCode.get('asn.unit.shared')).toMatchObject({ path: 'cartons[0].details[0].unit_identifier' });
    expect(
      out.findings.filter((finding) => finding.code === 'asn.unit.shared').map(({ line }) => line),
    ).toEqual([2, 3]);
    // The same line and unit twice, with different content.
    expect(byCode.get('asn.line.conflict')).toMatchObject({ line: 3 });
    expect(fs.existsSync(`${t.root}/state/ledger.db`)).toBe(false);
  });

  it('reports identifiers that are numbers, and their places', async () => {
    const text = JSON.stringify([{ ...sampleAsn(), asn_number: 17 }], null, 1);
    const { code, out } = await check('asns.json', text);
    const line = text.split('\n').findIndex((one) => one.includes('17')) + 1;
    expect(code).toBe(3);
    expect(out.findings).toMatchObject([{ code: 'asn.field.type', path: 'asn_number', line }]);
    expect(out.findings[0]!.message).toContain('Write it in quotes');
  });

  it('checks labels as version 2, unless version 1 is requested', async () => {
    const labels = [{ type: 'text', name: 'Bin', value: 'A-7' }];
    const text = JSON.stringify(sampleAsn({ cartons: [{ details: [sampleDetail({ labels })] }] }));
    expect((await check('a.json', text)).code).toBe(0);
    expect((await check('a.json', text, '--api-version', '1')).out.by_code).toMatchObject([
      { code: 'asn.labels.version', count: 1 },
    ]);
    expect((await check('a.json', text, '--api-version', '2')).code).toBe(0);
  });

  it.each([
    ['.', ['asn.number.path']],
    ['..', ['asn.number.path']],
    ['...', []],
    ['a..b', []],
  ])('the number %s: %j, as no address of an update could hold it', async (asn_number, codes) => {
    const { code, out } = await check('asn.json', JSON.stringify(sampleAsn({ asn_number })));
    expect(code).toBe(codes.length > 0 ? 3 : 0);
    expect(out.findings.map((finding) => finding.code)).toEqual(codes);
  });

  it.each([
    ['asns.csv', asnCsv, 2],
    ['asns.json', (asns: readonly unknown[]) => `[${asns.map((one) => JSON.stringify(one)).join(',\n')}]`, 1],
  ])(
    'names what nobody sees, and both rows of ASNs and units that look the same, in %s',
    async (name, text, first) => {
      const of = (asn_number: string, unit_identifier: string, more = {}) =>
        sampleAsn({ asn_number, cartons: [{ details: [sampleDetail({ unit_identifier, ...more })] }] });
      const { out } = await check(
        name,
        text([of(' T-12', 'U-1'), of('T-12\u00a0', 'U-1\u200b'), of('T-13', 'U-3', { sku: '2.10E+03' })]),
      );
      expect(out.asns).toMatchObject({ ready: 0, refused: 3 });
      const said = out.findings.map(
        ({ line, severity, code, message }) => `${line} ${severity} ${code} ${message}`,
      );
      const [a, b, c] = [first, first + 1, first + 2];
      expect(said.sort()).toEqual([
        `${a} error asn.unit.shared The unit identifier "U-1" stands in the ASN on line ${b}, too.`,
        `${a} warning asn.number.alike The number " T-12" differs from that on line ${b} only in what nobody sees: these are two ASNs.`,
        `${a} warning asn.text.invisible asn_number holds what nobody sees: U+0020 blank at the start.`,
        `${b} error asn.unit.shared The unit identifier "U-1\\u{200b}" stands in the ASN on line ${a}, too.`,
        `${b} warning asn.number.alike The number "T-12\u00a0" differs from that on line ${a} only in what nobody sees: these are two ASNs.`,
        `${b} warning asn.text.invisible asn_number holds what nobody sees: U+00A0 no-break space at the end.`,
        `${b} warning asn.text.invisible unit_identifier holds what nobody sees: U+200B zero width space at the end.`,
        `${c} error asn.identifier.exponent sku is a number in E-notation, as Excel shows long numbers; its digits are lost.`,
      ]);
      const levels = ['asn.unit.shared=off', 'asn.identifier.exponent=warning'].flatMap((one) => [
        '--level',
        one,
      ]);
      const again = await check(
        name,
        text([of('T-12', 'U-1'), of('T-12 ', 'U-1 '), of('T-13', 'U-3', { sku: '2.10E+03' })]),
        ...levels,
      );
      expect(again).toMatchObject({ code: 0, out: { asns: { ready: 3, refused: 0 } } });
    },
  );
});

describe('asns template', () => {
  it.each(['csv', 'json'])('%s has no findings: one ASN of each type, one with labels', async (format) => {
    const t = testPlatform();
    expect(await run(['asns', 'template', '--format', format], t.platform)).toBe(0);
    const { code, out } = await check(`asns.${format}`, t.stdout(), '--strict');
    expect([code, out.findings, out.asns.ready]).toEqual([0, [], 3]);
    for (const type of ['unit', 'sku', 'barcode']) expect(t.stdout()).toContain(type);
  });
});

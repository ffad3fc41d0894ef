// ASNs by the thousand, the same for the same seed: unit and sku type, with and without labels, in several cartons.
import { ASN_TABLE } from '../../src/input/asn-table.ts';
import { writeCsv } from '../../src/input/write-csv.ts';
import { seeded } from './random.ts';

export interface TestAsn {
  readonly program_identifier: string;
  readonly asn_number: string;
  readonly [field: string]: unknown;
}

export function generateAsns({ seed, asns }: { seed: number; asns: number }): TestAsn[] {
  const random = seeded(seed);
  const below = (n: number) => Math.floor(random() * n);
  let units = 0;
  return Array.from({ length: asns }, (_, n) => {
    const type = random() < 0.5 ? 'unit' : 'sku';
    const labels = random() < 0.3;
    let lines = 0;
    const cartons = Array.from({ length: 1 + below(2) }, (_c, c) => ({
      identifier: `CTN-${n}-${c}`,
      ...(random() < 0.5 ? { reference: { type: 'RMA', identifier: `RMA-${n}` } } : {}),
      details: Array.from({ length: 1 + below(3) }, () => ({
        line_identifier: String(++lines),
        ...(type === 'unit' ? { unit_identifier: `U-${seed}-${++units}` } : {}),
        // Leading zeros must stay.
        sku: `00${below(900)}`,
        quantity: type === 'unit' ? 1 : 1 + below(40),
        ...(labels ? { labels: [{ type: 'text', name: 'Bin', value: `"A", ${below(9)}` }] } : {}),
      })),
    }));
    return {
      program_identifier: n % 7 === 0 ? 'PRG-2' : 'PRG-1',
      from: { identifier: `STORE-${below(30)}`, type: 'store' },
      to: { identifier: 'WH-1', type: 'warehouse' },
      asn_number: `A-${seed}-${n}`,
      status: random() < 0.5 ? 'pending' : 'shipped',
      details_type: type,
      cartons,
    };
  });
}

export const asnNdjson = (asns: readonly TestAsn[]): string =>
  asns.map((asn) => `${JSON.stringify(asn)}\n`).join('');

export const asnCsv = (asns: readonly unknown[]): string => writeCsv(ASN_TABLE, asns);

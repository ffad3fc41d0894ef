// Line identifiers across the cartons of one ASN: receiving identifies lines by them.
import { quote } from '../../basics/text.ts';
import type { Finding, Rule } from '../finding.ts';
import { found, identifierOf, type Loose } from '../report.ts';
import { sampleAsn, sampleDetail } from '../sample.ts';

const skuLine = (line: string, sku: string) =>
  sampleDetail({ line_identifier: line, unit_identifier: undefined, sku, quantity: 3 });
const skuAsn = (...details: unknown[]) =>
  sampleAsn({ details_type: 'sku', cartons: details.map((detail) => ({ details: [detail] })) });

export const asnLineDuplicate: Rule = {
  code: 'asn.line.duplicate',
  severity: 'error',
  title: 'A line_identifier stands once in an ASN',
  explanation:
    'Lines are numbered through the whole ASN: 1 for the first line, incremented by 1 per further line, not begun again in every carton. Only units of one order line share its identifier: they have the same sku and each its own unit_identifier.',
  source: 'ASN (body of the inbound ASN requests)',
  say: (args) => `The line identifier ${quote(args.identifier)} already stands at ${args.first}.`,
  good: skuAsn(skuLine('1', 'TEE-GRN-M'), skuLine('2', 'TEE-GRN-M')),
  bad: skuAsn(skuLine('1', 'TEE-GRN-M'), skuLine('1', 'TEE-GRN-M')),
};

/** The path and SKU of the first occurrence of each line identifier. */
export type LinesSeen = Map<string, { readonly path: string; readonly sku: unknown }>;

export function checkLineUnique(
  { line_identifier: line, sku }: Loose,
  path: string,
  type: unknown,
  seen: LinesSeen,
  findings: Finding[],
): void {
  if (typeof line !== 'string' || line.trim() === '') return;
  const first = seen.get(line);
  if (!first) seen.set(line, { path, sku });
  // A unit line may repeat it: for parcel returns it is the identifier of the order line, of which several units may be returned.
  else if (type !== 'unit' || first.sku !== sku)
    findings.push(found(asnLineDuplicate, path, { identifier: identifierOf(line), first: first.path }));
}

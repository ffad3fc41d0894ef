// Line identifiers across the cartons of one ASN: receiving identifies lines by them.
import { quote } from '../../basics/text.ts';
import type { Finding } from '../finding.ts';
import { found, identifierOf, type Loose } from '../report.ts';
import { ruleList } from '../rule-list.ts';
import { sampleAsn, sampleDetail } from '../sample.ts';

const skuLine = (line: string, sku: string) =>
  sampleDetail({ line_identifier: line, unit_identifier: undefined, sku, quantity: 3 });
const skuAsn = (...details: unknown[]) => sampleAsn({ details_type: 'sku', cartons: [{ details }] });

const rules = ruleList({ source: 'ASN (body of the inbound ASN requests)' });

export const asnLineDuplicate = rules.warning('asn.line.duplicate', {
  title: 'A line_identifier stands once in a carton, and for one sku',
  explanation:
    'An order line may lie in several cartons, and units of one order line share its identifier, each with its own unit_identifier. Lines that are numbered count through the whole ASN: 1 for the first line, incremented by 1 per further line, not begun again in every carton. Receiving cannot tell two lines of a carton apart that have one identifier.',
  say: (args) => `The line identifier ${quote(args.identifier)} already stands at ${args.first}.`,
  good: skuAsn(skuLine('1', 'TEE-GRN-M'), skuLine('2', 'TEE-GRN-M')),
  bad: skuAsn(skuLine('1', 'TEE-GRN-M'), skuLine('1', 'TEE-GRN-M')),
});

/** The path and SKU of the last occurrence of each line identifier. */
export type LinesSeen = Map<string, { readonly path: string; readonly sku: unknown }>;

export function checkLineUnique(
  { line_identifier: line, sku }: Loose,
  path: string,
  type: unknown,
  seen: LinesSeen,
  findings: Finding[],
): void {
  if (typeof line !== 'string' || line.trim() === '') return;
  const before = seen.get(line);
  seen.set(line, { path, sku });
  if (!before) return;
  const isOneLine = before.sku === sku && (type === 'unit' || cartonOf(before.path) !== cartonOf(path));
  if (!isOneLine)
    findings.push(found(asnLineDuplicate, path, { identifier: identifierOf(line), first: before.path }));
}

const cartonOf = (path: string): string => path.slice(0, path.indexOf(']'));

// Detail lines of an ASN: fields allowed for unit and sku type, the characters of codes, labels.
import { isObject } from '../../basics/json.ts';
import { bareOf, quote } from '../../basics/text.ts';
import { ASIN, CODE, detailShape, labelShape } from '../asn.ts';
import { ASN_STATUSES, type AsnVersion, detailsOf, LABEL_TYPES } from '../asn-words.ts';
import { identifierOf, isGiven, type Loose, leafOf, meantOf, type Report, ruleList } from '../finding.ts';
import { isWanted, type Levels } from '../levels.ts';
import { sampleAsn, sampleDetail, withDetail, withSkuDetail } from '../sample.ts';
import { checkWord, fieldCheck, filledFields, type Identifiers, isBlank } from '../shape-findings.ts';
import { checkDate } from './dates.ts';
import { asnEmpty, asnStatus } from './fields.ts';

const label = (changes: Loose = {}) => ({ type: 'text', name: 'Bin', value: 'A-7', ...changes });

const skuLine = (line: string, sku: string) =>
  sampleDetail({ line_identifier: line, unit_identifier: undefined, sku, quantity: 3 });
const skuAsn = (...details: unknown[]) => sampleAsn({ details_type: 'sku', cartons: [{ details }] });

const rules = ruleList({ source: 'ASN (body of the inbound ASN requests)', good: sampleAsn() });

const unitIdentifierMissing = rules.error('asn.unit.identifier_missing', {
  title: 'Every line of a unit ASN has a unit_identifier',
  explanation:
    'With details_type unit each line is one unit that is scanned by its own identifier. Use sku type when units have none.',
  say: () => 'details_type is unit, so unit_identifier is required.',
  bad: withDetail({ unit_identifier: undefined }),
});

const unitQuantity = rules.error('asn.unit.quantity', {
  title: 'The quantity of a unit line is 1',
  explanation: 'With details_type unit each line is one unit: write one line per unit.',
  source: 'Limits',
  say: (args) => `details_type is unit, so the quantity must be 1, found ${args.found}.`,
  bad: withDetail({ quantity: 2 }),
});

export const unitDuplicate = rules.error('asn.unit.duplicate', {
  title: 'Unit identifiers are unique',
  explanation:
    'A unit_identifier is unique across all ASNs that the customer provides, so it cannot stand twice in one. Characters that nobody sees, such as a blank at the end, make no other unit.',
  source: 'Limits',
  say: (args) => `The unit identifier ${quote(args.identifier)} already stands at ${args.first}.`,
  good: sampleAsn({
    cartons: [{ details: [sampleDetail(), sampleDetail({ line_identifier: '2', unit_identifier: 'U-2' })] }],
  }),
  bad: sampleAsn({ cartons: [{ details: [sampleDetail(), sampleDetail({ line_identifier: '2' })] }] }),
});

const skuUnitKey = rules.error('asn.sku.unit_key', {
  title: 'A sku ASN has no per-unit keys',
  explanation:
    'unit_identifier, serial_number, sell_date, return_date and set_identifier describe a single unit and are disallowed with details_type sku, also when they are empty: omit the key.',
  say: (args, path) =>
    `details_type is sku, so ${leafOf(path)} is not allowed${args.empty ? ', not even empty: omit the key' : ''}.`,
  good: withSkuDetail(),
  bad: withSkuDetail({ serial_number: 'SN1' }),
});

const quantityRange = rules.error('asn.quantity.range', {
  title: 'A detail line has at least one item',
  explanation: 'The quantity is the number of items of the SKU in the carton; omit what is not in it.',
  say: (args) => `The quantity is ${args.found}; it must be 1 or more.`,
  good: withSkuDetail(),
  bad: withSkuDetail({ quantity: 0 }),
});

const codeCharacters = rules.error('asn.code.characters', {
  title: 'UPC and serial number have letters and numbers only',
  explanation: 'No white space, hyphens or other signs: the value is compared with what a scanner reads.',
  say: (args, path) => `${leafOf(path)} (${args.length} characters) may have letters and numbers only.`,
  good: withDetail({ upc: '012345678905' }),
  bad: withDetail({ upc: '0123 45678905' }),
});

const asinForm = rules.error('asn.asin.form', {
  title: 'An ASIN has exactly 10 letters or numbers',
  explanation: 'A 10-character alphanumeric product identifier; send upc for other codes.',
  say: (args) => `The asin (${args.length} characters) must have exactly 10 letters or numbers.`,
  good: withDetail({ asin: 'B00EXAMPLE' }),
  bad: withDetail({ asin: 'B00' }),
});

const labelVersion = rules.error('asn.labels.version', {
  title: 'Labels need version 2',
  explanation: 'Version 2 of the ASN interface adds details.labels; send api-version 2, or omit the labels.',
  source: 'Versioning',
  say: () => 'labels exist in version 2 only; this ASN is checked as version 1.',
  bad: withDetail({ labels: [label()] }),
});

const labelCount = rules.error('asn.labels.count', {
  title: 'A detail line has at most two labels',
  explanation: 'Up to two values are printed on labels at receiving.',
  source: 'Limits',
  say: (args) => `The line has ${args.found} labels; at most 2 are printed.`,
  good: withDetail({ labels: [label(), label({ name: 'Row' })] }),
  bad: withDetail({ labels: [label(), label(), label()] }),
});

const labelType = rules.error('asn.label_type.unknown', {
  title: 'The type of a label is barcode or text',
  explanation: 'barcode prints the value as a barcode, text as it is.',
  say: (args) => `Unknown label type ${meantOf(args)}`,
  good: withDetail({ labels: [label({ type: 'barcode' })] }),
  bad: withDetail({ labels: [label({ type: 'Barcode' })] }),
});

/** Receiving identifies lines by their identifiers, across the cartons of one ASN. */
const asnLineDuplicate = rules.warning('asn.line.duplicate', {
  title: 'A line_identifier stands once in a carton, and for one sku',
  explanation:
    'An order line may lie in several cartons, and units of one order line share its identifier, each with its own unit_identifier. Lines that are numbered count through the whole ASN: 1 for the first line, incremented by 1 per further line, not begun again in every carton. Receiving cannot tell two lines of a carton apart that have one identifier.',
  say: (args) => `The line identifier ${quote(args.identifier)} already stands at ${args.first}.`,
  good: skuAsn(skuLine('1', 'TEE-GRN-M'), skuLine('2', 'TEE-GRN-M')),
  bad: skuAsn(skuLine('1', 'TEE-GRN-M'), skuLine('1', 'TEE-GRN-M')),
});

// Required only for customers who use a certain module of the service: off unless a level turns them on.
const requiredOf = (field: string, title: string, when: string, needs: string) => {
  const code = `asn.${field}.missing`;
  const rule = rules.error(code, {
    isOff: true,
    title: `A detail line names its ${title}`,
    explanation: `${field} is required when the customer ${when}, which an ASN does not show. Turn the rule on with \`--level ${code}=error\`, or once for all with \`profile set levels\`.`,
    say: () => `The line has no ${field}, which ${needs}.`,
    good: withDetail({ [field]: 'V-1' }),
    bad: withDetail({}),
  });
  return [rule, field] as const;
};

const REQUIRED = [
  requiredOf(
    'vendor_identifier',
    'vendor where returns to vendors are used',
    'uses the returns-to-vendor module',
    'the returns-to-vendor module needs',
  ),
  requiredOf(
    'merchant',
    'merchant where there are several',
    'processes returns for several merchants',
    'returns for several merchants need',
  ),
];

export const detailRules = rules.all;

/** Keys that are allowed only in a line of unit type (interface: ASN; `set_identifier` from the field notes). */
const UNIT_KEYS = ['unit_identifier', 'serial_number', 'sell_date', 'return_date', 'set_identifier'] as const;

/** Data shared by all lines of an ASN. */
export interface AsnOfLine {
  readonly type: unknown;
  readonly version: AsnVersion;
  /** True when units and overages are not checked. */
  readonly blanket: boolean;
  /** The unit identifiers found so far and their paths. */
  readonly units: Identifiers;
  readonly lines: LinesSeen;
}

const checkFields = fieldCheck([asnEmpty, filledFields(detailShape), isBlank]);
const checkLabelFields = fieldCheck([asnEmpty, filledFields(labelShape), isBlank]);
const checkUnitFields = fieldCheck([asnEmpty, ['unit_identifier'], isBlank]);

/** Checks one detail line; `at` is its path with a dot. */
export function checkDetail(detail: Loose, at: string, asn: AsnOfLine, report: Report): void {
  checkFields(detail, at, report);
  checkLineUnique(detail, `${at}line_identifier`, asn, report);
  checkWord(detail.status, ASN_STATUSES, asnStatus, `${at}status`, report);
  const isUnit = asn.type === 'unit' && !asn.blanket;
  if (isUnit) checkUnit(detail, at, report);
  if (asn.type === 'sku') checkNoUnitKeys(detail, at, report);
  else if (!asn.blanket) {
    const unit = detail.unit_identifier;
    const bare = typeof unit === 'string' ? bareOf(unit) : '';
    asn.units.add(unit, `${at}unit_identifier`, report, bare);
  }
  const quantity = detail.quantity;
  if (!isUnit && typeof quantity === 'number' && quantity < 1)
    report(quantityRange, `${at}quantity`, { found: quantity });
  for (const key of ['upc', 'serial_number']) {
    const value = detail[key];
    if (typeof value === 'string' && !CODE.test(value))
      report(codeCharacters, at + key, { length: value.length });
  }
  const asin = detail.asin;
  if (typeof asin === 'string' && !ASIN.test(asin)) report(asinForm, `${at}asin`, { length: asin.length });
  checkDate(detail.sell_date, `${at}sell_date`, report);
  checkDate(detail.return_date, `${at}return_date`, report);
  checkLabels(detail.labels, `${at}labels`, asn.version, report);
}

function checkNoUnitKeys(detail: Loose, at: string, report: Report): void {
  for (const key of UNIT_KEYS) {
    const value = detail[key];
    // For null the wrong type is reported already.
    if (value !== undefined && value !== null)
      report(skuUnitKey, at + key, value === '' ? { empty: true } : {});
  }
}

function checkUnit(detail: Loose, at: string, report: Report): void {
  const { unit_identifier: unit, quantity } = detail;
  if (!isGiven(unit)) report(unitIdentifierMissing, `${at}unit_identifier`);
  checkUnitFields(detail, at, report);
  if (typeof quantity === 'number' && Number.isInteger(quantity) && quantity !== 1)
    report(unitQuantity, `${at}quantity`, { found: quantity });
}

function checkLabels(labels: unknown, path: string, version: AsnVersion, report: Report): void {
  if (!Array.isArray(labels)) return;
  if (version === 1) report(labelVersion, path);
  if (labels.length > 2) report(labelCount, path, { found: labels.length });
  for (let i = 0; i < labels.length; i++) {
    const one: unknown = labels[i];
    if (!isObject(one)) continue;
    checkWord(one.type, LABEL_TYPES, labelType, `${path}[${i}].type`, report);
    checkLabelFields(one, `${path}[${i}].`, report);
  }
}

/** The path and SKU of the last occurrence of each line identifier. */
type LinesSeen = Map<string, { readonly path: string; readonly sku: unknown }>;

function checkLineUnique(
  { line_identifier: line, sku }: Loose,
  path: string,
  { type, lines: seen }: { readonly type: unknown; readonly lines: LinesSeen },
  report: Report,
): void {
  if (typeof line !== 'string' || line.trim() === '') return;
  const before = seen.get(line);
  seen.set(line, { path, sku });
  if (!before) return;
  const isOneLine = before.sku === sku && (type === 'unit' || cartonOf(before.path) !== cartonOf(path));
  if (!isOneLine) report(asnLineDuplicate, path, { identifier: identifierOf(line), first: before.path });
}

const cartonOf = (path: string): string => path.slice(0, path.indexOf(']'));

/** Iterates over the detail lines only when one of the rules is on. */
export function checkModules(asn: Loose, levels: Levels | undefined, report: Report): void {
  const wanted = REQUIRED.filter(([rule]) => isWanted(levels, rule));
  if (wanted.length === 0) return;
  for (const { detail, at } of detailsOf(asn))
    for (const [rule, field] of wanted) if (!isGiven(detail[field])) report(rule, at + field);
}

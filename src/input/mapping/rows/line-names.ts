// The identifiers of lines that an export does not name: they follow the article, not the row.
import { freeName } from '../../../basics/text.ts';
import { allBlank, type Cells, type Fields } from '../../rows.ts';
import { type Building, viewOf } from './mapped-parts.ts';

/** What is known of a line. */
export interface UnnamedLine {
  readonly sku: unknown;
  readonly title: unknown;
  readonly unitPrice: unknown;
  readonly units: unknown;
}

/** Bytes of an sku that stands in an identifier as it is. */
const LONGEST_SKU = 64;

/**
 * Names the lines of an order. Lines that the mapping skips take part in the counting, each where its row stands: when one of
 * two equal articles is cancelled, the other keeps its identifier. Rows that give back are no lines.
 * @param rows for each of `items` the number of its row
 * @param skipped numbers of rows
 */
export type NameLines = (
  building: Building,
  items: readonly Fields[],
  rows: readonly number[],
  skipped: readonly number[],
  head: Cells,
) => void;

/** @param sha256 hexadecimal */
export const lineNamer =
  (sha256: (text: string) => string): NameLines =>
  (building, items, rows, skipped, head) => {
    const { compiled, rows: cells, reading, isLine, id } = building;
    const { early, own } = compiled.levels.at(-1)!;
    const before = reading.findings.length;
    const factsIn = (row: number): UnnamedLine => {
      reading.cells = viewOf(compiled, cells[row]!, [head]);
      return factsOf((name) => early.find(({ field }) => field.path === name)?.value.read(reading));
    };
    const others = skipped
      .filter((row) => (isLine ? isLine[row] : own.length === 0 || !allBlank(cells[row]!, own)))
      .map((row) => ({ row, facts: factsIn(row), item: undefined }))
      .filter(({ facts }) => !isBelowZero(facts.units) && !isBelowZero(facts.unitPrice));
    reading.findings.length = before;
    const lines = [
      ...items.map((item, i) => ({ row: rows[i]!, facts: factsOf((name) => item[name]), item })),
      ...others,
    ].sort((a, b) => a.row - b.row);
    const names = namesOf(
      id,
      lines.map(({ facts }) => facts),
      sha256,
    );
    for (const [i, { item }] of lines.entries()) if (item) item['identifier'] = names[i];
  };

const isBelowZero = (value: unknown): boolean => typeof value === 'number' && value < 0;

const factsOf = (read: (name: string) => unknown): UnnamedLine => ({
  sku: read('sku'),
  title: read('title'),
  unitPrice: read('unit_price_amount_cents'),
  units: read('quantity'),
});

/**
 * Order, hyphen, sku. Further lines of one sku are numbered from 2, by unit price, title and units: lines that are equal in all
 * of them may change places. @returns the identifiers, in the order of the lines
 */
export function namesOf(
  order: string,
  lines: readonly UnnamedLine[],
  sha256: (text: string) => string,
): readonly string[] {
  const plain = lines.map((line) => `${order}-${articleIn(line, sha256)}`);
  const taken = new Set(plain);
  const names = [...plain];
  const sorted = [...lines.keys()].sort((a, b) => byFacts(lines[a]!, lines[b]!));
  const counts = new Map<string, number>();
  for (const index of sorted) {
    const name = plain[index]!;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (count === 1) continue;
    names[index] = freeName(name, taken, count);
    taken.add(names[index]);
  }
  return names;
}

/** Blanks, commas, `=`, `%` and control characters would end the identifier in --lines; a title may be personal. */
function articleIn({ sku, title }: UnnamedLine, sha256: (text: string) => string): string {
  const text = typeof sku === 'string' ? sku.trim() : '';
  const hashed = (one: string) => sha256(one).slice(0, 12);
  if (text === '') return hashed(typeof title === 'string' ? title : '');
  const escaped = text.replace(/[\s,=%\p{Cc}]/gu, (character) => encodeURIComponent(character));
  return Buffer.byteLength(escaped) > LONGEST_SKU ? hashed(text) : escaped;
}

const byFacts = (a: UnnamedLine, b: UnnamedLine): number =>
  order(a.unitPrice, b.unitPrice) || order(a.title, b.title) || order(a.units, b.units);

/** Numbers before texts before what is not there. */
function order(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [one, other] = [sortText(a), sortText(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

const sortText = (value: unknown): string =>
  typeof value === 'number' ? '0' : typeof value === 'string' ? `1${value}` : '2';

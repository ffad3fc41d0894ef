// The identifiers of lines that an export does not name: they follow the article, not the row.
import { freeName } from '../../../basics/text.ts';
import type { Fields, MappedPart } from '../../rows.ts';
import { type Building, isLineRow, viewOf } from './mapped-parts.ts';

/** The fields of a line by which those of one sku are numbered, and those that decide where they are all equal. */
const NUMBERING = ['unit_price_amount_cents', 'title', 'quantity'];
const TIES = ['discount_amount_cents', 'tax_amount_cents'];

/** Bytes of an sku that stands in an identifier as it is. */
const LONGEST_SKU = 64;

/**
 * Names the lines of an order: order, hyphen, sku. Further lines of one sku are numbered from 2, by unit price, title, units,
 * discount and tax: lines that are equal in all of them may change places. Lines that the mapping skips take part in the
 * counting: when one of two equal articles is cancelled, the other keeps its identifier. Rows that give back are no lines.
 * @param skipped numbers of rows
 * @param sha256 hexadecimal
 */
export function nameLines(
  building: Building,
  { filledHead, lines, items }: Pick<MappedPart, 'filledHead' | 'lines'> & { items: readonly Fields[] },
  skipped: readonly number[],
  sha256: (text: string) => string,
): void {
  const { id } = building;
  const others = skipped.length > 0 ? skippedLines(building, filledHead, skipped) : [];
  const nameOf = (facts: Fields) => `${id}-${articleIn(facts, sha256)}`;
  const names = items.map(nameOf);
  for (const { facts } of others) names.push(nameOf(facts));
  const taken = new Set(names);
  if (taken.size === names.length) {
    // Nearly every order has each article once.
    for (const [i, item] of items.entries()) item['identifier'] = names[i];
    return;
  }
  // What only the whole order gives is not known of rows that were skipped.
  const ties = TIES.filter((field) => others.every(({ facts }) => facts[field] !== undefined));
  const numbering = [...NUMBERING, ...ties];
  const named = [...items.map((item, i) => ({ row: lines[i]!, facts: item, item })), ...others];
  const order = named.map((_, i) => i);
  order.sort((a, b) => byFacts(named[a]!.facts, named[b]!.facts, numbering) || named[a]!.row - named[b]!.row);
  const counts = new Map<string, number>();
  for (const i of order) {
    const name = names[i]!;
    const { item } = named[i]!;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const own = count === 1 ? name : freeName(name, taken, count);
    taken.add(own);
    if (item) item['identifier'] = own;
  }
}

/** The facts of skipped rows that would be lines. */
function skippedLines(building: Building, filledHead: MappedPart['filledHead'], skipped: readonly number[]) {
  const { compiled, cells, reading } = building;
  const fields = compiled.levels
    .at(-1)!
    .early.filter(({ field }) => ['sku', ...NUMBERING, ...TIES].includes(field.path));
  const before = reading.findings.length;
  const others = skipped
    .filter((row) => isLineRow(building, row))
    .map((row) => {
      reading.cells = viewOf(compiled, cells[row]!, [filledHead]);
      const facts = Object.fromEntries(fields.map(({ field, value }) => [field.path, value.read(reading)]));
      return { row, facts, item: undefined };
    })
    .filter(({ facts }) => !isBelowZero(facts['quantity']) && !isBelowZero(facts['unit_price_amount_cents']));
  reading.findings.length = before;
  return others;
}

const isBelowZero = (value: unknown): boolean => typeof value === 'number' && value < 0;

/** Blanks, commas, `=`, `%` and control characters would end the identifier in --lines; a title may be personal. */
function articleIn({ sku, title }: Fields, sha256: (text: string) => string): string {
  const text = typeof sku === 'string' ? sku.trim() : '';
  const hashed = (one: string) => sha256(one).slice(0, 12);
  if (text === '') return hashed(typeof title === 'string' ? title : '');
  const escaped = text.replace(/[\s,=%\p{Cc}]/gu, (character) => encodeURIComponent(character));
  return Buffer.byteLength(escaped) > LONGEST_SKU ? hashed(text) : escaped;
}

const byFacts = (a: Fields, b: Fields, fields: readonly string[]): number =>
  fields.reduce((before, field) => before || order(a[field], b[field]), 0);

/** Numbers before texts before what is not there. */
function order(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [one, other] = [sortText(a), sortText(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

const sortText = (value: unknown): string =>
  typeof value === 'number' ? '0' : typeof value === 'string' ? `1${value}` : '2';

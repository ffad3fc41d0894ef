// Reads the file of --variants: JSON by identifier or as a list, or CSV with one row for each variant. It is checked before
// the receiver starts.
import { inputFailure } from '../../basics/failure.ts';
import { isObject, type JsonObject, parseJsonInput } from '../../basics/json.ts';
import { meantText, quote } from '../../basics/text.ts';
import { parseCents } from '../../basics/units.ts';
import { callFindingOf } from '../../contract/call-rules.ts';
import { validateVariants } from '../../contract/exchange-rules/answers.ts';
import { textOfFile } from '../../input/file-text.ts';
import type { KnownVariants } from './receiver-options.ts';

const KEY = 'variant_identifier';
const NUMBERS = ['unit_price_amount_cents', 'quantity_in_stock'];
const COLUMNS = [KEY, 'sku', 'title', ...NUMBERS, 'unit_price', 'attributes', 'image_url', 'product_url'];

/**
 * The variants of a file. JSON is `{"IDENTIFIER": [variant, ...]}`, or a list of variants that each have a
 * variant_identifier. CSV has the same names as columns; `attributes` is `Color=Green|Size=M`, and `unit_price` is a
 * decimal amount.
 * @throws Failure exit 6
 */
export async function readVariants(bytes: Uint8Array, file: string): Promise<KnownVariants> {
  const text = textOfFile(bytes, file);
  const book = /^\s*[{[]/.test(text) ? fromJson(text, file) : await fromCsv(text, file);
  let lacks: string | undefined;
  for (const [identifier, variants] of book) {
    const findings = validateVariants(variants);
    const wrong = findings.find(({ severity }) => severity === 'error');
    const lack = findings.find(({ severity }) => severity === 'warning');
    if (lack) lacks ??= `${quote(identifier)}, ${lack.path}: ${callFindingOf(lack).message}`;
    if (wrong)
      throw inputFailure(
        'input.variants',
        `The variants of ${quote(identifier)} break a rule: ${callFindingOf(wrong).message}`,
        {
          place: { file, path: wrong.path },
          hint: `Correct the file (returns explain ${wrong.code}).`,
        },
      );
  }
  return {
    of: (identifier) => book.get(identifier),
    ...(lacks !== undefined && { lacks }),
  };
}

/** The variants of each identifier. */
class Book extends Map<string, JsonObject[]> {
  put(identifier: string, variants: readonly JsonObject[]): void {
    this.set(identifier, [...(this.get(identifier) ?? []), ...variants]);
  }
}

function fromJson(text: string, file: string): Book {
  const value: unknown = parseJsonInput(text, { file });
  const book = new Book();
  const entries = Array.isArray(value) ? value.map(entryOf) : Object.entries(value as object);
  for (const [identifier, variants] of entries) {
    if (typeof identifier !== 'string' || identifier === '' || !Array.isArray(variants))
      throw inputFailure('input.variants', 'The file does not hold variants by their identifier', {
        place: { file, ...(typeof identifier === 'string' && { path: identifier }) },
        hint: `Write {"IDENTIFIER": [{"sku": "", "title": "", "unit_price_amount_cents": 0, "quantity_in_stock": 0, "attributes": []}]}, or a list of variants with a ${KEY} each.`,
      });
    book.put(identifier, variants);
  }
  return book;
}

/** An element of a list: a variant, or a product with its variants. */
function entryOf(element: unknown): readonly [identifier: unknown, variants: unknown] {
  const { [KEY]: identifier, variants, ...variant } = isObject(element) ? element : {};
  return [identifier, variants ?? [variant]];
}

async function fromCsv(text: string, file: string): Promise<Book> {
  const { csvRows } = await import('../../input/csv-records.ts');
  const book = new Book();
  const [head, ...rows] = csvRows(text, file);
  const header = checkedHeader(head?.cells ?? [], file);
  for (const { cells, line } of rows) {
    const { identifier, variant } = variantOf(header, cells, file, line);
    book.put(identifier, [variant]);
  }
  return book;
}

function checkedHeader(cells: readonly string[], file: string): readonly string[] {
  const names = cells.map((cell) => cell.trim());
  const unknown = names.find((name) => !COLUMNS.includes(name) && !name.startsWith('_'));
  if (unknown !== undefined)
    throw inputFailure(
      'input.column.unknown',
      `Unknown column ${quote(unknown)}.${meantText(unknown, COLUMNS)}`,
      {
        place: { file, line: 1, column: names.indexOf(unknown) + 1 },
        expected: COLUMNS.join(', '),
        hint: 'Rename the column, or begin its name with _ to omit it.',
      },
    );
  if (new Set(names).size < names.length || !names.includes(KEY))
    throw inputFailure('input.header', `The header needs every column once, and ${KEY} among them`, {
      place: { file, line: 1 },
      found: names.map(quote).join(', '),
      hint: 'Correct the first line of the file.',
    });
  return names;
}

function variantOf(header: readonly string[], cells: readonly string[], file: string, line: number) {
  const variant: JsonObject = {};
  const attributes: { name: string; value: string }[] = [];
  let identifier = '';
  header.forEach((name, i) => {
    const cell = (cells[i] ?? '').trim();
    if (cell === '' || name.startsWith('_')) return;
    const wrong = (expected: string) =>
      inputFailure('input.cell', `The cell in column ${quote(name)} is not what it should be`, {
        place: { file, line, column: i + 1 },
        expected,
        found: quote(cell),
        hint: 'Correct the cell.',
      });
    if (name === KEY) identifier = cell;
    else if (name === 'unit_price') {
      const cents = parseCents(cell);
      if (cents === undefined) throw wrong('a decimal amount such as 12.50');
      variant['unit_price_amount_cents'] = cents;
    } else if (NUMBERS.includes(name)) {
      if (!/^-?\d{1,15}$/.test(cell)) throw wrong('an integer');
      variant[name] = Number(cell);
    } else if (name === 'attributes')
      for (const part of cell.split('|')) {
        const at = part.indexOf('=');
        if (at < 1) throw wrong('Name=Value, joined with |');
        attributes.push({ name: part.slice(0, at).trim(), value: part.slice(at + 1).trim() });
      }
    else variant[name] = cell;
  });
  if (identifier === '')
    throw inputFailure('input.cell', `A row has no ${KEY}`, {
      place: { file, line },
      hint: 'Complete the row, or take it out.',
    });
  return { identifier, variant: { ...variant, attributes } };
}

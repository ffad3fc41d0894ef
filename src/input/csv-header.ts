// The header of a CSV file: finds the delimiter with which most columns are known, and reports every fault of the
// header.
import { type Failure, inputFailure } from '../basics/failure.ts';
import { meantBeside, quote } from '../basics/text.ts';
import { badValue } from '../basics/units.ts';
import { hasUtf8Bom } from './file-format.ts';
import { neededColumns, type Subject } from './message-table.ts';
import { PlainRecords, type RecordForm } from './plain-records.ts';

interface HeaderRecord {
  readonly names: readonly string[];
  readonly line: number;
  /** Byte range including the record's delimiter, without byte order mark and blank lines before it. */
  readonly start: number;
  readonly end: number;
}

/** How rows are written, as a mapping can say. */
export interface WrittenRows {
  /** False when double quotes are text like any other. */
  readonly isQuoted?: boolean | undefined;
  /** A backslash takes the meaning from the sign behind it. */
  readonly isEscaped?: boolean | undefined;
  /** The cells were quoted twice: the quotes that are left around them are taken off. */
  readonly isTwice?: boolean | undefined;
  /** Lines above the header. */
  readonly titleLines?: number | undefined;
  /** Texts of lines that are no rows. */
  readonly footer?: readonly string[] | undefined;
  /** Columns in which a blank cell has the value of the row above. */
  readonly fillDown?: readonly string[] | undefined;
}

/** How a header is looked for. */
export interface HeaderOptions extends WrittenRows {
  readonly subject: Subject;
  readonly delimiter?: string | undefined;
  /** The column names by which the header is recognized, instead of those of the template. Any header is accepted. */
  readonly known?: ReadonlySet<string> | undefined;
}

export interface Header extends HeaderRecord, WrittenRows {
  readonly delimiter: string;
  readonly isQuoted: boolean;
  /** Makes several rows of one. */
  readonly split?: RowSplit | undefined;
}

export interface RowSplit {
  /** Columns that stand behind those of the header. */
  readonly names: readonly string[];
  /** Columns of the header that it reads. */
  readonly sources: ReadonlySet<number>;
  rowsOf(cells: string[]): string[][];
}

export interface HeaderFault {
  readonly failure: Failure;
  /**
   * The header as each delimiter divides it, the most likely one first, then what stands further below; none when its bytes
   * are not UTF-8.
   */
  readonly readings: readonly Header[];
}

/** So many lines may stand above the header of a file that is recognised without being named. */
const TITLE_LINES = [1, 2, 3, 4, 5, 6];
const DELIMITERS = [',', ';', '\t', '|'] as const;
const WORDS: Record<string, string> = { comma: ',', semicolon: ';', tab: '\t', '\\t': '\t', pipe: '|' };

/** The character that `--delimiter` means. @throws Failure exit 2 */
function delimiterFrom(text: string): string {
  const delimiter = WORDS[text.toLowerCase()] ?? text;
  if (delimiter.length !== 1 || /["\r\n\ufeff]/.test(delimiter))
    throw badValue('--delimiter', text, 'one character, or one of comma, semicolon, tab, pipe');
  return delimiter;
}

/**
 * Reads the header; without a given delimiter, the one with which most columns are known. A header that can be read and
 * is not one of the template is returned with its fault.
 * @throws Failure exit 6
 */
export function readHeader(
  file: string,
  head: Uint8Array,
  whole: boolean,
  options: HeaderOptions,
): { readonly header: Header; readonly fault?: HeaderFault } {
  const { subject, known: mapped } = options;
  const known = mapped ?? subject.table.columns;
  const knownIn = (names: readonly string[]): number => names.filter((name) => known.has(name)).length;
  const sign = options.titleLines ? undefined : separatorAbove(head);
  const given = options.delimiter ?? (sign || undefined);
  const headers = headerReadings(
    head,
    whole,
    given,
    sign === undefined ? options : { ...options, titleLines: 1 },
  );
  // The sort is stable: with equally many known columns, the header with more cells comes first, then the earlier
  // delimiter.
  const best = headers.sort(
    (a, b) =>
      knownIn(b.names) - knownIn(a.names) || (b.names.length > 1 ? 1 : 0) - (a.names.length > 1 ? 1 : 0),
  )[0];
  if (!best) throw unreadable(file, head.length);
  // The columns of a mapping are looked up one by one when the mapping is bound to the header.
  if (mapped) return { header: best };
  const failure = headerFault(file, best, subject);
  if (!failure) return { header: best };
  // A mapping that is remembered may know of quotes around the names, or of lines above them.
  const others = [{ isTwice: true }, ...TITLE_LINES.map((titleLines) => ({ titleLines }))];
  const further = others.flatMap((other) => headerReadings(head, whole, given, other));
  return { header: best, fault: { failure, readings: [...headers, ...further] } };
}

/** The header as each delimiter divides it, or only the given one. @throws Failure exit 2 for a given one */
export function headerReadings(
  head: Uint8Array,
  whole: boolean,
  given: string | undefined,
  { isQuoted = true, isEscaped, isTwice, titleLines = 0, footer, fillDown }: WrittenRows = {},
): Header[] {
  const tried = given === undefined ? DELIMITERS : [delimiterFrom(given)];
  const from = behindLines(head, titleLines);
  return tried.flatMap((delimiter): Header[] => {
    const record = headerRecord(head, from, whole, { delimiter, isQuoted, isEscaped });
    if (!record) return [];
    const names = isTwice ? record.names.map(withoutQuotes) : record.names;
    const line = record.line + titleLines;
    const written = { isQuoted, isEscaped, isTwice, titleLines, footer, fillDown };
    return [{ ...record, names, line, delimiter, ...written }];
  });
}

/** The offset behind so many lines, and behind a byte order mark. */
function behindLines(bytes: Uint8Array, lines: number): number {
  let at = hasUtf8Bom(bytes) ? 3 : 0;
  for (let line = 0; line < lines && at < bytes.length; line++) {
    while (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at++;
    at += bytes[at] === 0x0d && bytes[at + 1] === 0x0a ? 2 : 1;
  }
  return Math.min(at, bytes.length);
}

/** Takes off the quotes of a cell that was quoted twice: those inside are doubled then. */
export function withoutQuotes(cell: string): string {
  if (cell.length < 2 || !cell.startsWith('"') || !cell.endsWith('"')) return cell;
  const inside = cell.slice(1, -1);
  return inside.replaceAll('""', '').includes('"') ? cell : inside.replaceAll('""', '"');
}

/**
 * The first record from offset `from` on. Rows that consist of delimiters only are blank lines, above the header, too.
 * Undefined when the record does not end within `head` or its quotes are wrong. `whole`: `head` is the whole file.
 */
function headerRecord(
  head: Uint8Array,
  from: number,
  whole: boolean,
  form: RecordForm,
): HeaderRecord | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length);
  const records = new PlainRecords(bytes, from, whole, form);
  for (let line = 1; ; line++) {
    const names = records.next();
    line += records.emptyLines;
    const { start, end } = records;
    if (!names) return undefined;
    if (end === head.length || names.some((name) => name.trim() !== '')) return { names, line, start, end };
  }
}

/** The delimiter that a first line `sep=;` names, which may be none; undefined without such a line. */
export const separatorAbove = (head: Uint8Array): string | undefined =>
  /^\ufeff?"?sep=([^"\r\n]?)"?[\r\n]/i.exec(Buffer.from(head.subarray(0, 16)).toString())?.[1];

function unreadable(file: string, size: number) {
  return inputFailure('input.csv.quote', 'The header cannot be read: its double quotes do not match', {
    place: { file, line: 1 },
    expected: `a header within the first ${size} bytes, with quotes around whole names only`,
    hint: 'Correct the quotes in the first line, or give --delimiter if it is an unusual one.',
  });
}

/**
 * Finds a row that is the header again, or begins with a byte order mark: several exports were joined into one file.
 */
export function strayHeader(
  file: string,
  names: readonly string[],
  cells: readonly string[],
  line: number,
): Failure | undefined {
  const first = cells[0]!;
  const marked = first.charCodeAt(0) === 0xfeff;
  if (!marked && first !== names[0]) return undefined;
  if (
    (marked ? first.slice(1) : first) === names[0] &&
    names.every((name, i) => i === 0 || name === cells[i])
  )
    return inputFailure('input.header.repeated', 'The header stands in the file again', {
      place: { file, line },
      expected: 'one header, in the first line',
      hint: 'Remove that line, or give the files one by one instead of joined together.',
    });
  if (!marked) return undefined;
  return inputFailure('input.bom.inside', 'A byte order mark stands in the middle of the file', {
    place: { file, line },
    expected: 'a byte order mark at the very beginning, or none',
    hint: 'Give the files one by one instead of joined together, or remove the mark in front of that row.',
  });
}

/** Everything that is wrong with the header, as one failure. */
function headerFault(file: string, header: Header, subject: Subject) {
  const { names, line } = header;
  if (isForeign(names, subject))
    return inputFailure('input.header.foreign', 'The header has none of the columns of the template', {
      place: { file, line },
      expected: subject.shown,
      // The cells are not quoted: in a file without a header they hold personal data.
      found: `${names.length} other ${names.length === 1 ? 'column' : 'columns'}`,
      hint: `Rename the columns: ${templateText(subject)} Or say what an export's own columns mean with --map (\`returns mappings list\` names some). If the delimiter is unusual, give --delimiter.`,
    });
  return together(headerFaults(file, header, subject));
}

const templateText = ({ template }: Subject): string => `\`${template}\` prints the header to use.`;

/** Combines several faults into one: code and place of the first, and the sentence and hint of each. */
function together(faults: readonly Failure[]) {
  const [first] = faults;
  if (!first || faults.length === 1) return first;
  const at = ({ place }: Failure) => (place?.column === undefined ? '' : ` (column ${place.column})`);
  return inputFailure(first.code, faults.map((fault) => `${fault.message}${at(fault)}`).join('; '), {
    place: first.place,
    expected: [...new Set(faults.map(({ expected }) => expected))].join('; '),
    hint: [...new Set(faults.map(({ hint }) => hint))].join(' '),
  });
}

function headerFaults(file: string, { names, line }: Header, subject: Subject) {
  const { columns } = subject.table;
  const needed = neededColumns(subject.table);
  const at = (index: number) => ({ file, line, column: index + 1 });
  const faults: Failure[] = [];
  for (const [blank, name] of names.entries())
    if (name.trim() === '')
      faults.push(
        inputFailure('input.header.blank', `Column ${blank + 1} of the header has no name`, {
          place: at(blank),
          expected: 'a name for every column',
          hint: 'Name the column or remove it; a name that begins with _ makes it ignored.',
        }),
      );
  const unknown = names.filter((name) => name.trim() !== '' && !columns.has(name) && !name.startsWith('_'));
  if (unknown.length > 0) faults.push(unknownColumns(at(names.indexOf(unknown[0]!)), unknown, subject));
  for (const twice of twiceIn(names, subject))
    faults.push(
      inputFailure('input.header.duplicate', `Two columns hold ${quote(twice.field)}`, {
        place: at(twice.second),
        expected: 'every field in one column',
        found: `${quote(names[twice.first]!)} in column ${twice.first + 1} and ${quote(names[twice.second]!)} in column ${twice.second + 1}`,
        hint: 'Remove one of them, or begin its name with _ to have it ignored.',
      }),
    );
  const missing = needed.filter((name) => !names.includes(name));
  if (missing.length > 0)
    faults.push(
      inputFailure('input.header.missing', `The header lacks ${missing.map(quote).join(' and ')}`, {
        place: { file, line },
        expected: `the columns ${needed.map(quote).join(' and ')}: ${subject.neededFor}`,
        hint: `Add the column from the system that the export comes from. ${templateText(subject)}`,
      }),
    );
  return faults;
}

const fold = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
/** An export of another system: almost none of its columns is known, not even in another spelling. */
function isForeign(names: readonly string[], { table }: Subject): boolean {
  const { columns } = table;
  const folded = new Set([...columns.keys()].map(fold));
  const near = names.filter((name) => columns.has(name) || folded.has(fold(name))).length;
  return (
    near === 0 || (near * 3 < names.length && !neededColumns(table).some((name) => names.includes(name)))
  );
}

function unknownColumns(
  place: { file: string; line: number; column: number },
  unknown: readonly string[],
  { table: { columns }, template }: Subject,
) {
  const described = unknown.slice(0, 20).map((name) => quote(name) + meantBeside(name, columns.keys()));
  if (unknown.length > 20) described.push(`${unknown.length - 20} more`);
  return inputFailure(
    'input.header.unknown',
    unknown.length === 1
      ? `Unknown column ${described[0]}`
      : `${unknown.length} unknown columns: ${described.join(', ')}`,
    {
      place,
      expected: 'the column names of the template',
      found: unknown.slice(0, 20).map(quote).join(', '),
      hint: `Rename it, or begin its name with _ to have it ignored. \`${template}\` prints the known columns.`,
    },
  );
}

function twiceIn(names: readonly string[], { table: { columns } }: Subject) {
  const seen = new Map<string, number>();
  return [...names.entries()].flatMap(([second, name]) => {
    const field = columns.get(name)?.field.name;
    if (field === undefined) return [];
    const first = seen.get(field);
    if (first !== undefined) return [{ field, first, second }];
    seen.set(field, second);
    return [];
  });
}

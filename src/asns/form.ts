// The guided form of an ASN as data: one question after the other, each answer checked by the rules of the contract.
// A generator asks by yielding and is sent the answer by whoever draws the question. Nothing is drawn here.
import { isObject } from '../base/json.ts';
import { ASN_STATUSES, DETAILS_TYPES, LABEL_TYPES, REFERENCE_TYPES } from '../contract/asn.ts';
import { asnField, type Step } from '../contract/asn-fields.ts';
import { UNIT_KEYS } from '../contract/asn-rules/details.ts';
import type { Finding } from '../contract/finding.ts';
import { pathText } from '../contract/shape-findings.ts';

export type Question =
  | {
      readonly kind: 'text';
      readonly message: string;
      readonly initial?: string | undefined;
      /** What is wrong with an answer, or undefined when it is good. */
      readonly check: (answer: string) => string | undefined;
    }
  | {
      readonly kind: 'choose';
      readonly message: string;
      readonly choices: readonly { readonly value: string; readonly text: string }[];
      readonly initial?: string | undefined;
    }
  | { readonly kind: 'confirm'; readonly message: string; readonly initial: boolean };

/** Answers as they are sent back: a text, a chosen value, `yes` or `no`. */
export type Form<T> = Generator<Question, T, string>;

/** What is known before the first question. */
export interface Known {
  /** Programs that ASNs are recorded for, the one used last first. */
  readonly programs: readonly string[];
  /** Where the ASN that was recorded last came from and went to. */
  readonly from: unknown;
  readonly to: unknown;
  /** How a number is recorded already, in words; undefined when it is not. */
  recorded(program: string, number: string): string | undefined;
  /** Every rule over an ASN that is not finished yet, those against other ASNs, too. */
  judge(asn: Draft): readonly Finding[];
  sentence(finding: Finding): string;
}

export type Draft = Record<string, unknown>;

/** The whole ASN, question by question. */
export function* asnForm(known: Known): Form<Draft> {
  const asn: Draft = {};
  const form = new FormOf(asn, known);
  yield* askProgram(form, known);
  yield* askLocation(form, 'from', known.from, 'store');
  yield* askLocation(form, 'to', known.to, 'warehouse');
  yield* form.text(['asn_number'], 'ASN number (an RMA or transfer number)', {
    also: (number) => known.recorded(String(asn['program_identifier']), number),
  });
  yield* form.choose(['details_type'], 'What is known of the contents', [
    { value: DETAILS_TYPES[0], text: 'unit: every unit by its own identifier' },
    { value: DETAILS_TYPES[1], text: 'sku: how many of each SKU' },
  ]);
  yield* form.choose(['status'], 'Status', words(ASN_STATUSES));
  yield* form.text(['ship_date'], 'Ship date (YYYY-MM-DDT00:00:00)', { optional: true });
  yield* form.text(['tracking_number'], 'Tracking number or bill of lading', { optional: true });
  yield* form.text(['carrier'], 'Carrier', { optional: true });
  yield* form.text(['shipment_identifier'], 'Shipment identifier, to tie ASNs together', { optional: true });
  const cartons: Draft[] = [];
  asn['cartons'] = cartons;
  do {
    cartons.push({});
    yield* askCarton(form, cartons.length - 1);
  } while (yield* confirm('Another carton?', false));
  return asn;
}

function* askProgram(form: FormOf, { programs }: Known): Form<void> {
  const other = '';
  if (programs.length > 0) {
    const choices = [
      ...programs.map((value) => ({ value, text: value })),
      { value: other, text: 'another one' },
    ];
    const program = yield { kind: 'choose', message: 'Program', choices };
    if (program !== other) return form.put(['program_identifier'], program);
  }
  yield* form.text(['program_identifier'], 'Program (supplied by the service)');
}

function* askLocation(form: FormOf, side: 'from' | 'to', last: unknown, usual: string): Form<void> {
  const before = isObject(last) ? last : {};
  const textOf = (name: string) => (typeof before[name] === 'string' ? before[name] : undefined);
  form.put([side], {});
  const where = side === 'from' ? 'From' : 'To';
  yield* form.text([side, 'identifier'], `${where}: identifier of the location`, {
    initial: textOf('identifier'),
  });
  yield* form.text([side, 'type'], `${where}: its type (store, warehouse, customer ...)`, {
    initial: textOf('type') ?? usual,
  });
}

function* askCarton(form: FormOf, c: number): Form<void> {
  const at: Step[] = ['cartons', c];
  const carton = form.at(at) as Draft;
  const name = `Carton ${c + 1}`;
  yield* form.text([...at, 'identifier'], `${name}: identifier`, { optional: true });
  const none = '';
  const type = yield {
    kind: 'choose',
    message: `${name}: refers to`,
    choices: [{ value: none, text: 'nothing' }, ...words(REFERENCE_TYPES)],
  };
  if (type !== none) {
    carton['reference'] = { type };
    yield* form.text([...at, 'reference', 'identifier'], `${name}: identifier of the ${type}`, {
      filled: true,
    });
  }
  const details: Draft[] = [];
  carton['details'] = details;
  do {
    details.push({});
    yield* askDetail(form, [...at, 'details', details.length - 1], `${name}, line ${details.length}`);
  } while (yield* confirm(`Another line in ${name.toLowerCase()}?`, false));
}

function* askDetail(form: FormOf, at: readonly Step[], name: string): Form<void> {
  const isUnit = form.asn['details_type'] === DETAILS_TYPES[0];
  yield* form.text([...at, 'line_identifier'], `${name}: line identifier`, { initial: form.nextLine() });
  if (isUnit) yield* form.text([...at, 'unit_identifier'], `${name}: unit identifier`);
  yield* form.text([...at, 'sku'], `${name}: SKU`, { initial: form.lastOf('sku') });
  if (isUnit) form.put([...at, 'quantity'], 1);
  else yield* form.text([...at, 'quantity'], `${name}: quantity`, { initial: '1' });
  const asked = ['line_identifier', 'unit_identifier', 'sku', 'quantity'];
  const others = (asnField(at)?.names ?? []).filter(
    (field) => !asked.includes(field) && (isUnit || !UNIT_KEYS.some((key) => key === field)),
  );
  const enough = '';
  for (;;) {
    const line = form.at(at) as Draft;
    const labels = Array.isArray(line['labels']) ? line['labels'].length : 0;
    const left = others.filter((field) => (field === 'labels' ? labels < 2 : line[field] === undefined));
    const field = yield {
      kind: 'choose',
      message: `${name}: more to say?`,
      choices: [
        { value: enough, text: 'no' },
        ...left.map((value) => ({
          value,
          text: value === 'labels' ? 'labels (printed at receiving, two at most)' : value,
        })),
      ],
    };
    if (field === enough) return;
    if (field === 'labels') yield* askLabel(form, at, labels, name);
    else yield* form.text([...at, field], `${name}: ${field}`, { filled: true });
  }
}

function* askLabel(form: FormOf, at: readonly Step[], index: number, name: string): Form<void> {
  const line = form.at(at) as Draft;
  line['labels'] ??= [];
  const labels = line['labels'] as Draft[];
  labels.push({});
  const here = [...at, 'labels', index];
  yield* form.choose([...here, 'type'], `${name}, label ${index + 1}: printed as`, words(LABEL_TYPES));
  yield* form.text([...here, 'name'], `${name}, label ${index + 1}: title`, { filled: true });
  yield* form.text([...here, 'value'], `${name}, label ${index + 1}: value`, { filled: true });
}

const words = (values: readonly string[]) => values.map((value) => ({ value, text: value }));

function* confirm(message: string, initial: boolean): Form<boolean> {
  return (yield { kind: 'confirm', message, initial }) === 'yes';
}

interface TextOptions {
  readonly initial?: string | undefined;
  /** An empty answer leaves the field out. */
  readonly optional?: boolean;
  /** The contract takes an empty text here, the form does not: who is asked says something. */
  readonly filled?: boolean;
  readonly also?: (answer: string) => string | undefined;
}

/** The draft with the questions that fill it. */
class FormOf {
  constructor(
    readonly asn: Draft,
    private readonly known: Known,
  ) {}

  at(path: readonly Step[]): unknown {
    return path.reduce<unknown>((value, step) => (value as Record<Step, unknown>)[step], this.asn);
  }

  put(path: readonly Step[], value: unknown): void {
    const into = this.at(path.slice(0, -1)) as Record<Step, unknown>;
    if (value === undefined) delete into[path.at(-1)!];
    else into[path.at(-1)!] = value;
  }

  *text(path: readonly Step[], message: string, options: TextOptions = {}): Form<void> {
    const answer = yield {
      kind: 'text',
      message: options.optional ? `${message} (empty for none)` : message,
      initial: options.initial,
      check: (text) => this.complaint(path, text, options),
    };
    if (answer !== '' || !options.optional) this.put(path, asField(path, answer));
  }

  *choose(
    path: readonly Step[],
    message: string,
    choices: readonly { value: string; text: string }[],
  ): Form<void> {
    this.put(path, yield { kind: 'choose', message, choices });
  }

  /** The first sentence that a rule has about the field if this were its value. */
  private complaint(path: readonly Step[], text: string, options: TextOptions): string | undefined {
    if (text === '' && options.optional) return undefined;
    if (text === '' && options.filled) return 'It cannot be empty.';
    const value = asField(path, text);
    if (typeof value === 'string' && asnField(path)?.kind === 'integer') return 'Write a whole number.';
    const before = this.at(path);
    this.put(path, value);
    const where = pathText(path);
    const finding = this.known
      .judge(this.asn)
      .find((found) => found.severity === 'error' && found.path === where);
    this.put(path, before);
    return finding ? this.known.sentence(finding) : options.also?.(text);
  }

  /** Line identifiers count up from 1; one that is a number goes on from there. */
  nextLine(): string {
    const last = this.lastOf('line_identifier');
    const lines = this.lines().length;
    return last !== undefined && /^\d{1,15}$/.test(last) ? String(Number(last) + 1) : String(lines);
  }

  /** What the line before was given. */
  lastOf(field: string): string | undefined {
    const value = this.lines().at(-2)?.[field];
    return typeof value === 'string' ? value : undefined;
  }

  private lines(): Draft[] {
    return (this.asn['cartons'] as Draft[]).flatMap((carton) => (carton['details'] ?? []) as Draft[]);
  }
}

/** An answer as the schema has it: a whole number, a list whose elements stand between `|`, or the text itself. */
function asField(path: readonly Step[], text: string): unknown {
  const kind = asnField(path)?.kind;
  if (kind === 'integer') return /^\d{1,15}$/.test(text) ? Number(text) : text;
  if (kind === 'list') return text.split('|').map((part) => part.trim());
  return text;
}

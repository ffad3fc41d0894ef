// The guided form of an ASN: one question after the other, each answer checked by the rules of the contract and put into the draft.
import { isObject } from '../../basics/json.ts';
import { stepsText } from '../../basics/json-text.ts';
import type { Ask } from '../../cli/ask.ts';
import { describeAsnFinding } from '../../contract/asn-catalog.ts';
import { asnField, type Step } from '../../contract/asn-fields.ts';
import { completeShipDate } from '../../contract/asn-rules/dates.ts';
import { UNIT_KEYS } from '../../contract/asn-rules/details.ts';
import { ASN_STATUSES, DETAILS_TYPES, REFERENCE_TYPES } from '../../contract/asn-words.ts';
import type { Finding } from '../../contract/finding.ts';

export type Draft = Record<string, unknown>;

/** What is known before the first question. */
export interface FormContext {
  /** Programs of recorded ASNs, the last used first. */
  readonly programs: readonly string[];
  /** `from` and `to`: origin and destination of the ASN that was recorded last. */
  readonly from: unknown;
  readonly to: unknown;
  /** How the ASN is recorded, in words; undefined when it is not recorded. */
  recorded(program: string, number: string): string | undefined;
  /** Applies every rule to an unfinished ASN, including those that compare with other ASNs. */
  checks(asn: unknown): readonly Finding[];
}

interface TextOptions {
  readonly initial?: string | undefined;
  /** An empty answer omits the field. */
  readonly optional?: boolean;
  readonly also?: (answer: string) => string | undefined;
}

/** Fields of an ASN that may be left out. */
const OPTIONAL = [
  ['ship_date', 'Ship date (YYYY-MM-DD)'],
  ['tracking_number', 'Tracking number or bill of lading'],
  ['carrier', 'Carrier'],
  ['shipment_identifier', 'Shipment identifier (ties ASNs together)'],
] as const;

export class AsnForm {
  private readonly asn: Draft = {};

  constructor(
    private readonly ask: Ask,
    private readonly known: FormContext,
  ) {}

  /** Asks all questions of an ASN. */
  async fill(): Promise<Draft> {
    const { ask, asn, known } = this;
    await this.askProgram();
    await this.askLocation('from', 'From', known.from, 'store');
    await this.askLocation('to', 'To', known.to, 'warehouse');
    await this.text(['asn_number'], 'ASN number (an RMA or transfer number)', {
      also: (number) => known.recorded(String(asn['program_identifier']), number),
    });
    asn['details_type'] = await ask.choose('What is known of the contents', [
      { value: DETAILS_TYPES[0], text: 'unit: every unit by its own identifier' },
      { value: DETAILS_TYPES[1], text: 'sku: how many of each SKU' },
    ]);
    asn['status'] = await ask.choose('Status', words(ASN_STATUSES));
    for (const [field, message] of OPTIONAL) await this.text([field], message, { optional: true });
    const cartons: Draft[] = [];
    asn['cartons'] = cartons;
    do {
      cartons.push({});
      await this.askCarton(cartons.length - 1);
    } while (await ask.confirm('Another carton?', false));
    return asn;
  }

  private async askProgram(): Promise<void> {
    const { programs } = this.known;
    const other = '';
    const choices = [...words(programs), { value: other, text: 'another one' }];
    const program = programs.length === 0 ? other : await this.ask.choose('Program', choices);
    if (program === other) await this.text(['program_identifier'], 'Program (supplied by the service)');
    else this.asn['program_identifier'] = program;
  }

  private async askLocation(side: string, where: string, last: unknown, usual: string): Promise<void> {
    const { identifier, type = usual } = (isObject(last) ? last : {}) as {
      identifier?: string;
      type?: string;
    };
    this.asn[side] = {};
    await this.text([side, 'identifier'], `${where}: identifier of the location`, { initial: identifier });
    await this.text([side, 'type'], `${where}: its type (store, warehouse, customer ...)`, { initial: type });
  }

  private async askCarton(c: number): Promise<void> {
    const at: Step[] = ['cartons', c];
    const name = `Carton ${c + 1}`;
    await this.text([...at, 'identifier'], `${name}: identifier`, { optional: true });
    const none = '';
    const choices = [{ value: none, text: 'nothing' }, ...words(REFERENCE_TYPES)];
    const type = await this.ask.choose(`${name}: refers to`, choices);
    if (type !== none) {
      this.put([...at, 'reference'], { type });
      await this.text([...at, 'reference', 'identifier'], `${name}: identifier of the ${type}`);
    }
    const details: Draft[] = [];
    this.put([...at, 'details'], details);
    do {
      details.push({});
      const line = `${name}, line ${details.length}`;
      await this.askDetail(details.at(-1)!, [...at, 'details', details.length - 1], line);
    } while (await this.ask.confirm(`Another line in ${name.toLowerCase()}?`, false));
  }

  private async askDetail(line: Draft, at: readonly Step[], name: string): Promise<void> {
    const isUnit = this.asn['details_type'] === DETAILS_TYPES[0];
    await this.text([...at, 'line_identifier'], `${name}: line identifier`, { initial: this.nextLine() });
    if (isUnit) {
      line['quantity'] = 1;
      await this.text([...at, 'unit_identifier'], `${name}: unit identifier`);
    }
    await this.text([...at, 'sku'], `${name}: SKU`, { initial: this.lastOf('sku') });
    if (!isUnit) await this.text([...at, 'quantity'], `${name}: quantity`, { initial: '1' });
    // The status of a line is only for updates: in a new ASN the ASN itself has a status. Labels are for files.
    const asked = ['line_identifier', 'unit_identifier', 'sku', 'quantity', 'status', 'labels'];
    const others = (asnField(at)?.names ?? []).filter(
      (field) => !asked.includes(field) && (isUnit || !UNIT_KEYS.some((key) => key === field)),
    );
    const enough = '';
    for (;;) {
      const left = words(others.filter((field) => line[field] === undefined));
      const field = await this.ask.choose(`${name}: more to say?`, [{ value: enough, text: 'no' }, ...left]);
      if (field === enough) return;
      await this.text([...at, field], `${name}: ${field}`);
    }
  }

  private async text(path: readonly Step[], message: string, options: TextOptions = {}): Promise<void> {
    const { initial, optional } = options;
    const answer = await this.ask.text(`${message}${optional ? ' (empty for none)' : ''}:`, {
      initial,
      check: (text) => this.complaint(path, text, options),
    });
    if (answer !== '') this.put(path, asField(path, answer));
  }

  /** The sentence of the first rule that the field would violate with this value. */
  private complaint(
    path: readonly Step[],
    text: string,
    { optional, also }: TextOptions,
  ): string | undefined {
    if (text === '') return optional ? undefined : 'It cannot be empty.';
    const value = asField(path, text);
    if (typeof value === 'string' && asnField(path)?.kind === 'integer') return 'Write a whole number.';
    this.put(path, value);
    const finding = this.known
      .checks(this.asn)
      .find(({ severity, path: where }) => severity === 'error' && where === stepsText(path));
    this.put(path, undefined);
    return finding ? describeAsnFinding(finding) : also?.(text);
  }

  /** Undefined takes the field out again. */
  private put(path: readonly Step[], value: unknown): void {
    const within = path
      .slice(0, -1)
      .reduce<unknown>((at, step) => (at as Record<Step, unknown>)[step], this.asn) as Record<Step, unknown>;
    within[path.at(-1)!] = value;
    if (value === undefined) delete within[path.at(-1)!];
  }

  /** The next line identifier: the last one plus 1 when it is a number, otherwise the number of lines. */
  private nextLine(): string {
    const last = this.lastOf('line_identifier');
    return last !== undefined && /^\d{1,15}$/.test(last)
      ? String(Number(last) + 1)
      : String(this.lines().length);
  }

  /** The value of the field in the line before. */
  private lastOf(field: string): string | undefined {
    const value = this.lines().at(-2)?.[field];
    return typeof value === 'string' ? value : undefined;
  }

  private lines = (): Draft[] =>
    (this.asn['cartons'] as Draft[]).flatMap((carton) => (carton['details'] ?? []) as Draft[]);
}

/** Converts an answer to the type of the schema: an integer, a list separated by `|`, or text. */
function asField(path: readonly Step[], text: string): unknown {
  const kind = asnField(path)?.kind;
  if (kind === 'integer') return /^\d{1,15}$/.test(text) ? Number(text) : text;
  if (kind === 'list') return text.split('|').map((part) => part.trim());
  return stepsText(path) === 'ship_date' ? completeShipDate(text) : text;
}

const words = (values: readonly string[]) => values.map((value) => ({ value, text: value }));

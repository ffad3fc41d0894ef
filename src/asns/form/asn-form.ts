// The guided form of an ASN: one question after the other, each answer checked by the rules of the contract and put into the draft.
// It asks for what nearly every ASN has; the rest is added to the saved file.
import { isObject } from '../../basics/json.ts';
import { stepsText } from '../../basics/json-text.ts';
import type { Ask } from '../../cli/ask.ts';
import { describeAsnFinding } from '../../contract/asn-catalog.ts';
import { asnField, type Step } from '../../contract/asn-fields.ts';
import { completeShipDate } from '../../contract/asn-rules/dates.ts';
import { ASN_STATUSES, DETAILS_TYPES, REFERENCE_TYPES } from '../../contract/asn-words.ts';
import type { Finding } from '../../contract/finding.ts';

export type Draft = Record<string, unknown>;

/** What is known before the first question. */
export interface FormContext {
  /** The ASN that was recorded last: its program and locations are proposed. */
  readonly last: unknown;
  /** Applies every rule to an unfinished ASN, including those that compare with recorded ASNs. */
  checks(asn: unknown): readonly Finding[];
}

interface TextOptions {
  readonly initial?: string | undefined;
  /** An empty answer omits the field. */
  readonly optional?: boolean;
}

/** Fields of an ASN that may be left out. */
const OPTIONAL = [
  ['ship_date', 'Ship date (YYYY-MM-DD)'],
  ['tracking_number', 'Tracking number or bill of lading'],
  ['carrier', 'Carrier'],
] as const;

export class AsnForm {
  private readonly asn: Draft = {};
  private lines = 0;

  constructor(
    private readonly ask: Ask,
    private readonly known: FormContext,
  ) {}

  /** Asks all questions of an ASN. */
  async fill(): Promise<Draft> {
    const { ask, asn } = this;
    const last = draftIn(this.known.last);
    await this.text(['program_identifier'], 'Program (supplied by the service)', {
      initial: last['program_identifier'] as string | undefined,
    });
    await this.askLocation('from', 'From', draftIn(last['from']), 'store');
    await this.askLocation('to', 'To', draftIn(last['to']), 'warehouse');
    await this.text(['asn_number'], 'ASN number (an RMA or transfer number)');
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

  private async askLocation(side: string, where: string, last: Draft, usual: string): Promise<void> {
    const { identifier, type = usual } = last as { identifier?: string; type?: string };
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
      await this.askDetail([...at, 'details', details.length - 1], `${name}, line ${details.length}`);
    } while (await this.ask.confirm(`Another line in ${name.toLowerCase()}?`, false));
  }

  private async askDetail(at: readonly Step[], name: string): Promise<void> {
    const isUnit = this.asn['details_type'] === DETAILS_TYPES[0];
    await this.text([...at, 'line_identifier'], `${name}: line identifier`, { initial: `${++this.lines}` });
    if (isUnit) await this.text([...at, 'unit_identifier'], `${name}: unit identifier`);
    await this.text([...at, 'sku'], `${name}: SKU`);
    if (isUnit) this.put([...at, 'quantity'], 1);
    else await this.text([...at, 'quantity'], `${name}: quantity`, { initial: '1' });
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
  private complaint(path: readonly Step[], text: string, { optional }: TextOptions): string | undefined {
    if (text === '') return optional ? undefined : 'It cannot be empty.';
    const value = asField(path, text);
    if (typeof value === 'string' && asnField(path)?.kind === 'integer') return 'Write a whole number.';
    this.put(path, value);
    const finding = this.known
      .checks(this.asn)
      .find(({ severity, path: where }) => severity === 'error' && where === stepsText(path));
    this.put(path, undefined);
    return finding && describeAsnFinding(finding);
  }

  /** Undefined takes the field out again. */
  private put(path: readonly Step[], value: unknown): void {
    const within = path
      .slice(0, -1)
      .reduce<unknown>((at, step) => (at as Record<Step, unknown>)[step], this.asn) as Record<Step, unknown>;
    within[path.at(-1)!] = value;
    if (value === undefined) delete within[path.at(-1)!];
  }
}

const draftIn = (value: unknown): Draft => (isObject(value) ? value : {});

/** Converts an answer to the type of the schema: an integer, or text. */
function asField(path: readonly Step[], text: string): unknown {
  if (asnField(path)?.kind === 'integer') return /^\d{1,15}$/.test(text) ? Number(text) : text;
  return stepsText(path) === 'ship_date' ? completeShipDate(text) : text;
}

const words = (values: readonly string[]) => values.map((value) => ({ value, text: value }));

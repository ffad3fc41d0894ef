// The guided form of an ASN as data: one question after the other, each answer checked by the rules of the
// contract. The generator yields questions; the caller displays them and sends the answers back. Prints nothing. With the
// same answers it makes the same ASN: so an answer is corrected by answering all others as before.
import { isObject } from '../../basics/json.ts';
import { stepsText } from '../../basics/json-text.ts';
import { asnField, type Step } from '../../contract/asn-fields.ts';
import { UNIT_KEYS } from '../../contract/asn-rules/details.ts';
import { ASN_STATUSES, DETAILS_TYPES, REFERENCE_TYPES } from '../../contract/asn-words.ts';
import {
  type Choice,
  type Draft,
  type Form,
  type FormContext,
  FormDraft,
  type GivenAnswer,
} from './form-draft.ts';

export interface Filled {
  readonly asn: Draft;
  /** In the order of the questions. */
  readonly answers: readonly GivenAnswer[];
}

/** All questions of an ASN. */
export function* asnForm(known: FormContext): Form<Filled> {
  const form = new FormDraft(known);
  const { asn } = form;
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
  yield* form.text(['ship_date'], 'Ship date (YYYY-MM-DD)', { optional: true });
  yield* form.text(['tracking_number'], 'Tracking number or bill of lading', { optional: true });
  yield* form.text(['carrier'], 'Carrier', { optional: true });
  yield* form.text(['shipment_identifier'], 'Shipment identifier (ties ASNs together)', { optional: true });
  const cartons: Draft[] = [];
  asn['cartons'] = cartons;
  do {
    cartons.push({});
    yield* askCarton(form, cartons.length - 1);
  } while (yield* confirm('Another carton?'));
  return { asn, answers: form.answers };
}

function* askProgram(form: FormDraft, { programs }: FormContext): Form<void> {
  const path = ['program_identifier'];
  const other = '';
  const choices = [...words(programs), { value: other, text: 'another one' }];
  const program =
    programs.length === 0 ? other : yield { kind: 'choose', key: path[0]!, message: 'Program', choices };
  if (program === other) return yield* form.text(path, 'Program (supplied by the service)');
  form.put(path, program);
  form.remember('Program', program);
}

function* askUnitOrQuantity(form: FormDraft, at: readonly Step[], name: string): Form<void> {
  if (form.asn['details_type'] === DETAILS_TYPES[0]) {
    form.put([...at, 'quantity'], 1);
    yield* form.text([...at, 'unit_identifier'], `${name}: unit identifier`);
  } else yield* form.text([...at, 'quantity'], `${name}: quantity`, { initial: '1' });
}

const lineName = (c: number, d: number) => `Carton ${c + 1}, line ${d + 1}`;

function* askLocation(form: FormDraft, side: 'from' | 'to', last: unknown, usual: string): Form<void> {
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

function* askCarton(form: FormDraft, c: number): Form<void> {
  const at: Step[] = ['cartons', c];
  const carton = form.at(at) as Draft;
  const name = `Carton ${c + 1}`;
  yield* form.text([...at, 'identifier'], `${name}: identifier`, { optional: true });
  yield* askReference(form, [...at, 'reference'], name);
  const details: Draft[] = [];
  carton['details'] = details;
  do {
    details.push({});
    yield* askDetail(form, [...at, 'details', details.length - 1], lineName(c, details.length - 1));
  } while (yield* confirm(`Another line in ${name.toLowerCase()}?`));
}

function* askReference(form: FormDraft, path: readonly Step[], name: string): Form<void> {
  const none = '';
  const message = `${name}: refers to`;
  const choices = [{ value: none, text: 'nothing' }, ...words(REFERENCE_TYPES)];
  const type = yield { kind: 'choose', key: stepsText(path), message, choices };
  form.remember(message, type);
  if (type === none) return;
  form.put(path, { type });
  yield* form.text([...path, 'identifier'], `${name}: identifier of the ${type}`);
}

function* askDetail(form: FormDraft, at: readonly Step[], name: string): Form<void> {
  const isUnit = form.asn['details_type'] === DETAILS_TYPES[0];
  yield* form.text([...at, 'line_identifier'], `${name}: line identifier`, { initial: form.nextLine() });
  if (isUnit) yield* askUnitOrQuantity(form, at, name);
  yield* form.text([...at, 'sku'], `${name}: SKU`, { initial: form.lastOf('sku') });
  if (!isUnit) yield* askUnitOrQuantity(form, at, name);
  // The status of a line is only for updates: in a new ASN the ASN itself has a status. Labels are for files.
  const asked = ['line_identifier', 'unit_identifier', 'sku', 'quantity', 'status', 'labels'];
  const others = (asnField(at)?.names ?? []).filter(
    (field) => !asked.includes(field) && (isUnit || !UNIT_KEYS.some((key) => key === field)),
  );
  const enough = '';
  for (;;) {
    const line = form.at(at) as Draft;
    const left = others.filter((field) => line[field] === undefined);
    const message = `${name}: more to say?`;
    const field = yield {
      ...{ kind: 'choose', key: message, message },
      choices: [{ value: enough, text: 'no' }, ...words(left)],
    };
    if (field === enough) return;
    yield* form.text([...at, field], `${name}: ${field}`);
  }
}

const words = (values: readonly string[]): Choice[] => values.map((value) => ({ value, text: value }));

function* confirm(message: string): Form<boolean> {
  return (yield { kind: 'confirm', key: message, message }) === 'yes';
}

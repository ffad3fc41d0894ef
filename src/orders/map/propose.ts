// The proposal for one file: recognises it or works it out, tries the mapping, and collects what only a person can answer.
// It is made again for every set of answers; the file is surveyed again only when an answer changes which columns are read.
import { quote } from '../../basics/text.ts';
import { fillerOf } from '../../input/csv-records.ts';
import { assumedFor, checkEdits, contradiction } from './ask/answers.ts';
import { type BlankNumber, cannotBeOrders, fillQuestion, undatable, withoutNumber } from './ask/asking.ts';
import { answeredForOne, auditQuestions, isConfirmation, NO, withConfirmed } from './ask/audit-questions.ts';
import { countryOfCurrency, placeOf, withAnswers, zoneOf } from './ask/kinds.ts';
import { tableQuestions } from './ask/table-questions.ts';
import { impliedBy, lostQuestions, trialQuestions, unfinishedQuestions } from './ask/trial-questions.ts';
import { type ChosenReading, chooseReading, type Equation, typedIn } from './decide/choose-reading.ts';
import { type Hypothesis, hypothesisOf } from './decide/hypothesis.ts';
import { refundColumnsOf } from './decide/refund-columns.ts';
import { type Column, columnsOf, type Row } from './look/columns.ts';
import { dayOrderIn } from './look/date-columns.ts';
import type { Recognised } from './look/mapping-for-header.ts';
import { withTogether } from './look/order-key.ts';
import { looksLikeItems } from './look/split-form.ts';
import { type Survey, Surveyor } from './look/survey.ts';
import type { Table } from './look/table.ts';
import type { EmitReading, Trial, tryMapping } from './trial.ts';
import {
  type Answers,
  type AskedQuestion,
  type FieldChoice,
  type MappingJson,
  type Question,
  withLimit,
} from './types.ts';
import { draftOf, withSilentColumns } from './write/draft.ts';
import { Writing } from './write/draft-fields.ts';
import { unfinishedIn, withCents } from './write/edits.ts';

export interface Proposal {
  readonly recognised?: Recognised;
  /** Of an unknown table. */
  readonly hypothesis?: Hypothesis;
  readonly survey?: Survey;
  readonly amounts?: ChosenReading | undefined;
  /** Of an unknown table: how sure the column of each field is. */
  readonly found: Writing['found'];
  readonly questions: readonly AskedQuestion[];
  /** Complete when no question is open. */
  readonly mapping: MappingJson;
  /** Undefined while it is not known which column tells the orders, or their snapshots, apart. */
  readonly trial?: Trial;
}

/** What is known about the file, for the screen and for --json. */
export interface MapResult extends Proposal {
  readonly table: Pick<Table, 'name' | 'names' | 'delimiter' | 'json' | 'encoding' | 'isGuessed' | 'bytes'>;
  /** Columns of the file itself, without those of joined files. */
  readonly columns: readonly string[];
  readonly fields: readonly FieldChoice[];
  /** By column: a few of its values, masked. */
  readonly samples: ReadonlyMap<string, string>;
  /** By name: what the head of the file says about each column. */
  readonly looks: ReadonlyMap<string, Column>;
  /** What was assumed because nobody could be asked. */
  readonly assumed: readonly AskedQuestion[];
  /** Given and assumed. */
  readonly answers: Answers;
}

/** So often answers may stand for others, and those for others in turn. */
const MOST_ROUNDS = 50;

export class Proposer {
  private last:
    | { readonly given: string; readonly hypothesis: Hypothesis; readonly survey: Survey }
    | undefined;
  /** A number of orders that stands on their first rows only, and the first row without. */
  private filled: BlankNumber | undefined;
  private readonly before = new Map<string, Question>();

  constructor(
    private readonly table: Table,
    private readonly check: (mapping: MappingJson) => ReturnType<typeof tryMapping>,
    private readonly known: {
      readonly recognised: Recognised | undefined;
      /** The first rows, and what their cells say about the columns. */
      readonly rows: readonly Row[];
      readonly columns: readonly Column[];
      readonly name: string;
      /** `with` of the mapping of an unknown table. */
      readonly joined: MappingJson;
    },
    private readonly emit: EmitReading,
  ) {}

  /**
   * Some choices stand for answers to other questions; and where another column of the file shows whether day or month comes first,
   * nobody need be asked. @throws Failure exit 6 when the file cannot be read as orders at all
   */
  async propose(answers: Answers): Promise<Proposal> {
    let implied: Answers = {};
    for (const before = new Set<string>(); ; before.add(JSON.stringify(implied))) {
      const made = await this.make({ ...implied, ...answers });
      const isOpen = made.questions.some(({ id, answer }) => id === 'date_order' && answer === null);
      const date_order = isOpen ? dayOrderIn(this.known.columns, this.known.rows) : undefined;
      const forOne = answeredForOne(made.questions, answers);
      const all: Answers = { ...forOne, ...impliedBy(made.questions), ...(date_order && { date_order }) };
      const next = { ...implied, ...all };
      if (JSON.stringify(next) === JSON.stringify(implied)) return made;
      if (before.has(JSON.stringify(next)) || before.size > MOST_ROUNDS)
        throw contradiction(made.questions, implied, next);
      implied = next;
    }
  }

  private async make(answers: Answers): Promise<Proposal> {
    const made = await (this.known.recognised
      ? this.recognised(this.known.recognised, answers)
      : this.unknown(answers));
    const { audit } = made.trial?.plan ?? {};
    return audit ? { ...made, mapping: withConfirmed(made.mapping, audit, answers, audit.columns) } : made;
  }

  private async recognised(recognised: Recognised, answers: Answers): Promise<Proposal> {
    const without = Object.fromEntries(
      (recognised.lost ?? []).map(({ field }) => [`field:${field}`, 'none']),
    );
    const { name, match, mapping: known } = recognised;
    const from = `Fields, and what was answered before, are from the mapping ${name} of similar columns`;
    const isSaid = (known['limits'] as string[] | undefined)?.includes(from);
    const taken = match && !match.exact && !isSaid ? withLimit(known, from) : known;
    const edited = this.withFile(withAnswers(taken, { ...without, ...answers }));
    const { finished: mapping, lacking } = unfinishedIn(edited, answers);
    const { trial, undecided } = await this.check(mapping);
    const zone = zoneOf(countryOfCurrency(trial.plan.money[0]?.currency));
    const { orders } = trial.summary.input;
    const fromTrial = trialQuestions(trial, undecided, zone, answers);
    const fromAudit = auditQuestions(trial.plan.audit);
    const { names } = this;
    const lost = lostQuestions(recognised, names, orders);
    const more = unfinishedQuestions(lacking, names, orders);
    const questions = this.asked([...lost, ...fromTrial, ...more, ...fromAudit], answers);
    return { recognised, found: new Map(), questions, mapping, trial };
  }

  private async unknown(answers: Answers): Promise<Proposal> {
    const { hypothesis, survey } = await this.surveyed(answers);
    const { merged } = hypothesis;
    if (merged?.row !== undefined) throw withoutNumber(this.table.name, merged as BlankNumber);
    const nameAt = (index: number) => hypothesis.columns[index]!.name;
    const choose = (given: Answers) =>
      chooseReading(survey.readings, hypothesis.amounts, nameAt, textOf(given['amounts']));
    const amounts = choose(answers);
    // Refunds whose fields are named are sent: nothing is to be said about their orders.
    const sendsRefunds = (answers['field:refund.identifier'] ?? 'none') !== 'none';
    const refunds = refundColumnsOf(hypothesis, amounts?.reading);
    const fromTable = tableQuestions(hypothesis, survey, amounts, refunds).filter(({ id }, _, all) =>
      SUMS.has(id) ? !all.some((one) => isOpenPart(one, id, answers)) : id !== 'refunds' || !sendsRefunds,
    );
    if (this.filled) fromTable.unshift(fillQuestion(this.filled, survey.orders));
    for (const [id, lacks] of Object.entries(CANNOT_LACK)) {
      const asked = fromTable.find((question) => question.id === id);
      if (asked && answers[id] === 'none') throw cannotBeOrders(this.table.name, lacks, id);
      if (asked?.choices.every(({ value }) => value === 'none')) throw cannotBeOrders(this.table.name, lacks);
    }
    const several = this.severalItems(hypothesis);
    if (several !== undefined) throw cannotBeOrders(this.table.name, several);
    const likely = assumedFor(fromTable, answers);
    // The choice says that the title stands for it.
    const assumed = likely['column:item.sku'] === 'none' ? { sku: 'title', ...likely } : likely;
    const writing = new Writing(hypothesis, survey, choose(assumed), assumed, answers);
    const draft = draftOf(writing, { ...this.known, table: this.table });
    const edits = Object.fromEntries(
      // A column of a role is in the draft already.
      Object.entries(assumed).filter(([id, answer]) => !roleOf(id) || String(answer).startsWith('=')),
    );
    const money = survey.refunded > 0 ? hypothesis.roles.get('refunded')?.column.name : undefined;
    const alone = money === undefined ? undefined : { column: money, mapping: {} };
    // The refunds of JSON are not in the table: their money is written as that of the orders.
    const { cents } = hypothesis.amounts;
    const ofRefunds = (cents.size > 0 && this.table.json?.refundNames) || [];
    const isCents = (name: string) => cents.has(hypothesis.names.indexOf(name)) || ofRefunds.includes(name);
    const answered = withAnswers(draft.mapping, edits, sendsRefunds ? undefined : (refunds ?? alone));
    const written = this.withFile(withCents(answered, isCents));
    // JSON has the columns that its records have.
    const edited = this.table.json ? written : withSilentColumns(written, hypothesis.columns);
    const { finished: mapping, lacking } = unfinishedIn(edited, answers);
    if (amounts?.kind !== 'open' || answers['amounts'] !== undefined)
      checkEdits(answers, mapping, (id) => roleOf(id) !== undefined);
    fromTable.push(...unfinishedQuestions(lacking, this.names, survey.orders));
    const parts = { hypothesis, survey, amounts, found: draft.found, mapping };
    // What is a column of the order and what of its lines is seen by its number: all else is asked behind it.
    const first = fromTable.filter(({ id, proposed }) => id === 'identifier' && proposed === null);
    if (first.length > 0 && answers['identifier'] === undefined)
      return { ...parts, questions: this.asked(first, answers) };
    const isDated = hasField(mapping, 'updated_at') && hasField(mapping, 'created_at');
    if (!hypothesis.key || !isDated) {
      if (fromTable.every(({ id }) => answers[id] !== undefined)) throw undatable(this.table.name, answers);
      return { ...parts, questions: this.asked(fromTable, answers) };
    }
    const { trial, undecided } = await this.check(mapping);
    const open = new Set(fromTable.map(({ id }) => id));
    const zone = zoneOf(textOf(answers['country']) ?? placeOf(hypothesis).country);
    // What a column lacks is asked when it is known which column it is.
    const waits = ({ id }: Question) =>
      open.has(id) ||
      (hypothesis.unplaced && /address|postal/.test(id)) ||
      (open.has(COLUMN_OF[id] ?? '') && answers[COLUMN_OF[id]!] === undefined);
    const more = trialQuestions(trial, undecided, zone, answers).filter((one) => !waits(one));
    // The audit looks at what was answered: until then its questions would be about guesses.
    const isOpen = [...fromTable, ...more].some(({ id }) => answers[id] === undefined);
    const audited = isOpen ? [] : auditQuestions(trial.plan.audit);
    return { ...parts, questions: this.asked([...fromTable, ...more, ...audited], answers), trial };
  }

  /** Columns that a question may be answered with: of JSON also those of refunds, which are no part of the table. */
  private get names(): readonly string[] {
    return [...new Set([...this.table.names, ...(this.table.json?.refundNames ?? [])])];
  }

  /** The questions with their answers. Those that were answered stay, although the answer made the data no longer ask them. */
  private asked(questions: readonly Question[], answers: Answers): AskedQuestion[] {
    const ids = new Set(questions.map(({ id }) => id));
    const gone = [...this.before.values()].filter(({ id }) => !ids.has(id) && answers[id] !== undefined);
    for (const question of questions)
      if (!this.before.has(question.id)) this.before.set(question.id, question);
    // What is still asked doubts what the answers before stand for.
    return [...gone, ...questions].map((question) => {
      const answer = answers[question.id] ?? null;
      // After another column was chosen, its words are open.
      const isOpen = question.words?.some(
        ({ word }) => answer === null || !Object.hasOwn(Object(answer), word),
      );
      const isWrong = answer === NO && isConfirmation(question.id) && ids.has(question.id);
      return { ...question, answer: isOpen || isWrong ? null : answer };
    });
  }

  /** A title or sku that looks like several items is one line where the row has units and a price. */
  private severalItems({ roles }: Hypothesis): string | undefined {
    const own = ['item.quantity', 'item.price'].map((role) => roles.get(role)?.column.index ?? -1);
    for (const role of ['item.title', 'item.sku']) {
      const { name = '', index = -1 } = roles.get(role)?.column ?? {};
      if (!this.table.unsplit.includes(name)) continue;
      const lacks = (row: Row) => own.some((at) => (row[at] ?? '') === '');
      const row = this.known.rows.findIndex((one) => looksLikeItems([one[index]!], true) && lacks(one));
      if (row < 0) continue;
      const where = `${quote(name)} holds several items in one cell, without units or price beside it (row ${row + 1} below the header)`;
      return `a row or a regular text for each line: ${where}`;
    }
    return undefined;
  }

  /** An equation that is none of those that the columns make was written by a person. */
  private async surveyed(answers: Answers) {
    const made = await this.survey(answers);
    const text = textOf(answers['amounts']);
    const { names, amounts } = made.hypothesis;
    const typed = text === undefined ? undefined : typedIn(text, names, amounts, made.survey.readings);
    return typed ? this.survey({ ...answers, ...typed.answers }, typed.equation) : made;
  }

  /** Read again when an answer changes which columns are read, or how their numbers are. */
  private async survey(answers: Answers, typed?: Equation) {
    const named = Object.entries(answers).flatMap(([id, answer]): [role: string, column: string][] => {
      const role = roleOf(id);
      return role === undefined || typeof answer !== 'string' || answer.startsWith('=')
        ? []
        : [[role, answer]];
    });
    const { decimal, cents, fees, gift_cards, fill_down, delivery } = answers;
    const given = JSON.stringify([named, decimal, cents, fees, gift_cards, fill_down, delivery, typed]);
    if (this.last?.given === given) return this.last;
    const { names, whole } = withTogether(this.table.names, answers['identifier']);
    const { rows: head, columns: known } = this.known;
    const isKnown = delivery === undefined && names === this.table.names;
    const look = (rows: readonly Row[]) => columnsOf(names, rows, this.table.json?.items, delivery);
    const make = (rows: readonly Row[], columns: readonly Column[] = look(rows)) =>
      hypothesisOf({ columns, rows, given: Object.fromEntries(named), answers, typed });
    let hypothesis = make(head.map(whole), isKnown ? known : undefined);
    const { name = '', row } = hypothesis.merged ?? {};
    this.filled = row === undefined || fill_down === 'no' ? undefined : { name, row };
    const filled = () => {
      const fill = fillerOf(this.table.names.indexOf(name));
      return (cells: Row) => whole(this.filled ? fill([...cells]) : cells);
    };
    if (this.filled) hypothesis = make(head.map(filled()));
    const surveyor = new Surveyor(hypothesis);
    const fill = filled();
    await this.table.read(
      (cells) => surveyor.row(fill(cells)),
      (bytes, totalBytes) => this.emit({ type: 'reading', bytes, totalBytes, messages: surveyor.orders }),
    );
    this.last = { given, hypothesis, survey: surveyor.end() };
    return this.last;
  }

  private withFile(mapping: MappingJson): MappingJson {
    const { delimiter, encoding, json } = this.table;
    const { file: own, ...rest } = mapping;
    const { encoding: _, delimiter: __, ...others } = (own ?? {}) as MappingJson;
    const file = {
      ...others,
      ...this.table.file,
      ...(delimiter !== undefined && delimiter !== ',' && { delimiter }),
      ...(json?.records !== undefined && { records: json.records }),
      ...(encoding !== undefined && { encoding }),
      ...(this.filled && { fill_down: [this.filled.name] }),
    };
    return Object.keys(file).length > 0 ? { ...rest, file } : rest;
  }
}

/** What the sums are made of is asked before how they add up. */
const isOpenPart = ({ id }: Question, of: string, answers: Answers): boolean =>
  (PARTS.has(id) || (of === 'amounts' && SUMS.has(id) && id !== of)) && answers[id] === undefined;
const PARTS = new Set(['identifier', 'column:item.price', 'column:item.quantity']);
const SUMS = new Set(['fees', 'gift_cards', 'amounts']);
const hasField = (mapping: MappingJson, field: string): boolean =>
  (mapping['order'] as MappingJson | undefined)?.[field] !== undefined;

/** The question about the column whose gaps a question is about. */
const COLUMN_OF: Readonly<Record<string, string>> = {
  statuses: 'column:status',
  round: 'amounts',
  'field:shipping_address.name': 'column:address.name',
  'field:billing_address.name': 'column:address.name',
  sku: 'column:item.sku',
  email: 'column:customer.email',
  postal_code: 'column:address.zip_code',
  shipping_address: 'column:address.street1',
  billing_address: 'column:address.street1',
};

/** Questions about columns without which nothing can be sent. */
const CANNOT_LACK: Readonly<Record<string, string>> = {
  'column:address.street1': 'an address: a street and a city',
  'column:item.price': 'the price of a line item',
  identifier: 'the number of an order',
  status: 'the status of an order',
};

/** Fields that a role stands for under another name: sums are searched with the column that a person names. */
const AMOUNT = /^((?:item\.)?(?:tax|discount)|total|shipping(?:_tax)?)_amount_cents$/;

/** The role whose column the answer to this question names; undefined for other questions. */
function roleOf(id: string): string | undefined {
  const field = id.replace(/^field:/, '');
  if (id === 'identifier' || field === 'status') return field;
  if (id.startsWith('column:')) return id.slice('column:'.length);
  return field === 'item.unit_price_amount_cents' ? 'item.price' : AMOUNT.exec(field)?.[1];
}

const textOf = (answer: unknown): string | undefined => (typeof answer === 'string' ? answer : undefined);

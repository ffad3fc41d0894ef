// The proposal for one file: recognises it or works it out, tries the mapping, and collects what only a person can answer.
// It is made again for every set of answers; the file is surveyed again only when an answer changes which columns are read.
import { inputFailure } from '../../basics/failure.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Folders } from '../../storage/folders.ts';
import { assumedFor } from './ask/answers.ts';
import { tableQuestions } from './ask/questions.ts';
import { trialQuestions } from './ask/trial-questions.ts';
import { type ChosenReading, chooseReading } from './decide/choose-reading.ts';
import { type Hypothesis, hypothesisOf } from './decide/hypothesis.ts';
import type { Row } from './look/columns.ts';
import type { Recognised } from './look/recognise.ts';
import { type Survey, Surveyor } from './look/survey.ts';
import type { Table } from './look/table.ts';
import type { Answers, AskedQuestion, Found, MappingJson, Question } from './proposal.ts';
import { type EmitReading, type Trial, type TrialInput, tryMapping } from './trial.ts';
import { type Draft, draftOf } from './write/draft.ts';
import { withAnswers } from './write/edits.ts';

export interface Proposal {
  readonly recognised: Recognised | undefined;
  /** Of an unknown table. */
  readonly hypothesis: Hypothesis | undefined;
  readonly survey: Survey | undefined;
  readonly amounts: ChosenReading | undefined;
  /** Of an unknown table: which column each field comes from. */
  readonly found: ReadonlyMap<string, Found>;
  readonly questions: readonly AskedQuestion[];
  /** Complete when no question is open. */
  readonly mapping: MappingJson;
  /** Undefined while it is not known which column tells the orders, or their snapshots, apart. */
  readonly trial: Trial | undefined;
}

export class Proposer {
  private surveyed:
    | { readonly given: string; readonly hypothesis: Hypothesis; readonly survey: Survey }
    | undefined;
  private readonly recognised: Recognised | undefined;
  private head: readonly Row[] | undefined;

  constructor(
    private readonly platform: Platform,
    private readonly folders: Folders,
    private readonly table: Table,
    private readonly input: TrialInput,
    options: {
      readonly recognised: Recognised | undefined;
      readonly name: string;
      /** `with` of the mapping of an unknown table. */
      readonly with: MappingJson;
      readonly emit: EmitReading;
    },
  ) {
    this.recognised = options.recognised;
    this.name = options.name;
    this.joined = options.with;
    this.emit = options.emit;
  }
  private readonly name: string;
  private readonly joined: MappingJson;
  private readonly emit: EmitReading;

  /** @throws Failure exit 6 when the file cannot be read as orders at all */
  async propose(answers: Answers): Promise<Proposal> {
    return this.recognised ? this.known(this.recognised, answers) : this.unknown(answers);
  }

  private async known(recognised: Recognised, answers: Answers): Promise<Proposal> {
    const mapping = this.withFile(withAnswers(recognised.mapping, answers));
    const { trial, undecided } = await this.try(mapping);
    const questions = withGiven(trialQuestions(trial, undecided), answers, this.asked);
    this.remember(questions);
    const nothing = { hypothesis: undefined, survey: undefined, amounts: undefined, found: new Map() };
    return { recognised, ...nothing, questions, mapping, trial };
  }

  private async unknown(answers: Answers): Promise<Proposal> {
    const { hypothesis, survey } = await this.survey(answers);
    const amounts = chooseReading(survey.readings, textOf(answers['amounts']));
    const fromTable = tableQuestions(hypothesis, survey, amounts);
    const assumed = assumedFor(fromTable, answers);
    const draft: Draft = draftOf(
      hypothesis,
      survey,
      chooseReading(survey.readings, textOf(assumed['amounts'])),
      { answers: assumed, given: answers },
      this.name,
    );
    const edits = Object.fromEntries(Object.entries(assumed).filter(([id]) => !IN_DRAFT.has(id)));
    const joined = Object.keys(this.joined).length > 0 ? { with: this.joined } : {};
    const { json, split, rules } = this.table;
    const drafted = draft.mapping['rows'] as { readonly skip?: readonly MappingJson[] } | undefined;
    const rows = {
      ...drafted,
      ...(json?.items !== undefined && { item: { list: json.items } }),
      ...(split && { split }),
      ...(rules.length > 0 && { skip: [...rules, ...(drafted?.skip ?? [])] }),
    };
    const own = { ...draft.mapping, ...joined, ...(Object.keys(rows).length > 0 && { rows }) };
    const refunded = survey.refunded > 0 ? hypothesis.roles.get('refunded')?.column.name : undefined;
    const mapping = this.withFile(withAnswers(own, edits, refunded));
    if (!hypothesis.key || !hasField(mapping, 'updated_at')) {
      if (fromTable.every(({ id }) => answers[id] !== undefined)) throw undatable(this.table.name);
      const questions = withGiven(fromTable, answers, this.asked);
      this.remember(questions);
      const nothing = { recognised: undefined, trial: undefined };
      return { ...nothing, hypothesis, survey, amounts, found: draft.found, questions, mapping };
    }
    const { trial, undecided } = await this.try(mapping);
    const tableIds = new Set(fromTable.map(({ id }) => id));
    const more = trialQuestions(trial, undecided).filter(({ id }) => !tableIds.has(id));
    const questions = withGiven([...fromTable, ...more], answers, this.asked);
    this.remember(questions);
    return {
      recognised: undefined,
      hypothesis,
      survey,
      amounts,
      found: draft.found,
      questions,
      mapping,
      trial,
    };
  }

  private try(mapping: MappingJson) {
    return tryMapping(this.platform, this.folders, this.input, mapping, this.emit);
  }

  /** Questions that were asked before stay, although an answer makes the check pass. */
  private asked: Question[] = [];
  private remember(questions: readonly AskedQuestion[]): void {
    for (const { answer: _, ...question } of questions)
      if (!this.asked.some(({ id }) => id === question.id)) this.asked.push(question);
  }

  private async survey(answers: Answers) {
    const chosen = Object.entries(answers).flatMap(([id, answer]): [string, string][] => {
      if (typeof answer !== 'string') return [];
      if (id === 'identifier') return [[id, answer]];
      return id.startsWith('column:') ? [[id.slice('column:'.length), answer]] : [];
    });
    const given = JSON.stringify(chosen);
    if (this.surveyed?.given === given) return this.surveyed;
    this.head ??= await this.table.head();
    const hypothesis = hypothesisOf(this.table.names, this.head, Object.fromEntries(chosen));
    const indexOf = (role: string): number[] => {
      const column = hypothesis.roles.get(role)?.column;
      return column ? [column.index] : [];
    };
    const surveyor = new Surveyor(
      hypothesis,
      [...indexOf('status'), ...indexOf('shipping_status')],
      indexOf('item.identifier'),
    );
    await this.table.read(
      (row) => surveyor.row(row),
      (bytes, totalBytes) => this.emit({ type: 'reading', bytes, totalBytes, messages: surveyor.complete }),
    );
    this.surveyed = { given, hypothesis, survey: surveyor.end() };
    return this.surveyed;
  }

  private withFile(mapping: MappingJson): MappingJson {
    const { delimiter, encoding, json } = this.table;
    const { encoding: _, delimiter: __, ...others } = (mapping['file'] ?? {}) as Record<string, unknown>;
    const file = {
      ...others,
      ...this.table.file,
      ...(delimiter !== undefined && delimiter !== ',' && { delimiter }),
      ...(json?.records !== undefined && { records: json.records }),
      ...(encoding !== undefined && { encoding }),
    };
    const { file: ___, ...rest } = mapping;
    return Object.keys(file).length > 0 ? { ...rest, file } : rest;
  }
}

const hasField = (mapping: MappingJson, field: string): boolean =>
  (mapping['order'] as MappingJson | undefined)?.[field] !== undefined;

const undatable = (file: string) =>
  inputFailure('input.map.undatable', 'The export does not say which snapshot of an order is newer', {
    place: { file },
    expected: 'a column with a date that moves when the order changes, such as "last modified"',
    hint: 'Export such a column as well: without it an older export could overwrite a newer order.',
  });

/** Answers that decide how the draft is written. The edits put in all others. */
const IN_DRAFT = new Set(['identifier', 'status', 'updated_at', 'country', 'amounts']);

const textOf = (answer: unknown): string | undefined => (typeof answer === 'string' ? answer : undefined);

/** The questions with their answers; answered ones that the data no longer asks follow at the end. */
function withGiven(
  questions: readonly Question[],
  answers: Answers,
  asked: readonly Question[],
): AskedQuestion[] {
  const ids = new Set(questions.map(({ id }) => id));
  const before = asked.filter(({ id }) => !ids.has(id) && answers[id] !== undefined);
  return [...questions, ...before].map((question) => ({ ...question, answer: answers[question.id] ?? null }));
}

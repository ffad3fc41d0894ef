// What a draft of a mapping is written with: the columns that were found, the answers, and the fields so far.
import type { ChosenReading } from '../decide/choose-reading.ts';
import type { Hypothesis } from '../decide/hypothesis.ts';
import type { Role } from '../decide/rules.ts';
import type { Column } from '../look/columns.ts';
import type { Survey } from '../look/survey.ts';
import type { Answers, Confidence, Found } from '../proposal.ts';

export type Json = Record<string, unknown>;

export class Writing {
  readonly order: Json = {};
  readonly item: Json = {};
  readonly limits: string[] = [];
  readonly found = new Map<string, Found>();

  constructor(
    readonly hypothesis: Hypothesis,
    readonly survey: Survey,
    readonly reading: ChosenReading | undefined,
    /** With what is assumed while questions are open. */
    readonly answers: Answers,
    /** Answers of a person, without what is only assumed. */
    readonly given: Answers,
  ) {}

  role(role: Role): Column | undefined {
    return this.hypothesis.roles.get(role)?.column;
  }

  /** Sets a field from the column of a role, and records how sure that is. Returns whether there is one. */
  field(into: Json, field: string, role: Role, spec: (name: string) => unknown = (name) => name): boolean {
    const assigned = this.hypothesis.roles.get(role);
    if (!assigned) return false;
    const { column, named, proven } = assigned;
    const confidence = proven && named ? 'sure' : 'likely';
    const why = proven ? (named ? 'name and values' : 'values') : 'name';
    into[field] = spec(column.name);
    this.note(into === this.item ? `item.${field}` : field, role, column, confidence, why);
    return true;
  }

  take(field: string, role: Role, column: Column, confidence: Confidence, why: string, into: Json): void {
    into[field] = column.name;
    this.note(into === this.item ? `item.${field}` : field, role, column, confidence, why);
  }

  note(field: string, role: Role, { name, index }: Column, confidence: Confidence, why: string): void {
    this.found.set(field, { role, column: name, index, confidence, why });
  }
}

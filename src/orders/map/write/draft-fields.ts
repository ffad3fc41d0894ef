// What a draft of a mapping is written with: the columns that were found, the answers, and the fields so far.
import { quote } from '../../../basics/text.ts';
import { EXPONENT } from '../../../contract/message-rules.ts';
import { OPEN } from '../../audit/statuses.ts';
import { speaksOf } from '../../audit/suspicion.ts';
import type { ChosenReading } from '../decide/choose-reading.ts';
import type { Hypothesis } from '../decide/hypothesis.ts';
import type { Role } from '../decide/rules.ts';
import type { Column } from '../look/columns.ts';
import type { Survey } from '../look/survey.ts';
import { wordSet } from '../look/word-lists.ts';
import type { Answers, FieldChoice, MappingJson } from '../types.ts';

export type Sureness = Pick<FieldChoice, 'confidence' | 'why'>;

/** Fields that an order can be sent without. */
const OPTIONAL = wordSet('item.upc item.tracking_number item.product_identifier item.variant_identifier');

export class Writing {
  readonly order: MappingJson = {};
  readonly item: MappingJson = {};
  readonly limits: string[] = [];
  readonly found = new Map<string, Sureness>();

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

  /** The column with units that were taken off the order: by its name, or as the sums show. */
  canceledUnits(): Column | undefined {
    const shown = this.hypothesis.columns[this.reading?.reading.canceled ?? -1];
    // Units that have not left yet are asked about by the audit.
    return this.role('item.quantity_canceled') ?? (shown && speaksOf(shown.name, OPEN) ? undefined : shown);
  }

  /** Sets a field from the column of a role, and records how sure that is. Returns whether there is one. */
  field(field: string, role: Role = field, make = (name: string): unknown => name): boolean {
    const assigned = this.hypothesis.roles.get(role);
    if (!assigned) return false;
    const { column, named, proven } = assigned;
    const why = proven ? (named ? 'name and values' : 'values') : 'name';
    const confidence = proven && named ? 'sure' : 'likely';
    this.take(field, column, why, { confidence, value: this.withDigits(field, column, make(column.name)) });
    return true;
  }

  /** Without the numbers whose digits a spreadsheet lost, where an order can be sent without them. */
  private withDigits(field: string, { name, index }: Column, value: unknown): unknown {
    const lost = this.hypothesis.orders.flat().find((row) => EXPONENT.test(row[index]!));
    if (!lost || !OPTIONAL.has(field)) return value;
    const example = quote(lost[index]!);
    this.limits.push(
      `${name}: numbers whose digits a spreadsheet lost, such as ${example}, are left out (${field})`,
    );
    return { cases: [{ when: { not: { column: name, matches: EXPONENT.source } }, value }] };
  }

  take(
    field: string,
    { name }: Column,
    why: string,
    more: { readonly confidence?: Sureness['confidence']; readonly value?: unknown } = {},
  ): void {
    this.put(field, more.value ?? name);
    this.found.set(field, { confidence: more.confidence ?? 'likely', why });
  }

  /** Sets a field to what comes from no column. */
  put(field: string, value: unknown): void {
    if (field.startsWith('item.')) this.item[field.slice('item.'.length)] = value;
    else this.order[field] = value;
  }
}

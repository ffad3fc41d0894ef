// The audit: looks at a mapping and the data as if somebody else had made the mapping, and says what speaks against it. It knows
// no more of the mapping than which column gives which field its values.
import { quote } from '../../basics/text.ts';
import type { Finding } from '../../contract/finding.ts';
import { applyLevels, type LevelUse } from '../../contract/levels.ts';
import { type CodeCount, found } from '../../contract/report.ts';
import type { Inputs } from '../../input/types.ts';
import { ARTICLE_QUESTIONS } from './articles.ts';
import { isConfirmed } from './confirmed.ts';
import { dateQuestions } from './dates.ts';
import { MONEY_QUESTIONS } from './money.ts';
import { PERSON_QUESTIONS } from './persons.ts';
import type { AuditSample } from './sample.ts';
import { STATUS_QUESTIONS } from './statuses.ts';
import { type AuditedOrder, type Subject, subjectOf } from './subject.ts';
import { ALL, type Suspicion } from './suspicion.ts';
import { UNIT_QUESTIONS } from './units.ts';

/** One finding about many orders. */
export interface AuditFinding {
  readonly finding: Finding;
  readonly columns: readonly string[];
  readonly others: readonly string[];
  /** Orders that are concerned, and orders that were looked at. */
  readonly orders: readonly Pick<AuditedOrder, 'id' | 'file' | 'line'>[];
  readonly of: number;
}

export interface Audit {
  /** What was not confirmed. */
  readonly findings: readonly AuditFinding[];
  /** Orders that were looked at, and orders of the input. */
  readonly looked: number;
  readonly total: number;
  /** Columns of the file; undefined for JSON. */
  readonly columns: number | undefined;
}

export interface AuditOptions extends LevelUse {
  /** ms since the epoch. */
  readonly now: number;
  /** The fewest orders that say something about all; default ALL. */
  readonly fewest?: number | undefined;
}

export function auditOf(
  sample: AuditSample,
  inputs: Pick<Inputs, 'files' | 'bytesOf' | 'mapping'>,
  { now, fewest = ALL, levels, touched }: AuditOptions,
): Audit {
  const { mapping } = inputs;
  const subject = subjectOf(sample.orders(), inputs, fewest);
  const looked = subject.orders.length;
  const findings = suspicionsOf(subject, now).flatMap((suspicion): AuditFinding[] => {
    const { columns, others = [], orders } = suspicion;
    if (mapping && isConfirmed(mapping, suspicion, orders.length / looked, subject.columnsInFile)) return [];
    const [finding] = applyLevels([findingOf(suspicion, looked)], levels, touched);
    return finding ? [{ finding, columns, others, orders, of: looked }] : [];
  });
  return { findings, looked, total: sample.total, columns: subject.columnsInFile };
}

/** A finding as plans and summaries count them. */
export const countOf = ({ finding, orders }: AuditFinding): CodeCount => ({
  code: finding.code,
  count: orders.length,
  firstLine: orders[0]!.line,
  firstFile: orders[0]!.file,
  example: finding,
  details: [{ field: finding.path, word: null, count: orders.length }],
});

/** All that speaks against where the fields of these orders come from, confirmed or not. */
export const suspicionsOf = (subject: Subject, now: number): readonly Suspicion[] =>
  [
    ...PERSON_QUESTIONS,
    ...ARTICLE_QUESTIONS,
    ...dateQuestions(now),
    ...STATUS_QUESTIONS,
    ...MONEY_QUESTIONS,
    ...UNIT_QUESTIONS,
  ].flatMap((question) => question(subject));

function findingOf(
  { rule, field, columns: [column], others = [], orders, args }: Suspicion,
  of: number,
): Finding {
  const named = {
    ...(column !== undefined && { column }),
    ...(others.length > 0 && { others: others.map(quote).join(', ') }),
  };
  return found(rule, field, { ...args, ...named, orders: orders.length, of });
}

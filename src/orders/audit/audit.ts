// The audit: looks at a mapping and the data as if somebody else had made the mapping, and says what speaks against it. It knows
// no more of the mapping than which column gives which field its values.
import { quote } from '../../basics/text.ts';
import { type CodeCount, type Finding, found } from '../../contract/finding.ts';
import { applyLevels, type LevelUse } from '../../contract/levels.ts';
import type { Confirmation } from '../../input/mapping/language/shape.ts';
import type { Inputs, MappingInfo } from '../../input/types.ts';
import { ARTICLE_QUESTIONS } from './articles.ts';
import { CANCELLATION_QUESTIONS } from './cancellations.ts';
import { dateQuestions } from './dates.ts';
import { MONEY_QUESTIONS } from './money.ts';
import { PERSON_QUESTIONS } from './persons.ts';
import type { AuditSample } from './sample.ts';
import { STATUS_QUESTIONS } from './statuses.ts';
import { type Subject, subjectOf } from './subject.ts';
import { ALL, type Audit, type AuditFinding, type Doubt, MANY, type Suspicion } from './suspicion.ts';
import { UNIT_QUESTIONS } from './units.ts';

interface AuditOptions extends LevelUse {
  /** ms since the epoch. */
  readonly now: number;
  /** The fewest orders that say something about all; default ALL. */
  readonly fewest?: number | undefined;
}

export function auditOf(
  sample: AuditSample,
  inputs: Pick<Inputs, 'files' | 'bytesOf' | 'mapping'>,
  { now, fewest = ALL, levels }: AuditOptions,
): Audit {
  const { mapping } = inputs;
  const subject = subjectOf(sample.orders(), inputs, fewest);
  const looked = subject.orders.length;
  const isMapped = mapping !== undefined;
  const findings = suspicionsOf(subject, now).flatMap((suspicion): AuditFinding[] => {
    const { columns, others = [], orders, ...more } = suspicion;
    if (mapping && isConfirmed(mapping, suspicion, orders.length / looked, subject.columnsInFile)) return [];
    const [finding] = applyLevels([findingOf(suspicion, looked, isMapped)], levels);
    return finding ? [{ ...more, finding, columns, others, orders, of: looked }] : [];
  });
  return { findings, looked, total: sample.total, columns: subject.columnsInFile };
}

/** Where nothing is looked at. */
export const noAudit = ({ total }: AuditSample): Audit => ({
  findings: [],
  looked: total,
  total,
  columns: undefined,
});

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
const suspicionsOf = (subject: Subject, now: number): readonly Suspicion[] =>
  [
    ...PERSON_QUESTIONS,
    ...ARTICLE_QUESTIONS,
    ...dateQuestions(now),
    ...STATUS_QUESTIONS,
    ...CANCELLATION_QUESTIONS,
    ...MONEY_QUESTIONS,
    ...UNIT_QUESTIONS,
  ]
    .flatMap((question): readonly Doubt[] => [question(subject) ?? []].flat())
    .filter(({ orders }) => orders.length > 0)
    .map((one) => ({ columns: subject.columnsOf(one.field), ...one }));

function findingOf(
  { rule, field, columns: [column], others = [], orders, args }: Suspicion,
  of: number,
  isMapped: boolean,
): Finding {
  const named = {
    ...(column !== undefined && { column }),
    ...(others.length > 0 && { others: others.map(quote).join(', ') }),
  };
  const finding = found(rule, field, { ...args, ...named, orders: orders.length, of });
  // Who writes the template, or JSON with our names, has chosen each field: that is no mapping which may be wrong.
  return isMapped || finding.severity !== 'error' ? finding : { ...finding, severity: 'warning' };
}

// What somebody has confirmed is not asked again: in the mapping, or by a mapping that comes with this program, which knows the
// columns of its platform.

/** @param share of the orders, 0 to 1 @param columnsInFile undefined for JSON */
function isConfirmed(
  { confirmed, unmapped, isOfPlatform }: Pick<MappingInfo, 'confirmed' | 'unmapped' | 'isOfPlatform'>,
  { rule, field, columns, others = [] }: Pick<Suspicion, 'rule' | 'field' | 'columns' | 'others'>,
  share: number,
  columnsInFile: number | undefined,
): boolean {
  const all = [...columns, ...others];
  const isStrange = rule.severity === 'error' && all.some((name) => unmapped.includes(name));
  if (isOfPlatform && !isStrange) return true;
  return confirmed.some(
    (one) =>
      one.rule === rule.code &&
      one.field === field &&
      one.columns.join('\n') === all.join('\n') &&
      (one.header === undefined || columnsInFile === undefined || one.header === columnsInFile) &&
      (share <= one.share * 2 || share <= MANY),
  );
}

/** What a person confirms, as the mapping keeps it. */
export const confirmationOf = (
  { finding, columns, others, orders, of }: AuditFinding,
  columnsInFile: number | undefined,
): Confirmation => ({
  rule: finding.code,
  field: finding.path,
  columns: [...columns, ...others],
  share: Number((orders.length / of).toFixed(3)),
  ...(columnsInFile !== undefined && { header: columnsInFile }),
});

// The questions about what the audit found: right as it is, or another column. What is right is kept in the mapping as confirmed.
import { mask, quote } from '../../../basics/text.ts';
import { describeOrderFinding } from '../../../contract/order-catalog.ts';
import { AUDIT_RULES } from '../../../contract/order-rules/audit.ts';
import type { Confirmation } from '../../../input/mapping/language/shape.ts';
import { confirmationOf } from '../../audit/audit.ts';
import { REFUND } from '../../audit/money.ts';
import { type Audit, type AuditFinding, listOf, speaksOf } from '../../audit/suspicion.ts';
import { conceptsIn, meaningOf, meansOf } from '../look/words.ts';
import type { Answer, Answers, MappingJson, Question } from '../types.ts';

/** Of questions that the audit asks. */
const CONFIRM = 'confirm:';
/** The question stays open as long as the finding is there: other answers have to change what it doubts. */
export const NO = 'no';
export const isConfirmation = (id: string): boolean =>
  AUDIT_RULES.some(({ code }) => id.startsWith(`${CONFIRM}${code}:`));

const shortIdOf = ({ finding }: AuditFinding): string => `${CONFIRM}${finding.code}:${finding.path}`;

/** What may be found in several columns is asked about each of them. */
function idOf(one: AuditFinding): string {
  const { code } = one.finding;
  const [column] = code in OF_WORDS ? one.columns : code === 'audit.quantity.open' ? one.others : [];
  return column === undefined ? shortIdOf(one) : `${shortIdOf(one)}:${column}`;
}

const withoutColumn = (id: string): string => id.split(':', 3).join(':');

/** What is answered without a column is about the one column that is found: of several, nobody said which. */
export const answeredForOne = (questions: readonly Question[], answers: Answers): Answers =>
  Object.fromEntries(
    questions.flatMap(({ id, choices }): [string, Answer][] => {
      const short = withoutColumn(id);
      const isOnly =
        isConfirmation(id) && !questions.some((one) => one.id !== id && withoutColumn(one.id) === short);
      return isOnly && choices.some(({ value }) => value === answers[short]) ? [[id, answers[short]!]] : [];
    }),
  );

/** The column that an answer to the audit names; undefined where it names none. */
export const columnConfirmed = (id: string): string | undefined =>
  isConfirmation(id) && id !== withoutColumn(id) ? id.slice(withoutColumn(id).length + 1) : undefined;

export const auditQuestions = ({ findings }: Audit): Question[] =>
  findings.map(
    (one): Question => ({
      id: idOf(one),
      text: `${describeOrderFinding(one.finding)} (first: order ${mask(one.orders[0]!.id)}). ${askedOf(one)}`,
      choices: [
        { value: 'yes', text: 'it is right, and not asked again' },
        ...otherColumns(one),
        { value: NO, text: `first change a field, such as ${one.finding.path}` },
      ],
      proposed: null,
      // What need not be sent is not, where nobody can say whether it is right.
      unattended: OPTIONAL.test(one.finding.path) ? 'none' : REFUSED.has(one.finding.code) ? 'yes' : null,
      orders: one.orders.length,
    }),
  );

const OPTIONAL = /\.(?:image_url|tracking_number|weight)$/;

/** Of orders that are refused, and so listed in any case. */
const REFUSED = new Set(['audit.sku.discount']);

/** What is asked, where the sentence before it says two things. */
function askedOf({ finding: { code, args }, others }: AuditFinding): string {
  if (code === 'audit.quantity.open')
    return args.isFewer ? 'Is it right that none of them has left?' : 'Is it right to send them as shipped?';
  if (code !== 'audit.status.contradicted') return 'Is that right?';
  return `Is it right to send the units as they are now, and not by ${others.map(quote).join(', ')}?`;
}

/** By finding about words: the kind of the answer, its value, and what it means, with the words in place of `_`. */
const OF_WORDS: Readonly<Record<string, readonly [kind: string, value: string, text: string]>> = {
  'audit.identifier.kind': ['left_out', 'leave out', 'orders with _ are left out'],
  'audit.status.lines': ['open_lines', 'open', 'lines with _ have not left'],
  'audit.cancelled.unused': ['canceled_lines', 'cancelled', 'lines with _ were cancelled'],
  'audit.sku.shipping': ['shipping_rows', 'shipping', 'rows with _ are the shipping, and no lines'],
};

/** What the findings name as columns that may be right. */
function otherColumns({
  finding: { code, path, args },
  columns,
  others,
  words = {},
  beside: { sales, others: kept } = { sales: [], others: [] },
  match,
  lineColumn,
}: AuditFinding): Question['choices'] {
  const [part = ''] = columns;
  const [other] = others;
  const choice = (value: string, text: string, answers: Answers) => [{ value, text, answers }];
  const ofLine: Answers = lineColumn === undefined ? {} : { [`line_column:${lineColumn}`]: lineColumn };
  const list = (texts: readonly string[]) => texts.map(quote).join(', ');
  const texts = list(Object.keys(words));
  const [kind, value = '', meant = ''] = (texts !== '' && OF_WORDS[code]) || [];
  if (kind !== undefined) {
    const answers = (more: object) => ({ [`${kind}:${part}`]: { ...words, ...more }, ...ofLine });
    const stay = kept.length + sales.length > 0 ? `, those with ${list([...sales, ...kept])} are sent` : '';
    const all = Object.fromEntries(kept.map((word) => [word, part]));
    return [
      ...choice(value, `${meant.replace('_', () => texts)}${stay}`, answers({})),
      ...(kept.length > 0 && sales.length > 0
        ? choice('sales', `only orders with ${list(sales)} are sent`, answers(all))
        : []),
    ];
  }
  if (code === 'audit.identifier.kind')
    return choice('leave out', 'orders with a value in it are left out', { [`left_out:${part}`]: part });
  if (code === 'audit.money.unused') {
    const [field, what] =
      lineColumn === undefined
        ? ['shipping_amount_cents', 'shipping']
        : ['item.tax_amount_cents', 'the tax of the lines'];
    const isCard = meansOf(meaningOf(part), ['credit']);
    const answers = { ...(!isCard && { [`field:${field}`]: part }), 'field:total_amount_cents': other! };
    const meant = isCard ? 'what was paid by gift card' : what;
    return choice(part, `it is ${meant}, and ${quote(other!)} the total`, answers);
  }
  if (code === 'audit.sku.discount')
    return columns.flatMap((name) =>
      choice('discount', 'such rows are a discount of the order, and no lines', { discount_rows: name }),
    );
  if (code === 'audit.cancelled.unused' && part !== '' && other === undefined)
    return meansOf(meaningOf(part), ['quantity', 'count'])
      ? choice(part, 'it counts the units that were cancelled', { [`canceled_units:${part}`]: part })
      : choice(part, 'what has a value in it was cancelled', { [`canceled:${part}`]: part, ...ofLine });
  if (code === 'audit.status.contradicted' && match && other !== undefined) {
    const { key, own, beside } = match;
    const lastKey = (name: string) => meaningOf(name.slice(name.lastIndexOf('.') + 1));
    const only = (...concepts: Parameters<typeof meansOf>[1]) => {
      const like = beside.filter((name) => concepts.every((one) => lastKey(name).concepts.has(one)));
      return like.length === 1 ? like[0]! : '';
    };
    const more = { tracking_number: only('tracking'), shipped_date: only('ship', 'date') };
    return choice(other, `units of a line have shipped that stand there beside its ${key}`, {
      shipped_units: { quantity_shipped: other, key, own, ...more },
    });
  }
  if (code === 'audit.quantity.left') {
    const text = 'orders with such lines are refused: what was ordered is not known for certain';
    return choice('refuse', text, { [`refused_unlike:${other}`]: { [other!]: part } });
  }
  if (code === 'audit.quantity.open' && other !== undefined) {
    const text = 'it counts units that have not left: they are not sent as shipped, nor their orders';
    return choice(other, text, { [`open_units:${other}`]: other, ...ofLine });
  }
  if (code === 'audit.refunds.unused' && texts !== '')
    return choice('leave out', `orders with ${texts} are left out`, { [`left_out:${part}`]: words });
  if (code === 'audit.refunds.unused')
    return columns
      .filter((name) => speaksOf(name, REFUND))
      .flatMap((name) => {
        const field = refundFieldOf(name);
        const text = `${field} comes from it; what else a refund needs is asked next`;
        return choice(name, text, { [`field:${field}`]: name });
      });
  if (code === 'audit.address.house')
    return others.flatMap((one) =>
      [`{${part}} {${one}}`, `{${one}} {${part}}`].flatMap((name) => {
        const fields = args.isBoth ? ['shipping_address.street1', 'billing_address.street1'] : [path];
        const answers = Object.fromEntries(fields.map((field) => [`field:${field}`, name]));
        return choice(name, 'the street with the number of the house', answers);
      }),
    );
  const names =
    code === 'audit.person.half'
      ? others.flatMap((one) => [`{${part}} {${one}}`, `{${one}} {${part}}`])
      : FROM_OTHERS.test(code)
        ? others.filter((one) => !isOfOtherList(one, part))
        : [];
  const from = (name: string, text: string) => choice(name, text, { [`field:${path}`]: name });
  const mayLack = OPTIONAL.test(path) || path === 'item.shipped_date';
  return [
    ...names.flatMap((name) => from(name, `${path} comes from it`)),
    ...(mayLack ? from('none', `${path} is not sent`) : []),
  ];
}
/** Findings whose other columns may be those of the field. */
const FROM_OTHERS =
  /^audit\.(?:sku|updated_at|quantity\.contradicted|status\.(?:contradicted|partly)|person\.other|money\.total)/;

/** In JSON, the elements of a list of shipments are no lines: only a `match` finds those of a line. */
const isOfOtherList = (path: string, own = ''): boolean => {
  const [list, ofOwn] = [listOf(path), listOf(own)];
  return list !== ofOwn && (list.includes('[].') || (list !== '' && ofOwn !== ''));
};

/** What a column that speaks of refunds says of one; most say how much. */
export function refundFieldOf(column: string): string {
  const meaning = meaningOf(column);
  const is = (concepts: string) => meansOf(meaning, conceptsIn(concepts));
  // In a list of its own, by the last key: `refunds[].lines[].lineId`.
  const own = column.includes('[].') ? meaningOf(column.slice(column.lastIndexOf('.') + 1)) : undefined;
  if (own?.concepts.has('sku')) return 'refund_line.sku';
  if (own && meansOf(own, ['line', 'item', 'product'])) return 'refund_line.order_item_identifier';
  if (is('quantity count')) return 'refund_line.quantity';
  if (is('date created')) return 'refund.created_at';
  return is('number reference code') ? 'refund.identifier' : 'refund.total_refund_amount_cents';
}

/** The mapping without what was confirmed in it before, and is now answered otherwise: that is asked again. */
export function withoutRevoked(mapping: MappingJson, answers: Answers): MappingJson {
  const isRevoked = ({ rule, field, columns }: Confirmation) =>
    ['', ...columns.map((name) => `:${name}`)].some(
      (end) => (answers[`${CONFIRM}${rule}:${field}${end}`] ?? 'yes') !== 'yes',
    );
  const before = (mapping['confirmed'] ?? []) as readonly Confirmation[];
  const confirmed = before.filter((one) => !isRevoked(one));
  return confirmed.length < before.length ? { ...mapping, confirmed } : mapping;
}

export function withConfirmed(
  mapping: MappingJson,
  { findings }: Audit,
  answers: Answers,
  columns: number | undefined,
): MappingJson {
  const confirmed = findings
    .filter((one) => answers[idOf(one)] === 'yes')
    .map((one) => confirmationOf(one, columns));
  const before = (mapping['confirmed'] ?? []) as readonly Confirmation[];
  const isSame = (one: Confirmation, other: Confirmation) =>
    one.rule === other.rule &&
    one.field === other.field &&
    one.columns.join('\n') === other.columns.join('\n');
  const kept = before.filter((one) => !confirmed.some((other) => isSame(one, other)));
  return confirmed.length === 0 ? mapping : { ...mapping, confirmed: [...kept, ...confirmed] };
}

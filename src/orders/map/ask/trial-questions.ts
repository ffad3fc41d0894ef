// The questions that a check with the proposed mapping leaves open: what it cannot decide, and what it would refuse.

import { mask, quote } from '../../../basics/text.ts';
import { describeOrderFinding } from '../../../contract/order-catalog.ts';
import { AUDIT_RULES } from '../../../contract/order-rules/audit.ts';
import { pathOf } from '../../../input/mapping/json/json-paths.ts';
import type { Confirmation } from '../../../input/mapping/language/shape.ts';
import { confirmationOf } from '../../audit/audit.ts';
import { REFUND } from '../../audit/money.ts';
import { type Audit, type AuditFinding, listOf, speaksOf } from '../../audit/suspicion.ts';
import type { CodeRow } from '../../upload/order-run.ts';
import type { Recognised } from '../look/mapping-for-header.ts';
import { conceptsIn, meaningOf, meansOf } from '../look/words.ts';
import type { Trial, Undecided } from '../trial.ts';
import type { Answers, AskedQuestion, MappingJson, Question } from '../types.ts';
import { statusColumn } from '../write/edit-statuses.ts';
import { hasOneAddress, hasTwoAddresses } from '../write/edits.ts';
import { dateOrderText, decimalText, questionOf, statusQuestion } from './asking.ts';
import { KINDS, type KindId } from './kinds.ts';

// The questions about what the audit found: right as it is, or another column. What is right is kept in the mapping as confirmed.

/** Of questions that the audit asks. */
const CONFIRM = 'confirm:';
export const isConfirmation = (id: string): boolean =>
  AUDIT_RULES.some(({ code }) => id.startsWith(`${CONFIRM}${code}:`));

const idOf = ({ finding }: AuditFinding): string => `${CONFIRM}${finding.code}:${finding.path}`;

export const auditQuestions = ({ findings }: Audit): Question[] =>
  findings.map(
    (one): Question => ({
      id: idOf(one),
      text: `${describeOrderFinding(one.finding)} (first: order ${mask(one.orders[0]!.id)}). ${askedOf(one)}`,
      choices: [{ value: 'yes', text: 'it is right, and not asked again' }, ...otherColumns(one)],
      proposed: null,
      // What need not be sent is not, where nobody can say whether it is right.
      unattended: OPTIONAL.test(one.finding.path) ? 'none' : null,
      orders: one.orders.length,
    }),
  );

const OPTIONAL = /\.(?:image_url|tracking_number|weight)$/;

/** What is asked, where the sentence before it says two things. */
function askedOf({ finding: { code }, others }: AuditFinding): string {
  if (code === 'audit.quantity.open') return 'Is it right to send them as shipped?';
  if (code !== 'audit.status.contradicted') return 'Is that right?';
  return `Is it right to send the units as they are now, and not by ${others.map(quote).join(', ')}?`;
}

/** What the findings name as columns that may be right. */
function otherColumns({
  finding,
  columns,
  others,
  words = {},
  match,
  ...one
}: AuditFinding): Question['choices'] {
  const { code, path } = finding;
  const [part] = columns;
  if (code === 'audit.money.unused') {
    const [sum] = others;
    const answers: Answers = { 'field:shipping_amount_cents': part!, 'field:total_amount_cents': sum! };
    return [{ value: part!, text: `it is shipping, and ${quote(sum)} the total`, answers }];
  }
  const texts = Object.keys(words).map(quote).join(', ');
  const ofLine: Answers = one.lineColumn === undefined ? {} : { line_column: one.lineColumn };
  if (code === 'audit.identifier.kind')
    return [{ value: 'leave out', text: `orders with ${texts} are left out`, answers: { left_out: words } }];
  if (code === 'audit.status.lines')
    return [
      { value: 'open', text: `lines with ${texts} have not left`, answers: { open_lines: words, ...ofLine } },
    ];
  if (code === 'audit.cancelled.unused' && texts !== '')
    return [
      {
        value: 'cancelled',
        text: `lines with ${texts} were cancelled`,
        answers: { canceled_lines: words, ...ofLine },
      },
    ];
  if (code === 'audit.cancelled.unused' && part !== undefined && others.length === 0) {
    const isUnits = meansOf(meaningOf(part), ['quantity', 'count']);
    const text = isUnits ? 'it counts the units that were cancelled' : 'what has a value in it was cancelled';
    const answers: Answers = isUnits ? { canceled_units: part } : { canceled: part, ...ofLine };
    return [{ value: part, text, answers }];
  }
  const [other] = others;
  if (code === 'audit.status.contradicted' && match && other !== undefined) {
    const { key, own, beside } = match;
    const lastKey = (name: string) => meaningOf(name.slice(name.lastIndexOf('.') + 1));
    const only = (...concepts: Parameters<typeof meansOf>[1]) => {
      const like = beside.filter((name) => concepts.every((one) => lastKey(name).concepts.has(one)));
      return like.length === 1 ? like[0]! : '';
    };
    const text = `units of a line have shipped that stand there beside its ${key}`;
    const more = { tracking_number: only('tracking'), shipped_date: only('ship', 'date') };
    return [
      { value: other, text, answers: { shipped_units: { quantity_shipped: other, key, own, ...more } } },
    ];
  }
  if (code === 'audit.quantity.open' && other !== undefined) {
    const text = 'it counts units that have not left: they are not sent as shipped, nor their orders';
    return [{ value: other, text, answers: { open_units: other, ...ofLine } }];
  }
  if (code === 'audit.sku.shipping' && texts !== '') {
    const text = `rows with ${texts} are the shipping, and no lines`;
    return [{ value: 'shipping', text, answers: { shipping_rows: words } }];
  }
  if (code === 'audit.refunds.unused')
    return columns.flatMap((value) => {
      const field = refundFieldOf(value);
      const text = `${field} comes from it; what else a refund needs is asked next`;
      return speaksOf(value, REFUND) ? [{ value, text, answers: { [`field:${field}`]: value } }] : [];
    });
  const names =
    code === 'audit.person.half'
      ? others.flatMap((other) => [`{${part}} {${other}}`, `{${other}} {${part}}`])
      : [];
  const isField = /^audit\.(?:sku|updated_at|quantity\.contradicted|status\.contradicted|person\.other)/.test(
    code,
  );
  const mayLack = OPTIONAL.test(path) || path === 'item.shipped_date';
  return [
    ...(isField ? others.filter((other) => !isOfOtherList(other, part)) : names).map((value) => ({
      value,
      text: `${path} comes from it`,
    })),
    ...(mayLack ? [{ value: 'none', text: `${path} is not sent` }] : []),
  ].map((choice) => ({ ...choice, answers: { [`field:${path}`]: choice.value } }));
}

/** In JSON, the elements of a list of shipments are no lines: only a `match` finds those of a line. */
const isOfOtherList = (path: string, own = ''): boolean => {
  const [list, ofOwn] = [listOf(path), listOf(own)];
  return list !== ofOwn && (list.includes('[].') || (list !== '' && ofOwn !== ''));
};

/** What a column that speaks of refunds says of one; most say how much. */
function refundFieldOf(column: string): string {
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

/** The answers that chosen choices stand for; a template stands for what a choice would. */
export const impliedBy = (questions: readonly Pick<AskedQuestion, 'id' | 'choices' | 'answer'>[]): Answers =>
  Object.fromEntries(
    questions.flatMap(({ id, choices, answer }): [string, Answers[string]][] => {
      const chosen = choices.find(({ value }) => value === answer);
      if (chosen || answer === null || !id.startsWith('field:')) return Object.entries(chosen?.answers ?? {});
      return Object.keys(choices[0]?.answers ?? {}).map((one) => [one, answer]);
    }),
  );

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
    one.rule === other.rule && one.field === other.field;
  const kept = before.filter((one) => !confirmed.some((other) => isSame(one, other)));
  return confirmed.length === 0 ? mapping : { ...mapping, confirmed: [...kept, ...confirmed] };
}

const ADDRESS_PARTS = ['name', 'street1', 'city', 'zip_code', 'country_code'];

/** What Enter takes, and what is taken when nobody can be asked. */
type Usual = readonly [proposed: string, unattended?: string];

/** `zone`: of the country or the currency of the shop. */
export function trialQuestions(
  { summary, plan, mapping }: Trial,
  undecided: readonly Undecided[],
  zone: Partial<Question>,
  answers: Answers,
): Question[] {
  const orders = summary.input.orders;
  const questions = undecided.map((one) => undecidedQuestion(one, orders, zone));
  const { by_code: refused } = summary.refused;
  const missing = (...fields: readonly string[]): number =>
    Math.max(...fields.map((field) => countOf(refused, 'order.field.missing', field)));
  const ask = (id: KindId, count: number, text: string, [proposed, unattended = proposed]: Usual) => {
    // What all orders lack, no answer of most shops makes good.
    const isLikely = count < orders;
    if (count > 0) questions.push(questionOf(id, text, count, isLikely ? { proposed, unattended } : {}));
  };
  ask(
    'email',
    missing('customer.email', 'customer'),
    'Some orders have no e-mail address, which the service needs. What shall happen to them?',
    ['refuse'],
  );
  // What all orders lack stands in a column that was not found; without one, in none.
  const isLost = (field: string) =>
    missing(field) >= orders * 0.9 && answers[`field:${field}`] === undefined && orders > 0;
  for (const part of ADDRESS_PARTS) {
    const lost = ['shipping_address', 'billing_address'].map((block) => `${block}.${part}`).filter(isLost);
    // Two addresses with columns of their own have two columns of it as well.
    for (const fields of hasTwoAddresses(mapping) ? lost.map((one) => [one]) : [lost]) {
      const [field] = fields;
      if (field === undefined) continue;
      const choices = columnsOrNone(plan.mapping?.unmapped ?? [], 'none has it').map((choice) => ({
        ...choice,
        answers: Object.fromEntries(fields.map((one) => [`field:${one}`, choice.value])),
      }));
      const two = part === 'name' ? ' Where it has two columns: that of the first name.' : '';
      const text = `No order has ${fields.join(' and ')}. Which column is it?${two}`;
      questions.push(questionOf(`field:${field}`, text, missing(field), { choices, unattended: null }));
    }
  }
  const lacks = (block: string) =>
    missing(
      block,
      ...['street1', 'city'].map((part) => `${block}.${part}`).filter((field) => !isLost(field)),
    );
  const other = { shipping_address: 'billing', billing_address: 'shipping' } as const;
  for (const block of ['shipping_address', 'billing_address'] as const)
    ask(
      block,
      hasOneAddress(mapping) ? 0 : lacks(block),
      `Some orders have no ${block.replace('_', ' ')}. Shall the ${other[block]} address be taken instead?`,
      [other[block]],
    );
  ask(
    'postal_code',
    Math.max(
      ...['shipping_address', 'billing_address'].map((block) =>
        isLost(`${block}.zip_code`) ? 0 : missing(`${block}.zip_code`) - lacks(block),
      ),
    ),
    'Some orders have no postal code. Shall they be sent without it?',
    ['send'],
  );
  const noSku = missing('items[].sku');
  const { sku, upc: code } = (mapping['item'] ?? {}) as Record<string, unknown>;
  const upc =
    sku === undefined && typeof code === 'string'
      ? { value: code, text: 'the code of the product', answers: { 'field:item.sku': code } }
      : undefined;
  const standIn = upc?.value ?? 'title';
  if (noSku > 0)
    questions.push(
      questionOf(
        'sku',
        'Some lines have no sku, by which the service and your catalog know a product. What shall stand for it?',
        noSku,
        {
          proposed: standIn,
          unattended: standIn,
          ...(upc && { choices: [upc, ...KINDS.sku.choices] }),
        },
      ),
    );
  ask(
    'round',
    refused.find(({ code }) => code === 'cell.inexact')?.count ?? 0,
    'The price of a unit is the amount of the line divided by its units, which is not always whole cents. Round it?',
    ['half_up', 'refuse'],
  );
  const unknown = refused.find(({ code }) => code === 'cell.unmapped');
  const column = statusColumn(mapping);
  const words = (unknown?.details ?? []).flatMap(({ field, word, count }) =>
    field === pathOf(column ?? '') && word !== null ? [[word, count] as const] : [],
  );
  const count = words.reduce((sum, [, orders]) => sum + orders, 0);
  if (count > 0) questions.push(statusQuestion('What do these words in the status mean?', words, count));
  return questions;
}

function undecidedQuestion(
  { id, column, found }: Undecided,
  orders: number,
  zone: Partial<Question>,
): Question {
  const where = column === undefined ? '' : ` in ${column}`;
  const example = found?.replace(/, which reads both ways$/, '');
  const ask = (text: string, more?: Partial<Question>) => questionOf(id, text, orders, more);
  if (id === 'timezone')
    return ask(`In which time zone are the times${where}? (an IANA name, such as Europe/London)`, zone);
  if (id === 'decimal') return ask(decimalText(example));
  // Most services count the parts of ISO 4217; with nobody to ask, it is not assumed.
  if (id === 'minor_units')
    return ask(`What does the service count? ${found ?? ''}`, { proposed: 'iso', unattended: null });
  return ask(dateOrderText(column, example));
}

const countOf = (rows: readonly CodeRow[], code: string, field: string): number =>
  rows.find((row) => row.code === code)?.details.find((one) => one.field === field)?.count ?? 0;

/** Of a remembered mapping whose columns the export no longer has: which column each such field is read from now; nobody need be asked where that changes no amount, date or unit. */
export const lostQuestions = (
  { lost = [] }: Recognised,
  names: readonly string[],
  orders: number,
): Question[] =>
  lost.map(({ field, column }) =>
    questionOf(
      `field:${field}`,
      `The export has no column ${column} any more. Which column is ${field} now?`,
      orders,
      {
        choices: columnsOrNone(names, 'it is not sent'),
        proposed: /_cents$|_at$|_date$|quantity/.test(field) ? null : 'none',
      },
    ),
  );

/** Fields that an edit has made necessary: of refunds and of `tax`. Of refunds the columns that speak of them come first. */
export const unfinishedQuestions = (
  lacking: readonly string[],
  names: readonly string[],
  orders: number,
): Question[] =>
  lacking.map((field) => {
    const none =
      field === 'refund.identifier'
        ? 'there is none: it is made of order, date, units and amount'
        : `there is none: nothing of ${field.replace(/[._].*/, '')} is sent`;
    const rank = (name: string) =>
      !field.startsWith('refund') || !speaksOf(name, REFUND) ? 2 : refundFieldOf(name) === field ? 0 : 1;
    const choices = columnsOrNone(
      [...names].sort((a, b) => rank(a) - rank(b)),
      none,
    );
    const text =
      field === 'refund_line.order_item_identifier'
        ? 'Which column says which line of the order a refund is of, by the identifier of the line?'
        : `Which column is ${field}?`;
    return questionOf(`field:${field}`, text, orders, { choices });
  });

const columnsOrNone = (names: readonly string[], none: string): Question['choices'] => [
  ...names.filter((name) => name !== '').map((value) => ({ value, text: '' })),
  { value: 'none', text: none },
];

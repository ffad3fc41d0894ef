// The questions that the columns of an unknown table leave open. Those that a check leaves open are in trial-questions.ts.
import { quote } from '../../../basics/text.ts';
import type { ChosenReading } from '../decide/choose-reading.ts';
import { readingText } from '../decide/choose-reading.ts';
import type { Hypothesis } from '../decide/hypothesis.ts';
import type { Column } from '../look/columns.ts';
import type { Survey } from '../look/survey.ts';
import { type Concept, statusMeant } from '../look/words.ts';
import type { Question } from '../proposal.ts';
import { CHOICES } from './choices.ts';

/** Questions that follow from the columns of an unknown table. */
export function tableQuestions(
  h: Hypothesis,
  survey: Survey,
  amounts: ChosenReading | undefined,
): Question[] {
  const { orders } = survey;
  const questions: Question[] = [];
  const ask = (id: string, text: string, more: Partial<Question> = {}) =>
    questions.push({ id, text, choices: [], proposed: null, orders, ...more });
  const columnChoices = (columns: readonly Column[]) =>
    columns.map(({ name, example }) => ({ value: name, text: `such as ${maskedExample(example)}` }));
  if (!h.key)
    ask('identifier', 'Which column holds the number of the order?', { choices: columnChoices(h.columns) });
  else if (h.keyRivals.length > 0)
    ask('identifier', 'Which column is the order number that the shopper knows?', {
      choices: columnChoices([h.key, ...h.keyRivals]),
      proposed: h.key.name,
    });
  for (const [role, { column, rivals }] of h.roles) {
    if (rivals.length === 0 || DECIDED_BY_SUMS.has(role) || !NEEDED.has(role)) continue;
    ask(`column:${role}`, `Which column is ${ROLE_NAMES[role] ?? role}?`, {
      choices: columnChoices([column, ...rivals]),
      proposed: column.name,
    });
  }
  for (const role of ['created_at', 'customer.email', 'item.title', 'item.sku'] as const)
    if (!h.roles.has(role) && !(role === 'item.sku' && h.roles.has('item.title')))
      ask(`column:${role}`, `Which column is ${ROLE_NAMES[role]}?`, {
        choices: [...columnChoices(freeColumns(h)), { value: 'none', text: 'there is none' }],
      });
  const askFor = (role: string, fitting: readonly Column[], none: string) => {
    if (h.absent.has(role) || fitting.length > 0)
      ask(`column:${role}`, `Which column is ${ROLE_NAMES[role]}?`, {
        choices: [...columnChoices(fitting), { value: 'none', text: none }],
        proposed: h.roles.get(role)?.column.name ?? null,
      });
  };
  const free = freeColumns(h);
  const status = h.roles.get('status') ?? h.roles.get('shipping_status');
  if (!status?.named)
    askFor(
      'status',
      [
        ...(status ? [status.column] : []),
        ...free.filter((one) => isFewWords(one) && h.levels[one.index] !== 'item'),
      ],
      'there is none',
    );
  if (!h.roles.has('item.quantity'))
    askFor(
      'item.quantity',
      free.filter(({ share }) => share.whole > 0.9),
      'there is none: each line is one unit',
    );
  for (const block of ['address', 'shipping_address', 'billing_address']) {
    const others = free.filter(
      ({ meaning, share }) =>
        meaning.concepts.has('name') &&
        share.word > 0.6 &&
        !NO_PERSON.some((concept) => meaning.concepts.has(concept)),
    );
    if (h.roles.has(`${block}.name`) && !h.roles.has(`${block}.last_name`) && others.length > 0)
      askFor(`${block}.last_name`, others, 'there is none: the name is whole');
  }
  const moments = free.filter(
    ({ index, share, meaning }) =>
      share.date > 0.9 && h.levels[index] !== 'item' && !meaning.concepts.has('planned'),
  );
  const asksMoment = !h.roles.has('updated_at') && moments.length > 0;
  if (asksMoment) askFor('updated_at', moments, 'none of these moves with every change of an order');
  statusQuestion(h, survey, ask);
  const dates = ['created_at', 'shipped_date', 'item.shipped_date', 'canceled_date', 'paid_date'].filter(
    (role) => h.roles.has(role),
  );
  if (!h.roles.has('updated_at') && dates.length > 0 && (!asksMoment || h.absent.has('updated_at')))
    ask(
      'updated_at',
      'No column moves with every change of an order. What says which snapshot of an order is newer?',
      {
        choices: CHOICES.updated_at,
        proposed: 'latest',
      },
    );
  const { undecided } = h.dates;
  if (undecided)
    ask('date_order', dateOrderText(undecided.column.name, quote(undecided.example)), {
      choices: CHOICES.date_order,
    });
  if (!h.roles.has('currency'))
    ask('currency', 'Which currency are the amounts in? (three letters, such as EUR)', {});
  if (
    hasPlace(h) &&
    !['address', 'billing_address', 'shipping_address'].some((block) => h.roles.has(`${block}.country_code`))
  )
    ask('country', 'Which country are the addresses in? (two letters, such as DE)', {});
  if (!h.roles.has('shipping_address.street1') && !h.roles.has('shipping_address.city') && hasPlace(h))
    ask('shipping_address', 'The file has one address for each order. Is it the shipping address as well?', {
      choices: CHOICES.shipping_address,
      proposed: 'billing',
    });
  if (amounts?.kind === 'open')
    ask('amounts', 'How do the amounts of an order add up?', {
      choices: amounts.others.map(({ reading, fits, of }, i) => ({
        value: String(i + 1),
        text: `${readingText(reading, h.amounts.quantity, (index) => h.columns[index]!.name)} (${fits} of ${of} orders)`,
      })),
      proposed: '1',
      orders: amounts.of - amounts.fits,
    });
  const refunded = h.roles.get('refunded');
  if (refunded && survey.refunded > 0)
    ask(
      'refunds',
      `${refunded.column.name} holds refunded money. A refund needs a number, a date and lines, so it cannot be sent. What shall happen to these orders?`,
      { choices: CHOICES.refunds, proposed: 'warn', orders: survey.refunded },
    );
  return questions;
}

/** The example of what does not decide a question, inside its text. */
export const suchAs = (example: string | undefined): string =>
  example === undefined ? '' : `, such as ${example},`;

/** Asked about an unknown table, and where a check finds it. `example`: a date that reads both ways. */
export const dateOrderText = (column: string | undefined, example: string | undefined): string =>
  `Does the day or the month come first in the dates${column === undefined ? '' : ` in ${column}`}? No date${suchAs(example)} decides it`;

const hasPlace = ({ roles }: Hypothesis): boolean =>
  ['address', 'billing_address', 'shipping_address'].some(
    (block) => roles.has(`${block}.street1`) || roles.has(`${block}.city`),
  );

type AskFunction = (id: string, text: string, more?: Partial<Question>) => void;

function statusQuestion(h: Hypothesis, survey: Survey, ask: AskFunction): void {
  const column = (h.roles.get('status') ?? h.roles.get('shipping_status'))?.column;
  if (!column) {
    if (!h.roles.has('shipped_date') && !h.roles.has('item.shipped_date'))
      ask('status', 'The file has no status. Have all its orders shipped?', {
        choices: CHOICES.status,
      });
    return;
  }
  const words = [...(survey.words.get(column.index) ?? [])].sort((a, b) => b[1] - a[1]);
  if (words.every(([word]) => word === 'Shipped' || word === 'Created' || word === 'Cancelled')) return;
  ask('statuses', `What do the words in ${column.name} mean?`, {
    choices: CHOICES.statuses,
    words: words.map(([word, orders]) => ({ word, orders, proposed: statusMeant(word) ?? null })),
  });
}

/** Columns without a role: one of them may be what was not found. */
const freeColumns = ({ columns, roles, key }: Hypothesis): Column[] =>
  columns.filter(
    (column) =>
      column !== key && column.filled > 0 && ![...roles.values()].some((one) => one.column === column),
  );

/** Names of other things than people. */
const NO_PERSON: readonly Concept[] = [
  'product',
  'item',
  'line',
  'company',
  'method',
  'other',
  'payment',
  'title',
  'freight',
  'tracking',
  'variant',
];

/** Few different texts, as statuses are. */
const isFewWords = ({ words, distinct, share, filled }: Column): boolean =>
  words !== undefined &&
  distinct > 1 &&
  distinct <= 12 &&
  distinct < filled / 2 &&
  share.date < 0.5 &&
  share.email < 0.5 &&
  share.currency < 0.5 &&
  share.country < 0.5;

const DECIDED_BY_SUMS = new Set([
  'total',
  'subtotal',
  'shipping',
  'shipping_tax',
  'tax',
  'discount',
  'item.price',
  'item.total',
  'item.tax',
  'item.discount',
]);
/** Roles whose wrong column would send wrong orders. */
const NEEDED = new Set([
  'created_at',
  'updated_at',
  'status',
  'customer.email',
  'item.sku',
  'item.title',
  'item.quantity',
  'shipped_date',
  'item.shipped_date',
  'currency',
]);

const ROLE_NAMES: Readonly<Record<string, string>> = {
  created_at: 'the date of the order',
  updated_at: 'the date of the last change',
  status: 'the status of the order',
  'customer.email': 'the e-mail address of the shopper',
  'item.sku': 'the sku of the line',
  'item.title': 'the title of the product',
  'item.quantity': 'the number of units ordered',
  shipped_date: 'the date of shipment',
  'item.shipped_date': 'the date of shipment',
  currency: 'the currency',
  'address.last_name': 'the last name',
  'shipping_address.last_name': 'the last name in the shipping address',
  'billing_address.last_name': 'the last name in the billing address',
};

/** Enough of a value to recognise the column, and no more. */
const maskedExample = (text: string): string => (text.length <= 3 ? text : `${text.slice(0, 3)}…`);

// What the interface leaves open and client and receiver go by: data alone. What the sandbox assumes is in its own table.
import { MINOR_UNITS } from '../basics/minor-units.ts';
import { SHIPPING_REFUNDS } from '../contract/refund-amount.ts';
import { SPELLINGS } from '../contract/status-spelling.ts';
import type { Answer } from '../storage/agreements.ts';

export interface Question {
  /** Words with hyphens; those of the sandbox's assumptions have underscores. Never renamed after a release. */
  readonly id: string;
  readonly question: string;
  /** Heading of the interface, and what it says or that it is silent. */
  readonly interface: string;
  /** The words that can be chosen; one with a space describes a form. */
  readonly choices: readonly string[];
  readonly form?: RegExp;
  /** What is done while there is no answer. */
  readonly initial?: string;
  /** Something that the sandbox had to decide. */
  readonly isAssumed?: boolean;
}

export interface Agreement extends Question {
  readonly answer: Answer | undefined;
}

const WORDS = {
  choices: ['words such as ON_HOLD, with commas'],
  form: /^[A-Z][A-Z0-9_]*(?:, ?[A-Z][A-Z0-9_]*)*$/,
};

/** Id, question, then the heading of the interface and what it says there or that it is silent. */
const row = (
  id: string,
  question: string,
  source: string,
  rest: Pick<Question, 'choices' | 'initial' | 'form'>,
): Question => ({ id, question, interface: source, ...rest });

export const OPEN_QUESTIONS: readonly Question[] = [
  row(
    'cancelled-spelling',
    'Is a cancelled order Cancelled or Canceled, and when does an order become that?',
    'Order (status field): Cancelled with two l; transitions to it are not shown',
    { choices: SPELLINGS, initial: 'Cancelled' },
  ),
  row(
    'minor-units',
    'What do amounts count in a currency that has not two decimals, such as JPY or KWD?',
    'Resources and their fields: integers in cents; what that is there is not shown',
    { choices: MINOR_UNITS },
  ),
  row(
    'levels',
    'Which of the rules does the service really enforce, where ours count otherwise than by default?',
    'Errors: validations vary by API',
    { choices: ['CODE=LEVEL, with commas between several'] },
  ),
  row(
    'rma-statuses',
    'Which RMA statuses besides CREATED and REFUNDED can come?',
    'RMA: other statuses are not shown',
    WORDS,
  ),
  row(
    'package-statuses',
    'Which values of package_tracking_status can come?',
    'RMA item object: PRE_TRANSIT and TRANSIT are shown, the full list is not',
    WORDS,
  ),
  row(
    'return-shipping',
    'Who bears return_shipping_cost_cents: the retailer, so that it is only reported, or the shopper, so that it is taken off the refund?',
    'RMA object: return_shipping_cost_cents is sent; who bears it is not said',
    { choices: ['retailer', 'shopper'], initial: 'retailer' },
  ),
  row(
    'restocking-fee',
    'Which share of a refund (price and tax; of a whole order shipping, too) is kept back as a restocking fee?',
    'Refund object: total_refund_amount_cents is the amount; how it is made is not said',
    { choices: ['none', 'a share such as 10%'], initial: 'none', form: /^(?:\d|[1-9]\d)%$/ },
  ),
  row(
    'shipping_refund',
    'Which refund has the shipping when an order comes back in several: only a single one of the whole order, the last, the first, or none ever?',
    'Refund object: for a full refund total_refund_amount_cents is the total of the order; of several refunds nothing is said',
    { choices: SHIPPING_REFUNDS, initial: 'single' },
  ),
];

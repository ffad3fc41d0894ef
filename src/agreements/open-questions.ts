// What the interface leaves open and client and receiver go by: data alone. What the sandbox assumes is in its own table.
import { MINOR_UNITS } from '../basics/units.ts';
import { SPELLINGS } from '../contract/status-spelling.ts';
import type { Question } from './types.ts';

const WORDS = {
  choices: ['words such as ON_HOLD, with commas'],
  form: /^[A-Z][A-Z0-9_]*(?:, ?[A-Z][A-Z0-9_]*)*$/,
};

export const OPEN_QUESTIONS: readonly Question[] = [
  {
    id: 'cancelled-spelling',
    question: 'Is a cancelled order Cancelled or Canceled, and when does an order become that?',
    interface: 'Order (status field): Cancelled with two l; transitions to it are not shown',
    choices: SPELLINGS,
    initial: 'Cancelled',
  },
  {
    id: 'minor-units',
    question: 'What do amounts count in a currency that has not two decimals, such as JPY or KWD?',
    interface: 'Resources and their fields: integers in cents; what that is there is not shown',
    choices: MINOR_UNITS,
  },
  {
    id: 'levels',
    question:
      'Which of the rules does the service really enforce, where ours count otherwise than by default?',
    interface: 'Errors: validations vary by API',
    choices: ['CODE=LEVEL, with commas between several'],
  },
  {
    id: 'rma-statuses',
    question: 'Which RMA statuses besides CREATED and REFUNDED can come, and what does each ask of us?',
    interface: 'RMA: other statuses are not shown',
    ...WORDS,
  },
  {
    id: 'package-statuses',
    question: 'Which values of package_tracking_status can come, for each return method?',
    interface: 'RMA item object: PRE_TRANSIT and TRANSIT are shown, the full list is not',
    ...WORDS,
  },
  {
    id: 'return-shipping',
    question:
      'Who bears return_shipping_cost_cents: the retailer, so that it is only reported, or the shopper, so that it is taken off the refund?',
    interface: 'RMA object: return_shipping_cost_cents is sent; who bears it is not said',
    choices: ['retailer', 'shopper'],
    initial: 'retailer',
  },
  {
    id: 'restocking-fee',
    question:
      'Which share of a refund (price and tax; of a whole order shipping, too) is kept back as a restocking fee?',
    interface: 'Refund object: total_refund_amount_cents is the amount; how it is made is not said',
    choices: ['none', 'a share such as 10%'],
    initial: 'none',
    form: /^(?:\d|[1-9]\d)%$/,
  },
];

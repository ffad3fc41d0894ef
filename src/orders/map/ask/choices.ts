// The fixed choices of the questions, by the identifier of the question: what is asked, and what an answer from a file may be.
import type { Question } from '../proposal.ts';

export type Choices = Question['choices'];

export const CHOICES = {
  /** What each word of the status means. */
  statuses: [
    { value: 'Shipped', text: 'all units have left: they can be returned' },
    { value: 'Created', text: 'not yet shipped, or not completely' },
    { value: 'Cancelled', text: 'nothing will be sent to the shopper' },
    { value: 'leave out', text: 'do not send orders with this word' },
  ],
  /** Of a file without a status. */
  status: [
    { value: 'Shipped', text: 'yes, all have shipped' },
    { value: 'Created', text: 'no, none has' },
  ],
  updated_at: [
    { value: 'latest', text: 'the latest of its dates: a change that moves none of them is not noticed' },
    { value: 'stop', text: 'nothing: stop here, and export a column such as "last modified"' },
  ],
  date_order: [
    { value: 'day first', text: '31/12/2026' },
    { value: 'month first', text: '12/31/2026' },
  ],
  minor_units: [
    { value: 'iso', text: 'the parts that ISO 4217 gives the currency: 1 yen is 1, 1 dinar is 1000' },
    { value: 'hundredths', text: 'hundredths, as in every currency: 1 yen is 100' },
  ],
  decimal: [
    { value: '.', text: 'a point: 1,234.50' },
    { value: ',', text: 'a comma: 1.234,50' },
  ],
  round: [
    { value: 'half_up', text: 'yes, to the nearest cent' },
    { value: 'refuse', text: 'no: refuse these orders' },
  ],
  email: [
    { value: 'refuse', text: 'refuse them, and list them in the rejects file' },
    { value: 'leave out', text: 'leave them out, counted as skipped' },
    {
      value: 'placeholder:',
      text: 'send them with an address at a domain of yours (placeholder:example.com)',
    },
  ],
  sku: [
    { value: 'refuse', text: 'nothing: refuse these orders' },
    { value: 'title', text: 'the title of the line' },
  ],
  shipping_address: [
    { value: 'billing', text: 'yes, take the billing address' },
    { value: 'refuse', text: 'no: refuse orders without a shipping address' },
  ],
  refunds: [
    { value: 'warn', text: 'report it, and send the order without a refund' },
    { value: 'refuse', text: 'refuse these orders' },
  ],
} as const satisfies Readonly<Record<string, Choices>>;

// Every question of `orders map` that is not about one column: its choices, what is wrong with an answer, and what an answer does
// to the mapping. What is asked, and when, stands in table-questions.ts and trial-questions.ts.
import { quote } from '../../../basics/text.ts';
import { countryMeant, isCountry } from '../../../contract/countries.ts';
import { isZone, zoneMeant } from '../../../input/mapping/values/dates.ts';
import { CURRENCIES } from '../look/cell-kinds.ts';
import type { Answer, MappingJson, Question } from '../proposal.ts';
import { withStatuses } from '../write/edit-statuses.ts';
import * as edit from '../write/edits.ts';

export type Choices = Question['choices'];

export interface Kind {
  readonly choices?: Choices;
  /** What is wrong with an answer that is none of the choices. */
  readonly check?: (answer: string) => string | undefined;
  /** `refunded`: the column with refunded money. Without it the answer is for the proposal itself. */
  readonly edit?: (mapping: MappingJson, answer: never, refunded: string | undefined) => MappingJson;
}

const DOMAIN = /^placeholder:\s*@?(?:[\w-]+\.)+[a-z]{2,}$/i;
const REFUSE = 'refuse';
const mayBe = (code: string | undefined): string =>
  code === undefined ? '' : ` Did you mean ${quote(code)}?`;

export const KINDS = {
  identifier: {},
  amounts: {},
  /** What each word of the status means. */
  statuses: {
    choices: [
      { value: 'Shipped', text: 'all units have left: they can be returned' },
      { value: 'Created', text: 'not yet shipped, or not completely' },
      { value: 'Cancelled', text: 'nothing will be sent to the shopper' },
      { value: 'leave out', text: 'do not send orders with this word' },
      { value: REFUSE, text: 'nobody knows yet: refuse orders with this word' },
    ],
    edit: withStatuses,
  },
  /** Of a file without a status. */
  status: {
    choices: [
      { value: 'Shipped', text: 'yes, all have shipped' },
      { value: 'Created', text: 'no, none has' },
    ],
  },
  updated_at: {
    choices: [
      { value: 'latest', text: 'the latest of its dates (a change that moves none goes unseen)' },
      { value: 'stop', text: 'nothing: stop here, and export a column such as "last modified"' },
    ],
  },
  date_order: {
    choices: [
      { value: 'day first', text: '31/12/2026' },
      { value: 'month first', text: '12/31/2026' },
    ],
    edit: edit.withDateOrder,
  },
  timezone: {
    check: (zone) =>
      isZone(zone)
        ? undefined
        : `There is no time zone ${quote(zone)}.${zoneMeant(zone) || ' Give a name such as Europe/London.'}`,
    edit: (mapping, timezone: string) => edit.withPart(mapping, 'dates', { timezone }),
  },
  minor_units: {
    choices: [
      { value: 'iso', text: 'the parts that ISO 4217 gives the currency: 1 yen is 1, 1 dinar is 1000' },
      { value: 'hundredths', text: 'hundredths, as in every currency: 1 yen is 100' },
    ],
    edit: (mapping, units: string) => ({ ...mapping, minor_units: units }),
  },
  decimal: {
    choices: [
      { value: '.', text: 'a point: 1,234.50' },
      { value: ',', text: 'a comma: 1.234,50' },
    ],
    edit: (mapping, sign: string) => ({ ...mapping, decimal: sign }),
  },
  cents: {
    choices: [
      { value: 'cents', text: 'cents: 2498 is 24.98' },
      { value: 'units', text: 'units of the currency: 2498 is 2498.00' },
    ],
  },
  /** Money of an order that the interface has no field for. */
  fees: {
    choices: [
      { value: 'shipping', text: 'send it with the shipping: the shopper paid it for the whole order' },
      { value: REFUSE, text: 'nothing: refuse these orders' },
    ],
  },
  gift_cards: {
    choices: [
      { value: 'payment', text: 'yes: the order costs so much more than the total in the file' },
      { value: REFUSE, text: 'nobody knows: refuse these orders' },
    ],
  },
  currency: {
    check: (code) =>
      CURRENCIES.has(code)
        ? undefined
        : `${quote(code)} is no currency. Give its three letters, such as EUR.${mayBe(CURRENCIES.has(code.toUpperCase()) ? code.toUpperCase() : undefined)}`,
    edit: edit.withCurrency,
  },
  country: {
    check: (code) =>
      isCountry(code)
        ? undefined
        : `${quote(code)} is no country. Give its two letters, such as DE.${mayBe(countryMeant(code))}`,
  },
  round: {
    choices: [
      { value: 'half_up', text: 'yes, to the nearest cent' },
      { value: REFUSE, text: 'no: refuse these orders' },
    ],
    edit: edit.withRound,
  },
  email: {
    choices: [
      { value: REFUSE, text: 'refuse them, and list them in the rejects file' },
      { value: 'leave out', text: 'leave them out, counted as skipped' },
      {
        value: 'placeholder:',
        text: 'with an address at a domain of yours (placeholder:example.com)',
      },
    ],
    check: (answer) =>
      DOMAIN.test(answer)
        ? undefined
        : answer.startsWith('placeholder:')
          ? 'Name a domain of yours: placeholder:example.com'
          : undefined,
    edit: edit.withEmail,
  },
  sku: {
    choices: [
      { value: 'title', text: 'the title of the line' },
      { value: REFUSE, text: 'nothing: refuse these orders' },
    ],
    edit: edit.withSku,
  },
  shipping_address: {
    choices: [
      { value: 'billing', text: 'yes, take the billing address' },
      { value: REFUSE, text: 'no: refuse orders without a shipping address' },
    ],
    edit: edit.withAddress('shipping_address', 'billing_address', 'billing'),
  },
  billing_address: {
    choices: [
      { value: 'shipping', text: 'yes, take the shipping address' },
      { value: REFUSE, text: 'no: refuse orders without a billing address' },
    ],
    edit: edit.withAddress('billing_address', 'shipping_address', 'shipping'),
  },
  postal_code: {
    choices: [
      { value: 'send', text: 'send them without, with a warning' },
      { value: REFUSE, text: 'refuse them, and list them in the rejects file' },
    ],
    edit: edit.withoutPostalCode,
  },
  refunds: {
    choices: [
      { value: 'warn', text: 'report it, and send the order without a refund' },
      { value: REFUSE, text: 'refuse these orders' },
    ],
    edit: edit.withRefunds,
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type KindId = keyof typeof KINDS;
export const kindOf = (id: string): Kind | undefined =>
  Object.hasOwn(KINDS, id) ? KINDS[id as KindId] : undefined;

/** The mapping with all answers that are not for the proposal itself. `refunded`: the column of the money that went back. */
export function withAnswers(
  mapping: MappingJson,
  answers: Readonly<Record<string, Answer>>,
  refunded?: string,
): MappingJson {
  let edited = mapping;
  for (const [id, answer] of Object.entries(answers))
    edited = id.startsWith('field:')
      ? edit.withColumn(edited, id.slice('field:'.length), String(answer))
      : (kindOf(id)?.edit?.(edited, answer as never, refunded) ?? edited);
  return edited;
}

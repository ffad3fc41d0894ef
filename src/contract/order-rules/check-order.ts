// Runs all rules on an order of any shape, after the shapes were checked.
import { isObject } from '../../basics/json.ts';
import { checkCountry, countryUnknown } from '../countries.ts';
import type { Finding, Rule } from '../finding.ts';
import type { LevelUse } from '../levels.ts';
import { found, itemPrefix, type Loose } from '../report.ts';
import type { StatusSpelling } from '../status-spelling.ts';
import { amountRules, checkLineAmounts, checkOrderAmounts } from './amounts.ts';
import {
  ADDRESS_FIELDS,
  CUSTOMER_FIELDS,
  checkFields,
  fieldRules,
  ITEM_FIELDS,
  itemsEmpty,
  ORDER_FIELDS,
} from './fields.ts';
import { checkPayments, paymentRules } from './payments.ts';
import { checkLineIdentifiers, checkLineQuantities, quantityRules } from './quantities.ts';
import { checkRefundedAlone } from './refund-lines.ts';
import { checkRefunds, refundRules } from './refunds.ts';
import { checkStatus, checkUnshipped, statusRules } from './status.ts';
import { checkLineTime, checkOrderTimes, timeRules } from './times.ts';
import { checkEmail, checkLineValues, checkOrderValues, checkTexts, valueRules } from './values.ts';

/** Every rule of one order. */
export const orderRules: readonly Rule[] = [
  ...fieldRules,
  ...statusRules,
  ...amountRules,
  ...quantityRules,
  ...timeRules,
  ...valueRules,
  countryUnknown,
  ...refundRules,
  ...paymentRules,
];

/** The settings for validating an order. */
export interface OrderContext extends LevelUse {
  /** ms since the epoch. */
  readonly now: number;
  /** The spelling of the third status that this retailer's service expects; default `Cancelled`. */
  readonly statusSpelling?: StatusSpelling;
}

/** Adds the findings of every rule to `findings`; allocates nothing for an order without findings. */
export function checkOrder(order: Loose, context: OrderContext, findings: Finding[]): void {
  const { customer, shipping_address: shipping, billing_address: billing, items } = order;
  checkFields(order, ORDER_FIELDS, '', findings);
  checkStatus(order, context.statusSpelling ?? 'Cancelled', findings);
  checkUnshipped(order, findings);
  checkOrderTimes(order, context.now, findings);
  checkOrderValues(order, findings);
  if (isObject(customer)) {
    checkFields(customer, CUSTOMER_FIELDS, 'customer.', findings);
    checkEmail(customer.email, findings);
  }
  if (isObject(shipping)) {
    checkFields(shipping, ADDRESS_FIELDS, 'shipping_address.', findings);
    checkCountry(shipping.country_code, 'shipping_address.', findings);
  }
  if (isObject(billing)) {
    checkFields(billing, ADDRESS_FIELDS, 'billing_address.', findings);
    checkCountry(billing.country_code, 'billing_address.', findings);
  }
  checkTexts(order, findings);
  if (Array.isArray(items)) {
    if (items.length === 0) findings.push(found(itemsEmpty, 'items'));
    for (let i = 0; i < items.length; i++) {
      const item: unknown = items[i];
      if (!isObject(item)) continue;
      checkFields(item, ITEM_FIELDS, itemPrefix(i), findings);
      checkLineQuantities(item, i, findings);
      checkLineAmounts(item, i, findings);
      checkLineTime(item, i, findings);
      checkLineValues(item, i, findings);
    }
    checkLineIdentifiers(items, findings);
  }
  checkOrderAmounts(order, findings);
  checkRefundedAlone(order, findings);
  checkRefunds(order, context.now, findings);
  checkPayments(order, findings);
}

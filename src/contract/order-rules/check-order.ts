// Runs all rules on an order of any shape, after the shapes were checked.
import { isObject } from '../../basics/json.ts';
import { checkCountry, countryUnknown } from '../countries.ts';
import type { Finding, Rule } from '../finding.ts';
import type { LevelUse } from '../levels.ts';
import { found, itemPrefix, type Loose } from '../report.ts';
import type { StatusSpelling } from '../status-spelling.ts';
import { amountRules, checkLineAmounts, checkOrderAmounts } from './amounts.ts';
import {
  checkAddressFields,
  checkCustomerFields,
  checkItemFields,
  checkOrderFields,
  fieldRules,
  itemsEmpty,
  orderTexts,
} from './fields.ts';
import { checkPayments, paymentRules } from './payments.ts';
import { checkLineIdentifiers, checkLineQuantities, quantityRules } from './quantities.ts';
import { checkRefundedAlone } from './refund-lines.ts';
import { checkRefunds, refundRules } from './refunds.ts';
import { checkStatus, checkUnshipped, statusRules } from './status.ts';
import { checkLineTime, checkOrderTimes, timeRules } from './times.ts';
import { checkEmail, checkLineValues, checkOrderValues, valueRules } from './values.ts';

/** Every rule of one order. */
export const orderRules: readonly Rule[] = [
  ...fieldRules,
  ...statusRules,
  ...amountRules,
  ...quantityRules,
  ...timeRules,
  ...valueRules,
  ...orderTexts.all,
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
  const { customer, items } = order;
  checkOrderFields(order, '', findings);
  checkStatus(order, context.statusSpelling ?? 'Cancelled', findings);
  checkUnshipped(order, findings);
  checkOrderTimes(order, context.now, findings);
  checkOrderValues(order, findings);
  if (isObject(customer)) {
    checkCustomerFields(customer, 'customer.', findings);
    checkEmail(customer.email, findings);
  }
  checkAddress(order.shipping_address, 'shipping_address.', findings);
  checkAddress(order.billing_address, 'billing_address.', findings);
  if (Array.isArray(items)) {
    if (items.length === 0) findings.push(found(itemsEmpty, 'items'));
    for (let i = 0; i < items.length; i++) {
      const item: unknown = items[i];
      if (!isObject(item)) continue;
      checkItemFields(item, itemPrefix(i), findings);
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
  orderTexts.check(order, findings);
}

function checkAddress(address: unknown, at: string, findings: Finding[]): void {
  if (!isObject(address)) return;
  checkAddressFields(address, at, findings);
  checkCountry(address.country_code, at, findings);
}

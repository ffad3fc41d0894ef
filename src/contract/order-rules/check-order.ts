// Runs all rules on an order of any shape, after the shapes were checked.
import { isObject } from '../../basics/json.ts';
import { checkCountry, countryUnknown } from '../countries.ts';
import { itemPrefix, type Loose, type Report, type Rule } from '../finding.ts';
import type { LevelUse } from '../levels.ts';
import { checkPostalCode, zeroLost } from '../postal-codes.ts';
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
import {
  checkEmail,
  checkLineTime,
  checkLineValues,
  checkOrderTimes,
  checkOrderValues,
  valueRules,
} from './values.ts';

/** Every rule of one order. */
export const orderRules: readonly Rule[] = [
  ...fieldRules,
  ...statusRules,
  ...amountRules,
  ...quantityRules,
  ...valueRules,
  ...orderTexts.all,
  countryUnknown,
  zeroLost,
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

/** Reports the findings of every rule; allocates nothing for an order without findings. */
export function checkOrder(order: Loose, context: OrderContext, report: Report): void {
  const { customer, items } = order;
  checkOrderFields(order, '', report);
  checkStatus(order, context.statusSpelling ?? 'Cancelled', report);
  checkUnshipped(order, report);
  checkOrderTimes(order, context.now, report);
  checkOrderValues(order, report);
  if (isObject(customer)) {
    checkCustomerFields(customer, 'customer.', report);
    checkEmail(customer.email, report);
  }
  checkAddress(order.shipping_address, 'shipping_address.', report);
  checkAddress(order.billing_address, 'billing_address.', report);
  if (Array.isArray(items)) {
    if (items.length === 0) report(itemsEmpty, 'items');
    for (let i = 0; i < items.length; i++) {
      const item: unknown = items[i];
      if (!isObject(item)) continue;
      checkItemFields(item, itemPrefix(i), report);
      checkLineQuantities(item, i, report);
      checkLineAmounts(item, i, report);
      checkLineTime(item, i, report);
      checkLineValues(item, i, report);
    }
    checkLineIdentifiers(items, report);
  }
  checkOrderAmounts(order, report);
  checkRefundedAlone(order, report);
  checkRefunds(order, context.now, report);
  checkPayments(order, report);
  orderTexts.check(order, report);
}

function checkAddress(address: unknown, at: string, report: Report): void {
  if (!isObject(address)) return;
  checkAddressFields(address, at, report);
  checkCountry(address.country_code, at, report);
  checkPostalCode(address.zip_code, address.country_code, at, report);
}

// Every rule of the contract: orders, ASNs, RMAs, exchange orders, variants, and requests.

import { exchangeAnswerRules, variantRules } from './exchange-rules/answers.ts';
import { exchangeOrderRules } from './exchange-rules/order.ts';
import { catalogOf } from './finding.ts';
import { arrivalRules } from './message-rules.ts';
import { orderRules } from './order-rules/check-order.ts';
import { requestRules } from './request-headers.ts';
import { historyRules } from './rma-rules/history.ts';
import { ledgerRules } from './rma-rules/known-orders.ts';
import { asnRules } from './validate-asn.ts';
import { messageRules } from './validate-order.ts';
import { rmaRules } from './validate-rma.ts';

/** Every rule of the contract by code, sorted. */
export const RULES = catalogOf(
  messageRules,
  orderRules,
  asnRules,
  arrivalRules,
  requestRules,
  rmaRules,
  historyRules,
  ledgerRules,
  exchangeOrderRules,
  exchangeAnswerRules,
  variantRules,
);

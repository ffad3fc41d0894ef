// Messages with and without faults: the good and bad samples of every rule for orders and ASNs.

import { orderRules } from '../../../src/contract/order-rules/check-order.ts';
import { asnRules } from '../../../src/contract/validate-asn.ts';

export const orderVerdicts = (): unknown[] => orderRules.flatMap(({ good, bad }) => [good, bad]);
export const asnVerdicts = (): unknown[] => asnRules.flatMap(({ good, bad }) => [good, bad]);

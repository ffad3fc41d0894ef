// Every rule for findings about an order: rules of the contract, of the input, and those that need the ledger.

import { catalogOf, describeFindingIn as describe, type Finding } from './finding.ts';
import { arrivalRules } from './message-rules.ts';
import { ACCEPTED_RULES } from './order-rules/accepted.ts';
import { AUDIT_RULES } from './order-rules/audit.ts';
import { orderRules } from './order-rules/check-order.ts';
import { INTAKE_RULES } from './order-rules/input.ts';
import { MAPPING_RULES } from './order-rules/mapping.ts';
import { UPLOAD_RULES } from './order-rules/refunds.ts';
import { messageRules } from './validate-order.ts';

export const ORDER_CATALOG = catalogOf(
  ...[messageRules, orderRules, arrivalRules],
  ...[INTAKE_RULES, MAPPING_RULES, UPLOAD_RULES, ACCEPTED_RULES, AUDIT_RULES],
);

/** The message of a finding; the code itself when no rule has that code. */
export const describeOrderFinding = (finding: Finding): string => describe(finding, ORDER_CATALOG);

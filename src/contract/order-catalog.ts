// Every rule that a finding about an order may come from: the contract's, the intake's, and those that need the ledger.
import { catalogOf, describeFinding as describe, RULES } from './catalog.ts';
import type { Finding } from './finding.ts';
import { INTAKE_RULES } from './order-rules/input.ts';
import { UPLOAD_RULES } from './order-rules/ledger.ts';
import { MAPPING_RULES } from './order-rules/mapping.ts';

export const ORDER_CATALOG = catalogOf(RULES.values(), INTAKE_RULES, MAPPING_RULES, UPLOAD_RULES);

/** The sentence of a finding; the code itself when no rule has it. */
export const describeFinding = (finding: Finding): string => describe(finding, ORDER_CATALOG);

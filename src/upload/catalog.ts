// Every rule that a finding about an order may come from: the contract's, the intake's, and those that need the ledger.
import { catalogOf, describeFinding as describe, RULES } from '../contract/catalog.ts';
import type { Finding } from '../contract/finding.ts';
import { MAPPING_RULES } from '../intake/mapping/rules.ts';
import { INTAKE_RULES } from '../intake/rules.ts';
import { UPLOAD_RULES } from './rules.ts';

export const ORDER_CATALOG = catalogOf(RULES.values(), INTAKE_RULES, MAPPING_RULES, UPLOAD_RULES);

/** The sentence of a finding; the code itself when no rule has it. */
export const describeFinding = (finding: Finding): string => describe(finding, ORDER_CATALOG);

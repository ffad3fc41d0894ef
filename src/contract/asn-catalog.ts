// Every rule for findings about an ASN: rules of the contract, of the input, and across ASNs.
import { ASN_RULES } from './asn-rules/across.ts';
import { ASN_INTAKE_RULES, ASN_MAPPING_RULES } from './asn-rules/input.ts';
import type { Finding } from './finding.ts';
import { arrivalRules } from './message-rules.ts';
import { INTAKE_RULES } from './order-rules/input.ts';
import { MAPPED_CELL_RULES, MAPPED_ROW_RULES } from './order-rules/mapping.ts';
import { catalogOf, describeFindingIn as describe } from './report.ts';
import { asnRules } from './validate-asn.ts';

export const ASN_CATALOG = catalogOf(
  asnRules,
  arrivalRules,
  INTAKE_RULES,
  MAPPED_CELL_RULES,
  MAPPED_ROW_RULES,
  ASN_INTAKE_RULES,
  ASN_MAPPING_RULES,
  ASN_RULES,
);

/** The message of a finding; the code itself when no rule has that code. */
export const describeAsnFinding = (finding: Finding): string => describe(finding, ASN_CATALOG);

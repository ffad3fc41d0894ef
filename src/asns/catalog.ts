// Every rule that a finding about an ASN may come from: the contract's, the intake's, and those across ASNs.
import { catalogOf, describeFinding as describe, RULES } from '../contract/catalog.ts';
import type { Finding } from '../contract/finding.ts';
import { ASN_INTAKE_RULES, ASN_MAPPING_RULES } from '../intake/asns/rules.ts';
import { MAPPED_CELL_RULES } from '../intake/mapping/rules.ts';
import { INTAKE_RULES } from '../intake/rules.ts';
import { ASN_RULES } from './rules.ts';

export const ASN_CATALOG = catalogOf(
  RULES.values(),
  INTAKE_RULES,
  MAPPED_CELL_RULES,
  ASN_INTAKE_RULES,
  ASN_MAPPING_RULES,
  ASN_RULES,
);

/** The sentence of a finding; the code itself when no rule has it. */
export const describeFinding = (finding: Finding): string => describe(finding, ASN_CATALOG);

// Findings of every rule of the contract as text.
import { RULES } from '../../src/contract/contract-rules.ts';
import { describeFindingIn, type Finding } from '../../src/contract/finding.ts';

export const describeFinding = (finding: Finding): string => describeFindingIn(finding, RULES);

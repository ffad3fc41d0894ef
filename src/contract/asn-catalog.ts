// Every rule for findings about an ASN: rules of the contract, of the input, and across ASNs.

import { quote } from '../basics/text.ts';
import { ASN_RULES } from './asn-rules/across.ts';
import { catalogOf, describeFindingIn as describe, type Finding, ruleList, UNDECIDED } from './finding.ts';
import { arrivalRules } from './message-rules.ts';
import { INTAKE_RULES } from './order-rules/input.ts';
import {
  MAPPED_CELL_RULES,
  MAPPED_ROW_RULES,
  refusedByMapping,
  settledByFirst,
  warnedByMapping,
} from './order-rules/mapping.ts';
import { asnRules } from './validate-asn.ts';

const HEADER = 'program_identifier,asn_number,status';
const LINE =
  'program_identifier,asn_number,carton.identifier,detail.line_identifier,detail.sku,detail.quantity';

const rules = ruleList({});

rules.error('asn.rows.conflict', {
  fixed: UNDECIDED,
  title: 'All rows of an ASN have the same values of the ASN, all rows of a carton those of the carton',
  explanation:
    'Rows with the same `program_identifier` and `asn_number` are one ASN, so all columns but `carton.*` and `detail.*` must be equal on them; rows with the same `carton.identifier` are one carton, so its `carton.*` columns must be equal, too. Rows on which all of these are empty are accepted as well. If the rows are two ASNs, give each its own number.',
  say: (args, path) =>
    `column ${quote(args.column)} on line ${args.line} differs from line ${args.first_line} of the same ${path.startsWith('cartons[') ? 'carton' : 'ASN'}`,
  good: `${HEADER}\nPRG-1,ASN-1,pending\nPRG-1,ASN-1,pending`,
  bad: `${HEADER}\nPRG-1,ASN-1,pending\nPRG-1,ASN-1,shipped`,
});

rules.error('asn.line.conflict', {
  fixed: UNDECIDED,
  title: 'Rows that name the same detail line have the same content',
  explanation:
    'Two rows of one carton have the same `detail.line_identifier` and the same `detail.unit_identifier` (or none) but differ in another detail column, so it cannot be decided which one is right. Remove the wrong one, or give each line its own identifier; units of one line differ in their unit identifier.',
  say: (args) =>
    `line ${args.line} and line ${args.first_line} name the same detail line but differ in column ${quote(args.column)}`,
  good: `${LINE}\nPRG-1,ASN-1,C-1,1,A,5\nPRG-1,ASN-1,C-1,2,A,6`,
  bad: `${LINE}\nPRG-1,ASN-1,C-1,1,A,5\nPRG-1,ASN-1,C-1,1,A,6`,
});

rules.note('asn.line.repeated', {
  title: 'A row that repeats a detail line of its carton counts as that line',
  explanation:
    'Two rows of one carton have the same `detail.line_identifier` and the same content in all detail columns: they are one detail line. If they are two lines, give each its own identifier.',
  say: (args) => `line ${args.line} repeats the detail line on line ${args.first_line}`,
  good: `${LINE}\nPRG-1,ASN-1,C-1,1,A,5\nPRG-1,ASN-1,C-1,2,A,5`,
  bad: `${LINE}\nPRG-1,ASN-1,C-1,1,A,5\nPRG-1,ASN-1,C-1,1,A,5`,
});

export const ASN_INTAKE_RULES = rules.all;

/** Rules for input that is read with a mapping; samples show only the columns that matter. */
const mapped = ruleList({});

mapped.note('asn.rows.differ', {
  ...settledByFirst('ASN', 'A value of the ASN or of a carton'),
  good: 'No,Carrier\n1,UPS\n1,UPS',
  bad: 'No,Carrier\n1,UPS\n1,DHL',
});

mapped.error('asn.map.refused', {
  ...refusedByMapping('ASN'),
  good: 'No,Sent\n1,all',
  bad: 'No,Sent\n1,some',
});

mapped.warning('asn.map.warned', {
  ...warnedByMapping('ASN'),
  good: 'No,Returned\n1,0',
  bad: 'No,Returned\n1,2',
});

export const ASN_MAPPING_RULES = mapped.all;

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

// What the intake itself finds in the rows of an ASN, with the words and samples that `returns explain` prints.
import { quote } from '../../base/text.ts';
import type { Rule } from '../../contract/finding.ts';

const HEADER = 'program_identifier,asn_number,status';
const LINE =
  'program_identifier,asn_number,carton.identifier,detail.line_identifier,detail.sku,detail.quantity';

export const ASN_INTAKE_RULES: readonly Rule[] = [
  {
    code: 'asn.rows.conflict',
    severity: 'error',
    title: 'All rows of an ASN have the same values of the ASN, all rows of a carton those of the carton',
    explanation:
      'Rows with the same `program_identifier` and `asn_number` are one ASN, so all columns but `carton.*` and `detail.*` must be equal on them; rows with the same `carton.identifier` are one carton, so its `carton.*` columns must be equal, too. Rows on which all of these are empty are accepted as well. If the rows are two ASNs, give each its own number.',
    source: 'this tool',
    say: (args) =>
      `column ${quote(args['column'])} on line ${args['line']} differs from line ${args['first_line']} of the same ${String(args['column']).startsWith('carton.') ? 'carton' : 'ASN'}`,
    good: `${HEADER}\nPRG-1,ASN-1,pending\nPRG-1,ASN-1,pending`,
    bad: `${HEADER}\nPRG-1,ASN-1,pending\nPRG-1,ASN-1,shipped`,
  },
  {
    code: 'asn.line.conflict',
    severity: 'error',
    title: 'Rows that name the same detail line have the same content',
    explanation:
      'Two rows of one carton have the same `detail.line_identifier` and the same `detail.unit_identifier` (or none) but differ in another detail column, so it cannot be decided which one holds. Remove the wrong one, or give each line its own identifier; units of one line differ in their unit identifier.',
    source: 'this tool',
    say: (args) =>
      `line ${args['line']} and line ${args['first_line']} name the same detail line but differ in column ${quote(args['column'])}`,
    good: `${LINE}\nPRG-1,ASN-1,C-1,1,A,5\nPRG-1,ASN-1,C-1,2,A,6`,
    bad: `${LINE}\nPRG-1,ASN-1,C-1,1,A,5\nPRG-1,ASN-1,C-1,1,A,6`,
  },
  {
    code: 'asn.line.repeated',
    severity: 'note',
    title: 'A row that repeats a detail line of its carton counts as that line',
    explanation:
      'Two rows of one carton have the same `detail.line_identifier` and the same content in all detail columns: they are one detail line. If they are two lines, give each its own identifier.',
    source: 'this tool',
    say: (args) => `line ${args['line']} repeats the detail line on line ${args['first_line']}`,
    good: `${LINE}\nPRG-1,ASN-1,C-1,1,A,5\nPRG-1,ASN-1,C-1,2,A,5`,
    bad: `${LINE}\nPRG-1,ASN-1,C-1,1,A,5\nPRG-1,ASN-1,C-1,1,A,5`,
  },
];

// Turns what was seen into checks: one for each subject, with evidence that counts, names codes and says where the first is.
import { EXIT } from '../basics/exit.ts';
import { Failure, placeText } from '../basics/failure.ts';
import { formatCount, plural } from '../basics/units.ts';
import type { Finding } from '../contract/finding.ts';
import { bySeverity, type CodeCount } from '../contract/report.ts';
import type { UploadSummary } from '../orders/upload/summarise.ts';
import type { Check, Question } from '../sandbox/judge.ts';
import { checkOfCode } from './checks.ts';

/** What was seen of one subject. */
export type Seen = Pick<Check, 'result' | 'evidence' | 'notable'>;

export const passed = (evidence: string): Seen => ({ result: 'passed', evidence });
/** Passed, and a person has to read what was seen. */
export const noted = (evidence: string): Seen => ({ result: 'passed', evidence, notable: true });
export const failed = (evidence: string): Seen => ({ result: 'failed', evidence });

/** Checks in the order of the subjects; what nothing is known about was not tried, for the reason given. */
export const checksOfSubjects = (
  subjects: readonly Question[],
  seen: Readonly<Record<string, Seen | undefined>>,
  otherwise: string,
): Check[] =>
  subjects.map((one) => ({ ...one, ...(seen[one.id] ?? { result: 'not_tried', evidence: otherwise }) }));

/** What the checks say: failed with the codes that are refused for it, else what is good. The warnings are one of them. */
export function seenOfCodes(
  area: 'orders' | 'asns',
  { refusals, warnings }: Readonly<Record<'refusals' | 'warnings', readonly CodeCount[]>>,
  describe: (finding: Finding) => string,
  goods: Readonly<Record<string, () => Seen>>,
): Record<string, Seen> {
  const ofWarnings = `${area}.warnings`;
  // With --strict a warning refuses, too: it is a matter of the warnings all the same.
  const idOf = ({ code, example }: CodeCount) =>
    example?.severity === 'warning' ? ofWarnings : checkOfCode(area, code);
  const warned = () => {
    const codes = bySeverity(warnings).warnings;
    return codes.length === 0 ? passed('No warning') : noted(codesText(codes, describe));
  };
  return Object.fromEntries(
    Object.entries({ ...goods, [ofWarnings]: warned }).map(([id, good]) => {
      const codes = refusals.filter((one) => idOf(one) === id);
      return [id, codes.length > 0 ? failed(codesText(codes, describe)) : good()];
    }),
  );
}

export const filesText = ({ files }: Pick<UploadSummary['input'], 'files'>): string =>
  files
    .map(({ path, rows, sha256 }) => `${path}: ${plural(rows, 'row')}, SHA-256 ${sha256.slice(0, 16)}…`)
    .join('; ');

/** `3 order.status.unknown (first at orders.csv:5): items[0].sku: ...`, one code a line. */
function codesText(codes: readonly CodeCount[], describe: (finding: Finding) => string): string {
  return codes
    .map(({ code, count, firstFile, firstLine, example, message }) => {
      const said = example ? describe(example) : (message ?? '');
      const path = example?.path ? `${example.path}: ` : '';
      const place = `${count > 1 ? 'first at' : 'at'} ${firstFile}:${firstLine}`;
      return `${formatCount(count)} ${code} (${place})${said === '' ? '' : `: ${path}${said}`}`;
    })
    .join('\n');
}

/** What happened and where, what was expected and found, and what to do: each in a line. */
const failureText = ({ message, place, expected, found, hint }: Failure): string =>
  [
    [message, placeText(place)].filter(Boolean).join(': '),
    expected && `expected ${expected}`,
    found && `found ${found}`,
    hint,
  ]
    .filter(Boolean)
    .join('\n');

/** Input that cannot be read fails the first subject, the others are not tried; everything else that is thrown ends the program. */
export function unreadable(error: unknown, subjects: readonly Question[], otherwise: string): Check[] {
  if (!(error instanceof Failure) || error.exitCode !== EXIT.input) throw error;
  return checksOfSubjects(subjects, { [subjects[0]!.id]: failed(failureText(error)) }, otherwise);
}

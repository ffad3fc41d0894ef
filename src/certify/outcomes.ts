// Turns what was seen into checks: one for each subject, with evidence that counts, names codes and says where the first is.
import { Failure, placeText } from '../basics/failure.ts';
import { formatCount } from '../basics/units.ts';
import type { Finding } from '../contract/finding.ts';
import type { CodeCount } from '../contract/report.ts';
import type { Check, CheckResult, CheckSubject } from './types.ts';

/** What was seen of one subject. */
export interface Seen {
  readonly result: CheckResult;
  readonly evidence: string;
  readonly notable?: true;
}

export const passed = (evidence: string): Seen => ({ result: 'passed', evidence });
/** Passed, and a person has to read what was seen. */
export const noted = (evidence: string): Seen => ({ result: 'passed', evidence, notable: true });
export const failed = (evidence: string): Seen => ({ result: 'failed', evidence });
const notTried = (evidence: string): Seen => ({ result: 'not_tried', evidence });

/** Checks in the order of the subjects; what nothing is known about was not tried, for the reason given. */
export const checksOfSubjects = (
  subjects: readonly CheckSubject[],
  seen: Readonly<Record<string, Seen | undefined>>,
  otherwise: string,
): Check[] => subjects.map((subject) => ({ ...subject, ...(seen[subject.id] ?? notTried(otherwise)) }));

/** `3 order.status.unknown (first at orders.csv:5): items[0].sku: ...`, one code a line. */
export function codesText(codes: readonly CodeCount[], describe: (finding: Finding) => string): string {
  return codes
    .map(({ code, count, firstFile, firstLine, example, message }) => {
      const said = example ? describe(example) : (message ?? '');
      const path = example?.path ? `${example.path}: ` : '';
      const place = `${count > 1 ? 'first at' : 'at'} ${firstFile}:${firstLine}`;
      return `${formatCount(count)} ${code} (${place})${said === '' ? '' : `: ${path}${said}`}`;
    })
    .join('\n');
}

/** A failure in one line: what happened, where, what was expected and found, and what to do. */
function failureLine({ message, place, expected, found, hint }: Failure): string {
  const where = placeText(place);
  return [
    `${message}${where === '' ? '' : ` (${where})`}.`,
    expected === undefined ? '' : `Expected: ${expected}.`,
    found === undefined ? '' : `Found: ${found}.`,
    hint,
  ]
    .filter((part) => part !== '')
    .join(' ')
    .replace(/(?<!\.)([.!?])\.(?!\.)/g, '$1')
    .replace(/\.{4}/g, '...');
}

/** Input that cannot be read fails a check; everything else that is thrown ends the program. */
export function unreadable(error: unknown, exitCode: number): Seen {
  if (error instanceof Failure && error.exitCode === exitCode) return failed(failureLine(error));
  throw error;
}

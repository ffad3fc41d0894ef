// Shows what the doctor found: areas as blocks, what is wrong with its mend below it, counts at the end.
import { plural } from '../../basics/units.ts';
import { type Paint, textBlock } from '../../cli/layout.ts';
import type { DoctorReport } from '../doctor.ts';
import { DOCTOR_AREAS, type DoctorCheck, type DoctorResult } from '../findings.ts';

const MARKS: Readonly<Record<DoctorResult, string>> = { ok: 'ok', warning: 'warning', failure: 'FAILURE' };
const MARK_WIDTH = 9;

interface DoctorLook {
  readonly paint: Paint;
  /** Columns of the terminal; undefined when there is none: then lines are not wrapped. */
  readonly columns: number | undefined;
  /** Only what is not ok, and nothing when everything is. */
  readonly quiet: boolean;
}

export function doctorText({ checks, counts }: DoctorReport, look: DoctorLook): string {
  const shown = look.quiet ? checks.filter(({ result }) => result !== 'ok') : checks;
  if (shown.length === 0) return '';
  const width = Math.max(...shown.map((one) => nameOf(one).length)) + 2;
  const blocks = DOCTOR_AREAS.flatMap((area) => {
    const own = shown.filter(({ id }) => id.startsWith(`${area}.`));
    return own.length === 0
      ? []
      : [[look.paint.bold(area), ...own.flatMap((one) => linesOf(one, width, look))].join('\n')];
  });
  const { ok, warning, failure } = counts;
  const sum = `${ok} ok, ${plural(warning, 'warning')}, ${plural(failure, 'failure')}`;
  return [...blocks, `${plural(checks.length, 'check')}: ${sum}`].join('\n\n');
}

const nameOf = ({ id }: DoctorCheck): string => id.slice(id.indexOf('.') + 1);

function linesOf(check: DoctorCheck, width: number, { paint, columns }: DoctorLook): string[] {
  const { result, text, hint } = check;
  const room = columns ?? Number.POSITIVE_INFINITY;
  const mark = `  ${MARKS[result].padEnd(MARK_WIDTH)}`;
  const indent = ' '.repeat(mark.length + width);
  const [first = '', ...rest] = textBlock(`${mark}${nameOf(check).padEnd(width)}`, text, room);
  const colour = { ok: paint.green, warning: paint.yellow, failure: paint.red }[result];
  const painted = `${colour(first.slice(0, mark.length))}${first.slice(mark.length)}`;
  return [painted, ...rest, ...(hint === null ? [] : textBlock(`${indent}-> `, hint, room))];
}
